package dev.unitstr;

/**
 * What becomes of surrogates, which are no code points, where UCS-4 text is converted.
 *
 * @since 0.1.0
 */
public enum Surrogates {
    /** They are malformed. */
    MALFORMED,
    /**
     * They are kept: in UTF-8 as three bytes, as libmatx does. Two that make a pair become one code point where they pass
     * through UTF-16.
     */
    KEEP
}
