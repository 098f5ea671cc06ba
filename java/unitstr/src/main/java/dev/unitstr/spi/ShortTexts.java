package dev.unitstr.spi;

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
    static @Nullable String read(
            Region region, long offset, int bytes, Encoding encoding, int policy, byte[] copy, char[] chars) {
        if (encoding == Encoding.UTF_8) {
            return bytes <= READ_ASCII ? utf8(region, offset, bytes, policy, copy) : null;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return bytes <= READ_UTF_32 && (bytes & 3) == 0 ? utf32(region, offset, bytes, copy, chars) : null;
        }
        if (encoding != Encoding.UTF_16_NATIVE || bytes > READ_UTF_16 || (bytes & 1) != 0) {
            return null;
        }
        region.copyOut(offset, copy, bytes);
        int count = bytes >> 1;
        return toChars(copy, chars, count) ? new String(chars, 0, count) : null;
    }

    private static @Nullable String utf8(Region region, long offset, int bytes, int policy, byte[] copy) {
        region.copyOut(offset, copy, bytes);
        if (isAscii(copy, bytes)) {
            return new String(copy, 0, bytes, StandardCharsets.ISO_8859_1); // which does not look for ASCII again
        }
        return bytes <= READ_UTF_8 && policy == Flags.REPLACE
                ? new String(copy, 0, bytes, StandardCharsets.UTF_8)
                : null;
    }

    private static @Nullable String utf32(Region region, long offset, int bytes, byte[] copy, char[] chars) {
        region.copyOut(offset, copy, bytes);
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
        if (encoding == Encoding.UTF_8) {
            return numChars <= WRITE_UTF_8 && numChars == src.length() && policy == Flags.REPLACE
                    ? utf8(src, dst, dstOffset, capacityBytes)
                    : -1;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return numChars <= WRITE_UTF_32 && numChars << 2 <= capacityBytes
                    ? utf32(src, srcIndex, numChars, dst, dstOffset)
                    : -1;
        }
        int bytes = numChars << 1;
        if (encoding != Encoding.UTF_16_NATIVE || numChars > WRITE_UTF_16 || bytes > capacityBytes) {
            return -1;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            byte[] copy = scratch.bytes(bytes);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            if (!toBytes(chars, copy, numChars)) {
                return -1;
            }
            dst.copyIn(copy, dstOffset, bytes);
            return numChars;
        } finally {
            scratch.release();
        }
    }

    private static long utf8(String src, Region dst, long dstOffset, long capacityBytes) {
        byte[] encoded = src.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > capacityBytes) {
            return -1;
        }
        dst.copyIn(encoded, dstOffset, encoded.length);
        return encoded.length;
    }

    private static long utf32(String src, int srcIndex, int numChars, Region dst, long dstOffset) {
        int bytes = numChars << 2;
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            byte[] copy = scratch.bytes(bytes);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            long borrowed = 0;
            int i = 0;
            for (; i < numChars - 1; i += 2) {
                long two = (long) chars[i] << FIRST_OF_TWO | (long) chars[i + 1] << SECOND_OF_TWO;
                borrowed |= surrogates(two);
                LONGS.set(copy, i << 2, two);
            }
            if (i < numChars) {
                borrowed |= surrogates(chars[i]);
                INTS.set(copy, i << 2, (int) chars[i]);
            }
            if ((borrowed & SIGNS) != 0) {
                return -1;
            }
            dst.copyIn(copy, dstOffset, bytes);
            return numChars;
        } finally {
            scratch.release();
        }
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
