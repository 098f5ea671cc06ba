package dev.unitstr;

/**
 * The result of a truncating copy.
 *
 * <pre>{@code
 * // Sends a text in blocks of at most 512 bytes, each of whole characters
 * for (int sent = 0; sent < text.length(); ) {
 *     Copied copied = BufferStrings.copyTruncated(text, StandardCharsets.UTF_8, sent, block, 0, 512);
 *     channel.write(block.slice(0, (int) copied.units()));
 *     sent += copied.chars();
 * }
 * }</pre>
 *
 * @param chars the number of chars of the string that were encoded: as many whole code points as fit
 * @param units the number of code units written for them, not counting zero fill
 * @since 0.1.0
 */
public record Copied(int chars, long units) {}
