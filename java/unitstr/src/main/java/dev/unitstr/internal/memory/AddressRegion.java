package dev.unitstr.internal.memory;

/** An address with a capacity. Only native code reaches it: a binding asks for {@link #address()}. */
public class AddressRegion extends Region implements AddressSource {
    /** Below this address, nothing is ever mapped: small numbers are no addresses. */
    public static final long LEAST_ADDRESS = 4096;

    private final long address;
    private final long capacityBytes;

    /**
     * Keeps the numbers; {@link #checkRange()} checks them.
     *
     * @param address where the memory starts
     * @param capacityBytes how much there is; {@link Long#MAX_VALUE} stands for all of it up to the last address
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
     * Checks that this is a range of addresses: Linux gives no process an address above {@link Long#MAX_VALUE}.
     *
     * @throws IllegalArgumentException if the address or the capacity is negative, or the range goes past the last address
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
     * @param bytes how much is to be read or written
     * @throws IllegalArgumentException if it is 0 and there is something to read or write
     */
    public final void checkAddress(long bytes) {
        if (address == 0 && bytes != 0) {
            throw new IllegalArgumentException("address is 0, for " + bytes + " bytes");
        }
    }

    @Override
    public void checkWritable() {}

    /** Does nothing: whether the memory is there, only the caller knows. */
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
