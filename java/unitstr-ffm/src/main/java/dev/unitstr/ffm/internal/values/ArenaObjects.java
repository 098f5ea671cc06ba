package dev.unitstr.ffm.internal.values;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.values.BlockMemory;
import dev.unitstr.internal.values.GrowingMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Objects in an arena. Only these may be read. */
final class ArenaObjects extends GrowingMemory {
    private final Arena arena;

    ArenaObjects(Arena arena) {
        this.arena = arena;
    }

    @Override
    protected BlockMemory.Block more(long bytes) {
        MemorySegment segment = arena.allocate(bytes, 16);
        return new BlockMemory.Block(segment.address(), new SegmentRegion(segment));
    }
}
