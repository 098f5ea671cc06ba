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
    /** Bytes of UTF-8, if they are ASCII. */
    static final int READ_ASCII = 200;
    /** Units of UTF-16 without surrogates. */
    static final int READ_UTF_16 = 300;
    /** Chars that become UTF-8. */
    static final int WRITE_UTF_8 = 20;
    /** Chars without surrogates that become UTF-16. */
    static final int WRITE_UTF_16 = 64;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private ShortTexts() {}

    /**
     * Reads.
     *
     * @return the text, or null if the binding has to read it
     */
    static @Nullable String read(
            Region region, long offset, int bytes, Encoding encoding, int policy, byte[] latin1, char[] chars) {
        return switch (encoding) {
            case UTF_8 -> bytes <= READ_ASCII ? utf8(region, offset, bytes, policy, latin1) : null;
            case UTF_16LE, UTF_16BE ->
                bytes <= 2 * READ_UTF_16 && bytes % 2 == 0 ? utf16(region, offset, bytes / 2, encoding, chars) : null;
            default -> null;
        };
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

    private static @Nullable String utf16(Region region, long offset, int units, Encoding encoding, char[] copy) {
        boolean copied = region.copyOut(offset, order(encoding), copy, units);
        return copied && !hasSurrogate(copy, units) ? new String(copy, 0, units) : null;
    }

    /**
     * Writes.
     *
     * @param chars a scratch with room for the text
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
            long capacityBytes,
            char[] chars) {
        switch (encoding) {
            case UTF_8 -> {
                if (numChars > WRITE_UTF_8 || numChars != src.length() || policy != Flags.REPLACE) {
                    return -1;
                }
                byte[] encoded = src.getBytes(StandardCharsets.UTF_8);
                if (encoded.length > capacityBytes) {
                    return -1;
                }
                dst.copyIn(encoded, dstOffset, encoded.length);
                return encoded.length;
            }
            case UTF_16LE, UTF_16BE -> {
                if (numChars > WRITE_UTF_16 || 2 * numChars > capacityBytes) {
                    return -1;
                }
                src.getChars(srcIndex, srcIndex + numChars, chars, 0);
                boolean written =
                        !hasSurrogate(chars, numChars) && dst.copyIn(chars, order(encoding), dstOffset, numChars);
                return written ? numChars : -1;
            }
            default -> {
                return -1;
            }
        }
    }

    private static ByteOrder order(Encoding encoding) {
        return encoding == Encoding.UTF_16LE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /** Eight at a time, and the rest one by one. */
    private static boolean isAscii(byte[] bytes, int count) {
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

    /** Four at a time, each into a sum of its own: a char is a surrogate if its number here is negative. */
    private static boolean hasSurrogate(char[] chars, int count) {
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int i = 0;
        for (; i < count - 3; i += 4) {
            a |= (chars[i] ^ Character.MIN_SURROGATE) - 0x800;
            b |= (chars[i + 1] ^ Character.MIN_SURROGATE) - 0x800;
            c |= (chars[i + 2] ^ Character.MIN_SURROGATE) - 0x800;
            d |= (chars[i + 3] ^ Character.MIN_SURROGATE) - 0x800;
        }
        for (; i < count; i++) {
            a |= (chars[i] ^ Character.MIN_SURROGATE) - 0x800;
        }
        return (a | b | c | d) < 0;
    }
}
