package dev.unitstr.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.columns.DictionaryColumn;
import dev.unitstr.internal.columns.RegionColumn;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of strings in the buffers of Arrow's columnar format. Nothing is copied when a column is created, and a
 * column owns no memory: the buffers must stay alive and unchanged while it is used.
 *
 * <pre>{@code
 * // The buffers of an Arrow array of type utf8 with 1000 rows
 * StringColumn cities = StringColumn.of(ColumnFormat.UTF8, 1000, validity, offsets, data);
 * String[] all = cities.toStrings();
 *
 * int[] rows = new int[cities.count()];
 * int found = cities.selectEqual("Z\u00fcrich", rows); // compares bytes, creates no strings
 * }</pre>
 *
 * <p>A row is a string or null. Strings are UTF-8. Malformed text is replaced as by {@code new String(bytes, UTF_8)},
 * unless {@link #withPolicy} selects another policy.
 *
 * <p>The sizes of the buffers are checked when a column is created, the numbers in them when strings are read. Each
 * number is read once, checked, and used: if another thread writes the buffers meanwhile, the result is some strings
 * or an exception, never an access outside the buffers. The exception is memory at an address ({@link NativeMemory}):
 * there, too, nothing outside is read, but the caller is responsible for the memory being mapped.
 *
 * <p>Methods that read rows throw {@link ColumnFormatException} if an offset, a view or an index leads out of its
 * buffer, {@link IllegalStateException} if the memory has been closed, {@link UnsupportedOperationException} if the
 * memory is at an address and native access is not available, and {@link MalformedTextException}, with the row in
 * {@link MalformedTextException#stringIndex()}, if the policy is {@link MalformedPolicy#REPORT REPORT} and text to be
 * decoded is malformed. Rows that are null are not checked, nor are dictionary values that no row refers to.
 *
 * <p>Columns are immutable, and may be used by several threads. This interface is not intended to be implemented by
 * user code. For memory segments, see {@code dev.unitstr.ffm.columns.SegmentColumns}.
 *
 * @since 0.1.0
 */
public interface StringColumn {
    /**
     * Returns a column over byte buffers. The arguments are the buffers of an Arrow array, in Arrow's order. Each buffer
     * is used from index 0 to its limit; its position and byte order are ignored. An Arrow array with an offset is a
     * {@linkplain #slice slice} of a column.
     *
     * @param format the format
     * @param count the number of rows
     * @param validity one bit for each row, the lowest bit of each byte first; a 0 bit marks a null; null if no row is
     *     null
     * @param offsets {@code count + 1} offsets (may be empty if {@code count} is 0) or {@code count} views
     * @param data the data buffer that offsets refer to, or any number of data buffers that views refer to
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, or the format has offsets and there is not exactly one data
     *     buffer
     * @throws IndexOutOfBoundsException if {@code validity} or {@code offsets} is too small for {@code count} rows
     */
    static StringColumn of(
            ColumnFormat format, int count, @Nullable ByteBuffer validity, ByteBuffer offsets, ByteBuffer... data) {
        return RegionColumn.of(format, count, validity, offsets, data);
    }

    /**
     * Returns a column over memory at addresses. Behaves as
     * {@link #of(ColumnFormat, int, ByteBuffer, ByteBuffer, ByteBuffer...)}.
     *
     * @param format the format
     * @param count the number of rows
     * @param validity one bit for each row; null if no row is null
     * @param offsets {@code count + 1} offsets or {@code count} views
     * @param data the data buffers
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, the format has offsets and there is not exactly one data
     *     buffer, or the address of a buffer that is not empty is 0
     * @throws IndexOutOfBoundsException if {@code validity} or {@code offsets} is too small for {@code count} rows
     */
    static StringColumn of(
            ColumnFormat format,
            int count,
            @Nullable NativeMemory validity,
            NativeMemory offsets,
            NativeMemory... data) {
        return RegionColumn.of(format, count, validity, offsets, data);
    }

    /**
     * Returns a column over a vector of DuckDB's type VARCHAR or BLOB. Its format is {@link ColumnFormat#UTF8_VIEW}, but
     * the view of a longer string has the address of the string.
     *
     * <p>The vector must be flat: it has 16 bytes for each row. The vectors of DuckDB's results are flat. A vector is not
     * flat after {@code duckdb_slice_vector}, {@code duckdb_vector_reference_value}, or {@code
     * duckdb_vector_reference_vector} of such a vector: the column then has wrong rows, or reads memory that does not
     * belong to the vector. Neither this method nor DuckDB's C API can tell. {@code duckdb_vector_copy_sel} copies the
     * rows to a flat vector.
     *
     * <p>Nothing is known of the memory at these addresses but the lengths of the strings: the caller vouches for the
     * vector. DuckDB frees the strings with the data chunk of the vector, and this column must not be read afterwards.
     *
     * @param count the number of rows
     * @param validity what {@code duckdb_vector_get_validity} returned: one bit for each row; null if it returned null
     * @param views what {@code duckdb_vector_get_data} returned for a flat vector: 16 bytes for each row
     * @return the column
     * @throws NullPointerException if {@code views} is null
     * @throws IllegalArgumentException if {@code count < 0}, or the address of a buffer that is not empty is 0
     * @throws IndexOutOfBoundsException if {@code validity} or {@code views} is too small for {@code count} rows
     */
    static StringColumn ofDuckDb(int count, @Nullable NativeMemory validity, NativeMemory views) {
        return RegionColumn.ofDuckDb(count, validity, views);
    }

    /**
     * Returns a dictionary-encoded column: each row is an index of a value. It has the name and the policy of the
     * dictionary.
     *
     * @param values the dictionary: a column that is neither dictionary-encoded itself nor one of an {@link ArrowBatch}
     * @param type the type of the indices
     * @param count the number of rows
     * @param validity one bit for each row; null if no row is null. A row whose value is null is null too
     * @param indices {@code count} indices
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, or {@code values} is dictionary-encoded
     *     or belongs to an {@link ArrowBatch}
     * @throws IndexOutOfBoundsException if {@code validity} or {@code indices} is too small for {@code count} rows
     */
    static StringColumn dictionary(
            StringColumn values, IndexType type, int count, @Nullable ByteBuffer validity, ByteBuffer indices) {
        return DictionaryColumn.of(values, type, count, validity, indices);
    }

    /**
     * Returns a dictionary-encoded column whose indices are at an address. Behaves as
     * {@link #dictionary(StringColumn, IndexType, int, ByteBuffer, ByteBuffer)}.
     *
     * @param values the dictionary
     * @param type the type of the indices
     * @param count the number of rows
     * @param validity one bit for each row; null if no row is null
     * @param indices {@code count} indices
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, {@code values} is dictionary-encoded, or the address of a
     *     buffer that is not empty is 0
     * @throws IndexOutOfBoundsException if {@code validity} or {@code indices} is too small for {@code count} rows
     */
    static StringColumn dictionary(
            StringColumn values, IndexType type, int count, @Nullable NativeMemory validity, NativeMemory indices) {
        return DictionaryColumn.of(values, type, count, validity, indices);
    }

    /**
     * Returns the format.
     *
     * @return the format of this column, or of its values if it is dictionary-encoded
     */
    ColumnFormat format();

    /**
     * Returns the dictionary.
     *
     * @return the values that the indices refer to; null if this column is not dictionary-encoded
     */
    @Nullable
    StringColumn values();

    /**
     * Returns the type of the indices.
     *
     * @return the type; null if this column is not dictionary-encoded
     */
    @Nullable
    IndexType indexType();

    /**
     * Returns the number of rows.
     *
     * @return the number of strings and nulls
     */
    int count();

    /**
     * Returns the number of rows in the buffers before the first row of this column: the offset of the Arrow array.
     *
     * @return 0 unless this column is a {@linkplain #slice slice}
     */
    int offset();

    /**
     * Returns the buffers of this column.
     *
     * @return read-only buffers in Arrow's order: validity (null if no row is null), offsets or views or indices, data.
     *     They begin {@link #offset()} rows before the first row
     * @throws IllegalStateException if this column is not over byte buffers
     */
    List<@Nullable ByteBuffer> buffers();

    /**
     * Returns a part of this column, over the same buffers.
     *
     * @param first the first row of the part
     * @param count the number of rows
     * @return a column
     * @throws IndexOutOfBoundsException if the rows are not within this column
     */
    StringColumn slice(int first, int count);

    /**
     * Returns this column with a name for the messages of exceptions.
     *
     * @param name the name; may be empty
     * @return a column over the same buffers
     * @throws NullPointerException if {@code name} is null
     */
    StringColumn withName(String name);

    /**
     * Returns this column with a policy for {@link #get}, {@link #toStrings()} and {@link #hashCodes}.
     *
     * @param policy how malformed text is handled
     * @return a column over the same buffers
     * @throws NullPointerException if {@code policy} is null
     */
    StringColumn withPolicy(MalformedPolicy policy);

    /**
     * Tests whether a row is null.
     *
     * @param row the row
     * @return true if it is null
     * @throws IndexOutOfBoundsException if {@code row < 0} or {@code row >= count()}
     */
    boolean isNull(int row);

    /**
     * Decodes a row. To decode many, {@link #toStrings()} costs less for each.
     *
     * @param row the row
     * @return the string, or null
     * @throws IndexOutOfBoundsException if {@code row < 0} or {@code row >= count()}
     */
    @Nullable
    String get(int row);

    /**
     * Copies the bytes of a row.
     *
     * @param row the row
     * @return a new array, or null
     * @throws IndexOutOfBoundsException if {@code row < 0} or {@code row >= count()}
     */
    byte @Nullable [] getBytes(int row);

    /**
     * Returns the place of the bytes of a row, so that another library can read them without a copy.
     *
     * @param row the row
     * @return the memory, alive as long as that of the column; null if the row is null
     * @throws IndexOutOfBoundsException if {@code row < 0} or {@code row >= count()}
     * @throws IllegalArgumentException if the bytes are in a byte buffer or on the heap, and so have no known address
     */
    @Nullable
    NativeMemory memory(int row);

    /**
     * Compares a row with a string, without decoding it.
     *
     * @param row the row
     * @param value the string
     * @return true if the row is the encoding of {@code value}; false for a null, and for malformed text
     * @throws NullPointerException if {@code value} is null
     * @throws IndexOutOfBoundsException if {@code row < 0} or {@code row >= count()}
     */
    boolean contentEquals(int row, String value);

    /**
     * Decodes all rows.
     *
     * @return a new array. Rows with the same index of a dictionary are the same object, if the dictionary has no more
     *     values than rows are decoded and all of its values are valid; otherwise each row is decoded, which takes
     *     longer
     */
    default @Nullable String[] toStrings() {
        return toStrings(0, count());
    }

    /**
     * Decodes a range of rows.
     *
     * @param first the first row
     * @param count the number of rows
     * @return a new array, as for {@link #toStrings()}
     * @throws IndexOutOfBoundsException if the rows are not within this column
     */
    @Nullable
    String[] toStrings(int first, int count);

    /**
     * Copies the bytes of all rows.
     *
     * @return a new array of new arrays; an element is null if the row is
     */
    byte @Nullable [][] toByteArrays();

    /**
     * Computes the hash code of each row, as {@link String#hashCode} does for the decoded string.
     *
     * @param dst receives the hash codes from index 0 on; 0 for a null
     * @throws NullPointerException if {@code dst} is null
     * @throws IndexOutOfBoundsException if {@code dst.length < count()}
     */
    void hashCodes(int[] dst);

    /**
     * Finds the rows that equal a string, as {@link #contentEquals} does.
     *
     * @param value the string
     * @param selection receives the rows in ascending order, from index 0 on
     * @return how many rows were found
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code selection.length < count()}
     */
    int selectEqual(String value, int[] selection);

    /**
     * Finds the rows that start with a string, by comparing encoded bytes.
     *
     * @param prefix the string
     * @param selection receives the rows in ascending order, from index 0 on
     * @return how many rows were found; nulls are not
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code selection.length < count()}
     */
    int selectPrefix(String prefix, int[] selection);
}
