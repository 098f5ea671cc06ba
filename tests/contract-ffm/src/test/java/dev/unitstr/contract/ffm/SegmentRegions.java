package dev.unitstr.contract.ffm;

import dev.unitstr.contract.Regions;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;

/** Regions that are segments, below the verbs. */
final class SegmentRegions {
    private static final List<Regions.Maker> SEGMENTS = List.of(
            bytes -> segment(Arena.ofAuto().allocate(bytes.length), bytes, false),
            bytes -> segment(Arena.ofAuto().allocate(bytes.length + 3).asSlice(3), bytes, false),
            bytes -> segment(Arena.ofAuto().allocate(bytes.length), bytes, true),
            bytes -> segment(MemorySegment.ofArray(new int[bytes.length / 4]), bytes, false),
            bytes -> segment(MemorySegment.ofArray(new byte[bytes.length]), bytes, true),
            SegmentRegions::closed);

    /** Those, and those that need no segments. */
    static final List<Regions.Maker> MAKERS =
            Stream.concat(Regions.MAKERS.stream(), SEGMENTS.stream()).toList();

    private SegmentRegions() {}

    private static Regions segment(MemorySegment segment, byte[] bytes, boolean readOnly) {
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return new Regions(
                new SegmentRegion(readOnly ? segment.asReadOnly() : segment),
                () -> segment.toArray(ValueLayout.JAVA_BYTE));
    }

    private static Regions closed(byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            return new Regions(new SegmentRegion(arena.allocate(bytes.length)), () -> bytes);
        }
    }
}
