package dev.unitstr;

/**
 * What an operation does about text that is malformed, or that the target encoding can't express.
 *
 * @since 0.1.0
 */
public enum MalformedPolicy {
    /**
     * Replaces it, with the same characters in the same places as {@code new String(bytes, charset)} and
     * {@code string.getBytes(charset)} on the running JDK.
     */
    REPLACE,
    /**
     * Throws a {@link MalformedTextException} that says where it is and how long, as a
     * {@link java.nio.charset.CharsetDecoder} or {@link java.nio.charset.CharsetEncoder} that reports would.
     */
    REPORT
}
