package dev.unitstr.contract.ffm;

import dev.unitstr.contract.SlotKind;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Segments that slots lie in. */
final class SlotKinds {
    static final List<SlotKind> SEGMENTS = List.of(
            SlotKind.of("native", (dialect, slot, memory) -> {
                MemorySegment segment = Arena.ofAuto().allocate(slot.length + 3).asSlice(3);
                segment.copyFrom(MemorySegment.ofArray(slot));
                return SegmentValues.wrapSlot(dialect, segment, memory);
            }),
            SlotKind.of("heap", (dialect, slot, memory) -> {
                MemorySegment segment = MemorySegment.ofArray(new byte[slot.length]);
                MemorySegment.copy(slot, 0, segment, ValueLayout.JAVA_BYTE, 0, slot.length);
                return SegmentValues.wrapSlot(dialect, segment, memory);
            }));

    private SlotKinds() {}
}
