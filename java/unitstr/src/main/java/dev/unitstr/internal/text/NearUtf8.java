package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.ModifiedUtf8;
import dev.unitstr.internal.memory.ArrayRegion;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The charsets in which most text is encoded as in UTF-8: modified UTF-8 and CESU-8. Only supplementary characters, lone
 * surrogates, and NUL in modified UTF-8, differ. The codec of UTF-8 converts the text before the first of them, or before
 * the first error, and the charset the rest.
 */
final class NearUtf8 {
    private static final Charset CESU_8 = Charset.forName("CESU-8");
    private static final Coding UTF_8 = Coding.of(StandardCharsets.UTF_8, MalformedPolicy.REPORT);

    private static final long HIGH_BITS = 0x8080808080808080L;
    /** The number of chars that are tested at once. */
    private static final int BLOCK = 256;

    private final TextReader reader;
    private final TextWriter writer;

    private NearUtf8(Binding binding) {
        this.reader = new TextReader(binding, false);
        this.writer = new TextWriter(binding, false);
    }

    /** Tests for one of these charsets. A charset that is user code may have the same name. */
    private static boolean includes(Charset charset) {
        return charset instanceof ModifiedUtf8 || charset.getClass() == CESU_8.getClass();
    }

    /**
     * Returns the conversion of a charset.
     *
     * @param binding the binding
     * @param charset the charset
     * @return null if the charset differs from UTF-8, or the binding is not faster than the charset
     */
    static @Nullable NearUtf8 of(Binding binding, Charset charset) {
        return binding.isNative() && includes(charset) ? new NearUtf8(binding) : null;
    }

    /**
     * Returns the size of the start of a text that is well-formed UTF-8 without supplementary characters.
     *
     * @param text an array
     * @param count the number of bytes in it
     * @return the number of bytes
     */
    int cleanBytes(byte[] text, int count) {
        int end = firstOfFour(text, count);
        int malformed = end == 0 ? 0 : RegionStrings.firstMalformedByte(reader, new ArrayRegion(text), 0, end, UTF_8);
        return malformed < 0 ? end : malformed;
    }

    /** Decodes the start of a text, of {@link #cleanBytes}. */
    String decode(byte[] text, int count) {
        return count == 0 ? "" : reader.string(new ArrayRegion(text), 0, count, UTF_8);
    }

    /** Returns the number of bytes before the first that starts a sequence of four bytes in UTF-8, or is in none. */
    private static int firstOfFour(byte[] text, int count) {
        int at = 0;
        for (; at <= count - Long.BYTES; at += Long.BYTES) {
            long word = (long) Words.LONGS.get(text, at);
            if ((word & word << 1 & word << 2 & word << 3 & HIGH_BITS) != 0) { // in a byte, the upper four bits
                break;
            }
        }
        while (at < count && (text[at] & 0xF0) != 0xF0) {
            at++;
        }
        return at;
    }

    /**
     * Returns the length of the start of a text that is encoded as in UTF-8.
     *
     * @param text the text
     * @param charset the charset
     * @return the number of chars
     */
    static int cleanChars(String text, Charset charset) {
        int nul = charset instanceof ModifiedUtf8 ? text.indexOf('\0') : -1;
        int length = nul < 0 ? text.length() : nul;
        char[] block = new char[Math.min(length, BLOCK)];
        for (int at = 0; at < length; at += BLOCK) {
            int count = Math.min(length - at, BLOCK);
            text.getChars(at, at + count, block, 0);
            if (hasSurrogates(block, count)) {
                while (!Character.isSurrogate(text.charAt(at))) {
                    at++;
                }
                return at;
            }
        }
        return length;
    }

    /** Tests without a branch for each char, so that the compiler uses vectors. */
    private static boolean hasSurrogates(char[] chars, int count) {
        int differences = 0;
        for (int i = 0; i < count; i++) {
            differences |= (chars[i] ^ Character.MIN_SURROGATE) - 0x800; // negative only for a surrogate
        }
        return differences < 0;
    }

    /** Encodes the start of a text, of {@link #cleanChars}. */
    byte[] encode(String text, int count) {
        return writer.encode(text, 0, count, UTF_8);
    }
}
