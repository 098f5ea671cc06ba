package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.BufferRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Memory of Java's, at addresses that are made up: no two blocks have the same, and none is one of the process. */
final class HeapMemory extends GrowingMemory {
    /** Above all that a process may have on machines that are known, and far from overflowing. */
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
