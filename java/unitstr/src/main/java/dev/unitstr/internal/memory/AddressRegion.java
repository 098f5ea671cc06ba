package dev.unitstr.internal.memory;

import org.jspecify.annotations.Nullable;

/** An address with a capacity. Only native code can access the memory. */
public class AddressRegion extends Region {
    /** The lowest address that can be mapped. A smaller number is not an address. */
    public static final long LEAST_ADDRESS = 4096;

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
    public final void checkAddress(long bytes) {
        if (address == 0 && bytes != 0) {
            throw new IllegalArgumentException("address is 0, for " + bytes + " bytes");
        }
    }

    @Override
    public void checkWritable() {}

    /** Does nothing: the caller is responsible for the lifetime of the memory. */
    @Override
    public void checkAccess() {}
}
