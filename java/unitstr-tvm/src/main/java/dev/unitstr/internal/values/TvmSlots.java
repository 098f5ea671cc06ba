package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/** The slots and objects of libtvm_ffi: {@code rust/unitstr-values/src/tvm}. */
final class TvmSlots extends SlotFormat {
    static final TvmSlots FORMAT = new TvmSlots();

    static final int SLOT = 16;
    static final int SMALL = 7;

    static final int ANY = -1;
    static final int NONE = 0;
    static final int INT = 1;
    static final int BOOL = 2;
    static final int FLOAT = 3;
    static final int DEVICE = 6;
    static final int DL_TENSOR_PTR = 7;
    static final int RAW_STR = 8;
    static final int BYTE_ARRAY = 9;
    static final int OBJECT_RVALUE_REF = 10;
    static final int SMALL_STR = 11;
    static final int SMALL_BYTES = 12;
    static final int OBJECT = 64;
    static final int STR = 65;
    static final int BYTES = 66;
    static final int ERROR = 67;
    static final int FUNCTION = 68;
    static final int SHAPE = 69;
    static final int TENSOR = 70;
    static final int ARRAY = 71;
    static final int MAP = 72;
    static final int MODULE = 73;
    static final int LIST = 75;
    static final int DICT = 76;

    /** The size of the header of an object in bytes. */
    static final int HEADER = 24;
    /** The offset of the text in a string or binary that contains it, after its address and its size. */
    static final int TEXT = 40;
    /** The reference counts of a new object: one strong, one weak reference. */
    static final long FRESH_REFS = 0x0000_0001_0000_0001L;

    /** The number of slots of a block of a map. */
    static final int MAP_BLOCK = 16;
    /** The size of an item of a map in bytes: two slots and two links. */
    static final int MAP_ITEM = 48;
    /** The size of a block of a map in bytes. */
    static final int MAP_BLOCK_BYTES = MAP_BLOCK * (1 + MAP_ITEM);

    private TvmSlots() {
        super(Dialect.TVM_FFI, 0, 4, 8, 4);
    }

    @Override
    @Nullable
    Tag object(int code, int length, long word) {
        if (code == ANY) {
            throw FormatErrors.code(code, 0, 0);
        }
        // A later release may put data into the padding for a type that it adds, so that must be accepted.
        return code >= OBJECT && (length == 0 || code <= DICT) ? Tag.object(dialect, code, word) : null;
    }

    @Override
    int objectCode(Tag tag) {
        if (tag.owner() != dialect || tag.code() == Tag.UNNAMED) {
            throw notHere(tag);
        }
        if (tag.code() < OBJECT) {
            throw FormatErrors.code(tag.code(), 0, 0);
        }
        return tag.code();
    }

    @Override
    boolean owns(int code, int length) {
        return code >= OBJECT;
    }

    /** Returns the bytes before the text in a string or binary object at an address. */
    static byte[] textHeader(int code, long address, int bytes) {
        return Bits.words(FRESH_REFS, code, 0, address + TEXT, bytes);
    }

    /** Tests whether the value of a slot with this type code may be elsewhere in memory. */
    static boolean refers(int code) {
        return code > DEVICE && code != SMALL_STR && code != SMALL_BYTES;
    }

    /** Returns the text of a string or binary object, wherever its data is; null for other objects. */
    static @Nullable TextPlace objectText(Reach reach, Tag tag) {
        if (tag.code() != Tag.UNNAMED && tag.code() != STR && tag.code() != BYTES) {
            return null;
        }
        return switch (codeOf(reach, tag)) {
            case STR -> reach.byteArray(ValueKind.STRING, AddressSpace.offset(tag.word(), HEADER));
            case BYTES -> reach.byteArray(ValueKind.BYTES, AddressSpace.offset(tag.word(), HEADER));
            default -> null;
        };
    }

    /** Returns the kind that a slot states. */
    static ValueKind kind(byte[] slot) {
        int code = Bits.i32(slot, 0);
        Tag.Kind kind = Tag.Kind.of(Dialect.TVM_FFI.ordinal(), code);
        return kind != null ? kind.value : kind(code);
    }

    static ValueKind kind(int code) {
        return switch (code) {
            case STR -> ValueKind.STRING;
            case BYTES -> ValueKind.BYTES;
            case ERROR -> ValueKind.ERROR;
            case FUNCTION -> ValueKind.FUNCTION;
            case SHAPE -> ValueKind.SHAPE;
            case TENSOR -> ValueKind.TENSOR_OBJECT;
            case MODULE -> ValueKind.MODULE;
            case ARRAY -> ValueKind.ARRAY;
            case MAP -> ValueKind.MAP;
            case LIST -> ValueKind.LIST;
            case DICT -> ValueKind.DICT;
            default -> ValueKind.OBJECT;
        };
    }

    /** Returns the offset of the item of a slot of a map. */
    static long mapItem(long slot) {
        return slot / MAP_BLOCK * MAP_BLOCK_BYTES + MAP_BLOCK + slot % MAP_BLOCK * MAP_ITEM;
    }
}
