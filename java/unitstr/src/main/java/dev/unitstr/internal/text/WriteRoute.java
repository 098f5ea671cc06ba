package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes short texts without a native call, and holds all thresholds between the JDK, Java and native calls for writing,
 * as {@link ReadRoute} does for reading.
 */
public final class WriteRoute {
    // The measurements behind each limit: bench/record/routes.md.

    /**
     * The longest text, in chars, that Java writes to a segment if it is ASCII or Latin-1. Measured in a JVM in which some
     * Strings have two bytes per char, as in many programs, because a loop of {@code charAt} then takes longer.
     */
    public static final int SEGMENT = 12;
    /**
     * The shortest String, in chars, that Java writes to a segment by the JDK's {@code setString} and a copy, if it looks like
     * ASCII and is written whole. A call is as fast up to 64 chars, which native code converts in one step.
     */
    public static final int SEGMENT_ASCII_LEAST = 65;
    /**
     * The longest such String, in chars. Longer ones would gain too, but they need three bytes of scratch for each char, and
     * a wrong guess costs as much as the JDK's encoder.
     */
    public static final int SEGMENT_ASCII = 4096;
    /**
     * The shortest String, in chars, that {@code setString} writes straight to its place in a segment, if it looks like ASCII
     * or Latin-1 and a terminator follows it.
     */
    public static final int SEGMENT_TERMINATED_LEAST = SEGMENT + 1;
    /**
     * The longest such String that is written as UTF-8, in chars. For longer ones, the search for a zero in it takes longer
     * than a copy by {@link #SEGMENT_ASCII}.
     */
    public static final int SEGMENT_TERMINATED_ASCII = 256;
    /**
     * The longest text, in chars, that the JDK encodes into new memory, or as one of a few C strings, whatever its content. It
     * encodes it once, where native code must measure it first.
     */
    public static final int ALLOCATE = 64;
    /** The longest text, in chars, that Java writes to a segment as UTF-8 whatever its content. */
    public static final int SEGMENT_UTF_8 = 12;
    /**
     * The largest number of chars that Java encodes as UTF-8 to write those of them to a segment that fit, if not all are likely
     * to.
     */
    public static final int SEGMENT_UTF_8_CUT = 32;
    /** The longest text, in chars, that Java compares with a segment if it is ASCII or Latin-1, as {@link #SEGMENT}. */
    public static final int SEGMENT_COMPARE = 16;
    /** The longest other text in UTF-8, in bytes, that Java compares with a segment. */
    public static final int SEGMENT_COMPARE_UTF_8 = 40;

    /** The largest number of Strings that are written to a segment one by one. */
    public static final int FEW = 2;
    /**
     * The largest number, if some chars seem to take more than one byte each: a batch first tries to write all of them
     * as one text. Also the largest number of C strings,
     * each no longer than {@link #ALLOCATE}, that the JDK encodes whatever their content.
     */
    public static final int FEW_OTHERS = 8;

    /** The longest field at an address, in units, that is written with its zeros by one native call, not two. */
    static final int FIELD = 256;

    /**
     * The longest text to write as UTF-8 if it is ASCII, in chars. Not more, because text with another char near its end
     * pays for both ways.
     */
    static final int ASCII = 128;
    /** The longest text to write as UTF-8 whatever its content, in chars. */
    static final int UTF_8 = 20;
    /** The longest text without surrogates to write as native UTF-16, in chars. */
    static final int UTF_16 = 64;
    /** The longest text without surrogates to write as native UTF-32, in chars. */
    static final int UTF_32 = 8;

    /** The longest text in UTF-8 to compare with a string if it is ASCII, in bytes. */
    static final int COMPARE = 100;
    /** The longest text in native UTF-16 without surrogates to compare with a string, in chars. */
    static final int COMPARE_UTF_16 = 32;

    /**
     * The longest text that seems to be ASCII, in chars, that the method of JDK 27 always writes to a segment as UTF-8. It
     * also writes longer text, up to {@link #SEGMENT_ASCII}, but not after wrong guesses, which cost more than right ones
     * gain.
     */
    public static final int JDK_27_ASCII = 20;
    /** The longest text, in chars, that the method of JDK 27 writes in place of a call by JNI, whatever its content. */
    public static final int JDK_27_JNI = 20;

    /** The largest encoded size of a text that this class writes to an array, in bytes. */
    static final int MOST_BYTES = 2 * UTF_16;

    /** The shortest text that {@link NearUtf8} writes, in chars: its calls and arrays have a fixed cost. */
    static final int NEAR_UTF_8 = 256;

    private WriteRoute() {}

