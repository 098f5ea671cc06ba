package dev.unitstr.internal.memory;

/** An address with a capacity. Only native code can access the memory; a binding passes it {@link #address()}. */
public class AddressRegion extends Region implements AddressSource {
    /** The lowest address that can be mapped. A smaller number is not an address. */
    public static final long LEAST_ADDRESS = 4096;

    private final long address;
    private final long capacityBytes;

    /**
     * Creates a region without checks; {@link #checkRange()} checks the range.
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

    /**
     * Checks that this is a valid range of addresses. On Linux, no address of a process exceeds {@link Long#MAX_VALUE}.
     *
     * @throws IllegalArgumentException if the address or the capacity is negative, or the range extends beyond the last
     *     address
     */
    public final void checkRange() {
        if ((address | capacityBytes | address + capacityBytes) < 0) {
            throw notARange();
        }
    }

    private IllegalArgumentException notARange() {
        if (capacityBytes < 0) {
            return new IllegalArgumentException("capacityBytes is negative: " + capacityBytes);
        }
        return new IllegalArgumentException(
                address < 0
                        ? "address is " + address + ": negative"
                        : "address is " + address + ", for " + capacityBytes + " bytes: more than "
                                + (Long.MAX_VALUE - address) + ", the bytes up to the last address");
    }

    /**
     * Checks the address.
     *
     * @param bytes the number of bytes to read or write
     * @throws IllegalArgumentException if the address is 0 and {@code bytes} is not
     */
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

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        throw unreachable();
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        throw unreachable();
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        throw unreachable();
    }

    private static UnsupportedOperationException unreachable() {
        return new UnsupportedOperationException("plain Java can't reach an address");
    }
}
