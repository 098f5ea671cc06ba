package dev.unitstr;

import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.Spans;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The places of many strings in one memory: for each string its offset, in bytes from the start of the memory, and its
 * length. The methods {@code getStrings} and {@code getSomeStrings} of {@link BufferStrings} and
 * {@code dev.unitstr.ffm.SegmentStrings} read the strings; their callers pass the memory and the charset. Places from
 * {@code ofOffsets} are also a table that {@code copyStrings} writes.
 *
 * <pre>{@code
 * // Arrow without nulls: the bytes of all strings, and n + 1 offsets into them
 * String[] column = BufferStrings.getStrings(values, StringSpans.ofOffsets(offsets, 0, 4, n), StandardCharsets.UTF_8);
 *
 * // struct { int32_t id; char name[28]; } people[n]
 * StringSpans names = StringSpans.ofTerminatedFields(4, 28, 32, n);
 * }</pre>
 *
 * <p>Creating an instance copies nothing. The arrays and the memory are read, and each place is checked, when strings
 * are read. If another thread writes them meanwhile, the result is some strings or an exception, never an access
 * outside the memory. Numbers in memory are in native byte order, at any alignment.
 *
 * <p>{@code dev.unitstr.ffm.SegmentSpans} has methods for memory segments. This interface is not intended to be
 * implemented by user code: methods accept only instances created by this interface and by {@code SegmentSpans}.
 *
 * @since 0.1.0
 */
public interface StringSpans {
    /**
     * Returns the number of strings.
     *
     * @return how many
     */
    long count();

    /**
     * Returns the places of strings from arrays of offsets and lengths.
     *
     * @param offsets the start of each string, in bytes from the start of the memory
     * @param units the length of each string, in code units of the charset
     * @return the places
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code offsets.length != units.length}
     */
    static StringSpans of(long[] offsets, long[] units) {
        return new Spans.Arrays(offsets, units);
    }

