package dev.unitstr;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an operation handles malformed text and characters that the charset cannot encode.
 *
 * <p>{@link #IGNORE}, {@link #replaceWith}, {@link #LOSSLESS} and {@link #SURROGATE_ESCAPE} cost as much as
 * {@link #REPORT} if the text is well-formed, and one more call for each error. {@code LOSSLESS} costs more in UTF-32
 * and in charsets that write a byte order mark, where it converts the text in pieces.
 *
 * <p>Operations on string tensors, string columns and code-point text that do not support a policy throw an
 * {@link IllegalArgumentException} that names it.
 *
 * <pre>{@code
 * byte[] name = {'a', (byte) 0xFF, 'b'}; // a Linux file name that is not UTF-8
 * ByteBuffer buffer = ByteBuffer.wrap(name);
 * String text = BufferStrings.getString(buffer, 0, 3, UTF_8, MalformedPolicy.SURROGATE_ESCAPE); // "a\uDCFFb"
 * BufferStrings.copy(text, UTF_8, buffer, 0, MalformedPolicy.SURROGATE_ESCAPE); // writes the same bytes
 * }</pre>
 *
 * @since 0.1.0
 */
public final class MalformedPolicy {
    /**
     * Replaces the text, with the same result as {@code new String(bytes, charset)} and
     * {@code string.getBytes(charset)} on the running JDK.
     */
    public static final MalformedPolicy REPLACE = new MalformedPolicy("REPLACE", null);

    /**
     * Throws a {@link MalformedTextException} with the position and the length that a
     * {@link java.nio.charset.CharsetDecoder} or {@link java.nio.charset.CharsetEncoder} with
     * {@link java.nio.charset.CodingErrorAction#REPORT} reports.
     */
    public static final MalformedPolicy REPORT = new MalformedPolicy("REPORT", null);

    /**
     * Omits the text that {@link #REPORT} reports, as a decoder or encoder with
     * {@link java.nio.charset.CodingErrorAction#IGNORE} does. Omitting text can change its meaning: do not use this
     * policy for text that is checked before it is decoded. Text of which nothing is left is encoded to nothing,
     * without the byte order mark that the JDK's encoder of UTF-16 writes.
     */
    public static final MalformedPolicy IGNORE = new MalformedPolicy("IGNORE", null);

    /**
     * Keeps lone surrogates: every {@code String} comes back unchanged after it was encoded and decoded. In UTF-8, a
     * lone surrogate has 3 bytes (the encoding is then called WTF-8, and holds names of files on Windows); in UTF-16
     * and UTF-32, it is a code unit. Byte order marks are text, and UTF-16 and UTF-32 without a byte order in their
     * names are big-endian. Anything else that is malformed is reported, as by {@link #REPORT}; two surrogates
     * that form a pair but are encoded separately in UTF-8 or UTF-32 are reported at the second. With any other
     * charset, this policy equals {@link #REPORT}.
     */
    public static final MalformedPolicy LOSSLESS = new MalformedPolicy("LOSSLESS", null);

    /**
     * Decodes each malformed byte to a lone surrogate between U+DC80 and U+DCFF, and encodes such a surrogate as the
     * byte: every sequence of bytes comes back unchanged after it was decoded and encoded. For names of files and
     * environment variables on Linux, in UTF-8 or US-ASCII. Any other lone surrogate or unmappable character is
     * reported, as by {@link #REPORT}. With any other charset, this policy equals {@link #REPORT}.
     *
     * <p>This is Python's error handler {@code surrogateescape}, which {@code os.fsdecode} uses.
     */
    public static final MalformedPolicy SURROGATE_ESCAPE = new MalformedPolicy("SURROGATE_ESCAPE", null);

    private final String name;
    private final @Nullable String replacement;

    private MalformedPolicy(String name, @Nullable String replacement) {
        this.name = name;
        this.replacement = replacement;
    }

    /**
     * Returns a policy that replaces each error that {@link #REPORT} reports by a character.
     *
     * <p>The same character replaces malformed text when decoding, and characters that the charset cannot encode. If the
     * charset cannot encode it either, the error is reported, as by {@link #REPORT}.
     *
     * @param codePoint the code point of the character, such as {@code '?'}
     * @return the policy
     * @throws IllegalArgumentException if {@code codePoint} is a surrogate, negative or greater than
     *     {@link Character#MAX_CODE_POINT}
     */
    public static MalformedPolicy replaceWith(int codePoint) {
        boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        if (!Character.isValidCodePoint(codePoint) || isSurrogate) {
            throw new IllegalArgumentException("codePoint is " + codePoint
                    + (isSurrogate ? ": a surrogate, not a character" : ": not between 0 and 1114111"));
        }
        String replacement = Character.toString(codePoint);
        return new MalformedPolicy("replaceWith(" + replacement + ")", replacement);
    }

    /**
     * Returns the character of a policy that {@link #replaceWith} created.
     *
     * @return a string of one code point; empty for every other policy
     */
    public Optional<String> replacement() {
        return Optional.ofNullable(replacement);
    }

    /**
     * Returns the name of the policy.
     *
     * @return text for a log
     */
    @Override
    public String toString() {
        return name;
    }
}
