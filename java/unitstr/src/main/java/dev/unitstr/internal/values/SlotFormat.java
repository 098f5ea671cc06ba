package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the slots of a dialect, with the same checks as {@code rust/unitstr-values/src}. Unused bits are
 * ignored on reading and set to zero on writing.
 */
abstract class SlotFormat {
    final Dialect dialect;

    SlotFormat(Dialect dialect) {
        this.dialect = dialect;
    }

    static SlotFormat of(Dialect dialect) {
        return switch (dialect) {
            case RFC97 -> Rfc97Slots.FORMAT;
            case TVM_FFI -> TvmSlots.FORMAT;
            case MATX -> MatxSlots.FORMAT;
        };
    }

    /** The memory that addresses refer to, and the string operations to read it with. */
    record Reach(AddressSpace memory, RegionStrings strings) {
        byte[] bytes(long address, int bytes) {
            return memory.bytes(strings, address, bytes);
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
            RegionStrings.checkAccess(strings.binding(), spot.region(), 1);
            long bytes = strings.binding()
                    .findZero(spot.region().base(), spot.region().start() + spot.offset(), most, 1);
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
    }

    private static final ArrayRegion EMPTY = new ArrayRegion(new byte[0]);

    /** Returns the number of inline bytes of a slot of a given size. */
    abstract int room(long slotBytes);

    /** Returns the offset of the type code. */
    int codeAt() {
        return 0;
    }

    abstract Tag read(byte[] slot);

    /** Writes all bytes of a slot, or throws before it writes any. */
    abstract void write(byte[] slot, Tag tag);

    abstract boolean owns(byte[] slot);

    /** Returns the text that a value is or refers to; null if it is another value. */
    abstract @Nullable TextPlace text(Reach reach, Tag tag);

    /** Returns the number, bool or handle that a value is or that its box contains; null if it is another value. */
    @Nullable
    Tag plain(Reach reach, Tag tag) {
        return switch (tag.kind) {
            case INT, FLOAT, BOOL, HANDLE -> tag;
            default -> null;
        };
    }

    /** Returns the kind of a value in the public API. */
    abstract ValueKind kind(Reach reach, Tag tag);

    /** Returns the type code of an object, which is read from its header. */
    abstract int objectCode(Reach reach, Tag tag);

    static TextPlace inline(Tag tag) {
        return new TextPlace(tag.kind.value, new ArrayRegion(tag.bytes), tag.at, tag.length, true);
    }

    /** Returns a length from a slot or an object. Throws if a Java array cannot have it. */
    static long size(long units, long offset, long address) {
        if (units < 0 || units > Integer.MAX_VALUE) {
            throw FormatErrors.length(offset, address, units, Integer.MAX_VALUE);
        }
        return units;
    }

    /** Returns a length of inline text, in units. Throws if it exceeds the limit. */
    static int small(int units, int at, int limit) {
        if (units < 0 || units > limit) {
            throw FormatErrors.length(at, 0, units, limit);
        }
        return units;
    }

    static void zero(byte[] slot) {
        java.util.Arrays.fill(slot, (byte) 0);
    }

    /** Writes an inline text after its code and length. */
    static void writeText(byte[] slot, int code, Tag tag, int room) {
        if (tag.length > room) {
            throw FormatErrors.tooLong(8, tag.length, room);
        }
        byte[] text = java.util.Arrays.copyOfRange(tag.bytes, tag.at, tag.at + tag.length);
        zero(slot);
        Bits.put(slot, 0, code);
        Bits.put(slot, 4, text.length);
        System.arraycopy(text, 0, slot, 8, text.length);
    }

    ValueFormatException notHere(Tag tag) {
        return FormatErrors.notHere(dialect, tag);
    }
}
