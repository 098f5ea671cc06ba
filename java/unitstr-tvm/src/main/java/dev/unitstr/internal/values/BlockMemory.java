package dev.unitstr.internal.values;

import dev.unitstr.NativeMemory;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Blocks of memory at given addresses. Memory between them may not be read. */
public final class BlockMemory extends AddressSpace {
    private final long[] starts;
    private final Region[] regions;

    /**
     * A block.
     *
     * @param address the address of the first byte
     * @param region the memory of the block
     */
    public record Block(long address, Region region) {}

    /**
     * Constructs a memory of blocks in any order. Empty blocks are omitted.
     *
     * @param blocks the blocks
     * @throws IllegalArgumentException if two overlap
     */
    public BlockMemory(List<Block> blocks) {
        List<Block> sorted = blocks.stream()
                .filter(block -> block.region().byteSize() > 0)
                .sorted(Comparator.comparingLong(Block::address))
                .toList();
        starts = sorted.stream().mapToLong(Block::address).toArray();
        regions = sorted.stream().map(Block::region).toArray(Region[]::new);
        for (int i = 1; i < starts.length; i++) {
            if (starts[i] - starts[i - 1] < regions[i - 1].byteSize()) {
                throw new IllegalArgumentException("the blocks at 0x" + Long.toHexString(starts[i - 1]) + " and 0x"
                        + Long.toHexString(starts[i]) + " overlap");
            }
        }
    }

    /**
     * Returns a memory with the contents of a dump.
     *
     * @param blocks the contents of each block, by address
     * @return the memory
     */
    public static BlockMemory image(Map<Long, ByteBuffer> blocks) {
        List<Block> all = new ArrayList<>();
        Objects.requireNonNull(blocks, "blocks").forEach((address, content) -> {
            checkStart(Objects.requireNonNull(address, "address"), 1);
            NativeMemory.of(address, Objects.requireNonNull(content, "content").limit()); // checks the range
            all.add(new Block(address, new BufferRegion(content)));
        });
        return new BlockMemory(all);
    }

    /**
     * Returns a memory that consists of ranges of live memory.
     *
     * @param startsAndEnds two addresses for each range: its start, and its end (exclusive)
     * @return the memory
     */
    public static BlockMemory ranges(long... startsAndEnds) {
        Objects.requireNonNull(startsAndEnds, "startsAndEnds");
        if (startsAndEnds.length % 2 != 0) {
            throw new IllegalArgumentException("startsAndEnds has " + startsAndEnds.length + " elements: not pairs");
        }
        List<Block> all = new ArrayList<>();
        for (int i = 0; i < startsAndEnds.length; i += 2) {
            long start = startsAndEnds[i];
            long end = startsAndEnds[i + 1];
            checkStart(start, LiveMemory.LEAST);
            if (start > end) {
                throw new IllegalArgumentException("the range from 0x" + Long.toHexString(start) + " to 0x"
                        + Long.toHexString(end) + " ends before it starts");
            }
            all.add(new Block(start, new AddressRegion(start, end - start)));
        }
        return new BlockMemory(all);
    }

    private static void checkStart(long address, long least) {
        if (address < least) {
            throw new IllegalArgumentException(
                    "the address 0x" + Long.toHexString(address) + " is not a valid address");
        }
    }

    @Override
    protected Spot find(long address, long bytes) {
        int found = Arrays.binarySearch(starts, address);
        int block = found >= 0 ? found : -found - 2; // the last one that starts at or below the address
        long at = block < 0 ? 0 : address - starts[block];
        if (block < 0 || bytes > regions[block].byteSize() - at) {
            throw FormatErrors.address(address, bytes);
        }
        return new Spot(regions[block], at);
    }
}
