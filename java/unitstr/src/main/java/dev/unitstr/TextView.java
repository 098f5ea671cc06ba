package dev.unitstr;

import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.RegionView;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * A view of text in memory, for comparing and searching without a string. Its results are those of the string that
 * {@link BufferStrings#getString(ByteBuffer, int, long, Charset, MalformedPolicy)} returns: malformed text counts as
 * its replacement.
 *
 * <pre>{@code
 * ByteBuffer memory = ByteBuffer.allocateDirect(16).put(0, "key=value".getBytes(StandardCharsets.UTF_8));
 * TextView text = TextView.of(memory, 0, 9, StandardCharsets.UTF_8);
 * if (text.startsWith("key")) {
 *     System.out.println(text.indexOf("=") + " " + text.compareTo("key=other"));
 * }
 * Map<TextView, Integer> counts = new HashMap<>(); // no string for each key
 * counts.merge(text, 1, Integer::sum);
 * }</pre>
 *
 * <p>Two views are equal if they have the same chars, whatever their charsets. {@link #hashCode()} is that of the
 * string. A view never equals a {@link String}: see {@link #contentEquals}. A view refers to the memory, which must stay
 * valid while the view is used, and must not change while the view is a key of a map.
 *
 * <p><b>Cost.</b> Methods read only as much as the result requires, in pieces that grow from 24 bytes to 64 KiB. A
 * comparison that ends early is cheap, however long the text is. But with {@link MalformedPolicy#REPORT},
 * {@link #contentEquals} may read all of the text.
 *
 * <p><b>Errors.</b> If the memory is a segment's and is closed, methods throw {@link IllegalStateException}. With
 * {@link MalformedPolicy#REPORT}, methods throw {@link MalformedTextException} if what they read is malformed. A text of
 * more than {@link Integer#MAX_VALUE} chars is possible only with {@link MalformedPolicy#replaceWith}: methods that count
 * its chars throw {@link ArithmeticException}.
 *
 * <p>A view may be used by several threads. For memory segments, see {@code dev.unitstr.ffm.SegmentTexts}. This
 * interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TextView extends Comparable<TextView> {
    /**
     * Returns a view of text in a buffer.
     *
     * @param memory the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the view
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > memory.limit() - units * unitSize}
     * @throws IllegalStateException if {@code memory} is over a memory segment whose arena is closed
     */
    static TextView of(ByteBuffer memory, int index, long units, Charset charset, MalformedPolicy policy) {
        ByteBuffer own = Objects.requireNonNull(memory, "memory").duplicate(); // its limit does not change
        return RegionView.of(BufferTexts.region(own), index, units, charset, policy);
    }

    /**
     * Equivalent to {@code of(memory, index, units, charset, REPLACE)}.
     *
     * @param memory the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the view
     */
    static TextView of(ByteBuffer memory, int index, long units, Charset charset) {
        return of(memory, index, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Returns a view of text at an address, as {@link #of(ByteBuffer, int, long, Charset, MalformedPolicy)} does.
     *
     * @param memory the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the view
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}, or the
     *     address is 0 and {@code units > 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > memory.byteSize() - units * unitSize}
     * @throws UnsupportedOperationException if the binding is plain Java
     */
    static TextView of(NativeMemory memory, long offset, long units, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(memory, "memory");
        return RegionView.of(BufferTexts.region(memory), offset, units, charset, policy);
    }

    /**
     * Equivalent to {@code of(memory, offset, units, charset, REPLACE)}.
     *
     * @param memory the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the view
     */
    static TextView of(NativeMemory memory, long offset, long units, Charset charset) {
        return of(memory, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Returns the charset of the text.
     *
     * @return the charset
     */
    Charset charset();

    /**
     * Returns the length of the text in code units.
     *
     * @return the number of code units (not chars)
     */
    long units();

    /**
     * Counts the chars of the text, in one pass.
     *
     * @return the length of the string
     */
    int chars();

    /**
     * Compares the text with another for equality.
     *
     * @param text the other text
     * @return true if both have the same chars
     * @throws NullPointerException if {@code text} is null
     */
    boolean contentEquals(CharSequence text);

    /**
     * Compares the text with a string, char by char.
     *
     * @param text the string
     * @return the result of {@link String#compareTo(String)}
     * @throws NullPointerException if {@code text} is null
     */
    int compareTo(String text);

    /**
     * Compares the text with another in memory, of any charset, char by char.
     *
     * @param other the other text
     * @return the result of {@link String#compareTo(String)}
     * @throws NullPointerException if {@code other} is null
     * @throws IllegalArgumentException if unitstr did not create {@code other}
     */
    @Override
    int compareTo(TextView other);

    /**
     * Tests whether the text starts with a string.
     *
     * @param prefix the string
     * @return the result of {@link String#startsWith(String)}
     * @throws NullPointerException if {@code prefix} is null
     */
    boolean startsWith(String prefix);

    /**
     * Searches for a string.
     *
     * @param text the string to search for
     * @param fromIndex the index of the char at which to start
     * @return the result of {@link String#indexOf(String, int)}: an index in chars, or -1
     * @throws NullPointerException if {@code text} is null
     */
    int indexOf(String text, int fromIndex);

    /**
     * Equivalent to {@code indexOf(text, 0)}.
     *
     * @param text the string to search for
     * @return the index in chars, or -1
     */
    default int indexOf(String text) {
        return indexOf(text, 0);
    }

    /**
     * Searches for the last occurrence of a string. Decodes all of the text.
     *
     * @param text the string to search for
     * @return the result of {@link String#lastIndexOf(String)}: an index in chars, or -1
     * @throws NullPointerException if {@code text} is null
     */
    int lastIndexOf(String text);

    /**
     * Tests whether the text ends with a string. Decodes all of the text.
     *
     * @param suffix the string
     * @return the result of {@link String#endsWith(String)}
     * @throws NullPointerException if {@code suffix} is null
     */
    boolean endsWith(String suffix);

    /**
     * Returns a char of the text. In ISO-8859-1, this reads one byte. Otherwise it decodes the text up to the char: to visit
     * all chars, decode the text instead.
     *
     * @param index the index of the char
     * @return the result of {@link String#charAt(int)}
     * @throws IndexOutOfBoundsException if {@code index} is negative or not less than {@link #chars()}
     */
    char charAt(int index);

    /**
     * Converts the text to another charset: writes what
     * {@link BufferStrings#copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} writes for it, with
     * the policy of this view. Allocates no string unless the JDK encodes {@code charset}. The memory must not overlap
     * the text.
     *
     * @param charset the charset to write
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of code units of {@code charset} written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0}, or the encoded text exceeds the limit; nothing was
     *     written
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed
     * @throws MalformedTextException if the policy reports an error in the text; the text before
     *     the error may have been written
     */
    long copy(Charset charset, ByteBuffer dst, int dstIndex);

    /**
     * Converts the text to another charset at an address, as {@link #copy(Charset, ByteBuffer, int)} does.
     *
     * @param charset the charset to write
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of code units of {@code charset} written
     * @throws IllegalArgumentException if the address is below 4096 and the text is not empty
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0}, or the encoded text exceeds the memory; nothing was
     *     written
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or the binding is plain Java
     */
    long copy(Charset charset, NativeMemory dst, long dstOffset);

    /**
     * Tests whether an object is a view of text with the same chars.
     *
     * @param other the object
     * @return true if it is a {@code TextView} with the same chars, of any charset
     */
    @Override
    boolean equals(Object other);

    /**
     * Returns the hash code of the string.
     *
     * @return the result of {@link String#hashCode()}
     */
    @Override
    int hashCode();

    /**
     * Decodes the text.
     *
     * @return the string
     */
    @Override
    String toString();
}
