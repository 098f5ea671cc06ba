package dev.unitstr.internal.columns;

import dev.unitstr.internal.memory.Region;

/** In place of memory that is copied: stores what would be copied, for one native call that copies all of it. */
final class Runs extends Region {
    private final Region memory;
    private final long[] pairs;
    private int count;

    /**
     * Creates an empty list.
     *
     * @param memory the memory
     * @param pairs receives the offset and the size of each copy, in bytes
     */
    Runs(Region memory, long[] pairs) {
        this.memory = memory;
        this.pairs = pairs;
    }

    /** Returns the number of copies. */
    int count() {
        return count;
    }

    @Override
    public long byteSize() {
        return memory.byteSize();
    }

    @Override
    public void checkWritable() {
        memory.checkWritable();
    }

    @Override
    public void checkAccess() {
        memory.checkAccess();
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        if (bytes > 0) {
            pairs[2 * count] = offset;
            pairs[2 * count + 1] = bytes;
            count++;
        }
    }
}
