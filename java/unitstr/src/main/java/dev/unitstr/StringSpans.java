package dev.unitstr;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.text.Spans;
import java.nio.ByteBuffer;

/**
 * Says where many strings are in one memory: for each its place, in bytes from the start of the memory, and its size.
 * What reads the strings is {@code getStrings} and {@code getSomeStrings} in {@link BufferStrings} and in
 * {@code dev.unitstr.ffm.SegmentStrings}, which are given the memory and the charset.
 *
 * <pre>{@code
 * // Arrow: the bytes of all strings, and n + 1 offsets into them
 * String[] column = BufferStrings.getStrings(values, StringSpans.ofOffsets(offsets, 0, 4, n), StandardCharsets.UTF_8);
 *
 * // struct { int32_t id; char name[28]; } people[n]
 * StringSpans names = StringSpans.ofTerminatedFields(4, 28, 32, n);
 * }</pre>
 *
 * <p>Nothing is copied when one is made: arrays and memory are looked at when strings are read, and each place is
 * checked then. What others write meanwhile gives some strings or an exception, never an access outside the memory.
 * Numbers in memory are in the byte order of this machine, at any alignment.
 *
 * <p>The memory segment forms are in {@code dev.unitstr.ffm.SegmentSpans}. Not to be implemented by others: only those
 * made there and here are accepted.
 *
 * @since 0.1.0
 */
public interface StringSpans {
    /**
     * How many strings there are.
     *
     * @return how many
     */
    long count();

    /**
     * Strings anywhere, whose places are in arrays.
     *
     * @param offsets where each string starts, in bytes from the start of the memory
     * @param units how long each is, in code units of the charset
     * @return the places
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code offsets.length != units.length}
     */
    static StringSpans of(long[] offsets, long[] units) {
        return Spans.arrays(offsets, units);
    }

    /**
     * Strings one after the other: each starts where the one before ends.
     *
     * @param offsets for each string where it starts, in bytes from the start of the memory, and where the last ends:
     *     one more than there are strings; for no string none will do
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     */
    static StringSpans ofOffsets(int[] offsets) {
        return Spans.offsets(offsets);
    }

    /**
     * Strings one after the other: each starts where the one before ends.
     *
     * @param offsets for each string where it starts, in bytes from the start of the memory, and where the last ends:
     *     one more than there are strings; for no string none will do
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     */
    static StringSpans ofOffsets(long[] offsets) {
        return Spans.offsets(offsets);
    }

    /**
     * Strings one after the other, whose places are in a buffer: {@code int32_t offsets[count + 1]} or
     * {@code int64_t}.
     *
     * @param offsets for each string where it starts, in bytes from the start of the memory that holds the strings, and
     *     where the last ends
     * @param index where the first entry is, in bytes from the start of {@code offsets}
     * @param entryBytes the size of an entry: 4 or 8
     * @param count how many strings, one less than entries; for no string no entry is needed
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8, or {@code count < 0}
     * @throws IndexOutOfBoundsException if the entries are not all within {@code offsets}
     */
    static StringSpans ofOffsets(ByteBuffer offsets, int index, int entryBytes, int count) {
        return Spans.offsets(new BufferRegion(offsets), "index", index, entryBytes, count);
    }

    /**
     * Strings one after the other, whose places are at an address; as {@link #ofOffsets(ByteBuffer, int, int, int)}.
     *
     * @param address where memory for the entries starts, which must stay mapped while strings are read
     * @param capacityBytes how much of it there is, in bytes
     * @param offset where the first entry is, in bytes from {@code address}
     * @param entryBytes the size of an entry: 4 or 8
     * @param count how many strings, one less than entries; for no string no entry is needed
     * @return the places
     * @throws IllegalArgumentException if {@code address < 0}, {@code capacityBytes < 0}, the memory would go past the last
     *     address, {@code entryBytes} is neither 4 nor 8, {@code count < 0}, or {@code address == 0} and {@code count > 0}
     * @throws IndexOutOfBoundsException if the entries are not all within the memory
     */
    static StringSpans ofOffsets(long address, long capacityBytes, long offset, int entryBytes, long count) {
        AddressRegion region = new AddressRegion(address, capacityBytes);
        region.checkRange();
        StringSpans spans = Spans.offsets(region, "offset", offset, entryBytes, count);
        region.checkAddress(count == 0 ? 0 : (count + 1) * entryBytes);
        return spans;
    }

