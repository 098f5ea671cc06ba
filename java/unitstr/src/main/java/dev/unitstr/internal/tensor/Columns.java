package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.tensor.StringColumn;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Converts between tensors and Arrow string columns. */
public final class Columns {
    private Columns() {}

    /**
     * Implements {@link StringColumn#of}.
     *
     * @param tensor the tensor
     * @param offsetBytes the size of an offset in bytes
     * @param policy how strings that are not UTF-8 are handled
     * @return the column
     */
    public static StringColumn of(StringTensor tensor, int offsetBytes, MalformedPolicy policy) {
        Objects.requireNonNull(tensor, "tensor");
        Objects.requireNonNull(policy, "policy");
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

    /** Returns the strings of a column, with null for strings that are not valid. */
    static byte[][] bytes(StringColumn column) {
        byte[][] strings = new byte[column.count()][];
        int size = column.data().limit();
        long start = column.count() == 0 ? 0 : column.offset(0);
        for (int i = 0; i < strings.length; i++) {
            long end = column.offset(i + 1);
            if (start < 0 || start > size) {
                throw wrong(Code.OFFSET_RANGE, i, "its string starts at byte " + start + ": the column has " + size);
            }
            if (end < start) {
                throw wrong(Code.NOT_MONOTONIC, i, "its string starts at byte " + start + ", and the next at " + end);
            }
            if (end > size) {
                throw wrong(Code.OFFSET_RANGE, i, "its string ends at byte " + end + ": the column has " + size);
            }
            if (column.isValid(i)) {
                strings[i] = new byte[(int) (end - start)];
                column.data().get((int) start, strings[i]);
            }
            start = end;
        }
        return strings;
    }

    private static TensorFormatException wrong(Code code, int index, String detail) {
        return new TensorFormatException(code, index, Field.OFFSET, detail);
    }
}
