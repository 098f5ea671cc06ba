package dev.unitstr.spark;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Makes the readers of a scan; the driver sends it to the executors.
 *
 * @param files the kind of files
 * @param schema the names of the columns that each file must have
 * @param output the names of the columns that Spark reads
 * @param conditions the conditions that rows must satisfy
 * @param limit the maximum number of rows of a partition, which may have more than an int counts; Long.MAX_VALUE if
 *     there is no limit
 * @param configuration the configuration of the file systems
 */
record BatchReaderFactory(
        StringFiles files,
        String[] schema,
        String[] output,
        Condition[] conditions,
        long limit,
        SerializableConfiguration configuration)
        implements PartitionReaderFactory {

    /** Returns the part of a scan's description that names what was pushed down. */
    String description() {
        return Arrays.toString(output) + ", conditions " + Arrays.toString(conditions)
                + (limit == Long.MAX_VALUE ? "" : ", limit " + limit);
    }

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return new BatchReader(this, (FilePart) partition);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("rows are read in batches");
    }
}
