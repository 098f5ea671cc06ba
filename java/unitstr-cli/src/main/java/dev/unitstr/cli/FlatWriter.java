package dev.unitstr.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a FlatBuffer from front to back: a table before the tables and vectors that it refers to. */
final class FlatWriter {
    private ByteBuffer out = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    private int end = 4; // the root comes first

    private int reserve(int bytes, int alignment) {
        int at = end + alignment - 1 & -alignment;
        end = at + bytes;
        if (end > out.capacity()) {
            byte[] more = Arrays.copyOf(out.array(), Math.max(end, 2 * out.capacity()));
            out = ByteBuffer.wrap(more).order(ByteOrder.LITTLE_ENDIAN);
        }
        return at;
    }

    /**
     * Writes a table of zeros.
     *
     * @param parent the position of the reference to this table; 0 for the root
     * @param sizes the size of each field, in bytes; 0 for a field that is absent
     * @return the position of each field
     */
    int[] table(int parent, int... sizes) {
        int[] at = new int[sizes.length];
        int size = 4;
        for (int i = 0; i < sizes.length; i++) {
            int field = sizes[i] == 0 ? size : size + sizes[i] - 1 & -sizes[i];
            at[i] = field;
            size = field + sizes[i];
        }
        int vtable = reserve(4 + 2 * sizes.length, 2);
        int table = reserve(size, 8);
        out.putShort(vtable, (short) (4 + 2 * sizes.length)).putShort(vtable + 2, (short) size);
        for (int i = 0; i < sizes.length; i++) {
            out.putShort(vtable + 4 + 2 * i, (short) (sizes[i] == 0 ? 0 : at[i]));
            at[i] += table;
        }
        out.putInt(table, table - vtable);
        refer(parent, table);
        return at;
    }

    private void refer(int at, int target) {
        out.putInt(at, target - at);
    }

    FlatWriter putByte(int at, int value) {
        out.put(at, (byte) value);
        return this;
    }

    FlatWriter putShort(int at, int value) {
        out.putShort(at, (short) value);
        return this;
    }

    FlatWriter putInt(int at, int value) {
        out.putInt(at, value);
        return this;
    }

    FlatWriter putLong(int at, long value) {
        out.putLong(at, value);
        return this;
    }

    void text(int parent, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int at = reserve(4 + bytes.length + 1, 4);
        out.putInt(at, bytes.length).put(at + 4, bytes);
        refer(parent, at);
    }

    /** Writes a vector of zeros, and returns the position of its first element, which is a multiple of 8 if required. */
    int vector(int parent, int count, int elementBytes) {
        int size = elementBytes >= 8 ? reserve(8, 8) + 4 : reserve(4, 4);
        int first = reserve(count * elementBytes, 4);
        out.putInt(size, count);
        refer(parent, size);
        return first;
    }

    /** Returns the bytes, padded to a multiple of 8. */
    byte[] bytes() {
        return Arrays.copyOf(out.array(), end + 7 & -8);
    }
}
