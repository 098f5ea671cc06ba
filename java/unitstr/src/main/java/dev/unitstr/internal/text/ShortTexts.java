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
 * Short texts without a {@link Binding} whose calls are dear: a bulk copy between the memory and a scratch, and what the
 * JDK has for arrays. Only where the result is the same to the last bit: whatever is malformed, or might be, is left to
 * the binding.
 *
 * <p>The limits are a little below where this and a call crossed: CPU time of this against {@code route-native} of
 * {@code make calibrate}, on an AMD EPYC with AVX-512 (Zen 5) that was busy, OpenJDK 17.0.15, 2026-11-22. Those of UTF-8
 * that is not ASCII are from prototypes on the same processor.
 */
final class ShortTexts {
    /** Bytes of UTF-8, of any text. */
    static final int READ_UTF_8 = 40;
    /** Bytes of UTF-8, if they are ASCII; in a batch on average. */
    static final int READ_ASCII = 200;
    /** Bytes of UTF-16 in the order of this machine, without surrogates. */
    static final int READ_UTF_16 = 2 * 100;
    /**
     * Bytes of UTF-32 in the order of this machine, of code points that are chars: 5 take 30 ns here and 60 by a call on
     * Zen 4, 20 nearly as long as by a call, and then the compiler no longer does away with the {@link Region}.
     */
    static final int READ_UTF_32 = 4 * 8;
    /** Chars that become UTF-8. */
    static final int WRITE_UTF_8 = 20;
    /** Chars that are no surrogates and become UTF-16 in the order of this machine. */
    static final int WRITE_UTF_16 = 64;
    /** Chars that are no surrogates and become UTF-32 in the order of this machine. */
    static final int WRITE_UTF_32 = 8;

    /** The most bytes that a text becomes which is short enough to be written. */
    static final int MOST_BYTES = 2 * WRITE_UTF_16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    /** The chars that are as many as the bytes of a long. */
    private static final int FOUR = Long.BYTES / Character.BYTES;

    private static final long EACH_CHAR = 0x0001000100010001L;
    /** The bits that all surrogates share. */
    private static final long SURROGATE_BITS = 0xF800 * EACH_CHAR;

    private static final long SURROGATE = Character.MIN_SURROGATE * EACH_CHAR;
    private static final long SIGNS = 0x8000 * EACH_CHAR;

    /** The bits of two code points that no char has. */
    private static final long ABOVE_CHARS = 0xFFFF0000FFFF0000L;
    /** What is dropped at the start of UTF-32. */
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
     * Reads.
     *
     * @param copy a scratch for the bytes
     * @param chars a scratch for as many chars
     * @return the text, or null if the binding has to read it
     */
    static @Nullable String read(Region region, long offset, int bytes, Encoding encoding, byte[] copy, char[] chars) {
        if (!mayRead(bytes, encoding)) {
            return null;
        }
        region.copyOut(offset, copy, bytes);
        return read(copy, bytes, encoding, chars);
    }

    /** Whether a text is short enough to try {@link #read(byte[], int, Encoding, char[])}. */
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
     * Reads what was copied into an array.
     *
     * @param copy the bytes
     * @param bytes how many, of which {@link #mayRead} holds
     * @param chars a scratch for as many chars
     * @return the text, or null if the binding has to read it
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
            return new String(copy, 0, bytes, StandardCharsets.ISO_8859_1); // which does not look for ASCII again
        }
        if (bytes > READ_UTF_8) {
            return null;
        }
        int count = fromUtf8(copy, bytes, chars); // the JDK's decoder allocates an array besides the string
        return count < 0 ? null : new String(chars, 0, count);
    }

    /** Decodes well-formed text; -1 if any of it is not. */
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
     * Writes.
     *
     * @return how many units were written; -1 if the binding has to write, and nothing was
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

    /** Whether a text is short enough to try {@link #write(char[], int, Encoding, int, byte[])}. */
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
     * @param numChars how many chars, of which {@link #mayWrite} holds
     * @param copy a scratch of {@link #MOST_BYTES}
     * @return how many bytes; -1 if the binding has to encode
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
     * Takes bytes as chars, four at a time. Copies and looks in one pass: somebody may change the memory meanwhile, and
     * nobody the bytes.
     *
     * @return whether there is no surrogate
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
     * The other way.
     *
     * @return whether there is no surrogate
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
     * Looks at four chars: some of {@link #SIGNS} are set if one of them is a surrogate. Of the bits that all surrogates
     * share nothing is left then, and what is subtracted is borrowed.
     */
    private static long surrogates(long four) {
        long left = (four ^ SURROGATE) & SURROGATE_BITS;
        return (left - EACH_CHAR) & ~left;
    }

    /** Eight at a time, and the rest one by one. */
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
