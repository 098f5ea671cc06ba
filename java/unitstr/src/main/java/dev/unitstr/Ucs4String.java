package dev.unitstr;

import dev.unitstr.internal.text.ArrayUcs4;
import dev.unitstr.internal.text.BufferUcs4;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A text in UCS-4: an array of code points with constant-time access. Units may have any value; conversions detect
 * malformed text.
 *
 * <pre>{@code
 * Ucs4String text = Ucs4String.of("\u6f22\u5b57\u8a00\u8449\ud83d\ude00");
 * System.out.println(Integer.toHexString(text.codePointAt(4)));          // 1f600
 * System.out.println(text.slice(1, 3));                                  // 字言
 * System.out.println(text.indexOf(Ucs4String.of("\u8a00\u8449"), 0));    // 2
 * }</pre>
 *
 * <p>Indices and counts are in code points. {@link #slice} copies nothing. Comparison, equality and the hash code use
 * the units as unsigned numbers. The order is thus that of code points, which differs from the order of {@link String}.
 *
 * <p>A text created from a string or an array is a copy; it is immutable and may be used by any thread. A text that
 * {@link #wrap wraps} memory changes with the memory and is subject to its restrictions.
 *
 * <p>{@code dev.unitstr.ffm.SegmentTexts.wrapUcs4} wraps memory segments. This interface is not intended to be
 * implemented by user code.
 *
 * @since 0.1.0
 */
public interface Ucs4String extends Comparable<Ucs4String> {
    /**
     * Returns the text of a string, with U+FFFD in place of each lone surrogate.
     *
     * @param text the string
     * @return a copy
     * @throws NullPointerException if {@code text} is null
     */
    static Ucs4String of(CharSequence text) {
        return of(text, MalformedPolicy.REPLACE, Surrogates.MALFORMED);
    }

    /**
     * Returns the text of a string.
     *
     * @param text the string
     * @param policy how to handle lone surrogates that are not kept
     * @param surrogates whether lone surrogates are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and a lone surrogate is not kept
     */
    static Ucs4String of(CharSequence text, MalformedPolicy policy, Surrogates surrogates) {
        return ArrayUcs4.ofUtf16(Objects.requireNonNull(text, "text").toString(), policy, surrogates);
    }

    /**
     * Returns the text of UTF-8 bytes. Except for surrogates that are kept, malformed text is detected and replaced as
     * by {@code new String(bytes, UTF_8)}.
     *
     * @param bytes the UTF-8 bytes
     * @param policy how to handle malformed text
     * @param surrogates whether surrogates, of three bytes each, are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    static Ucs4String ofUtf8(byte[] bytes, MalformedPolicy policy, Surrogates surrogates) {
        Objects.requireNonNull(bytes, "bytes");
        return ArrayUcs4.ofUtf8(RegionStrings.chosen(), bytes, policy, surrogates);
    }

    /**
     * Returns the text of UTF-32 units. A byte order mark is text.
     *
     * @param units the units
     * @param policy how to handle units above U+10FFFF and surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return a copy
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    static Ucs4String ofUtf32(int[] units, MalformedPolicy policy, Surrogates surrogates) {
        return ArrayUcs4.ofUtf32(Objects.requireNonNull(units, "units").clone(), policy, surrogates);
    }

    /**
     * Returns the text with the given units, which may have any value.
     *
     * @param units the units
     * @return a copy
     * @throws NullPointerException if {@code units} is null
     */
    static Ucs4String ofUnits(int... units) {
        return new ArrayUcs4(Objects.requireNonNull(units, "units").clone());
    }

    /**
     * Returns a view of the text in a buffer.
     *
     * @param buffer units of 4 bytes, little-endian, from index 0 to the current limit, at any alignment; its position
     *     and order are not used, and later changes of its position, limit and order have no effect
     * @return a view
     * @throws NullPointerException if {@code buffer} is null
     * @throws IllegalArgumentException if the limit is not a multiple of 4 bytes
     */
    static Ucs4String wrap(ByteBuffer buffer) {
        return BufferUcs4.of(buffer);
    }

    /**
     * Returns the number of code points.
     *
     * @return how many
     */
    int codePointCount();

    /**
     * Returns the code point at an index, in constant time.
     *
     * @param index the index of the code point
     * @return the unit, which may have any value
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= codePointCount()}
     */
    int codePointAt(int index);

    /**
     * Returns a part of the text, as a view.
     *
     * @param from the index of the first code point of the part
     * @param to the index after the last code point of the part
     * @return the part
     * @throws IndexOutOfBoundsException if {@code from < 0}, {@code from > to} or {@code to > codePointCount()}
     */
    Ucs4String slice(int from, int to);

    /**
     * Returns the index of the first occurrence of a text. The empty text occurs at every index up to
     * {@code codePointCount()}.
     *
     * <p>Cost: one pass; in the worst case, proportional to the product of both lengths.
     *
     * @param part the text to find
     * @param from the index at which the search starts
     * @return the index, or -1 if there is no occurrence at or after {@code from}
     * @throws NullPointerException if {@code part} is null
     */
    int indexOf(Ucs4String part, int from);

    /**
     * Compares two texts by code points.
     *
     * @param other another text
     * @return a negative number, 0 or a positive number if this text is less than, equal to or greater than
     *     {@code other}
     */
    @Override
    int compareTo(Ucs4String other);

    /**
     * Returns the text as a string.
     *
     * @param policy how to handle units above U+10FFFF and surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    String toString(MalformedPolicy policy, Surrogates surrogates);

    /**
     * Returns the text as UTF-8.
     *
     * @param policy how to handle units above U+10FFFF and surrogates that are not kept
     * @param surrogates whether surrogates are kept, as three bytes each
     * @return the UTF-8 bytes
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    byte[] toUtf8(MalformedPolicy policy, Surrogates surrogates);

    /**
     * Returns the text as UTF-32. The units are those of this text unless it is malformed.
     *
     * @param policy how to handle units above U+10FFFF and surrogates that are not kept
     * @param surrogates whether surrogates are kept
     * @return the units
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is neither REPLACE nor REPORT
     * @throws MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    int[] toUtf32(MalformedPolicy policy, Surrogates surrogates);

    /** Returns the text as a string, with malformed text replaced by U+FFFD. */
    @Override
    String toString();
}
