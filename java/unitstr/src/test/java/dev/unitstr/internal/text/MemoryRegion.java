package dev.unitstr.internal.text;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import java.util.Arrays;

/** A region that is an array, and counts and records what is asked of it. */
final class MemoryRegion extends Region {
    final byte[] memory;
    boolean readOnly;
    boolean closed;
    /** Runs before each access to bytes. */
    Runnable before = () -> {};

    MemoryRegion(byte[] memory) {
        this.memory = memory;
    }

    static MemoryRegion filled(int bytes) {
        byte[] memory = new byte[bytes];
        Arrays.fill(memory, (byte) 0x55);
        return new MemoryRegion(memory);
    }

    @Override
    public long byteSize() {
        return memory.length;
    }

    @Override
    public void checkWritable() {
        if (readOnly) {
            throw new IllegalArgumentException("read-only");
        }
    }

    @Override
    public void checkAccess() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        checkAccess();
        before.run();
        System.arraycopy(memory, (int) offset, target, targetIndex, bytes);
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        checkAccess();
        before.run();
        System.arraycopy(source, 0, memory, (int) offset, bytes);
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        checkAccess();
        return new ArrayRegion(memory).findZero(offset, maxUnits, unitSize);
    }
}
