package dev.unitstr.internal.values;

import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;

/**
 * Creates objects for text and numbers in memory of an arena. Their reference counts never free them. 16 zero bytes
 * precede each object, which libtvm_ffi calls an allocation header.
 */
final class Boxes {
    private static final int HEAD = 16;
    private static final int TVM_TEXT = 40;

    private Boxes() {}

    private static final int BOX = 24;

    /** Returns the address of a new RFC 97 box for an int, a float, a bool or a handle. */
    static long box(Tag plain, GrowingMemory store, RegionStrings strings) {
        BlockMemory.Block block = store.allocate(HEAD + BOX);
        byte[] object = new byte[BOX];
        Bits.put(object, 0, Rfc97Slots.INT_BOX + Rfc97Slots.BOXES.indexOf(plain.kind));
        Bits.put(object, 4, Rfc97Slots.IMMORTAL);
        Bits.put(object, Rfc97Slots.BOX_VALUE, plain.word);
        AddressSpace.write(strings, object, block.region(), HEAD);
        return block.address() + HEAD;
    }

    static Tag box(Dialect dialect, Tag text, GrowingMemory store, RegionStrings strings) {
        int unit = text.kind == Tag.Kind.UCS4 ? 4 : 1;
        int before = switch (dialect) {
            case RFC97 -> Rfc97Slots.STRING_UNITS;
            case TVM_FFI -> TVM_TEXT;
            case MATX -> HEAD;
        };
        BlockMemory.Block block = store.allocate((long) HEAD + before + text.length + unit);
        long address = block.address() + HEAD;
        byte[] object = new byte[before + text.length + unit];
        System.arraycopy(text.bytes, text.at, object, before, text.length);
        long units = text.length / unit;
        Tag tag = switch (dialect) {
            case RFC97 -> rfc97(object, text, units, address);
            case TVM_FFI -> tvm(object, text, address);
            case MATX -> matx(object, text, units, address);
        };
        AddressSpace.write(strings, object, block.region(), HEAD);
        return tag;
    }

    private static Tag rfc97(byte[] object, Tag text, long units, long address) {
        int code = switch (text.kind) {
            case UCS4 -> Rfc97Slots.UCS4_STRING;
            case BYTES -> Rfc97Slots.BYTES;
            default -> Rfc97Slots.STRING;
        };
        Bits.put(object, 0, code);
        Bits.put(object, 4, Rfc97Slots.IMMORTAL);
        Bits.put(object, 16, units);
        Bits.put(object, 24, units);
        return Tag.object(Dialect.RFC97, code, address);
    }

    private static Tag tvm(byte[] object, Tag text, long address) {
        int code = text.kind == Tag.Kind.BYTES ? TvmSlots.BYTES : TvmSlots.STR;
        Bits.put(object, 0, TvmSlots.FRESH_REFS);
        Bits.put(object, 8, code);
        Bits.put(object, 24, address + TVM_TEXT);
        Bits.put(object, 32, (long) text.length);
        return Tag.object(Dialect.TVM_FFI, code, address);
    }

    /** Creates a shared buffer with a reference count that never reaches zero. */
    private static Tag matx(byte[] object, Tag text, long units, long address) {
        Bits.put(object, 0, (long) Rfc97Slots.IMMORTAL);
        Bits.put(object, 8, units);
        return MatxSlots.shared(text.kind == Tag.Kind.UCS4, address + HEAD, (int) units);
    }
}
