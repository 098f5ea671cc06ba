package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;

/**
 * A field of fixed size that holds text, such as {@code char name[32]}, in a C struct whose layout is known. It does for
 * text what a {@link java.lang.invoke.VarHandle} of the layout does for numbers. In a {@code static final} variable, an
 * access is as fast as a call of {@link SegmentStrings} with the field's offset and size as constants.
 *
 * {@snippet :
 * // struct person { int32_t id; char name[28]; }
 * static final StructLayout PERSON =
 *         structLayout(JAVA_INT.withName("id"), sequenceLayout(28, JAVA_BYTE).withName("name"));
 * static final StringField NAME = StringField.of(PERSON, StandardCharsets.UTF_8, groupElement("name"));
 *
 * NAME.set(person, 0, "Zoë");
 * String name = NAME.get(person, 0);
 * String third = NAME.get(people, 0, 2); // people[2]
 * String[] all = SegmentStrings.getStrings(people, NAME.spans(0, 100), StandardCharsets.UTF_8);
 *
 * // 05 CITY PIC X(20), in EBCDIC, at byte 12 of a record
 * static final StringField CITY = StringField.of(RECORD, Charset.forName("IBM1047"), groupElement("city")).withBlanks();
 * }
 *
 * <p>The text of a field ends before its first zero unit, or at the end of the field if there is none; that of a field
 * {@link #withBlanks} ends before the blanks at its end. Offsets are in bytes, at any alignment. A field must lie in the
 * segment; other members of its struct need not. The struct must hold the text itself: to read text to which a struct
 * points, use {@link SegmentSpans#ofPointers} or read the pointer first.
 *
 * <p>Instances are immutable. Methods throw a {@link NullPointerException} if an argument is null.
 *
 * @since 0.1.0
 */
public sealed interface StringField permits LayoutField {
    /**
     * Returns a field of a layout. Malformed text is replaced as by {@link MalformedPolicy#REPLACE}, and text may fill
     * the whole field, without a terminator.
     *
     * @param layout the layout of the struct, for example one that jextract generated; or the layout of the field, with
     *     an empty path
     * @param charset the charset; determines the size of a unit
     * @param path the path from the layout to the field. To select an element of an array of fields, such as
     *     {@code char names[4][32]}, the path has its index: {@code sequenceElement(2)}
     * @return the field
     * @throws IllegalArgumentException if {@code path} selects no layout, is open ({@code sequenceElement()}) or
     *     dereferences a pointer
     * @throws IllegalArgumentException if the selected layout is not a sequence of one or more integers of the size of a
     *     unit of {@code charset}: {@code JAVA_BYTE}, {@code JAVA_SHORT} or {@code JAVA_CHAR}, or {@code JAVA_INT}.
     *     The byte order of the integers is not compared: that of the text is the one of {@code charset}
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     */
    static StringField of(MemoryLayout layout, Charset charset, MemoryLayout.PathElement... path) {
        return LayoutField.of(layout, charset, path);
    }

    /**
     * Returns the same field, in which {@code set} always leaves the last unit zero. C code that requires a terminator
     * can then read the field.
     *
     * @return the field
     * @throws IllegalStateException if {@code withBlanks} was called
     */
    StringField withTerminator();

    /**
     * Returns the same field, padded with blanks as in COBOL and SQL rather than with zeros: {@code get} leaves out the
     * blanks at the end of the field, and {@code set} fills the rest of the field with blanks and refuses text that does
     * not fit with {@link IndexOutOfBoundsException}. A NUL is text, and there is no terminator.
     *
     * @return the field
     * @throws IllegalStateException if {@code withTerminator} was called
     * @see SegmentStrings#copyPadded(CharSequence, Charset, MemorySegment, long, long, MalformedPolicy)
     */
    StringField withBlanks();

    /**
     * Returns the same field with a policy for malformed text.
     *
     * @param policy how to handle malformed or unmappable text
     * @return the field
     */
    StringField withPolicy(MalformedPolicy policy);

