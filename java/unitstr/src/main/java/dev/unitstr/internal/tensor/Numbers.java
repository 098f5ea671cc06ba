package dev.unitstr.internal.tensor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes numbers in the bytes of an element, in any byte order and word size. */
final class Numbers {
    /** The maximum size of a 64-bit varint, with 7 bits per byte. */
    static final int MOST_VARINT = 10;

    private static final VarHandle INTS_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS_BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS_BE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Numbers() {}

    static long u32(byte[] raw, int at, boolean big) {
        return Integer.toUnsignedLong(big ? (int) INTS_BE.get(raw, at) : (int) INTS_LE.get(raw, at));
    }

    static long u64(byte[] raw, int at, boolean big) {
        return big ? (long) LONGS_BE.get(raw, at) : (long) LONGS_LE.get(raw, at);
    }

    static long word(byte[] raw, int at, int nth, int size, boolean big) {
        return size == 4 ? u32(raw, at + 4 * nth, big) : u64(raw, at + 8 * nth, big);
    }

    static void putU32(byte[] raw, int at, long value, boolean big) {
        if (big) {
            INTS_BE.set(raw, at, (int) value);
        } else {
            INTS_LE.set(raw, at, (int) value);
        }
    }

    static void putU64(byte[] raw, int at, long value, boolean big) {
        if (big) {
            LONGS_BE.set(raw, at, value);
        } else {
            LONGS_LE.set(raw, at, value);
        }
    }

    /**
     * Returns the size in a number of {@code bits} bits, whose two lowest bits <em>of the first byte in memory</em> are
     * the type.
     */
    static long decodeSize(long value, int bits, boolean big) {
        if (!big) {
            return value >>> 2;
        }
        long first = 0xFFL << (bits - 8); // the first byte in memory is the highest one
        return ((first << 2 & value & mask(bits)) >>> 2) | (value & ~first & mask(bits));
    }

    /**
     * Returns the number that encodes a size and a type. TensorFlow's own encoder masks the shifted size with 0xFF in
     * the first byte, so on big-endian machines two bits of large sizes change the type. With the mask 0xFC, used here,
     * its decoder reads every size correctly, and all other results are the same.
     */
    static long encodeSize(long size, int kind, int bits, boolean big) {
        if (!big) {
            return size << 2 | kind;
        }
        int shift = bits - 8;
        return (0xFCL << shift & size << 2) | (size & ~(0xFFL << shift)) | (long) kind << shift;
    }

    private static long mask(int bits) {
        return -1L >>> (64 - bits);
    }

    /** Returns the number of bytes of a varint; 0 if it is invalid. */
    static int varintBytes(byte[] bytes, int most, boolean lenient) {
        for (int i = 0; i < most; i++) {
            if (bytes[i] >= 0) {
                boolean fits = i < MOST_VARINT - 1 || bytes[i] <= 1; // 9 bytes hold 63 bits, so the tenth may be 0 or 1
                boolean shortest = i == 0 || bytes[i] != 0;
                return fits && (shortest || lenient) ? i + 1 : 0;
            }
        }
        return 0;
    }

    static long varint(byte[] bytes, int used) {
        long value = 0;
        for (int i = 0; i < used; i++) {
            value |= (bytes[i] & 0x7FL) << 7 * i;
        }
        return value;
    }

    /** Writes a varint and returns its end index. */
    static int putVarint(byte[] bytes, int at, int value) {
        int rest = value;
        int next = at;
        while (rest >= 0x80) {
            bytes[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[next++] = (byte) rest;
        return next;
    }

    static int varintBytes(int value) {
        return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }
}
