package dev.unitstr.ffm.internal;

import dev.unitstr.spi.values.BlockMemory;
import dev.unitstr.spi.values.GrowingMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Objects in an arena: these, and nothing else, may be read again. */
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
