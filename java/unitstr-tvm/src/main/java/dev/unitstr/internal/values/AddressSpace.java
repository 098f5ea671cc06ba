package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.ValueMemory;

/**
 * Memory that values refer to by address. All reads and writes through addresses go through this class, and each
 * subclass decides which addresses may be read.
 */
public abstract class AddressSpace implements ValueMemory {
    /** At most this many bytes, such as a slot or a header, are read as words. */
    private static final int FEW_BYTES = 48;

    /** Memory of which nothing may be read. */
    public static final AddressSpace NONE = new AddressSpace() {
        @Override
        protected Spot find(long address, long bytes) {
            throw FormatErrors.address(address, bytes);
        }
    };

    /** Constructor for subclasses. */
    protected AddressSpace() {}

    /**
     * The location of bytes.
     *
     * @param region the memory
     * @param offset the offset of the first byte in {@code region}
     */
    public record Spot(Region region, long offset) {}

    /**
     * Finds bytes.
     *
     * @param address the address of the first byte
     * @param bytes the number of bytes, at least 1
     * @return the location, which has all of the bytes
     * @throws dev.unitstr.tvm.ValueFormatException if any of the bytes may not be read
     */
    protected abstract Spot find(long address, long bytes);

    /**
     * Returns the number of bytes that may be read from an address on, at least 1. Some of them may be unmapped, so
     * read only up to the first zero byte. Throws if the first byte may not be read.
     */
    final long reach(long address) {
        Spot spot = find(address, 1);
        return spot.region().byteSize() - spot.offset();
    }

    static void read(RegionStrings strings, Region region, long offset, byte[] target, int bytes) {
        if (bytes <= FEW_BYTES && bytes % Long.BYTES == 0 && region instanceof WordAccess words) {
            for (int i = 0; i < bytes; i += Long.BYTES) {
                Bits.put(target, i, words.getWord(offset + i));
            }
        } else {
            checkAccess(strings, region, offset, bytes);
            RawBytes.read(strings.binding(), region, offset, target, bytes);
        }
    }

    private static void checkAccess(RegionStrings strings, Region region, long offset, int bytes) {
        if (region.isAddress()) { // an access to other memory checks it
            RegionStrings.checkAccess(strings.binding(), region, offset, bytes);
        }
    }

    static void write(RegionStrings strings, byte[] source, Region region, long offset) {
        checkAccess(strings, region, offset, source.length);
        RawBytes.write(strings.binding(), source, source.length, region, offset);
    }

    /** Returns an address plus a number of bytes. Throws if the sum overflows. */
    static long offset(long address, long bytes) {
        long sum = address + bytes;
        if (Long.compareUnsigned(sum, address) < 0) {
            throw FormatErrors.address(address, bytes);
        }
        return sum;
    }
}
