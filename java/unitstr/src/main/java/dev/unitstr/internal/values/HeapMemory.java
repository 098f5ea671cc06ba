package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.BufferRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory on the Java heap, at made-up addresses: each block has a different address, and none is an address of the
 * process.
 */
final class HeapMemory extends GrowingMemory {
    /** The next address: above all addresses of a process on known machines, and too low to overflow. */
    private static final AtomicLong NEXT = new AtomicLong(1L << 60);

    private static final int GAP = 4096;

    @Override
    protected BlockMemory.Block more(long bytes) {
        if (bytes > Integer.MAX_VALUE - 16) {
            throw new OutOfMemoryError(bytes + " bytes in one block of Java's heap");
        }
        long address = NEXT.getAndAdd((bytes + GAP + 15) & -16L);
        return new BlockMemory.Block(address, new BufferRegion(ByteBuffer.allocate((int) bytes)));
    }
}
