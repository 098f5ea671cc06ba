package dev.unitstr.internal.values;

/** Memory for objects: text that does not fit into a slot, and lists. */
public interface ObjectStore {
    /**
     * Allocates zeroed memory, aligned to 16 bytes.
     *
     * @param bytes the size in bytes
     * @return the memory, and its address
     */
    BlockMemory.Block allocate(long bytes);
}
