package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Memory for objects: blocks that are allocated one after another. Only these blocks may be read. */
public abstract class GrowingMemory extends AddressSpace {
    private final NavigableMap<Long, Region> blocks = new ConcurrentSkipListMap<>();

    /** Constructor for subclasses. */
    protected GrowingMemory() {}

    /**
     * Allocates a block.
     *
     * @param bytes the size in bytes
     * @return zeroed memory, aligned to 16 bytes
     */
    protected abstract BlockMemory.Block more(long bytes);

    /**
     * Allocates a block, which may be read from now on.
     *
     * @param bytes the size in bytes
     * @return zeroed memory, aligned to 16 bytes
     */
    final BlockMemory.Block allocate(long bytes) {
        BlockMemory.Block block = more(bytes);
        add(block);
        return block;
    }

    /**
     * Allows reads of a block that was allocated elsewhere.
     *
     * @param block the block
     */
    final void add(BlockMemory.Block block) {
        blocks.put(block.address(), block.region());
    }

    @Override
    protected final Spot find(long address, long bytes) {
        Map.Entry<Long, Region> block = blocks.floorEntry(address);
        if (block == null) {
            throw refused(address, bytes);
        }
        long at = address - block.getKey();
        if (bytes > block.getValue().byteSize() - at) {
            throw refused(address, bytes);
        }
        return new Spot(block.getValue(), at);
    }

    @Override
    protected final long reach(long address) {
        Spot spot = find(address, 1);
        return spot.region().byteSize() - spot.offset();
    }
}
