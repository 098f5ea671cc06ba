package dev.unitstr.ffm;

import dev.unitstr.LengthPrefix;
import dev.unitstr.StringSpans;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.Spans;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Creates {@link StringSpans} from offsets, pointers and lengths in a memory segment, as C interfaces provide them.
 *
 * {@snippet :
 * // Arrow without nulls: the bytes of all strings, and int32_t offsets[n + 1] into them
 * String[] column = SegmentStrings.getStrings(values, SegmentSpans.ofOffsets(offsets, 0, 4, n), StandardCharsets.UTF_8);
 *
 * // struct { const char16_t *text; uint32_t length; uint32_t flags; } cells[n], which point anywhere
 * MemorySegment everywhere = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
 * LengthPrefix uint32 = LengthPrefix.ofUnits(4, ByteOrder.nativeOrder());
 * StringSpans cells = SegmentSpans.ofPointers(structs, 0, 0, 8, uint32, 16, n);
 * String[] texts = SegmentStrings.getStrings(everywhere, cells, UnitCharsets.UTF_16);
 *
 * // UNICODE_STRING names[n] of Windows: USHORT Length, in bytes; USHORT MaximumLength; PWSTR Buffer
 * StringSpans names = SegmentSpans.ofPointers(structs, 0, 8, 0, LengthPrefix.ofBytes(2, ByteOrder.nativeOrder()), 16, n);
 * }
 *
 * @since 0.1.0
 */
public final class SegmentSpans {
    private SegmentSpans() {}

    /**
     * Returns the places of adjacent strings from offsets in a segment: {@code int32_t offsets[count + 1]}, or the same
     * with {@code int64_t}.
     *
     * @param offsets the start of each string and the end of the last, in bytes from the start of the segment that
     *     holds the strings; any alignment, may be read-only
     * @param offset the offset of the first entry, in bytes from the start of {@code offsets}
     * @param entryBytes the size of an entry, in bytes: 4 or 8
     * @param count the number of strings; there must be {@code count + 1} entries, or none if {@code count} is 0
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8, or {@code count < 0}
     * @throws IndexOutOfBoundsException if an entry is not within {@code offsets}
     */
    public static StringSpans ofOffsets(MemorySegment offsets, long offset, int entryBytes, long count) {
        return new Offsets.InMemory(
                new SegmentRegion(Objects.requireNonNull(offsets, "offsets")), offset, entryBytes, count);
    }

    /**
     * Returns the places of strings that structs in a segment point to:
     * {@code struct { const char *text; size_t length; }}. The structs may have other members.
     *
     * <p>A pointer is an address of 8 bytes. It must point into the segment from which the strings are read, which must
     * therefore be native. A caller that trusts the pointers can read from a segment of all memory,
     * {@code MemorySegment.NULL.reinterpret(Long.MAX_VALUE)}. A null pointer yields a null element; its length is
     * ignored.
     *
     * @param structs the array of structs; any alignment, may be read-only
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
     *     is not within a struct, or {@code count < 0}
     * @throws IndexOutOfBoundsException if a struct is not within {@code structs}
     */
    public static StringSpans ofPointers(
            MemorySegment structs,
            long offset,
            long pointerAt,
            long lengthAt,
            LengthPrefix length,
            long strideBytes,
            long count) {
        return new Spans.Pointers(
                new SegmentRegion(Objects.requireNonNull(structs, "structs")),
                offset,
                pointerAt,
                lengthAt,
                length,
                strideBytes,
                count);
    }
}
