package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Converts short texts without a {@link Binding} whose calls are expensive: by a bulk copy between the memory and a
 * scratch array, and the JDK's methods for arrays. Only for text whose result is identical: text that is or might be
 * malformed is left to the binding.
 *
 * <p>The limits are slightly below the lengths at which this class and a call take the same time: CPU time compared
 * with {@code route-native} of {@code make calibrate}, on a busy AMD EPYC with AVX-512 (Zen 5), OpenJDK 17.0.15,
 * 2026-11-22. The limits for UTF-8 that is not ASCII are from prototypes on the same processor.
 */
final class ShortTexts {
    /** The longest UTF-8 text to read, in bytes, whatever its content. */
    static final int READ_UTF_8 = 40;
    /** The longest ASCII text to read, in bytes; in a batch, the average. */
    static final int READ_ASCII = 200;
    /** The longest text in native UTF-16 without surrogates to read, in bytes. */
    static final int READ_UTF_16 = 2 * 100;
    /**
     * The longest text in native UTF-32 without supplementary code points to read, in bytes. On Zen 4, 5 code points
     * take 30 ns here and 60 ns by a call. 20 code points take nearly as long as a call, and the compiler then no
     * longer eliminates the allocation of the {@link Region}.
     */
    static final int READ_UTF_32 = 4 * 8;
    /** The longest text to write as UTF-8, in chars. */
    static final int WRITE_UTF_8 = 20;
    /** The longest text without surrogates to write as native UTF-16, in chars. */
    static final int WRITE_UTF_16 = 64;
    /** The longest text without surrogates to write as native UTF-32, in chars. */
    static final int WRITE_UTF_32 = 8;

    /** The largest encoded size of a text that this class writes, in bytes. */
    static final int MOST_BYTES = 2 * WRITE_UTF_16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    /** The number of chars in a long. */
    private static final int FOUR = Long.BYTES / Character.BYTES;

    private static final long EACH_CHAR = 0x0001000100010001L;
    /** The bits that all surrogates share. */
    private static final long SURROGATE_BITS = 0xF800 * EACH_CHAR;

    private static final long SURROGATE = Character.MIN_SURROGATE * EACH_CHAR;
    private static final long SIGNS = 0x8000 * EACH_CHAR;

    /** The bits that are zero in two code points of the Basic Multilingual Plane. */
    private static final long ABOVE_CHARS = 0xFFFF0000FFFF0000L;
    /** The byte order mark, which is dropped at the start of UTF-32. */
    private static final char MARK = '\uFEFF';

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int FIRST = LITTLE ? 0 : 48;
    private static final int SECOND = LITTLE ? 16 : 32;
    private static final int THIRD = LITTLE ? 32 : 16;
    private static final int FOURTH = LITTLE ? 48 : 0;
    private static final int FIRST_OF_TWO = LITTLE ? 0 : 32;
    private static final int SECOND_OF_TWO = LITTLE ? 32 : 0;

    private ShortTexts() {}

    /**
     * Reads a short text.
     *
     * @param copy a scratch array for the bytes
     * @param chars a scratch array for the same number of chars
     * @return the text, or null if the binding must read it
     */
    static @Nullable String read(Region region, long offset, int bytes, Encoding encoding, byte[] copy, char[] chars) {
        if (!mayRead(bytes, encoding)) {
            return null;
        }
        region.copyOut(offset, copy, bytes);
        return read(copy, bytes, encoding, chars);
    }

    /** Tests whether a text is short enough to try {@link #read(byte[], int, Encoding, char[])}. */
    static boolean mayRead(int bytes, Encoding encoding) {
        if (encoding == Encoding.UTF_8) {
            return bytes <= READ_ASCII;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return bytes <= READ_UTF_32 && (bytes & 3) == 0;
        }
        return encoding == Encoding.UTF_16_NATIVE && bytes <= READ_UTF_16 && (bytes & 1) == 0;
    }

    /**
     * Decodes text that was copied into an array.
     *
     * @param copy the bytes
     * @param bytes the number of bytes, for which {@link #mayRead} is true
     * @param chars a scratch array for the same number of chars
     * @return the text, or null if the binding must read it
     */
    static @Nullable String read(byte[] copy, int bytes, Encoding encoding, char[] chars) {
        if (encoding == Encoding.UTF_8) {
            return utf8(copy, bytes, chars);
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return utf32(copy, bytes, chars);
        }
        int count = bytes >> 1;
        return toChars(copy, chars, count) ? new String(chars, 0, count) : null;
    }

    private static @Nullable String utf8(byte[] copy, int bytes, char[] chars) {
        if (isAscii(copy, bytes)) {
            return new String(copy, 0, bytes, StandardCharsets.ISO_8859_1); // does not test for ASCII again
        }
        if (bytes > READ_UTF_8) {
            return null;
        }
        int count = fromUtf8(copy, bytes, chars); // the JDK's decoder would allocate an array in addition to the string
        return count < 0 ? null : new String(chars, 0, count);
    }

