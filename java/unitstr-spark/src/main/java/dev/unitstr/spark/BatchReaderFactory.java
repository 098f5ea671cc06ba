package dev.unitstr.spark;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

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

    /** Reads a part of a file in batches, and keeps the rows that satisfy all conditions. */
    private static final class BatchReader implements PartitionReader<ColumnarBatch> {
        private final BatchReaderFactory scan;
        private final FilePart part;
        private final String[] columns;
        private final StringVector[] vectors;
        private final ColumnarBatch batch;
        private StringFiles.@Nullable Strings strings;
        private long left;

        BatchReader(BatchReaderFactory scan, FilePart part) {
            this.scan = scan;
            this.part = part;
            this.left = scan.limit();
            this.columns = Condition.columns(scan.output(), scan.conditions());
            this.vectors = new StringVector[columns.length];
            Arrays.setAll(vectors, column -> new StringVector());
            this.batch = new ColumnarBatch(Arrays.copyOf(vectors, scan.output().length, ColumnVector[].class));
        }

        /**
         * Reads the next batch.
         *
         * @throws IOException if the file cannot be read or is not valid; the message names the file
         */
        @Override
        public boolean next() throws IOException {
            try {
                int rows = left == 0 ? 0 : select();
                left -= rows;
                batch.setNumRows(rows);
                return rows > 0;
            } catch (IOException | RuntimeException | InternalError e) { // InternalError: a mapped file was truncated
                throw OpenFile.failure(part.path(), e);
            }
        }

        private int select() throws IOException {
            if (strings == null) {
                OpenFile file = new OpenFile(
                        new Path(part.path()),
                        part.bytes(),
                        scan.configuration().value());
                strings = scan.files().open(file, part, scan.schema(), columns);
            }
            for (int rows = strings.read(vectors); rows > 0; rows = strings.read(vectors)) {
                for (Condition condition : scan.conditions()) {
                    StringVector tested = vectors[List.of(columns).indexOf(condition.column())];
                    rows = condition.select(tested, vectors, rows);
                }
                if (rows > 0) {
                    return (int) Math.min(rows, left);
                }
            }
            return 0;
        }

        @Override
        public ColumnarBatch get() {
            return batch;
        }

        /** Frees the memory of the rows. Spark calls this method when the task ends. */
        @Override
        public void close() throws IOException {
            if (strings != null) {
                strings.close();
            }
        }
    }
}
