package dev.unitstr;

import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown with {@link MalformedPolicy#REPORT} if text is malformed or contains a character that the charset cannot
 * encode. The position is that of the first error, as a {@link java.nio.charset.CharsetDecoder} or
 * {@link java.nio.charset.CharsetEncoder} reports it.
 *
 * <p>For a decoding error ({@link #isDecoding()}), the position is given by {@link #unitOffset()} and
 * {@link #unitCount()} in code units, and by {@link #byteOffset()} and {@link #byteCount()} in bytes, from the start of
 * the encoded text including a byte order mark. For an encoding error, it is given by {@link #charIndex()} and
 * {@link #charCount()} in the whole source string. The methods of the other direction return -1.
 *
 * @since 0.1.0
 */
public class MalformedTextException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of error. */
    public enum Kind {
        /** The sequence is not legal in the encoding. */
        MALFORMED,
        /** The character is legal, but the charset, or Unicode, has no counterpart. */
        UNMAPPABLE
    }

    /** The name of the charset. */
    private final String charsetName;

    private final transient @Nullable Charset charset;
    /** The kind of error. */
    private final Kind kind;
    /** The size of a code unit in bytes. */
    private final int unitSize;
    /** The position of the error: in bytes in encoded text, in chars in a string. */
    private final long position;
    /** The length of the error, in the same unit. */
    private final int length;
    /** The number of code units written, or -1 for a decoding error. */
    private final long unitsWritten;
    /** The index of the string in a batch, or -1. */
    private final long stringIndex;

    /** The message without the place of the string. */
    private final String error;

    private MalformedTextException(
            String place,
            String error,
            Charset charset,
            Kind kind,
            long position,
            int length,
            long unitsWritten,
            long stringIndex) {
        super(place + error);
        this.error = error;
        this.charsetName = charset.name();
        this.charset = charset;
        this.kind = Objects.requireNonNull(kind, "kind");
        this.unitSize = UnitCharsets.unitSize(charset);
        this.position = position;
        this.length = length;
        this.unitsWritten = unitsWritten;
        this.stringIndex = stringIndex;
    }

    /**
     * Creates an exception for an error in encoded text.
     *
     * @param charset the charset of the text
     * @param kind the kind of error
     * @param byteOffset the position of the invalid sequence, in bytes from the start of the text
     * @param byteCount the length of the invalid sequence, in bytes
     * @return the exception
     */
    public static MalformedTextException decoding(Charset charset, Kind kind, long byteOffset, int byteCount) {
        int unitSize = UnitCharsets.unitSize(charset);
        String message = word(kind) + " " + charset.name() + " at byte " + byteOffset + ": " + byteCount
                + (byteCount == 1 ? " byte" : " bytes")
                + (unitSize == 1 ? "" : " (unit " + byteOffset / unitSize + ")");
        return new MalformedTextException("", message, charset, kind, byteOffset, byteCount, -1, -1);
    }

    /**
     * Creates an exception for an error in a string.
     *
     * @param charset the target charset
     * @param kind the kind of error
     * @param charIndex the index of the invalid character in the whole string
     * @param charCount the length of the invalid character, in chars
     * @param unitsWritten the number of code units written to the destination before the error
     * @return the exception
     * @throws IllegalArgumentException if {@code unitsWritten} is negative
     */
    public static MalformedTextException encoding(
            Charset charset, Kind kind, long charIndex, int charCount, long unitsWritten) {
        if (unitsWritten < 0) {
            throw new IllegalArgumentException("unitsWritten is " + unitsWritten + ": negative");
        }
        String message = word(kind) + " text for " + charset.name() + " at char " + charIndex + ": " + charCount
                + (charCount == 1 ? " char" : " chars") + "; " + unitsWritten + " units were written";
        return new MalformedTextException("", message, charset, kind, charIndex, charCount, unitsWritten, -1);
    }

    /**
     * Returns this exception as an error in a string of a batch.
     *
     * @param index the index of the string in the batch
     * @return the exception
     */
    public MalformedTextException inString(long index) {
        return in("string " + index + ": ", index);
    }

    /**
     * Returns this exception as an error in a row of a column.
     *
     * @param column the name of the column; may be empty
     * @param row the row
     * @return the exception, whose {@link #stringIndex()} is the row
     * @throws NullPointerException if {@code column} is null
     */
    public MalformedTextException inRow(String column, long row) {
        return in("row " + row + (column.isEmpty() ? ": " : " of column " + column + ": "), row);
    }

    private MalformedTextException in(String place, long index) {
        return new MalformedTextException(place, error, charset(), kind, position, length, unitsWritten, index);
    }

    private static String word(Kind kind) {
        return kind == Kind.MALFORMED ? "malformed" : "unmappable";
    }

    /**
     * Returns the charset of the operation.
     *
     * @return the charset of the encoded text
     * @throws java.nio.charset.UnsupportedCharsetException if this exception was deserialized in a JVM that does not
     *     support the charset
     */
    public Charset charset() {
        return charset != null ? charset : Charset.forName(charsetName);
    }

    /**
     * Returns the kind of error.
     *
     * @return the kind of error
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Tests whether the error occurred in decoding.
     *
     * @return true if the error is in encoded text, false if it is in a string
     */
    public boolean isDecoding() {
        return unitsWritten < 0;
    }

    /**
     * Returns the position of the invalid sequence in encoded text.
     *
     * @return the offset in code units from the start of the text, or of all chunks of a {@link TextDecoder}; -1 for an
     *     encoding error
     */
    public long unitOffset() {
        return isDecoding() ? position / unitSize : -1;
    }

    /**
     * Returns the length of the invalid sequence in encoded text.
     *
     * @return the length in code units, counting an incomplete unit, or -1 for an encoding error
     */
    public int unitCount() {
        return isDecoding() ? (length + unitSize - 1) / unitSize : -1;
    }

    /**
     * Returns the position of the invalid sequence in encoded text.
     *
     * @return the offset in bytes from the start of the text, or -1 for an encoding error
     */
    public long byteOffset() {
        return isDecoding() ? position : -1;
    }

    /**
     * Returns the length of the invalid sequence in encoded text.
     *
     * @return the length in bytes, or -1 for an encoding error
     */
    public int byteCount() {
        return isDecoding() ? length : -1;
    }

    /**
     * Returns the position of the invalid character in the string.
     *
     * @return the index in chars in the whole source string, or in all chunks of a {@link TextEncoder}; -1 for a decoding
     *     error
     */
    public long charIndex() {
        return isDecoding() ? -1 : position;
    }

    /**
     * Returns the length of the invalid character in the string.
     *
     * @return the length in chars, 2 for a surrogate pair that the charset cannot encode, or -1 for a decoding error
     */
    public int charCount() {
        return isDecoding() ? -1 : length;
    }

    /**
     * Returns the number of code units in the destination. They are the encoded form of the code points before the
     * error.
     *
     * @return the number of code units written, 0 if there is no destination, or -1 for a decoding error
     */
    public long unitsWritten() {
        return unitsWritten;
    }

    /**
     * Returns the index of the malformed string in a batch.
     *
     * @return the index in the {@link StringSpans} or in the array passed to the operation, the element of a tensor, the
     *     row of a column, or -1 if the operation is not a batch
     */
    public long stringIndex() {
        return stringIndex;
    }
}
