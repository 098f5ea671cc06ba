package dev.unitstr.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Makes the writers of a job; the driver sends it to the executors.
 *
 * @param files the kind of files
 * @param staging the directory of the job
 * @param job the identifier of the job
 * @param columns the names of the columns
 * @param configuration the configuration of the file system
 */
record StagedWriterFactory(
        StringFiles files, String staging, String job, String[] columns, SerializableConfiguration configuration)
        implements DataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long attempt) {
        return new StagedWriter(this, partition, new Path(staging, Long.toString(attempt)));
    }

    /**
     * The files that a task wrote.
     *
     * @param paths their paths below the staging directory
     */
    record StagedFiles(String[] paths) implements WriterCommitMessage {}

    /** Writes the rows of a task. A task without rows writes no file, except the first, so that the schema is known. */
    private static final class StagedWriter implements DataWriter<InternalRow> {
        private final StagedWriterFactory job;
        private final int partition;
        private final Path directory;
        private final List<String> paths = new ArrayList<>();
        private StringFiles.@Nullable Writer writer;

        StagedWriter(StagedWriterFactory job, int partition, Path directory) {
            this.job = job;
            this.partition = partition;
            this.directory = directory;
        }

        private FileSystem fileSystem() throws IOException {
            return directory.getFileSystem(job.configuration.value());
        }

        @Override
        public void write(InternalRow row) throws IOException {
            if (writer == null) {
                writer = create();
            }
            if (writer.write(row) >= job.files.fileBytes()) {
                finish(writer);
            }
        }

        private StringFiles.Writer create() throws IOException {
            Path path = new Path(
                    directory,
                    String.format("part-%05d-%s-%03d.%s", partition, job.job, paths.size(), job.files.extension()));
            paths.add(path.toString());
            OutputStream out = fileSystem().create(path, false);
            try {
                return job.files.create(out, job.columns);
            } catch (Throwable e) {
                try (out) {
                    throw e;
                }
            }
        }

        private void finish(StringFiles.Writer complete) throws IOException {
            complete.finish();
            complete.close();
            writer = null;
        }

        @Override
        public WriterCommitMessage commit() throws IOException {
            if (paths.isEmpty() && partition == 0) {
                writer = create();
            }
            if (writer != null) {
                finish(writer);
            }
            return new StagedFiles(paths.toArray(String[]::new));
        }

        @Override
        public void abort() throws IOException {
            close();
            fileSystem().delete(directory, true);
        }

        @Override
        public void close() throws IOException {
            if (writer != null) {
                writer.close();
                writer = null;
            }
        }
    }
}