    /**
     * Returns the places of adjacent strings: each starts at the end of the previous one.
     *
     * @param offsets the start of each string and the end of the last, in bytes from the start of the memory: one more
     *     element than there are strings; may be empty if there are no strings
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     */
    static StringSpans ofOffsets(int[] offsets) {
        return new Offsets.InArray(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * Returns the places of adjacent strings: each starts at the end of the previous one.
     *
     * @param offsets the start of each string and the end of the last, in bytes from the start of the memory: one more
     *     element than there are strings; may be empty if there are no strings
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     */
    static StringSpans ofOffsets(long[] offsets) {
        return new Offsets.InArray(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * Returns the places of adjacent strings from offsets in a buffer: {@code int32_t offsets[count + 1]}, or the same
     * with {@code int64_t}. Later changes of the limit of {@code offsets} have no effect on them.
     *
     * @param offsets the start of each string and the end of the last, in bytes from the start of the memory that holds
     *     the strings
     * @param index the index of the first entry, in bytes from the start of {@code offsets}
     * @param entryBytes the size of an entry, in bytes: 4 or 8
     * @param count the number of strings; there must be {@code count + 1} entries, or none if {@code count} is 0
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8, or {@code count < 0}
     * @throws IndexOutOfBoundsException if an entry is not within {@code offsets}
     */
    static StringSpans ofOffsets(ByteBuffer offsets, int index, int entryBytes, int count) {
        return new Offsets.InMemory(
                new BufferRegion(Objects.requireNonNull(offsets, "offsets").duplicate()), index, entryBytes, count);
    }

    /**
     * Returns the places of adjacent strings from offsets at an address. Behaves as
     * {@link #ofOffsets(ByteBuffer, int, int, int)}.
     *
     * @param entries the memory of the entries, which must stay mapped while strings are read
     * @param offset the offset of the first entry, in bytes from the start of {@code entries}
     * @param entryBytes the size of an entry, in bytes: 4 or 8
     * @param count the number of strings; there must be {@code count + 1} entries, or none if {@code count} is 0
     * @return the places
     * @throws NullPointerException if {@code entries} is null
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8, {@code count < 0}, or the address is below
     *     4096 and {@code count > 0}
     * @throws IndexOutOfBoundsException if an entry is not within the memory
     */
    static StringSpans ofOffsets(NativeMemory entries, long offset, int entryBytes, long count) {
        Region region = BufferTexts.region(Objects.requireNonNull(entries, "entries"));
        return new Offsets.InMemory(region, offset, entryBytes, count);
    }

    /**
     * Returns the places of fields of equal size and distance. All units of a field are text, including zero units.
     *
     * @param offset the offset of the first field, in bytes from the start of the memory
     * @param fieldUnits the size of a field, in code units of the charset
     * @param strideBytes the distance between the starts of adjacent fields, in bytes: the size of the struct, or of
     *     the field if there is no other member
     * @param count the number of fields
     * @return the places
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, {@code strideBytes < 1} or {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    static StringSpans ofFields(long offset, long fieldUnits, long strideBytes, long count) {
        return new Spans.Fields(offset, fieldUnits, strideBytes, count, Spans.FieldEnd.FIELD);
    }

    /**
     * Returns the places of fields of equal size and distance, such as {@code char name[32]} padded with NULs. The text
     * of a field ends before the first zero unit, or at the end of the field if there is none, as in
     * {@code getStringTerminated} with a maximum.
     *
     * @param offset the offset of the first field, in bytes from the start of the memory
     * @param fieldUnits the size of a field, in code units of the charset
     * @param strideBytes the distance between the starts of adjacent fields, in bytes: the size of the struct, or of
     *     the field if there is no other member
     * @param count the number of fields
     * @return the places
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, {@code strideBytes < 1} or {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    static StringSpans ofTerminatedFields(long offset, long fieldUnits, long strideBytes, long count) {
        return new Spans.Fields(offset, fieldUnits, strideBytes, count, Spans.FieldEnd.ZERO);
    }

    /**
     * Returns the places of fields of equal size and distance that are padded with blanks, such as those of a record in
     * COBOL. The text of a field ends before the blanks at its end, as in {@code getStringPadded}.
     *
     * @param offset the offset of the first field, in bytes from the start of the memory
     * @param fieldUnits the size of a field, in code units of the charset
     * @param strideBytes the distance between the starts of adjacent fields, in bytes: the size of the record
     * @param count the number of fields
     * @return the places
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, {@code strideBytes < 1} or {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    static StringSpans ofPaddedFields(long offset, long fieldUnits, long strideBytes, long count) {
        return new Spans.Fields(offset, fieldUnits, strideBytes, count, Spans.FieldEnd.BLANKS);
    }

    /**
     * Returns the places of strings that structs in a buffer point to:
     * {@code struct { const char *text; size_t length; }}. The structs may have other members.
     *
     * <p>A pointer is an address of 8 bytes. It must point into the memory from which the strings are read, which must
     * therefore have a known address: a native segment, or {@link NativeMemory}.
     * The address of a buffer is not known in Java. A null pointer yields a null element; its length is ignored. Later
     * changes of the limit of {@code structs} have no effect.
     *
     * @param structs the array of structs
     * @param index the index of the first struct, in bytes from the start of {@code structs}
     * @param pointerAt the offset of the pointer in a struct, in bytes
     * @param lengthAt the offset of the length in a struct, in bytes
     * @param length the form of the length, such as {@code LengthPrefix.ofUnits(4, ByteOrder.nativeOrder())} for a
     *     {@code uint32_t}; no varint
     * @param strideBytes the size of a struct, in bytes
     * @param count the number of structs
     * @return the places
     * @throws NullPointerException if {@code structs} or {@code length} is null
     * @throws IllegalArgumentException if {@code length} is a varint, {@code pointerAt} or {@code lengthAt}
     *     is not within a struct, or {@code count < 0}
     * @throws IndexOutOfBoundsException if a struct is not within {@code structs}
     */
    static StringSpans ofPointers(
            ByteBuffer structs,
            int index,
            int pointerAt,
            int lengthAt,
            LengthPrefix length,
            int strideBytes,
            int count) {
        return new Spans.Pointers(
                new BufferRegion(Objects.requireNonNull(structs, "structs").duplicate()),
                index,
                pointerAt,
                lengthAt,
                length,
                strideBytes,
                count);
    }

    /**
     * Returns the places of strings that structs at an address point to. Behaves as
     * {@link #ofPointers(ByteBuffer, int, int, int, LengthPrefix, int, int)}.
     *
     * @param structs the memory of the structs, which must stay mapped while strings are read
     * @param offset the offset of the first struct, in bytes from the start of {@code structs}
     * @param pointerAt the offset of the pointer in a struct, in bytes
     * @param lengthAt the offset of the length in a struct, in bytes
     * @param length the form of the length, such as {@code LengthPrefix.ofUnits(4, ByteOrder.nativeOrder())} for a
     *     {@code uint32_t}; no varint
     * @param strideBytes the size of a struct, in bytes
     * @param count the number of structs
     * @return the places
     * @throws NullPointerException if {@code structs} or {@code length} is null
     * @throws IllegalArgumentException if {@code length} is a varint, {@code pointerAt} or {@code lengthAt}
     *     is not within a struct, {@code count < 0}, or the address is below 4096 and {@code count > 0}
     * @throws IndexOutOfBoundsException if a struct is not within the memory
     */
    static StringSpans ofPointers(
            NativeMemory structs,
            long offset,
            long pointerAt,
            long lengthAt,
            LengthPrefix length,
            long strideBytes,
            long count) {
        Region region = BufferTexts.region(Objects.requireNonNull(structs, "structs"));
        return new Spans.Pointers(region, offset, pointerAt, lengthAt, length, strideBytes, count);
    }
}
