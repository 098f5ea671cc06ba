package dev.unitstr.cli;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A table of a FlatBuffer. Nothing in it is trusted: a position outside the buffer causes an
 * {@link IndexOutOfBoundsException}.
 *
 * @param buffer the buffer, little-endian
 * @param at the position of the table
 */
record FlatTable(ByteBuffer buffer, int at) {
    /** Returns the root of a buffer. */
    static FlatTable root(ByteBuffer buffer) {
        return new FlatTable(buffer, buffer.getInt(0));
    }

    /** Returns the position of a field, or 0 if the table does not have it. */
    private int field(int number) {
        int vtable = Math.subtractExact(at, buffer.getInt(at));
        int entry = 4 + 2 * number;
        int offset = entry < buffer.getChar(vtable) ? buffer.getChar(vtable + entry) : 0;
        return offset == 0 ? 0 : at + offset;
    }

    boolean has(int number) {
        return field(number) != 0;
    }

    int getByte(int number) {
        return has(number) ? buffer.get(field(number)) : 0;
    }

    int getShort(int number) {
        return has(number) ? buffer.getShort(field(number)) : 0;
    }

    int getInt(int number) {
        return has(number) ? buffer.getInt(field(number)) : 0;
    }

    long getLong(int number) {
        return has(number) ? buffer.getLong(field(number)) : 0;
    }

    private int target(int number) {
        int field = field(number);
        return Math.addExact(field, buffer.getInt(field));
    }

    FlatTable table(int number) {
        if (!has(number)) {
            throw new IndexOutOfBoundsException("a table has no field " + number);
        }
        return new FlatTable(buffer, target(number));
    }

    String text(int number) {
        if (!has(number)) {
            return "";
        }
        int at = target(number);
        byte[] bytes = new byte[size(at, 1)];
        buffer.get(at + 4, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number of elements of a vector, all of which are in the buffer. */
    private int size(int at, int elementBytes) {
        int size = buffer.getInt(at);
        if (size < 0 || size > (buffer.limit() - at - 4) / elementBytes) {
            throw new IndexOutOfBoundsException("a vector has " + size + " elements");
        }
        return size;
    }

    /** Returns the number of elements of a vector; 0 if there is none. */
    int count(int number, int elementBytes) {
        return has(number) ? size(target(number), elementBytes) : 0;
    }

    /** Returns the position of an element of a vector. */
    int element(int number, int elementBytes, int index) {
        return target(number) + 4 + index * elementBytes;
    }

    /** Returns an element of a vector of tables. */
    FlatTable element(int number, int index) {
        int at = element(number, 4, index);
        return new FlatTable(buffer, Math.addExact(at, buffer.getInt(at)));
    }
}
