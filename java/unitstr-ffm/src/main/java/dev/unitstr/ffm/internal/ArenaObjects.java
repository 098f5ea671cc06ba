package dev.unitstr.ffm.internal;

import dev.unitstr.spi.Region;
import dev.unitstr.spi.values.Memory;
import dev.unitstr.spi.values.ObjectStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in an arena: these, and nothing else, may be read again. */
final class ArenaObjects extends Memory implements ObjectStore {
    private final Arena arena;
    private final NavigableMap<Long, SegmentRegion> objects = new ConcurrentSkipListMap<>();

    ArenaObjects(Arena arena) {
        this.arena = arena;
    }

    @Override
    public Region allocate(long bytes) {
        MemorySegment segment = arena.allocate(bytes, 16);
        SegmentRegion region = new SegmentRegion(segment);
        objects.put(segment.address(), region);
        return region;
    }

    @Override
    protected Spot find(long address, long bytes) {
        Map.Entry<Long, SegmentRegion> object = objects.floorEntry(address);
        if (object == null) {
            throw refused(address, bytes);
        }
        long at = address - object.getKey();
        if (bytes > object.getValue().byteSize() - at) {
            throw refused(address, bytes);
        }
        return new Spot(object.getValue(), at);
    }

    @Override
    protected long reach(long address) {
        Spot spot = find(address, 1);
        return spot.region().byteSize() - spot.offset();
    }
}
