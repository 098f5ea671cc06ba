package dev.unitstr.contract;

import java.nio.charset.CoderResult;

/**
 * The first fault of a text.
 *
 * @param unmappable whether the text is sound but not representable
 * @param at where it begins: a byte of encoded text, or a char
 * @param length how long it is, in the same elements
 */
public record Fault(boolean unmappable, int at, int length) {
    static Fault of(CoderResult result, int at) {
        return new Fault(result.isUnmappable(), at, result.length());
    }
}
