package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;

/** All memory of the process. */
public final class LiveMemory extends AddressSpace {
    /** The lowest address that may be read. */
    public static final long LEAST = AddressRegion.LEAST_ADDRESS;

    /** All memory, with an unlimited lifetime. */
    public static final LiveMemory ALL = new LiveMemory(new AddressRegion(LEAST, Long.MAX_VALUE - LEAST));

    private final Region everything;

    /**
     * Constructs the memory from a region.
     *
     * @param everything a region from the address {@link #LEAST} to {@link Long#MAX_VALUE}
     */
    public LiveMemory(Region everything) {
        this.everything = everything;
    }

    @Override
    protected Spot find(long address, long bytes) {
        if (address < LEAST || bytes > Long.MAX_VALUE - address) {
            throw FormatErrors.address(address, bytes);
        }
        return new Spot(everything, address - LEAST);
    }
}
