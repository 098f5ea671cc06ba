package dev.unitstr.internal.memory;

import org.jspecify.annotations.Nullable;

/** An address with a capacity. Only native code can access the memory. */
public class AddressRegion extends Region {
    private final long address;
    private final long capacityBytes;

    /**
     * Creates a region. The caller has checked the range, as {@link dev.unitstr.NativeMemory#of} does.
     *
     * @param address the address of the memory
     * @param capacityBytes the size of the memory, in bytes; {@link Long#MAX_VALUE} denotes all memory up to the last
     *     address
     */
    public AddressRegion(long address, long capacityBytes) {
        this.address = address;
        this.capacityBytes = capacityBytes == Long.MAX_VALUE ? Long.MAX_VALUE - Math.max(address, 0) : capacityBytes;
    }

    @Override
    public final @Nullable Object base() {
        return null;
    }

    @Override
    public final long start() {
        return address;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long byteSize() {
        return capacityBytes;
    }

    @Override
    public AddressRegion part(long offset, long bytes) {
        return new AddressRegion(address + offset, bytes);
    }

    @Override
    public final long leastOffset() {
        return leastOffset(address);
    }

    /**
     * Returns the lowest offset that may be accessed in memory at an address.
     *
     * @param address the address of the memory
     * @return the offset of {@link #LEAST_ADDRESS}, or 0 if the memory begins there or later
     */
    public static long leastOffset(long address) {
        return address < 0 ? Long.MAX_VALUE : Math.max(0, LEAST_ADDRESS - address);
    }

    @Override
    public void checkWritable() {}

    /** Does nothing: the caller is responsible for the lifetime of the memory. */
    @Override
    public void checkAccess() {}
}