    /**
     * Fields of one size, the same distance apart, each full of text: all units of it are, zero units included.
     *
     * @param offset where the first field starts, in bytes from the start of the memory
     * @param fieldUnits the size of a field, in code units of the charset
     * @param strideBytes from the start of a field to that of the next, in bytes: the size of a struct, or of the field
     *     where there is nothing else
     * @param count how many fields
     * @return the places
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, {@code strideBytes < 1} or {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    static StringSpans ofFields(long offset, long fieldUnits, long strideBytes, long count) {
        return Spans.fields(offset, fieldUnits, strideBytes, count, false);
    }

    /**
     * Fields of one size, the same distance apart, such as {@code char name[32]} padded with NULs: the text ends before
     * the first zero unit, or with the field if there is none, as in {@code getStringTerminated} with a maximum.
     *
     * @param offset where the first field starts, in bytes from the start of the memory
     * @param fieldUnits the size of a field, in code units of the charset
     * @param strideBytes from the start of a field to that of the next, in bytes: the size of a struct, or of the field
     *     where there is nothing else
     * @param count how many fields
     * @return the places
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, {@code strideBytes < 1} or {@code count < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0}
     */
    static StringSpans ofTerminatedFields(long offset, long fieldUnits, long strideBytes, long count) {
        return Spans.fields(offset, fieldUnits, strideBytes, count, true);
    }

    /**
     * Strings that structs in a buffer point to: {@code struct { const char *text; size_t length; }}, with whatever
     * else is in it.
     *
     * <p>A pointer is an address of 8 bytes. It has to point into the memory that the strings are read from, which must
     * therefore have an address: a native segment, or the address and capacity forms of {@link BufferStrings}; of a
     * buffer Java does not know it. A null pointer stands for no string: it gives null, whatever the length is.
     *
     * @param structs the structs, one after the other
     * @param index where the first struct starts, in bytes from the start of {@code structs}
     * @param pointerAt where the pointer is in a struct, in bytes
     * @param lengthAt where the length is in a struct, in bytes; it counts code units of the charset
     * @param lengthBytes the size of the length: 4 ({@code uint32_t}) or 8
     * @param strideBytes the size of a struct, in bytes
     * @param count how many structs
     * @return the places
     * @throws NullPointerException if {@code structs} is null
     * @throws IllegalArgumentException if {@code lengthBytes} is neither 4 nor 8, {@code pointerAt} or {@code lengthAt}
     *     does not lie in a struct, or {@code count < 0}
     * @throws IndexOutOfBoundsException if the structs are not all within {@code structs}
     */
    static StringSpans ofPointers(
            ByteBuffer structs, int index, int pointerAt, int lengthAt, int lengthBytes, int strideBytes, int count) {
        return Spans.pointers(
                new BufferRegion(structs), "index", index, pointerAt, lengthAt, lengthBytes, strideBytes, count);
    }

    /**
     * Strings that structs at an address point to; as
     * {@link #ofPointers(ByteBuffer, int, int, int, int, int, int)}.
     *
     * @param address where memory for the structs starts, which must stay mapped while strings are read
     * @param capacityBytes how much of it there is, in bytes
     * @param offset where the first struct starts, in bytes from {@code address}
     * @param pointerAt where the pointer is in a struct, in bytes
     * @param lengthAt where the length is in a struct, in bytes; it counts code units of the charset
     * @param lengthBytes the size of the length: 4 ({@code uint32_t}) or 8
     * @param strideBytes the size of a struct, in bytes
     * @param count how many structs
     * @return the places
     * @throws IllegalArgumentException if {@code address < 0}, {@code capacityBytes < 0}, the memory would go past the last
     *     address, {@code lengthBytes} is neither 4 nor 8, {@code pointerAt} or {@code lengthAt} does not lie in a struct, {@code count < 0}, or {@code address == 0} and
     *     {@code count > 0}
     * @throws IndexOutOfBoundsException if the structs are not all within the memory
     */
    static StringSpans ofPointers(
            long address,
            long capacityBytes,
            long offset,
            long pointerAt,
            long lengthAt,
            int lengthBytes,
            long strideBytes,
            long count) {
        AddressRegion region = new AddressRegion(address, capacityBytes);
        region.checkRange();
        StringSpans spans =
                Spans.pointers(region, "offset", offset, pointerAt, lengthAt, lengthBytes, strideBytes, count);
        region.checkAddress(count * strideBytes);
        return spans;
    }
}