    /**
     * Writes a short text.
     *
     * @return the number of units written; -1 if nothing was written and the binding must write
     */
    static long write(
            String src, int srcIndex, int numChars, Coding coding, Region dst, long dstOffset, long capacityBytes) {
        Encoding encoding = coding.encoding();
        if (!mayWrite(numChars, encoding)) {
            return -1;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(MOST_BYTES);
            int bytes = write(src, srcIndex, numChars, encoding, coding.flags(), scratch.chars(numChars), copy);
            if (bytes < 0 || bytes > capacityBytes) {
                return -1;
            }
            dst.copyIn(copy, dstOffset, bytes);
            return bytes / encoding.unitSize();
        } finally {
            scratch.release();
        }
    }

    /** Tests whether a text is short enough to try to write it. */
    static boolean mayWrite(int numChars, Encoding encoding) {
        if (encoding == Encoding.UTF_8) {
            return numChars <= ASCII;
        }
        if (encoding == Encoding.UTF_32_NATIVE) {
            return numChars <= UTF_32;
        }
        return encoding == Encoding.UTF_16_NATIVE && numChars <= UTF_16;
    }

    /**
     * Encodes into an array.
     *
     * @param numChars the number of chars, of which {@link #mayWrite} holds
     * @param chars a scratch array for the chars
     * @param copy a scratch array of at least {@link #MOST_BYTES} bytes
     * @return the number of bytes; -1 if the binding must encode
     */
    static int write(String src, int srcIndex, int numChars, Encoding encoding, int policy, char[] chars, byte[] copy) {
        int srcEnd = srcIndex + numChars;
        if (encoding == Encoding.UTF_8) {
            if (isAscii(src, srcIndex, srcEnd)) {
                lowBytes(src, srcIndex, srcEnd, copy, 0);
                return numChars;
            }
            if (numChars > UTF_8) {
                return -1;
            }
        }
        if (encoding == Encoding.UTF_8) {
            return toUtf8(src, srcIndex, srcEnd, policy, copy);
        }
        src.getChars(srcIndex, srcEnd, chars, 0);
        if (encoding == Encoding.UTF_32_NATIVE) {
            return Words.toUtf32(chars, numChars, copy) ? numChars << 2 : -1;
        }
        return Words.toUtf16(chars, numChars, copy) ? numChars << 1 : -1;
    }

    /** Tests whether an encoded text is short enough to try {@link #compare}. */
    static boolean mayCompare(int bytes, Encoding encoding) {
        if (encoding == Encoding.UTF_8) {
            return bytes <= COMPARE;
        }
        return encoding == Encoding.UTF_16_NATIVE && bytes <= 2 * COMPARE_UTF_16 && (bytes & 1) == 0;
    }

    /**
     * Compares a string with an encoded text that is ASCII, or UTF-16 without surrogates: the result is then the same
     * for every policy.
     *
     * @param copy the encoded text, from index 0 on: an array of at least {@code 2 * bytes} bytes
     * @param bytes the size of the encoded text, of which {@link #mayCompare} holds
     * @param encoding the encoding
     * @param chars a scratch array of at least {@code bytes} chars
     * @param text the string
     * @return 1 if they are equal, 0 if not, -1 if the binding must compare
     */
    static int compare(byte[] copy, int bytes, Encoding encoding, char[] chars, String text) {
        int length = text.length();
        if (encoding == Encoding.UTF_16_NATIVE) {
            int count = bytes >> 1;
            if (!Words.fromUtf16(copy, count, chars)) {
                return -1;
            }
            if (length != count) {
                return 0;
            }
            text.getChars(0, length, chars, length);
            return Arrays.equals(chars, 0, length, chars, length, 2 * length) ? 1 : 0;
        }
        if (!ReadRoute.isAscii(copy, bytes)) {
            return -1;
        }
        if (length != bytes) {
            return 0;
        }
        lowBytes(text, 0, length, copy, length);
        boolean same = Arrays.equals(copy, 0, length, copy, length, 2 * length);
        return same && isAscii(text, 0, length) ? 1 : 0; // another char may have the same lower byte
    }

    /**
     * Tests whether a part of a string is ASCII, four chars at a time. {@code getChars} and a test of its result take
     * twice as long.
     *
     * @param src the string
     * @param from the index of the first char
     * @param to the index after the last char
     * @return whether all chars are ASCII
     */
    public static boolean isAscii(String src, int from, int to) {
        int i = from;
        for (; i <= to - 4; i += 4) {
            if ((src.charAt(i) | src.charAt(i + 1) | src.charAt(i + 2) | src.charAt(i + 3)) >= 0x80) {
                return false;
            }
        }
        int bits = 0;
        for (; i < to; i++) {
            bits |= src.charAt(i);
        }
        return bits < 0x80;
    }

