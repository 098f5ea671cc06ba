package dev.unitstr.internal.values;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes numbers in byte arrays. They are little-endian, as on all machines that support values. */
final class Bits {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Bits() {}

    static int i32(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long i64(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void put(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static void put(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** Returns consecutive words as bytes. */
    static byte[] words(long... words) {
        byte[] bytes = new byte[words.length * Long.BYTES];
        for (int i = 0; i < words.length; i++) {
            put(bytes, i * Long.BYTES, words[i]);
        }
        return bytes;
    }

    /** Returns the word with two numbers, the first of which has the lower address. */
    static long word(int first, int second) {
        return Integer.toUnsignedLong(first) | (long) second << 32;
    }
}
