package dev.unitstr;

/**
 * The result of a truncating copy.
 *
 * @param chars the number of chars of the string that were encoded: as many whole code points as fit
 * @param units the number of code units written for them, not counting zero fill
 * @since 0.1.0
 */
public record Copied(int chars, long units) {}
