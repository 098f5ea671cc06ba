package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.AddressSource;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.ValueMemory;

/** Memory that values refer to by address: one bounded door to it. Whoever extends it decides what may be read. */
public abstract class AddressSpace implements ValueMemory {
    /** So few are read as numbers: a slot, a header. */
    private static final int FEW_BYTES = 48;

    /** Nothing may be read. */
    public static final AddressSpace NONE = new AddressSpace() {
        @Override
        protected Spot find(long address, long bytes) {
            throw FormatErrors.address(address, bytes);
        }

        @Override
        protected long reach(long address) {
            throw FormatErrors.address(address, 1);
        }
    };

    /** For subclasses. */
    protected AddressSpace() {}

    /**
     * Where bytes are.
     *
     * @param region the memory
     * @param offset where they begin in it
     */
    public record Spot(Region region, long offset) {}

    /**
     * Finds bytes.
     *
     * @param address where they begin
     * @param bytes how many, at least 1
     * @return where they are; all of them
     * @throws dev.unitstr.tvm.ValueFormatException if one of them may not be read
     */
    protected abstract Spot find(long address, long bytes);

    /**
     * How far memory goes on.
     *
     * @param address where it begins
     * @return how many bytes may be read from there, at least 1; only as far as no zero byte was found
     * @throws dev.unitstr.tvm.ValueFormatException if the first one may not be read
     */
    protected abstract long reach(long address);

    /**
     * The error of an address that may not be read.
     *
     * @param address where the bytes begin
     * @param bytes how many
     * @return the exception
     */
    protected static RuntimeException refused(long address, long bytes) {
        return FormatErrors.address(address, bytes);
    }

    /** Copies bytes: all, or it throws. */
    final void read(RegionStrings strings, long address, byte[] target, int bytes) {
        if (bytes > 0) {
            Spot spot = find(address, bytes);
            read(strings, spot.region(), spot.offset(), target, bytes);
        }
    }

    static void read(RegionStrings strings, Region region, long offset, byte[] target, int bytes) {
        if (bytes <= FEW_BYTES && bytes % Long.BYTES == 0 && region instanceof WordAccess words) {
            for (int i = 0; i < bytes; i += Long.BYTES) {
                Bits.put(target, i, words.getWord(offset + i));
            }
        } else if (region instanceof AddressSource) {
            RegionStrings.checkAccess(strings.binding(), region, bytes);
            RawBytes.read(strings.binding(), region, offset, target, bytes);
        } else {
            region.copyOut(offset, target, bytes);
        }
    }

    static void write(RegionStrings strings, byte[] source, Region region, long offset) {
        if (region instanceof AddressSource) {
            RegionStrings.checkAccess(strings.binding(), region, source.length);
            RawBytes.write(strings.binding(), source, source.length, region, offset);
        } else {
            region.copyIn(source, offset, source.length);
        }
    }

    /** Writes bytes: all, or it throws. */
    final void write(RegionStrings strings, long address, byte[] source) {
        if (source.length > 0) {
            Spot spot = find(address, source.length);
            write(strings, source, spot.region(), spot.offset());
        }
    }

    /** Bytes at an address: a slot, a part of a header. */
    final byte[] bytes(RegionStrings strings, long address, int bytes) {
        byte[] copy = new byte[bytes];
        read(strings, address, copy, bytes);
        return copy;
    }

    /** The address so many bytes further on. */
    static long offset(long address, long bytes) {
        long sum = address + bytes;
        if (Long.compareUnsigned(sum, address) < 0) {
            throw FormatErrors.address(address, bytes);
        }
        return sum;
    }
}