    /**
     * Guesses from the first char of a range, the middle one and the last whether all its chars are below a limit.
     *
     * @param src the string
     * @param srcIndex the index of the first char
     * @param numChars the number of chars, greater than 0
     * @param end the limit: the first char after ASCII or Latin-1
     * @return whether these three are
     */
    public static boolean looksBelow(String src, int srcIndex, int numChars, char end) {
        return src.charAt(srcIndex) < end
                && src.charAt(srcIndex + (numChars >> 1)) < end
                && src.charAt(srcIndex + numChars - 1) < end;
    }

    /**
     * Tests whether the first chars of a text that does not fit are likely to take one unit each, so that they fill the space,
     * and no char after them is of interest.
     *
     * @param src the string
     * @param srcIndex the index of the first char
     * @param numChars the number of chars, as many as the space has units
     * @param encoding the encoding
     * @param policy how to handle malformed text
     * @return whether it is worth trying
     */
    public static boolean mayFill(String src, int srcIndex, int numChars, Encoding encoding, MalformedPolicy policy) {
        return numChars > 0
                && encoding.unitSize() == 1
                && policy == MalformedPolicy.REPLACE
                && looksBelow(src, srcIndex, numChars, end(encoding));
    }

    /**
     * Encodes a string by the JDK, if that is likely to be the fastest way and its result is that of {@code policy}.
     *
     * @param src the string
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the encoded string; null if native code should encode it
     */
    public static byte @Nullable [] getBytes(String src, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || encoding.unitSize() != 1 || policy != MalformedPolicy.REPLACE) {
            return null;
        }
        int numChars = src.length();
        if (numChars <= ALLOCATE) {
            return src.getBytes(charset);
        }
        if (numChars > SEGMENT_ASCII || !looksBelow(src, 0, numChars, end(encoding))) {
            return null;
        }
        if (encoding == Encoding.LATIN_1) {
            return src.getBytes(charset);
        }
        Scratch scratch = Scratch.acquire();
        try {
            if (!scratch.mayGuess()) {
                return null;
            }
            byte[] encoded = src.getBytes(charset);
            scratch.guessed(encoded.length == numChars);
            return encoded;
        } finally {
            scratch.release();
        }
    }

    /**
     * Returns the first char that an encoding with units of one byte does not write as itself.
     *
     * @param encoding the encoding
     * @return the char after Latin-1 or ASCII
     */
    public static char end(Encoding encoding) {
        return (char) (encoding == Encoding.LATIN_1 ? 0x100 : 0x80);
    }

    /**
     * Copies the lower byte of each char out of a string. The method of the JDK is deprecated because it drops the upper
     * one, which is 0 here. Every other method allocates one or two arrays.
     *
     * @param src the string
     * @param from the index of the first char
     * @param to the index after the last char
     * @param bytes receives the bytes
     * @param index the index in {@code bytes} of the first byte
     */
    @SuppressWarnings("deprecation")
    static void lowBytes(String src, int from, int to, byte[] bytes, int index) {
        src.getBytes(from, to, bytes, index);
    }

    /**
     * Copies a string and the zeros that follow it in a field, if each char takes one unit.
     *
     * @param src the string
     * @param fieldUnits the size of the field, at least the length of the string
     * @param chars receives {@code fieldUnits} chars
     */
    static void pad(String src, int fieldUnits, char[] chars) {
        int numChars = src.length();
        src.getChars(0, numChars, chars, 0);
        Arrays.fill(chars, numChars, fieldUnits, '\0');
    }

    /**
     * Returns the result of a call that encoded a string and zeros into a field.
     *
     * @param packed the result of the call
     * @param numChars the length of the string
     * @param fieldUnits the size of the field, in code units
     * @param encoding the encoding
     * @param keepTerminator whether the last unit of the field is always zero
     * @return the number of chars read and the number of units written before the zeros; null if the string did not fit
     */
    static @Nullable Copied field(
            long packed, int numChars, long fieldUnits, Encoding encoding, boolean keepTerminator) {
        if (Packed.isError(packed) || Packed.written(packed) != fieldUnits * encoding.unitSize()) {
            return null;
        }
        int zeros = Packed.read(packed) - numChars; // each takes one unit
        return zeros >= (keepTerminator ? 1 : 0) ? new Copied(numChars, fieldUnits - zeros) : null;
    }

    /**
     * Encodes a part of a string as UTF-8.
     *
     * @param src the string
     * @param from the index of the first char
     * @param to the index after the last char
     * @param policy the flags of the policy
     * @param bytes receives the encoded text: an array of at least 3 bytes for each char
     * @return the number of bytes; -1 if a surrogate has no partner and the policy does not replace it
     */
    public static int toUtf8(String src, int from, int to, int policy, byte[] bytes) {
        int at = 0;
        for (int i = from; i < to; i++) {
            char c = src.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xC0 | c >> 6);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else if (!Character.isSurrogate(c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else if (i + 1 < to && Character.isSurrogatePair(c, src.charAt(i + 1))) {
                int pair = Character.toCodePoint(c, src.charAt(++i));
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
}
