package dev.unitstr.values;

import java.util.Optional;

/**
 * The sections of RFC 97's type codes: contiguous, so that one compare decides.
 *
 * @since 0.1.0
 */
public enum CodeSection {
    /** Below 0: the value is in the slot, or the slot says where. Objects never have such a code. */
    SLOT,
    /** 1 to 63: objects whose code stands in slots too. */
    MODULE,
    /** 64 to 127: plain values as objects. A slot holds the plain value instead. */
    BOXED,
    /** 128 to 1023: objects of known layouts. */
    STATIC,
    /** From 1024 on: objects whose type is registered at run time. */
    DYNAMIC;

    /**
     * The section of a code.
     *
     * @param code a type code
     * @return its section; nothing of 0, which no value has
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