    /** Decodes UTF-8 and returns the number of chars; -1 if the text is malformed. */
    private static int fromUtf8(byte[] bytes, int end, char[] chars) {
        int count = 0;
        for (int at = 0; at < end; ) {
            int lead = bytes[at];
            if (lead >= 0) {
                chars[count++] = (char) lead;
                at++;
                continue;
            }
            int length = lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
            if (lead < (byte) 0xC2 || lead > (byte) 0xF4 || length > end - at) {
                return -1;
            }
            int point = lead & 0x7F >> length;
            for (int i = 1; i < length; i++) {
                int next = bytes[at + i];
                if (next >= (byte) 0xC0) {
                    return -1;
                }
                point = point << 6 | next & 0x3F;
            }
            at += length;
            if (length == 4) {
                if (point < Character.MIN_SUPPLEMENTARY_CODE_POINT || point > Character.MAX_CODE_POINT) {
                    return -1;
                }
                chars[count++] = Character.highSurrogate(point);
                chars[count++] = Character.lowSurrogate(point);
            } else if (length == 3 && (point < 0x800 || Character.isSurrogate((char) point))) {
                return -1;
            } else {
                chars[count++] = (char) point;
            }
        }
        return count;
    }

    private static @Nullable String utf32(byte[] copy, int bytes, char[] chars) {
        int count = bytes >> 2;
        long all = 0;
        long borrowed = 0;
        int i = 0;
        for (; i < count - 1; i += 2) {
            long two = (long) LONGS.get(copy, i << 2);
            all |= two;
            borrowed |= surrogates(two);
            chars[i] = (char) (two >>> FIRST_OF_TWO);
            chars[i + 1] = (char) (two >>> SECOND_OF_TWO);
        }
        if (i < count) {
            long one = Integer.toUnsignedLong((int) INTS.get(copy, i << 2));
            all |= one;
            borrowed |= surrogates(one);
            chars[i] = (char) one;
        }
        boolean plain = (all & ABOVE_CHARS) == 0 && (borrowed & SIGNS) == 0 && chars[0] != MARK;
        return plain ? new String(chars, 0, count) : null;
    }

    /**
     * Writes a short text.
     *
     * @return the number of units written; -1 if nothing was written and the binding must write
     */
    static long write(
            String src,
            int srcIndex,
            int numChars,
            Encoding encoding,
            int policy,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        if (!mayWrite(numChars, encoding)) {
            return -1;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            byte[] copy = scratch.bytes(MOST_BYTES);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            int bytes = write(chars, numChars, encoding, policy, copy);
            if (bytes < 0 || bytes > capacityBytes) {
                return -1;
            }
            dst.copyIn(copy, dstOffset, bytes);
            return bytes / encoding.unitSize();
        } finally {
            scratch.release();
        }
    }

    /** Tests whether a text is short enough to try {@link #write(char[], int, Encoding, int, byte[])}. */
    static boolean mayWrite(int numChars, Encoding encoding) {
        if (encoding == Encoding.UTF_8) {
            return numChars <= WRITE_UTF_8;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return numChars <= WRITE_UTF_32;
        }
        return encoding == Encoding.UTF_16_NATIVE && numChars <= WRITE_UTF_16;
    }

    /**
     * Encodes into an array.
     *
     * @param chars the text
     * @param numChars the number of chars, of which {@link #mayWrite} holds
     * @param copy a scratch array of at least {@link #MOST_BYTES} bytes
     * @return the number of bytes; -1 if the binding must encode
     */
    static int write(char[] chars, int numChars, Encoding encoding, int policy, byte[] copy) {
        if (encoding == Encoding.UTF_8) {
            return toUtf8(chars, numChars, policy, copy);
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return toUtf32(chars, numChars, copy) ? numChars << 2 : -1;
        }
        return toBytes(chars, copy, numChars) ? numChars << 1 : -1;
    }

    private static int toUtf8(char[] chars, int count, int policy, byte[] bytes) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= chars[i];
            bytes[i] = (byte) chars[i];
        }
        if (all < 0x80) {
            return count;
        }
        int at = 0;
        for (int i = 0; i < count; i++) {
            char c = chars[i];
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xC0 | c >> 6);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else if (!Character.isSurrogate(c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else if (i + 1 < count && Character.isSurrogatePair(c, chars[i + 1])) {
                int pair = Character.toCodePoint(c, chars[++i]);
                bytes[at++] = (byte) (0xF0 | pair >> 18);
                bytes[at++] = (byte) (0x80 | pair >> 12 & 0x3F);
                bytes[at++] = (byte) (0x80 | pair >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | pair & 0x3F);
            } else if (policy == Flags.REPLACE) {
                bytes[at++] = '?';
            } else {
                return -1;
            }
        }
        return at;
    }

    private static boolean toUtf32(char[] chars, int count, byte[] bytes) {
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
     * Copies bytes to chars, four chars at a time, and looks for surrogates in the same pass. {@code bytes} is a
     * private copy: other threads may change the memory, but not the array.
     *
     * @return true if there is no surrogate
     */
    private static boolean toChars(byte[] bytes, char[] chars, int count) {
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
     * Copies chars to bytes, four chars at a time, and looks for surrogates in the same pass.
     *
     * @return true if there is no surrogate
     */
    private static boolean toBytes(char[] chars, byte[] bytes, int count) {
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

    /** Tests eight bytes at a time, and the rest one by one. */
    static boolean isAscii(byte[] bytes, int count) {
        int i = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            if (((long) LONGS.get(bytes, i) & NOT_ASCII) != 0) {
                return false;
            }
        }
        int bits = 0;
        for (; i < count; i++) {
            bits |= bytes[i];
        }
        return bits >= 0;
    }
}
