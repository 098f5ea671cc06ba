package dev.unitstr;

/**
 * How conversions of UCS-4 text handle surrogates.
 *
 * @since 0.1.0
 */
public enum Surrogates {
    /** Surrogates are malformed text. */
    MALFORMED,
    /**
     * Surrogates are kept. In UTF-8, a surrogate has three bytes, as in libmatx. In a conversion through UTF-16, a
     * surrogate pair becomes one code point.
     */
    KEEP
}
