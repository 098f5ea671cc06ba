package dev.unitstr.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** A scan of a directory: plans its partitions. */
final class StringScan implements Scan, Batch {
    /** The size in bytes up to which a file is one partition. */
    private static final long LEAST_BYTES = 4 << 20;

    private final String name;
    private final Directory directory;
    private final StructType output;
    private final BatchReaderFactory readers;

    StringScan(String name, Directory directory, StructType output, BatchReaderFactory readers) {
        this.name = name;
        this.directory = directory;
        this.output = output;
        this.readers = readers;
    }

    @Override
    public StructType readSchema() {
        return output;
    }

    @Override
    public String description() {
        return name + " " + readers.description();
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    /** Divides the files as Spark divides those of its own sources, but packs no small ones into one partition. */
    @Override
    public InputPartition[] planInputPartitions() {
        try {
            List<FileStatus> files = directory.files();
            long total = files.stream().mapToLong(FileStatus::getLen).sum();
            SparkSession session = SparkSession.active();
            long most = JavaUtils.byteStringAsBytes(session.conf().get("spark.sql.files.maxPartitionBytes"));
            long cores = session.sparkContext().defaultParallelism();
            long partBytes = Math.max(LEAST_BYTES, Math.min(most, total / cores));
            boolean local = OpenFile.isLocal(directory.fileSystem());
            List<InputPartition> parts = new ArrayList<>();
            for (FileStatus file : files) {
                int n = local ? (int) Math.max(1, (file.getLen() + partBytes - 1) / partBytes) : 1;
                for (int i = 0; i < n; i++) {
                    parts.add(new FilePart(file.getPath().toString(), file.getLen(), i, n));
                }
            }
            return parts.toArray(InputPartition[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return readers;
    }
}
