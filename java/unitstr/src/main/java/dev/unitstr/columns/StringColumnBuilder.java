package dev.unitstr.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.columns.RegionColumnBuilder;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects strings and writes them as a column. Writing takes a pass that measures the strings, one allocation for all
 * buffers, and a pass that encodes the strings into it.
 *
 * <pre>{@code
 * StringColumn cities = StringColumnBuilder.of(ColumnFormat.UTF8_VIEW).addAll("Bern", null, "Z\u00fcrich").build();
 * List<ByteBuffer> buffers = cities.buffers(); // validity, views, data
 * }</pre>
 *
 * <p>The buffers follow one another in Arrow's order; those of a dictionary come last. Each begins at a multiple of 8
 * bytes from the start. There are validity bits only if a string is null. A column has one data buffer, even if no
 * string is in it.
 *
 * <p>The methods that measure or write throw {@link IllegalArgumentException} if the format cannot hold the strings:
 * the data exceed 2<sup>31</sup> - 1 bytes and the format is not {@link ColumnFormat#LARGE_UTF8 LARGE_UTF8} or
 * {@link ColumnFormat#LARGE_BINARY LARGE_BINARY}, or there are more values than the type of the indices can count. If
 * the policy is {@link MalformedPolicy#REPORT REPORT} and a string is malformed, they throw
 * {@link MalformedTextException}, with its number in {@link MalformedTextException#stringIndex()}. Both are thrown
 * before anything is allocated or written.
 *
 * <p>Not safe for use by several threads at a time. This interface is not intended to be implemented by user code. To
 * write memory segments, see {@code dev.unitstr.ffm.columns.SegmentColumns}.
 *
 * @since 0.1.0
 */
public interface StringColumnBuilder {
    /**
     * Creates an empty builder.
     *
     * @param format the format of the column
     * @return a builder that replaces malformed text
     * @throws NullPointerException if {@code format} is null
     */
    static StringColumnBuilder of(ColumnFormat format) {
        return RegionColumnBuilder.of(format);
    }

    /**
     * Sets the policy for malformed text: strings with lone surrogates, and arrays of bytes that are not UTF-8 if the
     * format is not binary.
     *
     * @param policy {@link MalformedPolicy#REPLACE REPLACE} or {@link MalformedPolicy#REPORT REPORT}
     * @return this builder
     * @throws NullPointerException if {@code policy} is null
     * @throws IllegalArgumentException if {@code policy} is another one
     */
    StringColumnBuilder policy(MalformedPolicy policy);

    /**
     * Selects dictionary encoding: equal strings are stored once. Strings that were added as bytes are not compared with
     * the others, nor are the encodings of malformed strings.
     *
     * @param type the type of the indices
     * @return this builder
     * @throws NullPointerException if {@code type} is null
     */
    StringColumnBuilder dictionary(IndexType type);

    /**
     * Adds a string.
     *
     * @param text the string; null for a null
     * @return this builder
     */
    StringColumnBuilder add(@Nullable CharSequence text);

    /**
     * Adds strings.
     *
     * @param strings the strings, of which some may be null; the array is copied
     * @return this builder
     * @throws NullPointerException if {@code strings} is null
     */
    StringColumnBuilder addAll(@Nullable String... strings);

    /**
     * Adds strings that are already encoded, such as those of {@code StringTensor.toByteArrays()}.
     *
     * @param strings the strings, of which some may be null; their bytes are read when the column is written
     * @return this builder
     * @throws NullPointerException if {@code strings} is null
     */
    StringColumnBuilder addAll(byte @Nullable [][] strings);

    /**
     * Returns the number of strings added so far.
     *
     * @return how many, including nulls
     */
    int size();

    /**
     * Measures the column.
     *
     * @return the size of all buffers together, in bytes
     */
    long byteSize();

    /**
     * Writes the column to a new heap buffer.
     *
     * @return the column
     * @throws IllegalArgumentException if the column exceeds the maximum size of a buffer
     */
    default StringColumn build() {
        return build(ByteBuffer::allocate);
    }

    /**
     * Writes the column to a new buffer.
     *
     * @param allocator allocates a buffer of at least the given size, such as {@code ByteBuffer::allocateDirect}
     * @return the column
     * @throws NullPointerException if {@code allocator} or the buffer that it returns is null
     * @throws IllegalArgumentException if the column exceeds the maximum size of a buffer, or the buffer is too small
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     */
    StringColumn build(IntFunction<ByteBuffer> allocator);

    /**
     * Writes the column to memory at an address.
     *
     * @param memory the memory; Arrow recommends an address that is a multiple of 64 and requires a multiple of 8
     * @return the column
     * @throws NullPointerException if {@code memory} is null
     * @throws IndexOutOfBoundsException if the memory is smaller than {@link #byteSize()}
     * @throws IllegalArgumentException if the address is below 4096
     * @throws UnsupportedOperationException if native access is not available
     */
    StringColumn writeTo(NativeMemory memory);
}
