package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Access from Java to memory in the form in which a binding takes it, a base and an offset in bytes:
 *
 * <table>
 * <caption>The forms of memory</caption>
 * <tr><th>base</th><th>offset</th></tr>
 * <tr><td>null</td><td>an address, which only native code can access</td></tr>
 * <tr><td>{@code byte[]}</td><td>an index</td></tr>
 * <tr><td>{@link ByteBuffer} of any kind</td><td>an absolute index</td></tr>
 * <tr><td>{@link Region} that {@link Region#base} returned</td><td>an offset in it; only its methods access it</td></tr>
 * </table>
 *
 * <p>The base is an object that the caller of an operation already has. A fast path that passes it creates no
 * {@link Region}, which escape analysis might not remove.
 */
public final class Memory {
    /** The size of the smallest memory page that a supported processor uses. */
    private static final int PAGE_BYTES = 4096;

    /** The number of bytes to search for a terminator first: most texts are short. */
    private static final int FIRST_WINDOW_BYTES = 128;

    private Memory() {}

    /**
     * Copies bytes out of memory, in bulk.
     *
     * @param base the base
     * @param offset the offset of the first byte
     * @param target the destination array
     * @param targetIndex the index in {@code target} of the first byte
     * @param bytes the number of bytes
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static void copyOut(@Nullable Object base, long offset, byte[] target, int targetIndex, int bytes) {
        if (base instanceof ByteBuffer buffer) {
            buffer.get(Math.toIntExact(offset), target, targetIndex, bytes);
        } else if (base instanceof byte[] array) {
            System.arraycopy(array, Math.toIntExact(offset), target, targetIndex, bytes);
        } else {
            region(base).copyOut(offset, target, targetIndex, bytes);
        }
    }

    /**
     * Copies bytes into memory, in bulk.
     *
     * @param source the source array, read from index 0 on
     * @param base the base
     * @param offset the offset of the first byte
     * @param bytes the number of bytes
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static void copyIn(byte[] source, @Nullable Object base, long offset, int bytes) {
        if (base instanceof ByteBuffer buffer) {
            buffer.put(Math.toIntExact(offset), source, 0, bytes);
        } else if (base instanceof byte[] array) {
            System.arraycopy(source, 0, array, Math.toIntExact(offset), bytes);
        } else {
            region(base).copyIn(source, offset, bytes);
        }
    }

    /**
     * Searches for the first zero code unit. Reads nothing beyond the page that holds it, because memory up to the
     * bound may not be mapped.
     *
     * @param base the base
     * @param offset the offset of the first unit; any alignment
     * @param maxUnits the maximum number of units to search
     * @param unitSize 1, 2 or 4 bytes
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        if (base instanceof ByteBuffer buffer) {
            return findZero(buffer, offset, maxUnits, unitSize, Memory::findZero);
        }
        if (base instanceof byte[] array) {
            return findZero(array, Math.toIntExact(offset), Math.toIntExact(maxUnits), unitSize);
        }
        return region(base).findZero(offset, maxUnits, unitSize);
    }

    /**
     * Searches a buffer for the first zero code unit, as {@link #findZero(Object, long, long, int)} does.
     *
     * @param buffer the buffer
     * @param offset the index of the first unit; any alignment
     * @param maxUnits the maximum number of units to search
     * @param unitSize 1, 2 or 4 bytes
     * @param search searches a copy of a part of the buffer
     * @return the number of units before the zero unit, {@code maxUnits} if there is none, or the negative result of
     *     {@code search}
     */
    public static long findZero(ByteBuffer buffer, long offset, long maxUnits, int unitSize, Search search) {
        int index = Math.toIntExact(offset);
        int end = index + Math.toIntExact(maxUnits * unitSize);
        int window = FIRST_WINDOW_BYTES;
        Scratch scratch = Scratch.acquire();
        try {
            while (index < end) {
                int bytes = Math.min(window, end - index);
                if (buffer.isDirect()) {
                    bytes = Math.min(bytes, PAGE_BYTES - buffer.alignmentOffset(index, PAGE_BYTES));
                }
                int units = Math.max(bytes / unitSize, 1); // a unit may lie across the end of a page
                byte[] copy = scratch.bytes(units * unitSize);
                buffer.get(index, copy, 0, units * unitSize);
                long before = search.findZero(copy, 0, units, unitSize);
                if (before < 0) {
                    return before;
                }
                index += (int) before * unitSize;
                if (before < units) {
                    break;
                }
                window = PAGE_BYTES;
            }
            return (index - offset) / unitSize;
        } finally {
            scratch.release();
        }
    }

    /** Searches an array for the first zero code unit. */
    public interface Search {
        /**
         * Searches an array for the first zero code unit.
         *
         * @param array the array
         * @param index the index of the first unit
         * @param maxUnits the maximum number of units to search
         * @param unitSize 1, 2 or 4 bytes
         * @return the number of units before the zero unit; {@code maxUnits} if there is none; or a negative error
         */
        long findZero(byte[] array, int index, int maxUnits, int unitSize);
    }

    private static long findZero(byte[] array, int index, int maxUnits, int unitSize) {
        for (int unit = 0; unit < maxUnits; unit++) {
            int start = index + unit * unitSize;
            int bits = 0;
            for (int i = start; i < start + unitSize; i++) {
                bits |= array[i];
            }
            if (bits == 0) {
                return unit;
            }
        }
        return maxUnits;
    }

    private static Region region(@Nullable Object base) {
        if (base instanceof Region region) {
            return region;
        }
        throw new UnsupportedOperationException("plain Java cannot access an address");
    }
}
