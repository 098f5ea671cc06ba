package dev.unitstr;

/**
 * How an operation handles malformed text and characters that the charset cannot encode.
 *
 * @since 0.1.0
 */
public enum MalformedPolicy {
    /**
     * Replaces the text, with the same result as {@code new String(bytes, charset)} and
     * {@code string.getBytes(charset)} on the running JDK.
     */
    REPLACE,
    /**
     * Throws a {@link MalformedTextException} with the position and the length that a
     * {@link java.nio.charset.CharsetDecoder} or {@link java.nio.charset.CharsetEncoder} with
     * {@link java.nio.charset.CodingErrorAction#REPORT} reports.
     */
    REPORT
}
