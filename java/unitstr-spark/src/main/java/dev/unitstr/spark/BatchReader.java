package dev.unitstr.spark;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads a part of a file in batches, and keeps the rows that satisfy all conditions. */
final class BatchReader implements PartitionReader<ColumnarBatch> {
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
                    new Path(part.path()), part.bytes(), scan.configuration().value());
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
