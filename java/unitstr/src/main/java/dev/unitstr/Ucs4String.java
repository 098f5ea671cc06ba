package dev.unitstr;

import dev.unitstr.internal.text.ArrayUcs4;
import dev.unitstr.internal.text.BufferUcs4;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A text as code points: each has its place, found at once, wherever it is. Its units may be anything; converting finds
 * what is malformed.
 *
 * <pre>{@code
 * Ucs4String text = Ucs4String.of("\u6f22\u5b57\u8a00\u8449\ud83d\ude00");
 * System.out.println(Integer.toHexString(text.codePointAt(4)));          // 1f600
 * System.out.println(text.slice(1, 3));                                  // 字言
 * System.out.println(text.indexOf(Ucs4String.of("\u8a00\u8449"), 0));    // 2
 * }</pre>
 *
 * <p>Indices and counts are in code points. {@link #slice} copies nothing. Comparing, equality and the hash code are by
 * units, unsigned: the order of code points, which is not that of {@link String}.
 *
 * <p>A text that was made of a string or of an array is a copy, never changes, and may be used by any thread. One that
 * {@link #wrap wraps} memory follows the rules of the memory.
 *
 * <p>In memory segments: {@code dev.unitstr.ffm.values.SegmentValues.wrapUcs4}. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface Ucs4String extends Comparable<Ucs4String> {
    /**
     * The text of a string, with U+FFFD for lone surrogates.
     *
     * @param text the string
     * @return a copy
     * @throws NullPointerException if {@code text} is null
     */
    static Ucs4String of(CharSequence text) {
        return of(text, MalformedPolicy.REPLACE, Surrogates.MALFORMED);
    }

    /**
     * The text of a string.
     *
     * @param text the string
     * @param policy what to do about lone surrogates that are not kept
     * @param surrogates whether they are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if there is one, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    static Ucs4String of(CharSequence text, MalformedPolicy policy, Surrogates surrogates) {
        return ArrayUcs4.ofUtf16(text.toString(), policy, surrogates);
    }

    /**
     * The text of UTF-8. What is malformed, and by how many U+FFFD it is replaced, is as in {@code new String}, but for
     * surrogates that are kept.
     *
     * @param bytes the bytes
     * @param policy what to do about malformed text
     * @param surrogates whether surrogates, of three bytes each, are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if it is malformed, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    static Ucs4String ofUtf8(byte[] bytes, MalformedPolicy policy, Surrogates surrogates) {
        Objects.requireNonNull(bytes, "bytes");
        return ArrayUcs4.ofUtf8(RegionStrings.chosen(), bytes, policy, surrogates);
    }

    /**
     * The text of UTF-32. A byte order mark is text.
     *
     * @param units the units
     * @param policy what to do about units above U+10FFFF, and about surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if it is malformed, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    static Ucs4String ofUtf32(int[] units, MalformedPolicy policy, Surrogates surrogates) {
        return ArrayUcs4.ofUtf32(units.clone(), policy, surrogates);
    }

    /**
     * The text with these units, whatever they are.
     *
     * @param units the units
     * @return a copy
     * @throws NullPointerException if {@code units} is null
     */
    static Ucs4String ofUnits(int... units) {
        return new ArrayUcs4(units.clone());
    }

    /**
     * The text in a buffer, which is not copied.
     *
     * @param buffer units of 4 bytes, little-endian, from index 0 to the limit that it has now, at any alignment; its
     *     position, limit and order are neither used later nor changed
     * @return a view
     * @throws NullPointerException if {@code buffer} is null
     * @throws IllegalArgumentException if its size is not a multiple of 4 bytes
     */
    static Ucs4String wrap(ByteBuffer buffer) {
        return BufferUcs4.of(buffer);
    }

    /**
     * How many code points there are.
     *
     * @return how many
     */
    int codePointCount();

    /**
     * A code point. The cost is the same wherever it is.
     *
     * @param index which
     * @return the unit, whatever it is
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= codePointCount()}
     */
    int codePointAt(int index);

    /**
     * A part. Nothing is copied.
     *
     * @param from the first code point of it
     * @param to the first one behind it
     * @return the part
     * @throws IndexOutOfBoundsException if {@code from < 0}, {@code from > to} or {@code to > codePointCount()}
     */
    Ucs4String slice(int from, int to);

    /**
     * Where a text begins first. The empty one is everywhere up to the end.
     *
     * <p>Cost: one pass, times the length of {@code part} at worst.
     *
     * @param part the text
     * @param from where to begin
     * @return the index, or -1 if it is nowhere from there on
     * @throws NullPointerException if {@code part} is null
     */
    int indexOf(Ucs4String part, int from);

    /**
     * Whether all units are code points.
     *
     * @return false if one is above U+10FFFF or a surrogate
     */
    boolean isWellFormed();

    /**
     * By code points.
     *
     * @param other another text
     * @return less than 0, 0, or more
     */
    @Override
    int compareTo(Ucs4String other);

    /**
     * The text as a string.
     *
     * @param policy what to do about units above U+10FFFF, and about surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if it is malformed, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    String toString(MalformedPolicy policy, Surrogates surrogates);

    /**
     * The text as UTF-8.
     *
     * @param policy what to do about units above U+10FFFF, and about surrogates that are not kept
     * @param surrogates whether surrogates are kept, as three bytes each
     * @return the bytes
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if it is malformed, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    byte[] toUtf8(MalformedPolicy policy, Surrogates surrogates);

    /**
     * The text as UTF-32: the same where nothing is malformed.
     *
     * @param policy what to do about units above U+10FFFF, and about surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return the units
     * @throws NullPointerException if an argument is null
     * @throws MalformedTextException if it is malformed, and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    int[] toUtf32(MalformedPolicy policy, Surrogates surrogates);

    /** The text with U+FFFD for what is malformed. */
    @Override
    String toString();
}
