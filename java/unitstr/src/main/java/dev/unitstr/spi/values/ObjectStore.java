package dev.unitstr.spi.values;

import dev.unitstr.spi.Region;

/** Where objects go that text becomes which does not fit into a slot. */
public interface ObjectStore {
    /**
     * New zeroed native memory, aligned to 16.
     *
     * @param bytes how much
     * @return the memory; its {@link Region#address()} is known
     */
    Region allocate(long bytes);
}
