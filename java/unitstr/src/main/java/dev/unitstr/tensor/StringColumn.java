package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive strings with offsets: the buffers of Arrow's {@code utf8} (4-byte offsets) and {@code large_utf8} (8-byte
 * offsets), little-endian. The position and the byte order of the buffers are ignored.
 *
 * <pre>{@code
 * StringColumn column = StringColumn.of(tensor, 4, MalformedPolicy.REPORT);
 * ByteBuffer back = StringTensorBuilder.of(TensorLayout.TFLITE).addAll(column).build();
 * }</pre>
 *
 * @param count the number of strings
 * @param offsetBytes the size of an offset in bytes: 4 or 8
 * @param offsets {@code count + 1} offsets into {@code data} in bytes: the start of each string, and the end of the
 *     last; may be empty if there are no strings
 * @param data the strings, from index 0 to the limit
 * @param validity one bit per string, lowest bit of each byte first; a 0 bit marks a null; null if all strings are
 *     valid
 * @since 0.1.0
 */
public record StringColumn(
        int count,
        int offsetBytes,
        ByteBuffer offsets,
        ByteBuffer data,
        @Nullable ByteBuffer validity) {
    /**
     * Creates a column and checks the sizes. The offsets are checked when strings are read.
     *
     * @param count the number of strings
     * @param offsetBytes the size of an offset in bytes: 4 or 8
     * @param offsets {@code count + 1} offsets into {@code data} in bytes; may be empty if there are no strings
     * @param data the strings, from index 0 to the limit
     * @param validity one bit per string; a 0 bit marks a null; null if all strings are valid
     * @throws NullPointerException if {@code offsets} or {@code data} is null
     * @throws IllegalArgumentException if {@code count < 0}, or {@code offsetBytes} is neither 4 nor 8
     * @throws IndexOutOfBoundsException if {@code count} is not 0 and {@code offsets} has fewer than {@code count + 1}
     *     offsets, or {@code validity} has fewer than {@code count} bits
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
     * Copies the strings of a tensor to a column.
     *
     * @param tensor the tensor
     * @param offsetBytes the size of an offset in bytes: 4 or 8
     * @param policy how strings that are not UTF-8 are handled; Arrow does not permit them
     * @return a column in new heap buffers; all strings are valid
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code offsetBytes} is neither 4 nor 8, {@code policy} is neither REPLACE nor
     *     REPORT, or the strings together exceed the
     *     maximum size of a buffer
     * @throws TensorFormatException if an element is invalid, or the total size exceeds the limit
     * @throws MalformedTextException if a string is not UTF-8 and {@code policy} is {@link MalformedPolicy#REPORT
     *     REPORT}
     */
    public static StringColumn of(StringTensor tensor, int offsetBytes, MalformedPolicy policy) {
        Objects.requireNonNull(tensor, "tensor");
        Objects.requireNonNull(policy, "policy");
        if (policy != MalformedPolicy.REPLACE && policy != MalformedPolicy.REPORT) {
            throw new IllegalArgumentException("policy is " + policy + ": neither REPLACE nor REPORT");
        }
        if (offsetBytes != Integer.BYTES && offsetBytes != Long.BYTES) {
            throw new IllegalArgumentException("offsetBytes is " + offsetBytes + ": neither 4 nor 8");
        }
        long malformed = tensor.firstMalformed();
        if (malformed >= 0 && policy == MalformedPolicy.REPORT) {
            tensor.get(malformed, StandardCharsets.UTF_8, policy);
        }
        byte[][] strings = tensor.toByteArrays();
        long total = 0;
        for (int i = 0; i < strings.length; i++) {
            if (malformed >= 0 && i >= malformed) {
                strings[i] = new String(strings[i], StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            }
            total += strings[i].length;
        }
        long table = (strings.length + 1L) * offsetBytes;
        if (total > Integer.MAX_VALUE - 8 || table > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the strings have " + total + " bytes and their offsets " + table
                    + ": more than " + (Integer.MAX_VALUE - 8) + ", the maximum size of a buffer");
        }
        ByteBuffer offsets = ByteBuffer.allocate((int) table).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer data = ByteBuffer.allocate((int) total);
        put(offsets, offsetBytes, 0);
        for (byte[] string : strings) {
            data.put(string);
            put(offsets, offsetBytes, data.position());
        }
        return new StringColumn(strings.length, offsetBytes, offsets.rewind(), data.rewind(), null);
    }

    private static void put(ByteBuffer offsets, int offsetBytes, int offset) {
        if (offsetBytes == Integer.BYTES) {
            offsets.putInt(offset);
        } else {
            offsets.putLong(offset);
        }
    }

    /**
     * Copies the strings.
     *
     * @return a new array; an element is null if the string is not valid
     * @throws TensorFormatException if an offset is outside the data, or less than the offset before it
     */
    public byte[] @Nullable [] toByteArrays() {
        byte[][] strings = new byte[count][];
        int size = data.limit();
        long start = count == 0 ? 0 : offset(0);
        for (int i = 0; i < strings.length; i++) {
            long end = offset(i + 1);
            if (start < 0 || start > size) {
                throw wrong(Code.OFFSET_RANGE, i, "its string starts at byte " + start + ": the column has " + size);
            }
            if (end < start) {
                throw wrong(Code.NOT_MONOTONIC, i, "its string starts at byte " + start + ", and the next at " + end);
            }
            if (end > size) {
                throw wrong(Code.OFFSET_RANGE, i, "its string ends at byte " + end + ": the column has " + size);
            }
            if (isValid(i)) {
                strings[i] = new byte[(int) (end - start)];
                data.get((int) start, strings[i]);
            }
            start = end;
        }
        return strings;
    }

    private static TensorFormatException wrong(Code code, int index, String detail) {
        return new TensorFormatException(code, index, Field.OFFSET, detail);
    }

    /**
     * Tests whether a string is valid, that is, not null.
     *
     * @param index the index of the string
     * @return true if its validity bit is 1, or the column has no validity bits
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= count()}
     */
    public boolean isValid(int index) {
        Objects.checkIndex(index, count);
        return validity == null || (validity.get(index >> 3) >> (index & 7) & 1) != 0;
    }

    /**
     * Returns an offset into the data.
     *
     * @param index the index of the string; {@code count()} for the end of the last string
     * @return the offset in bytes, not checked
     * @throws IndexOutOfBoundsException if {@code index < 0}, or {@code offsets} ends before that offset
     */
    public long offset(int index) {
        ByteBuffer numbers = offsets.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return offsetBytes == Integer.BYTES ? numbers.getInt(4 * index) : numbers.getLong(8 * index);
    }
}
