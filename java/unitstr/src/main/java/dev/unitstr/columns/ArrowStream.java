package dev.unitstr.columns;

import dev.unitstr.internal.columns.ImportedStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batches that another library produces by Arrow's C stream interface, one after the other.
 *
 * <pre>{@code
 * try (ArrowStream stream = ArrowStream.of(address)) { // a struct ArrowArrayStream, which a library has filled
 *     for (ArrowBatch batch = stream.next(); batch != null; batch = stream.next()) {
 *         try (ArrowBatch one = batch) {
 *             int[] selection = new int[one.rows()];
 *             rows += one.column("city").selectEqual("Z\u00fcrich", selection);
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Threads that use one stream wait for each other. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface ArrowStream extends AutoCloseable {
    /**
     * Imports a stream. It belongs to the result from now on, so the struct may be freed. If an exception is thrown, it
     * still belongs to the caller.
     *
     * @param stream the address of a {@code struct ArrowArrayStream}
     * @return the stream
     * @throws IllegalArgumentException if the address is below 4096 or not a multiple of 8, or the schema is invalid
     * @throws IllegalStateException if the stream is released or was imported before, or its producer reports an error
     * @throws UnsupportedOperationException if native access or the native library is not available
     */
    static ArrowStream of(long stream) {
        return ImportedStream.of(stream);
    }

    /**
     * Returns the names of the columns of all batches.
     *
     * @return the names
     */
    List<String> names();

    /**
     * Returns the next batch.
     *
     * @return the batch, which the caller closes; null at the end
     * @throws IllegalArgumentException if the array is invalid, as for {@link ArrowBatch#of}; it was then released
     * @throws IllegalStateException if this stream is closed, or its producer reports an error
     */
    @Nullable
    ArrowBatch next();

    /** Releases the stream, but not the batches. Does nothing if this was called before. */
    @Override
    void close();
}
