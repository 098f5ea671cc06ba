package dev.unitstr.internal;

import dev.unitstr.spi.AddressSource;
import dev.unitstr.spi.NativeAccess;
import dev.unitstr.spi.Region;

/** An address with a capacity. Only native code reaches it: a binding asks for {@link #address()}. */
public class AddressRegion extends Region implements AddressSource {
    private final long address;
    private final long capacityBytes;

    /**
     * Keeps the numbers; checks nothing.
     *
     * @param address where the memory starts
     * @param capacityBytes how much there is
     */
    public AddressRegion(long address, long capacityBytes) {
        this.address = address;
        this.capacityBytes = capacityBytes;
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
     * Checks the capacity.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public final void checkCapacity() {
        if (capacityBytes < 0) {
            throw new IllegalArgumentException("capacityBytes is negative: " + capacityBytes);
        }
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

    /**
     * What plain Java says to an address.
     *
     * @return the exception
     */
    public static UnsupportedOperationException unreachable() {
        return new UnsupportedOperationException(
                "plain Java can't reach an address: unitstr needs its native library and " + NativeAccess.flag());
    }
}