    /**
     * Decodes the field of a struct.
     *
     * @param segment the memory; heap or native, may be read-only
     * @param offset the offset of the struct, in bytes from the start of {@code segment}
     * @return the text
     * @throws IndexOutOfBoundsException if {@code offset < 0}, or the field is not within {@code segment}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if the policy reports an error in the text
     * @see SegmentStrings#getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    String get(MemorySegment segment, long offset);

    /**
     * Decodes the field of a struct in an array of structs. Equivalent to {@code get(segment, offset + index *
     * layout.byteSize())}.
     *
     * @param segment the memory; heap or native, may be read-only
     * @param offset the offset of the array, in bytes from the start of {@code segment}
     * @param index the index of the struct
     * @return the text
     * @throws IndexOutOfBoundsException if {@code offset < 0}, {@code index < 0}, or the field is not within
     *     {@code segment}
     * @see #get(MemorySegment, long)
     */
    String get(MemorySegment segment, long offset, long index);

    /**
     * Writes as many whole characters as fit into the field of a struct, and fills the rest of the field with zeros; or, for
     * a field with blanks, the whole text and blanks.
     * If an error in the text is reported, the text before it may have been written. To write text with a NUL, which would
     * end the text of the field, use {@code SegmentStrings.copyField}.
     *
     * @param segment the memory; heap or native
     * @param offset the offset of the struct, in bytes from the start of {@code segment}
     * @param text the text
     * @return the number of chars read and of units written, not counting zeros; the text was cut if {@code chars()} is
     *     less than its length
     * @throws UnsupportedOperationException if the charset cannot encode, or its encoder is stateful (ISO-2022-JP and
     *     similar)
     * @throws IllegalArgumentException if {@code segment} is read-only, or the part of {@code text} that fits has a NUL
     * @throws IndexOutOfBoundsException if {@code offset < 0}, or the field is not within {@code segment}, or the text does
     *     not fit a field with blanks
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if the policy reports an error in the text that would fit
     * @see SegmentStrings#copyField(CharSequence, Charset, MemorySegment, long, long, boolean, MalformedPolicy)
     */
    Copied set(MemorySegment segment, long offset, CharSequence text);

    /**
     * Writes the field of a struct in an array of structs. Equivalent to {@code set(segment, offset + index *
     * layout.byteSize(), text)}.
     *
     * @param segment the memory; heap or native
     * @param offset the offset of the array, in bytes from the start of {@code segment}
     * @param index the index of the struct
     * @param text the text
     * @return the number of chars read and of units written, not counting zeros
     * @throws IndexOutOfBoundsException if {@code offset < 0}, {@code index < 0}, or the field is not within
     *     {@code segment}
     * @see #set(MemorySegment, long, CharSequence)
     */
    Copied set(MemorySegment segment, long offset, long index, CharSequence text);

    /**
     * Tests whether {@code get} with the same arguments returns a string with the content of a text. Makes no string,
     * except for a field with blanks.
     *
     * @param segment the memory; heap or native, may be read-only
     * @param offset the offset of the struct, in bytes from the start of {@code segment}
     * @param text the text to compare with
     * @return true if it does
     * @throws IndexOutOfBoundsException if {@code offset < 0}, or the field is not within {@code segment}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if the policy reports an error in the text of the field
     */
    boolean contentEquals(MemorySegment segment, long offset, CharSequence text);

    /**
     * Compares the field of a struct in an array of structs. Equivalent to {@code contentEquals(segment, offset + index *
     * layout.byteSize(), text)}.
     *
     * @param segment the memory; heap or native, may be read-only
     * @param offset the offset of the array, in bytes from the start of {@code segment}
     * @param index the index of the struct
     * @param text the text to compare with
     * @return true if {@code get} with the same arguments returns a string with that content
     * @throws IndexOutOfBoundsException if {@code offset < 0}, {@code index < 0}, or the field is not within
     *     {@code segment}
     * @see #contentEquals(MemorySegment, long, CharSequence)
     */
    boolean contentEquals(MemorySegment segment, long offset, long index, CharSequence text);

    /**
     * Returns the places of the fields of all structs in an array, for {@link SegmentStrings#getStrings(MemorySegment,
     * StringSpans, Charset) getStrings} with the charset of this field.
     *
     * @param offset the offset of the array, in bytes from the start of the memory
     * @param count the number of structs
     * @return the places
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    StringSpans spans(long offset, long count);
}
