package dev.unitstr.internal.values;

/** Where objects go: text that does not fit into a slot, lists. */
public interface ObjectStore {
    /**
     * New zeroed memory, aligned to 16.
     *
     * @param bytes how much
     * @return the memory, and its address
     */
    BlockMemory.Block allocate(long bytes);
}
