package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.tensor.Columns;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Strings one after the other, with offsets: the buffers of Arrow's {@code utf8} (offsets of 4 bytes) and
 * {@code large_utf8} (8 bytes), little-endian. Neither position nor order of the buffers is used.
 *
 * <pre>{@code
 * StringColumn column = StringColumn.of(tensor, 4, MalformedPolicy.REPORT);
 * ByteBuffer back = StringTensorBuilder.of(TensorLayout.TFLITE).addAll(column).build();
 * }</pre>
 *
 * @param count how many strings
 * @param offsetBytes the size of an offset: 4 or 8
 * @param offsets for each string where it starts in {@code data}, in bytes, and where the last ends; for no string none
 *     is needed
 * @param data the strings, from index 0 to the limit
 * @param validity for each string a bit, the lowest of each byte first, that is 0 if there is none; null if there are
 *     all
 * @since 0.1.0
 */
public record StringColumn(
        int count,
        int offsetBytes,
        ByteBuffer offsets,
        ByteBuffer data,
        @Nullable ByteBuffer validity) {
    /**
     * Checks sizes; what the offsets are is looked at when strings are read.
     *
     * @throws NullPointerException if {@code offsets} or {@code data} is null
     * @throws IllegalArgumentException if {@code count < 0}, or {@code offsetBytes} is neither 4 nor 8
     * @throws IndexOutOfBoundsException if {@code offsets} has fewer than {@code count + 1}, and {@code count} is not 0,
     *     or {@code validity} fewer than {@code count} bits
     */
    public StringColumn {
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(data, "data");
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": negative");
        }
        if (offsetBytes != Integer.BYTES && offsetBytes != Long.BYTES) {
            throw new IllegalArgumentException("offsetBytes is " + offsetBytes + ": neither 4 nor 8");
        }
        if (count > 0 && offsets.limit() / offsetBytes <= count) {
            throw new IndexOutOfBoundsException("offsets has " + offsets.limit() + " bytes: too few for " + (count + 1L)
                    + " offsets of " + offsetBytes + " bytes");
        }
        if (validity != null && 8L * validity.limit() < count) {
            throw new IndexOutOfBoundsException(
                    "validity has " + validity.limit() + " bytes: too few for " + count + " bits");
        }
    }

    /**
     * Copies a tensor's strings.
     *
     * @param tensor the tensor
     * @param offsetBytes the size of an offset: 4 or 8
     * @param policy what to do about strings that are not UTF-8, which Arrow does not allow
     * @return a column in new buffers on the heap; all strings are valid
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code offsetBytes} is neither 4 nor 8, or the strings have more bytes
     *     together than a buffer can have
     * @throws TensorFormatException if an element is bad, or all together are longer than is allowed
     * @throws MalformedTextException if a string is not UTF-8 and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static StringColumn of(StringTensor tensor, int offsetBytes, MalformedPolicy policy) {
        return Columns.of(tensor, offsetBytes, policy);
    }

    /**
     * Whether there is a string.
     *
     * @param index which
     * @return whether its bit is 1, or there are no bits
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= count()}
     */
    public boolean isValid(int index) {
        Objects.checkIndex(index, count);
        return validity == null || (validity.get(index >> 3) >> (index & 7) & 1) != 0;
    }

    /**
     * An offset.
     *
     * @param index which; {@code count()} for where the last string ends
     * @return a number of bytes, not checked
     * @throws IndexOutOfBoundsException if there is no such offset
     */
    public long offset(int index) {
        ByteBuffer numbers = offsets.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return offsetBytes == Integer.BYTES ? numbers.getInt(4 * index) : numbers.getLong(8 * index);
    }
}
