package dev.unitstr.columns;

import dev.unitstr.internal.columns.ImportedBatch;
import java.util.List;

/**
 * Columns that another library exported by Arrow's C data interface: those of a record batch, or a single one. They are
 * read where they are, without a copy, until {@link #close} tells that library to release them.
 *
 * <pre>{@code
 * // struct ArrowSchema and struct ArrowArray, which a library has filled
 * try (ArrowBatch batch = ArrowBatch.of(schemaAddress, arrayAddress)) {
 *     String[] cities = batch.column("city").toStrings();
 * }
 * }</pre>
 *
 * <p>Batches and their columns may be used by several threads. If a batch is closed while other threads read it, the
 * last of them releases it. Afterwards, columns throw {@link IllegalStateException}. A batch that is not closed is never
 * released. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface ArrowBatch extends AutoCloseable {
    /**
     * Imports an array. It belongs to the result from now on, so the structs may be freed; the schema is released. If an
     * exception is thrown, both are unchanged and still belong to the caller.
     *
     * <p>The numbers in the structs are checked, but structs have no sizes of buffers: the caller vouches that the
     * addresses are what the interface requires. A wrong one can crash the process.
     *
     * @param schema the address of a {@code struct ArrowSchema}
     * @param array the address of a {@code struct ArrowArray} of this schema
     * @return the columns of a struct ({@code +s}), or the one column of another format
     * @throws IllegalArgumentException if an address is below 4096 or not a multiple of 8, or the structs contradict each
     *     other
     *     or their formats: a length, an offset, or a number of buffers or children that is out of its range; more than
     *     {@link Integer#MAX_VALUE} rows; a missing buffer; a struct that has null rows
     * @throws IllegalStateException if the schema or the array is released or was imported before
     * @throws UnsupportedOperationException if native access or the native library is not available
     */
    static ArrowBatch of(long schema, long array) {
        return ImportedBatch.of(schema, array);
    }

    /**
     * Returns the number of rows of each column.
     *
     * @return how many
     */
    int rows();

    /**
     * Returns the names of all columns, also of those that are not text.
     *
     * @return the names, some of which may be equal or empty
     */
    List<String> names();

    /**
     * Returns a column.
     *
     * @param index the index of the column in {@link #names}
     * @return the column, which can be read until this batch is closed
     * @throws IndexOutOfBoundsException if there is no such column
     * @throws UnsupportedOperationException if the column is neither text nor binary data: its format is none of
     *     {@code u U vu z Z vz}, or indices of 8, 16 or 32 bits into a dictionary of these
     */
    StringColumn column(int index);

    /**
     * Returns the first column of a name.
     *
     * @param name the name
     * @return the column, which can be read until this batch is closed
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is no such column
     * @throws UnsupportedOperationException as for {@link #column(int)}
     */
    StringColumn column(String name);

    /** Releases the array. Does nothing if this was called before. */
    @Override
    void close();
}
