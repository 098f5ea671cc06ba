package dev.unitstr;

/**
 * What a truncating copy did.
 *
 * @param chars how many chars of the string were encoded: whole code points, as many as fitted
 * @param units how many code units were written for them, without any zero fill
 * @since 0.1.0
 */
public record Copied(int chars, long units) {}
