package dev.unitstr.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writes a job. Each attempt of a task writes to a directory of its own below {@code _temporary-JOB}, which readers ignore.
 * When all tasks have succeeded, the driver renames their files into the directory, deletes the old files if it overwrites
 * them, and writes {@code _SUCCESS}.
 */
final class StagedWrite implements SupportsTruncate, Write, BatchWrite {
    private final StringFiles files;
    private final LogicalWriteInfo info;
    private final Directory directory;
    private final Path staging;
    private boolean overwrite;
    private boolean complete;

    StagedWrite(StringFiles files, LogicalWriteInfo info, Directory directory) {
        this.files = files;
        this.info = info;
        this.directory = directory;
        this.staging = new Path(directory.path(), "_temporary-" + info.queryId());
    }

    @Override
    public WriteBuilder truncate() {
        overwrite = true;
        return this;
    }

    @Override
    public Write build() {
        return this;
    }

    @Override
    public BatchWrite toBatch() {
        return this;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
        return new StagedWriterFactory(
                files, staging.toString(), info.queryId(), info.schema().fieldNames(), directory.configuration());
    }

    /**
     * Deletes old files after all renames: if a rename fails, {@link #abort} leaves the directory as it was. Whatever
     * fails later, the new files stay.
     */
    @Override
    public void commit(@Nullable WriterCommitMessage[] messages) {
        try {
            FileSystem fileSystem = directory.fileSystem();
            fileSystem.mkdirs(directory.path());
            List<FileStatus> old = overwrite ? directory.replacedFiles() : List.of();
            for (WriterCommitMessage message : messages) {
                if (message instanceof StagedWriterFactory.StagedFiles staged) {
                    for (String file : staged.paths()) {
                        Path from = new Path(file);
                        Path to = new Path(directory.path(), from.getName());
                        if (!fileSystem.rename(from, to)) {
                            throw new IOException("cannot rename " + from + " to " + to);
                        }
                    }
                }
            }
            complete = true;
            for (FileStatus file : old) {
                // another job that overwrites the directory may have deleted it
                if (!fileSystem.delete(file.getPath(), false) && fileSystem.exists(file.getPath())) {
                    throw new IOException("cannot delete " + file.getPath() + ", which the new files replace");
                }
            }
            fileSystem.delete(staging, true);
            fileSystem.create(new Path(directory.path(), "_SUCCESS"), true).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void abort(@Nullable WriterCommitMessage[] messages) {
        try {
            FileSystem fileSystem = directory.fileSystem();
            for (WriterCommitMessage message : messages) {
                if (!complete && message instanceof StagedWriterFactory.StagedFiles staged) {
                    for (String file : staged.paths()) {
                        fileSystem.delete(new Path(directory.path(), new Path(file).getName()), false);
                    }
                }
            }
            fileSystem.delete(staging, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
