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
    /** Chars that become UTF-8. */
    static final int WRITE_UTF_8 = 20;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private ShortTexts() {}

    /**
     * Reads.
     *
     * @return the text, or null if the binding has to read it
     */
    static @Nullable String read(Region region, long offset, int bytes, Encoding encoding, int policy, byte[] copy) {
        return encoding == Encoding.UTF_8 && bytes <= READ_ASCII ? utf8(region, offset, bytes, policy, copy) : null;
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

    /**
     * Writes a whole string.
     *
     * @return how many units were written; -1 if the binding has to write, and nothing was
     */
    static long write(
            String src, int numChars, Encoding encoding, int policy, Region dst, long dstOffset, long capacityBytes) {
        if (encoding != Encoding.UTF_8
                || numChars > WRITE_UTF_8
                || numChars != src.length()
                || policy != Flags.REPLACE) {
            return -1;
        }
        byte[] encoded = src.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > capacityBytes) {
            return -1;
        }
        dst.copyIn(encoded, dstOffset, encoded.length);
        return encoded.length;
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
}
