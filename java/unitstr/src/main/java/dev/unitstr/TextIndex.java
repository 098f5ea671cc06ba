package dev.unitstr;

import dev.unitstr.internal.text.RegionIndex;

/**
 * Maps positions in UTF-8 text to positions in its string, and back: byte offsets (of tree-sitter, PCRE2, compilers),
 * indices in chars, code points, and lines. The text is read once; then a position is found without reading more than a
 * few hundred bytes.
 *
 * <pre>{@code
 * byte[] utf8 = "na\u00efve \ud83d\ude00\nx".getBytes(StandardCharsets.UTF_8);
 * TextView text = TextView.of(ByteBuffer.wrap(utf8), 0, utf8.length, StandardCharsets.UTF_8);
 * TextIndex index = TextIndex.of(text);
 * System.out.println(index.charIndex(7));  // 6: the byte offset of the emoji
 * System.out.println(index.unitOffset(8)); // 11: the index of the line feed in the string
 * System.out.println(index.line(12));      // 1: the line of the x, counted from 0
 * }</pre>
 *
 * <p>Malformed text counts as its replacement in {@link TextView#toString()}: each malformed sequence is one U+FFFD. An
 * offset inside a sequence is mapped as that of its first byte, and an index of the second char of a surrogate pair as
 * that of the first. A line ends after each line feed (U+000A); a text has one line more than it has line feeds.
 *
 * <p><b>Cost.</b> One pass to create the index, with a native call for each 512 bytes. It takes at most 1/16 of the size of
 * the text, and refers to the memory of the text, which it reads again: if the memory changes, results are wrong, but no
 * access is outside. Mapping reads at most about 512 bytes, anywhere in the text, in either direction, without a native
 * call except for memory at an address. Two cases cost more: a position in a block of 512 bytes that has malformed text
 * takes up to about ten native calls, and a line in a text whose line feeds are spread very unevenly a binary search of
 * the index.
 *
 * <p><b>Errors.</b> If the memory is a segment's and is closed, methods that map a position may throw
 * {@link IllegalStateException}.
 *
 * <p>An index may be used by several threads. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TextIndex {
    /**
     * Returns an index of a text.
     *
     * @param text the text
     * @return a new index
     * @throws NullPointerException if {@code text} is null
     * @throws IllegalArgumentException if the charset of {@code text} is not UTF-8, or its policy is neither
     *     {@link MalformedPolicy#REPLACE} nor {@link MalformedPolicy#REPORT}, or unitstr did not create it
     * @throws IllegalStateException if the memory is a segment's and is closed
     * @throws MalformedTextException if the policy of {@code text} is REPORT and the text is malformed
     */
    static TextIndex of(TextView text) {
        return RegionIndex.of(text);
    }

    /**
     * Returns the length of the text.
     *
     * @return the number of code units of UTF-8 (bytes)
     */
    int units();

    /**
     * Returns the length of the string.
     *
     * @return the number of chars
     */
    int chars();

    /**
     * Returns the number of code points of the string.
     *
     * @return the number of code points
     */
    int codePoints();

    /**
     * Returns the number of lines.
     *
     * @return the number of line feeds plus one
     */
    int lines();

    /**
     * Maps a byte offset to an index in the string.
     *
     * @param unitOffset an offset in code units of UTF-8 (bytes), from 0 to {@link #units()}
     * @return the index in chars
     * @throws IndexOutOfBoundsException if {@code unitOffset} is out of range
     */
    int charIndex(int unitOffset);

    /**
     * Maps an index in the string to a byte offset.
     *
     * @param charIndex an index in chars, from 0 to {@link #chars()}
     * @return the offset in code units of UTF-8 (bytes)
     * @throws IndexOutOfBoundsException if {@code charIndex} is out of range
     */
    int unitOffset(int charIndex);

    /**
     * Maps a byte offset to an index in code points.
     *
     * @param unitOffset an offset in code units of UTF-8 (bytes), from 0 to {@link #units()}
     * @return the number of code points before it
     * @throws IndexOutOfBoundsException if {@code unitOffset} is out of range
     */
    int codePointIndex(int unitOffset);

    /**
     * Maps an index in code points to a byte offset.
     *
     * @param codePointIndex an index in code points, from 0 to {@link #codePoints()}
     * @return the offset in code units of UTF-8 (bytes)
     * @throws IndexOutOfBoundsException if {@code codePointIndex} is out of range
     */
    int codePointOffset(int codePointIndex);

    /**
     * Maps a byte offset to a line. The column is the difference to the {@link #lineOffset} of that line.
     *
     * @param unitOffset an offset in code units of UTF-8 (bytes), from 0 to {@link #units()}
     * @return the number of line feeds before it
     * @throws IndexOutOfBoundsException if {@code unitOffset} is out of range
     */
    int line(int unitOffset);

    /**
     * Maps a line to the byte offset of its start.
     *
     * @param line a line, counted from 0
     * @return the offset in code units of UTF-8 (bytes)
     * @throws IndexOutOfBoundsException if {@code line} is negative or at least {@link #lines()}
     */
    int lineOffset(int line);
}
