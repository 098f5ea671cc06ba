package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueKind;

/** The memory that addresses refer to, and the string operations to read it with. */
record Reach(AddressSpace memory, RegionStrings strings) {
    private static final ArrayRegion EMPTY = new ArrayRegion(new byte[0]);

    /** Returns a copy of all of the bytes, for example a slot or part of a header, or throws. */
    byte[] bytes(long address, int bytes) {
        byte[] copy = new byte[bytes];
        if (bytes > 0) {
            AddressSpace.Spot spot = memory.find(address, bytes);
            AddressSpace.read(strings, spot.region(), spot.offset(), copy, bytes);
        }
        return copy;
    }

    /** Writes all of the bytes, or throws. */
    void write(long address, byte[] bytes) {
        if (bytes.length > 0) {
            AddressSpace.Spot spot = memory.find(address, bytes.length);
            AddressSpace.write(strings, bytes, spot.region(), spot.offset());
        }
    }

    /** Reads 8 bytes at an address. */
    long word(long address) {
        return word(memory.find(address, Long.BYTES), 0);
    }

    /** Reads 8 bytes at a location that {@link AddressSpace#find} returned. */
    long word(AddressSpace.Spot spot, long offset) {
        if (spot.region() instanceof WordAccess words) {
            return words.getWord(spot.offset() + offset);
        }
        byte[] word = new byte[Long.BYTES];
        AddressSpace.read(strings, spot.region(), spot.offset() + offset, word, word.length);
        return Bits.i64(word, 0);
    }

    TextPlace text(ValueKind kind, long address, long bytes) {
        if (bytes == 0) {
            return new TextPlace(kind, EMPTY, 0, 0, false);
        }
        AddressSpace.Spot spot = memory.find(address, bytes);
        if (bytes > Integer.MAX_VALUE) {
            throw FormatErrors.length(0, address, bytes, Integer.MAX_VALUE);
        }
        return new TextPlace(kind, spot.region(), spot.offset(), (int) bytes, false);
    }

    TextPlace cString(long address) {
        long most = memory.reach(address);
        AddressSpace.Spot spot = memory.find(address, 1);
        RegionStrings.checkAccess(strings.binding(), spot.region(), spot.offset(), 1);
        long bytes =
                strings.binding().findZero(spot.region().base(), spot.region().start() + spot.offset(), most, 1);
        if (bytes < 0 || bytes >= most) {
            throw FormatErrors.unterminated(address);
        }
        return text(ValueKind.STRING, address, bytes);
    }

    /** Returns the place of the bytes of a {@code {u8* data, u64 size}}. */
    TextPlace byteArray(ValueKind kind, long address) {
        byte[] pair = bytes(address, 16);
        return text(kind, Bits.i64(pair, 0), size(Bits.i64(pair, 8), 8, address));
    }

    /** Returns a length from a slot or an object. Throws if a Java array cannot have it. */
    static long size(long units, long offset, long address) {
        if (units < 0 || units > Integer.MAX_VALUE) {
            throw FormatErrors.length(offset, address, units, Integer.MAX_VALUE);
        }
        return units;
    }
}
