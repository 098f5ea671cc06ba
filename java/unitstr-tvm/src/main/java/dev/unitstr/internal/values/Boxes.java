package dev.unitstr.internal.values;

import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import java.util.Arrays;

/**
 * Creates objects for text and numbers in memory of an arena. Their reference counts never free them. 16 zero bytes
 * precede each object, which libtvm_ffi calls an allocation header.
 */
final class Boxes {
    private static final int HEAD = 16;

    private Boxes() {}

    /** Returns the address of a new RFC 97 box for an int, a float, a bool or a handle. */
    static long box(Tag plain, GrowingMemory store, RegionStrings strings) {
        int code = Rfc97Slots.INT_BOX + Rfc97Slots.BOXES.indexOf(plain.kind());
        byte[] object = Bits.words(Bits.word(code, Rfc97Slots.IMMORTAL), 0, plain.word());
        BlockMemory.Block block = store.allocate(HEAD + object.length);
        AddressSpace.write(strings, object, block.region(), HEAD);
        return block.address() + HEAD;
    }

    /** Creates an object with a text, or a shared buffer in MATX. Returns the contents of a slot that refers to it. */
    static Tag box(Dialect dialect, Tag text, GrowingMemory store, RegionStrings strings) {
        boolean ucs4 = text.kind() == Tag.Kind.UCS4;
        int unit = ucs4 ? 4 : 1;
        int units = text.length() / unit;
        int before = switch (dialect) {
            case RFC97 -> Rfc97Slots.STRING_UNITS;
            case TVM_FFI -> TvmSlots.TEXT;
            case MATX -> MatxSlots.SHARED_UNITS;
        };
        BlockMemory.Block block = store.allocate((long) HEAD + before + text.length() + unit);
        long address = block.address() + HEAD;
        boolean isTvm = dialect == Dialect.TVM_FFI;
        int code = switch (text.kind()) {
            case BYTES -> isTvm ? TvmSlots.BYTES : Rfc97Slots.BYTES;
            case UCS4 -> Rfc97Slots.UCS4_STRING;
            default -> isTvm ? TvmSlots.STR : Rfc97Slots.STRING;
        };
        byte[] header = switch (dialect) {
            case RFC97 -> Bits.words(Bits.word(code, Rfc97Slots.IMMORTAL), 0, units, units);
            case TVM_FFI -> TvmSlots.textHeader(code, address, text.length());
            case MATX -> Bits.words(Rfc97Slots.IMMORTAL, units);
        };
        byte[] object = Arrays.copyOf(header, before + text.length() + unit);
        System.arraycopy(text.bytes(), text.at(), object, before, text.length());
        AddressSpace.write(strings, object, block.region(), HEAD);
        return dialect == Dialect.MATX
                ? MatxSlots.shared(ucs4, address + before, units)
                : Tag.object(dialect, code, address);
    }
}
