package dev.unitstr.values;

import java.util.Optional;

/**
 * The sections of RFC 97's type codes. Each section is a contiguous range, so one comparison decides.
 *
 * @since 0.1.0
 */
public enum CodeSection {
    /** Codes below 0: the slot holds the value itself or refers to it. Objects never have such a code. */
    SLOT,
    /** Codes 1 to 63: objects whose code also appears in slots. */
    MODULE,
    /** Codes 64 to 127: boxed plain values. A slot holds the plain value instead. */
    BOXED,
    /** Codes 128 to 1023: objects with a layout that the RFC fixes. */
    STATIC,
    /** Codes from 1024: objects whose type is registered at run time. */
    DYNAMIC;

    /**
     * Returns the section of a code.
     *
     * @param code a type code
     * @return the section; empty for 0, which is not a valid code
     */
    public static Optional<CodeSection> of(int code) {
        if (code < 0) {
            return Optional.of(SLOT);
        } else if (code >= 1024) {
            return Optional.of(DYNAMIC);
        } else if (code >= 128) {
            return Optional.of(STATIC);
        } else if (code >= 64) {
            return Optional.of(BOXED);
        }
        return code == 0 ? Optional.empty() : Optional.of(MODULE);
    }
}
