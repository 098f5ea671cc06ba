package dev.unitstr.internal.text;

import dev.unitstr.LengthPrefix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Access to an array of bytes in native byte order: numbers, and UTF-16 and UTF-32 without surrogates in words of 8
 * bytes.
 */
final class Words {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());

    /** The number of chars in a long. */
    private static final int FOUR = Long.BYTES / Character.BYTES;

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    /** The shift of the first of four chars. */
    private static final int FIRST = LITTLE ? 0 : 48;

    private static final int SECOND = LITTLE ? 16 : 32;
    private static final int THIRD = LITTLE ? 32 : 16;
    private static final int FOURTH = LITTLE ? 48 : 0;
    /** The shift of the first of two code points. */
    private static final int FIRST_OF_TWO = LITTLE ? 0 : 32;

    private static final int SECOND_OF_TWO = LITTLE ? 32 : 0;

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long EACH_CHAR = 0x0001000100010001L;
    /** The bits that all surrogates share. */
    private static final long SURROGATE_BITS = 0xF800 * EACH_CHAR;

    private static final long SURROGATE = Character.MIN_SURROGATE * EACH_CHAR;
    private static final long SIGNS = 0x8000 * EACH_CHAR;

    /** The bits that are zero in two code points of the Basic Multilingual Plane. */
    private static final long ABOVE_CHARS = 0xFFFF0000FFFF0000L;
    /** The byte order mark, which is dropped at the start of UTF-32. */
    private static final char MARK = '\uFEFF';

    private Words() {}

    /** Returns a number of 4 or 8 bytes. A number of 8 bytes is signed; {@code signed} applies to numbers of 4 bytes. */
    static long number(byte[] bytes, int at, int size, boolean signed) {
        if (size == Long.BYTES) {
            return (long) LONGS.get(bytes, at);
        }
        int number = (int) INTS.get(bytes, at);
        return signed ? number : Integer.toUnsignedLong(number);
    }

    /** Returns a length of a form that is no varint. One of 8 bytes is negative if it is more than the largest long. */
    static long length(byte[] bytes, int at, LengthPrefix form) {
        int size = form.prefixBytes();
        if (size >= Integer.BYTES && form.order() == ByteOrder.nativeOrder()) {
            return number(bytes, at, size, false);
        }
        long length = 0;
        for (int i = 0; i < size; i++) {
            length |= (bytes[at + i] & 0xFFL) << CStrings.shift(form, i);
        }
        return length;
    }

    /**
     * Copies code points to chars, two at a time.
     *
     * @return true if each is a char, none is a surrogate, and the first is not a byte order mark
     */
    static boolean fromUtf32(byte[] bytes, int count, char[] chars) {
        long all = 0;
        long borrowed = 0;
        int i = 0;
        for (; i < count - 1; i += 2) {
            long two = (long) LONGS.get(bytes, i << 2);
            all |= two;
            borrowed |= surrogates(two);
            chars[i] = (char) (two >>> FIRST_OF_TWO);
            chars[i + 1] = (char) (two >>> SECOND_OF_TWO);
        }
        if (i < count) {
            long one = Integer.toUnsignedLong((int) INTS.get(bytes, i << 2));
            all |= one;
            borrowed |= surrogates(one);
            chars[i] = (char) one;
        }
        return (all & ABOVE_CHARS) == 0 && (borrowed & SIGNS) == 0 && chars[0] != MARK;
    }

    /**
     * Copies bytes to chars, four chars at a time, and looks for surrogates in the same pass. {@code bytes} is a
     * private copy: other threads may change the memory, but not the array.
     *
     * @return true if there is no surrogate
     */
    static boolean fromUtf16(byte[] bytes, int count, char[] chars) {
        long borrowed = 0;
        int i = 0;
        for (; i <= count - FOUR; i += FOUR) {
            long four = (long) LONGS.get(bytes, i << 1);
            borrowed |= surrogates(four);
            chars[i] = (char) (four >>> FIRST);
            chars[i + 1] = (char) (four >>> SECOND);
            chars[i + 2] = (char) (four >>> THIRD);
            chars[i + 3] = (char) (four >>> FOURTH);
        }
        for (; i < count; i++) {
            char one = (char) CHARS.get(bytes, i << 1);
            borrowed |= surrogates(one);
            chars[i] = one;
        }
        return (borrowed & SIGNS) == 0;
    }

    /**
     * Copies chars to code points, two at a time.
     *
     * @return true if there is no surrogate
     */
    static boolean toUtf32(char[] chars, int count, byte[] bytes) {
        long borrowed = 0;
        int i = 0;
        for (; i < count - 1; i += 2) {
            long two = (long) chars[i] << FIRST_OF_TWO | (long) chars[i + 1] << SECOND_OF_TWO;
            borrowed |= surrogates(two);
            LONGS.set(bytes, i << 2, two);
        }
        if (i < count) {
            borrowed |= surrogates(chars[i]);
            INTS.set(bytes, i << 2, (int) chars[i]);
        }
        return (borrowed & SIGNS) == 0;
    }

    /**
     * Copies chars to bytes, four chars at a time, and looks for surrogates in the same pass.
     *
     * @return true if there is no surrogate
     */
    static boolean toUtf16(char[] chars, int count, byte[] bytes) {
        long borrowed = 0;
        int i = 0;
        for (; i <= count - FOUR; i += FOUR) {
            long four = (long) chars[i] << FIRST
                    | (long) chars[i + 1] << SECOND
                    | (long) chars[i + 2] << THIRD
                    | (long) chars[i + 3] << FOURTH;
            borrowed |= surrogates(four);
            LONGS.set(bytes, i << 1, four);
        }
        for (; i < count; i++) {
            char one = chars[i];
            borrowed |= surrogates(one);
            CHARS.set(bytes, i << 1, one);
        }
        return (borrowed & SIGNS) == 0;
    }

    /**
     * Tests four chars: a bit of {@link #SIGNS} is set in the result if one of them is a surrogate. The XOR then clears
     * the bits that all surrogates share, and the subtraction borrows.
     */
    private static long surrogates(long four) {
        long left = (four ^ SURROGATE) & SURROGATE_BITS;
        return (left - EACH_CHAR) & ~left;
    }

    /**
     * Searches Latin-1 text for a string. Tests eight places at once for the first and the last char of the string.
     *
     * @param text the text
     * @param from the index at which to start
     * @param end the end of the text
     * @param wanted the string, not empty
     * @return the index of the string, or -1
     */
    static int indexOf(byte[] text, int from, int end, String wanted) {
        int length = wanted.length();
        char first = wanted.charAt(0);
        char last = wanted.charAt(length - 1);
        if (first > 0xFF || last > 0xFF) {
            return -1;
        }
        int most = end - length;
        int i = from;
        for (; i <= most - (Long.BYTES - 1); i += Long.BYTES) {
            long differs = (long) LONGS.get(text, i) ^ first * EACH_BYTE;
            differs |= (long) LONGS.get(text, i + length - 1) ^ last * EACH_BYTE;
            if ((differs - EACH_BYTE & ~differs & 0x80 * EACH_BYTE) != 0) { // a byte is zero
                int at = search(text, i, i + Long.BYTES - 1, wanted);
                if (at >= 0) {
                    return at;
                }
            }
        }
        return search(text, i, most, wanted);
    }

    /** Searches one place after the other; {@code most} is the last one. */
    private static int search(byte[] text, int from, int most, String wanted) {
        for (int i = from; i <= most; i++) {
            int at = 0;
            while (at < wanted.length() && (text[i + at] & 0xFF) == wanted.charAt(at)) {
                at++;
            }
            if (at == wanted.length()) {
                return i;
            }
        }
        return -1;
    }
}
