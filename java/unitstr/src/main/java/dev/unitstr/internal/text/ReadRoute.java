package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * Reads short texts without a native call, and holds all thresholds between the JDK, Java and native calls for reading.
 * {@link WriteRoute} does the same for writing.
 *
 * <p>Only text whose result is identical takes a route in Java: text that is or might be malformed is left to the
 * binding. The limits are slightly below the lengths at which both take the same CPU time. The measurements behind each
 * limit: {@code bench/record/routes.md}.
 */
public final class ReadRoute {
    /**
     * The longest text in a segment, in bytes, that Java reads from it if it is ASCII or Latin-1. Not more, because text with
     * some letters that are not ASCII would pay for both ways.
     */
    public static final int SEGMENT = 100;
    /** The longest text that Java reads by longs; for longer text, a copy and a test of it take less time. */
    public static final int SEGMENT_LONGS = 40;
    /** The longest text in UTF-8, in bytes, that Java reads whatever its content. */
    public static final int SEGMENT_UTF_8 = 16;
    /**
     * The longest text that Java reads while it looks for the terminator, in place of two native calls. Also the longest, in
     * bytes, that Java searches for a zero after it has been written.
     */
    public static final int SEGMENT_TERMINATED = 128;
    /**
     * The number of bytes in which Java looks for the terminator of text whose first 16 bytes are not ASCII. Native code
     * decodes such text in any case, and finds its end as well.
     */
    public static final int SEGMENT_TERMINATED_OTHER = 64;

    // The limits below are for buffers and JNI.

    /** The longest UTF-8 text to read, in bytes, whatever its content. */
    static final int UTF_8 = 40;
    /** The longest ASCII text to read, in bytes; in a batch, the average. */
    static final int ASCII = 1000;
    /** The longest text in native UTF-16 without surrogates to read, in bytes. */
    static final int UTF_16 = 2 * 40;
    /**
     * The longest text in native UTF-32 without supplementary code points to read, in bytes. For longer text, the compiler no
     * longer eliminates the allocation of the {@link Region}.
     */
    static final int UTF_32 = 4 * 8;

    /** The shortest text that {@link NearUtf8} reads, in bytes: its two native calls have a fixed cost. */
    static final int NEAR_UTF_8 = 128;

    private static final long NOT_ASCII = 0x8080808080808080L;

    private ReadRoute() {}

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
            return bytes <= ASCII;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return bytes <= UTF_32 && (bytes & 3) == 0;
        }
        return encoding == Encoding.UTF_16_NATIVE && bytes <= UTF_16 && (bytes & 1) == 0;
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
            int count = bytes >> 2;
            return Words.fromUtf32(copy, count, chars) ? new String(chars, 0, count) : null;
        }
        int count = bytes >> 1;
        return Words.fromUtf16(copy, count, chars) ? new String(chars, 0, count) : null;
    }

    private static @Nullable String utf8(byte[] copy, int bytes, char[] chars) {
        if (isAscii(copy, bytes)) {
            return latin1(copy, 0, bytes);
        }
        if (bytes > UTF_8) {
            return null;
        }
        int count = fromUtf8(copy, bytes, chars); // the JDK's decoder would allocate an array in addition to the string
        return count < 0 ? null : new String(chars, 0, count);
    }

    /**
     * Returns a string of Latin-1 bytes. The constructor is deprecated because it is wrong for other charsets. For
     * Latin-1 it is correct, takes half of the instructions, and is inlined.
     *
     * @param bytes the bytes
     * @param start the index of the first one
     * @param length the number of bytes
     * @return the string
     */
    @SuppressWarnings("deprecation")
    public static String latin1(byte[] bytes, int start, int length) {
        return new String(bytes, 0, start, length);
    }

    /**
     * Decodes UTF-8.
     *
     * @param bytes the text, from index 0 on
     * @param end the number of bytes
     * @param chars an array for as many chars
     * @return the number of chars; -1 if the text is malformed
     */
    public static int fromUtf8(byte[] bytes, int end, char[] chars) {
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

    /**
     * Tests whether bytes are ASCII.
     *
     * @param bytes the bytes, from index 0 on
     * @param count the number of bytes
     * @return whether all are ASCII
     */
    public static boolean isAscii(byte[] bytes, int count) {
        if (count >= Long.BYTES) {
            int i = 0;
            for (; i <= count - 8 * Long.BYTES; i += 8 * Long.BYTES) { // 4 at a time 1.3 times as long, one 1.7 times
                if (((four(bytes, i) | four(bytes, i + 4 * Long.BYTES)) & NOT_ASCII) != 0) {
                    return false;
                }
            }
            if (i <= count - 4 * Long.BYTES) {
                if ((four(bytes, i) & NOT_ASCII) != 0) {
                    return false;
                }
                i += 4 * Long.BYTES;
            }
            for (; i < count - Long.BYTES; i += Long.BYTES) {
                if (((long) Words.LONGS.get(bytes, i) & NOT_ASCII) != 0) {
                    return false;
                }
            }
            return ((long) Words.LONGS.get(bytes, count - Long.BYTES) & NOT_ASCII) == 0;
        }
        int bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= bytes[i];
        }
        return bits >= 0;
    }

    private static long four(byte[] bytes, int i) {
        long first = (long) Words.LONGS.get(bytes, i) | (long) Words.LONGS.get(bytes, i + 8);
        return first | (long) Words.LONGS.get(bytes, i + 16) | (long) Words.LONGS.get(bytes, i + 24);
    }
}
