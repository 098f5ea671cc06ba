package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Memory for objects: blocks that are allocated one after another. Only these blocks may be read. */
public final class GrowingMemory extends AddressSpace {
    /**
     * The made-up address of the next block on the Java heap: above all addresses of a process on known machines, and
     * too low to overflow. No two blocks have the same address.
     */
    private static final AtomicLong NEXT_ON_HEAP = new AtomicLong(1L << 60);

    private static final int GAP = 4096;

    private final NavigableMap<Long, Region> blocks = new ConcurrentSkipListMap<>();
    private final LongFunction<BlockMemory.Block> allocator;

    /**
     * Constructs memory without blocks.
     *
     * @param allocator allocates a block of a size in bytes: zeroed memory, aligned to 16 bytes
     */
    public GrowingMemory(LongFunction<BlockMemory.Block> allocator) {
        this.allocator = allocator;
    }

    /** Creates memory on the Java heap. */
    static GrowingMemory onHeap() {
        return new GrowingMemory(bytes -> {
            if (bytes > Integer.MAX_VALUE - 16) {
                throw new OutOfMemoryError(bytes + " bytes in one block of Java's heap");
            }
            long address = NEXT_ON_HEAP.getAndAdd((bytes + GAP + 15) & -16L);
            return new BlockMemory.Block(address, new BufferRegion(ByteBuffer.allocate((int) bytes)));
        });
    }

    /**
     * Creates memory that native code allocates.
     *
     * @param ends receives for each block the action that frees it; use no address of the block after that
     */
    static GrowingMemory ofNative(ValueCalls calls, List<Runnable> ends) {
        return new GrowingMemory(bytes -> {
            if (bytes > Integer.MAX_VALUE) {
                throw new OutOfMemoryError(
                        "a list of " + bytes + " bytes exceeds the maximum size of a block of memory");
            }
            ValueCalls.Block block = calls.allocate((int) bytes);
            ends.add(block.end());
            Region region = calls.everything().part(block.address() - LiveMemory.LEAST, bytes);
            return new BlockMemory.Block(block.address(), region);
        });
    }

    /** Allocates a block of zeroed memory, aligned to 16 bytes, which may be read from now on. */
    BlockMemory.Block allocate(long bytes) {
        BlockMemory.Block block = allocator.apply(bytes);
        add(block);
        return block;
    }

    /** Allows reads of a block that was allocated elsewhere. */
    void add(BlockMemory.Block block) {
        blocks.put(block.address(), block.region());
    }

    @Override
    protected Spot find(long address, long bytes) {
        Map.Entry<Long, Region> block = blocks.floorEntry(address);
        long at = block == null ? 0 : address - block.getKey();
        if (block == null || bytes > block.getValue().byteSize() - at) {
            throw FormatErrors.address(address, bytes);
        }
        return new Spot(block.getValue(), at);
    }
}
