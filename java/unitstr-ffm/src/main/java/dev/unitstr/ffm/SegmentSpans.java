package dev.unitstr.ffm;

import dev.unitstr.StringSpans;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.text.Spans;
import java.lang.foreign.MemorySegment;

/**
 * The forms of {@link StringSpans} whose numbers are in a memory segment, as a C interface hands them out.
 *
 * {@snippet :
 * // Arrow: the bytes of all strings, and int32_t offsets[n + 1] into them
 * String[] column = SegmentStrings.getStrings(values, SegmentSpans.ofOffsets(offsets, 0, 4, n), StandardCharsets.UTF_8);
 *
 * // struct { const char16_t *text; uint32_t length; uint32_t flags; } cells[n], which point anywhere
 * MemorySegment everywhere = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
 * StringSpans cells = SegmentSpans.ofPointers(structs, 0, 0, 8, 4, 16, n);
 * String[] texts = SegmentStrings.getStrings(everywhere, cells, UnitCharsets.UTF_16);
 * }
 *
 * @since 0.1.0
 */
public final class SegmentSpans {
    private SegmentSpans() {}

    /**
     * Strings one after the other, whose places are in a segment: {@code int32_t offsets[count + 1]} or
     * {@code int64_t}.
     *
     * @param offsets for each string where it starts, in bytes from the start of the segment that holds the strings,
     *     and where the last ends; any alignment, may be read-only
     * @param offset where the first entry is, in bytes from the start of {@code offsets}
     * @param entryBytes the size of an entry: 4 or 8
     * @param count how many strings, one less than entries; for no string no entry is needed
     * @return the places
     * @throws NullPointerException if {@code offsets} is null
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8, or {@code count < 0}
     * @throws IndexOutOfBoundsException if the entries are not all within {@code offsets}
     */
    public static StringSpans ofOffsets(MemorySegment offsets, long offset, int entryBytes, long count) {
        return Spans.offsets(new SegmentRegion(offsets), "offset", offset, entryBytes, count);
    }

    /**
     * Strings that structs in a segment point to: {@code struct { const char *text; size_t length; }}, with whatever
     * else is in it.
     *
     * <p>A pointer is an address of 8 bytes. It has to point into the segment that the strings are read from, which
     * must therefore be native. Who trusts the pointers gives all of memory,
     * {@code MemorySegment.NULL.reinterpret(Long.MAX_VALUE)}. A null pointer stands for no string: it gives null,
     * whatever the length is.
     *
     * @param structs the structs, one after the other; any alignment, may be read-only
     * @param offset where the first struct starts, in bytes from the start of {@code structs}
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
    public static StringSpans ofPointers(
            MemorySegment structs,
            long offset,
            long pointerAt,
            long lengthAt,
            int lengthBytes,
            long strideBytes,
            long count) {
        return Spans.pointers(
                new SegmentRegion(structs), "offset", offset, pointerAt, lengthAt, lengthBytes, strideBytes, count);
    }
}
