package dev.unitstr;

import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text was malformed, or contained a character that the charset lacks, under {@link MalformedPolicy#REPORT}. The place
 * is that of the first error, as a {@link java.nio.charset.CharsetDecoder} or {@link java.nio.charset.CharsetEncoder}
 * gives it.
 *
 * <p>When decoding ({@link #isDecoding()}) the place is {@link #unitOffset()} and {@link #unitCount()}, and in bytes
 * {@link #byteOffset()} and {@link #byteCount()}, from the start of the text that was to be decoded; a byte order mark
 * counts. When encoding it is {@link #charIndex()} and {@link #charCount()} in the whole source string. The numbers of
 * the other direction are -1.
 *
 * @since 0.1.0
 */
public class MalformedTextException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    public enum Kind {
        /** The sequence is not legal: no text has it. */
        MALFORMED,
        /** The character is legal and the charset, or Unicode, has no counterpart. */
        UNMAPPABLE
    }

    /** The name of the charset. */
    private final String charsetName;

    private final transient @Nullable Charset charset;
    /** What is wrong. */
    private final Kind kind;
    /** The size of a code unit in bytes. */
    private final int unitSize;
    /** Where in encoded text, in bytes, or -1. */
    private final long byteOffset;
    /** How long in encoded text, in bytes, or -1. */
    private final int byteCount;
    /** Where in the string, in chars, or -1. */
    private final int charIndex;
    /** How long in the string, in chars, or -1. */
    private final int charCount;
    /** How many code units were written, or -1. */
    private final long unitsWritten;
    /** Which string of a batch, or -1. */
    private final long stringIndex;

    private MalformedTextException(
            String message,
            Charset charset,
            Kind kind,
            int unitSize,
            long byteOffset,
            int byteCount,
            int charIndex,
            int charCount,
            long unitsWritten,
            long stringIndex) {
        super(message);
        this.charsetName = charset.name();
        this.charset = charset;
        this.kind = kind;
        this.unitSize = unitSize;
        this.byteOffset = byteOffset;
        this.byteCount = byteCount;
        this.charIndex = charIndex;
        this.charCount = charCount;
        this.unitsWritten = unitsWritten;
        this.stringIndex = stringIndex;
    }

    /**
     * An error in encoded text.
     *
     * @param charset what the text was read as
     * @param kind what is wrong
     * @param byteOffset where the bad sequence starts, in bytes from the start of the text
     * @param byteCount how long it is, in bytes
     * @return the exception
     */
    public static MalformedTextException decoding(Charset charset, Kind kind, long byteOffset, int byteCount) {
        int unitSize = UnitCharsets.unitSize(charset);
        String message = word(kind) + " " + charset.name() + " at byte " + byteOffset + ": " + byteCount
                + (byteCount == 1 ? " byte" : " bytes")
                + (unitSize == 1 ? "" : " (unit " + byteOffset / unitSize + ")");
        return new MalformedTextException(
                message,
                charset,
                Objects.requireNonNull(kind, "kind"),
                unitSize,
                byteOffset,
                byteCount,
                -1,
                -1,
                -1,
                -1);
    }

    /**
     * An error in a string.
     *
     * @param charset what the string was to be written as
     * @param kind what is wrong
     * @param charIndex where the bad character starts, as an index into the whole string
     * @param charCount how long it is, in chars
     * @param unitsWritten how many code units were written to the destination before it
     * @return the exception
     */
    public static MalformedTextException encoding(
            Charset charset, Kind kind, int charIndex, int charCount, long unitsWritten) {
        int unitSize = UnitCharsets.unitSize(charset);
        String message = word(kind) + " text for " + charset.name() + " at char " + charIndex + ": " + charCount
                + (charCount == 1 ? " char" : " chars") + "; " + unitsWritten + " units were written";
        return new MalformedTextException(
                message,
                charset,
                Objects.requireNonNull(kind, "kind"),
                unitSize,
                -1,
                -1,
                charIndex,
                charCount,
                unitsWritten,
                -1);
    }

    /**
     * The same error as one in a batch of strings.
     *
     * @param index which of them it is in
     * @return the exception
     */
    public MalformedTextException inString(long index) {
        return new MalformedTextException(
                "string " + index + ": " + getMessage(),
                charset(),
                kind,
                unitSize,
                byteOffset,
                byteCount,
                charIndex,
                charCount,
                unitsWritten,
                index);
    }

    private static String word(Kind kind) {
        return kind == Kind.MALFORMED ? "malformed" : "unmappable";
    }

    /**
     * The charset of the operation.
     *
     * @return what the text was read as, or was to be written as
     * @throws java.nio.charset.UnsupportedCharsetException if this exception was deserialized where there is no such
     *     charset
     */
    public Charset charset() {
        return charset != null ? charset : Charset.forName(charsetName);
    }

    /**
     * What is wrong.
     *
     * @return malformed or unmappable
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The direction.
     *
     * @return true if encoded text was read, false if a string was to be written
     */
    public boolean isDecoding() {
        return byteOffset >= 0;
    }

    /**
     * Where the bad sequence starts in encoded text.
     *
     * @return the offset in code units from the start of the text, or -1 when encoding
     */
    public long unitOffset() {
        return isDecoding() ? byteOffset / unitSize : -1;
    }

    /**
     * How long the bad sequence is in encoded text.
     *
     * @return its code units, an incomplete one included, or -1 when encoding
     */
    public int unitCount() {
        return isDecoding() ? (byteCount + unitSize - 1) / unitSize : -1;
    }

    /**
     * Where the bad sequence starts in encoded text.
     *
     * @return the offset in bytes from the start of the text, or -1 when encoding
     */
    public long byteOffset() {
        return byteOffset;
    }

    /**
     * How long the bad sequence is in encoded text.
     *
     * @return its bytes, or -1 when encoding
     */
    public int byteCount() {
        return byteCount;
    }

    /**
     * Where the bad character starts in the string.
     *
     * @return the index in chars into the whole source string, or -1 when decoding
     */
    public int charIndex() {
        return charIndex;
    }

    /**
     * How long the bad character is in the string.
     *
     * @return its chars: 2 for a surrogate pair that the charset lacks; or -1 when decoding
     */
    public int charCount() {
        return charCount;
    }

    /**
     * What the destination holds: the encoded form of the chars before the error, whole code points.
     *
     * @return how many code units were written, 0 if there is no destination, or -1 when decoding
     */
    public long unitsWritten() {
        return unitsWritten;
    }

    /**
     * Which string of a batch the error is in.
     *
     * @return its index among the places, or in the array, that were given; or -1 if it was the only one
     */
    public long stringIndex() {
        return stringIndex;
    }
}
