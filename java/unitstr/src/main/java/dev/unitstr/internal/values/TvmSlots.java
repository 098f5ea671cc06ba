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
    static final int OPAQUE_PTR = 4;
    static final int DATA_TYPE = 5;
    static final int DEVICE = 6;
    static final int DL_TENSOR_PTR = 7;
    static final int RAW_STR = 8;
    static final int BYTE_ARRAY_PTR = 9;
    static final int OBJECT_RVALUE_REF = 10;
    static final int SMALL_STR = 11;
    static final int SMALL_BYTES = 12;
    static final int OBJECT = 64;
    static final int STR = 65;
    static final int BYTES = 66;
    static final int ERROR = 67;
    static final int FUNCTION = 68;
    static final int ARRAY = 71;
    static final int MAP = 72;
    static final int MODULE = 73;
    static final int LIST = 75;
    static final int DICT = 76;

    /** The offset of the type index of an object. */
    private static final int OBJECT_INDEX = 8;
    /** The size of the header of an object in bytes. */
    static final int HEADER = 24;
    /** The offset of the text in a string or binary that contains it, after its address and its size. */
    static final int TEXT = 40;
    /** The reference counts of a new object: one strong, one weak reference. */
    static final long FRESH_REFS = 0x0000_0001_0000_0001L;

    private TvmSlots() {
        super(Dialect.TVM_FFI);
    }

    @Override
    int room(long slotBytes) {
        if (slotBytes != SLOT) {
            throw FormatErrors.slot(slotBytes, SLOT);
        }
        return SMALL;
    }

    @Override
    Tag read(byte[] slot) {
        room(slot.length);
        int code = Bits.i32(slot, 0);
        int length = Bits.i32(slot, 4);
        long word = Bits.i64(slot, 8);
        return switch (code) {
            case ANY -> throw FormatErrors.code(code, 0, 0);
            case NONE -> Tag.word(Tag.Kind.NULL, 0);
            case INT -> Tag.word(Tag.Kind.INT, word);
            case BOOL -> Tag.word(Tag.Kind.BOOL, word != 0 ? 1 : 0);
            case FLOAT -> Tag.word(Tag.Kind.FLOAT, word);
            case OPAQUE_PTR -> Tag.word(Tag.Kind.HANDLE, word);
            case DATA_TYPE -> Tag.word(Tag.Kind.DATA_TYPE, word & 0xFFFF_FFFFL);
            case DEVICE -> Tag.word(Tag.Kind.DEVICE, word);
            case DL_TENSOR_PTR -> Tag.word(Tag.Kind.TENSOR, word);
            case RAW_STR -> Tag.word(Tag.Kind.C_STRING, word);
            case BYTE_ARRAY_PTR -> Tag.word(Tag.Kind.BYTE_ARRAY, word);
            case OBJECT_RVALUE_REF -> Tag.word(Tag.Kind.RVALUE, word);
            case SMALL_STR -> Tag.text(Tag.Kind.STRING, slot, 8, small(length, 4, SMALL));
            case SMALL_BYTES -> Tag.text(Tag.Kind.BYTES, slot, 8, small(length, 4, SMALL));
            // A later release may put data into the padding for a type that it adds, so that must be accepted.
            default ->
                code >= OBJECT && (length == 0 || code <= DICT)
                        ? Tag.object(dialect, code, word)
                        : Tag.other(dialect, slot);
        };
    }

    @Override
    void write(byte[] slot, Tag tag) {
        room(slot.length);
        int code = switch (tag.kind) {
            case NULL -> NONE;
            case INT -> INT;
            case BOOL -> BOOL;
            case FLOAT -> FLOAT;
            case DATA_TYPE -> DATA_TYPE;
            case DEVICE -> DEVICE;
            case HANDLE -> OPAQUE_PTR;
            case TENSOR -> DL_TENSOR_PTR;
            case C_STRING -> RAW_STR;
            case BYTE_ARRAY -> BYTE_ARRAY_PTR;
            case RVALUE -> OBJECT_RVALUE_REF;
            case STRING -> SMALL_STR;
            case BYTES -> SMALL_BYTES;
            case OBJECT -> {
                if (tag.of != dialect || tag.code == Tag.UNNAMED) {
                    throw notHere(tag);
                }
                if (tag.code < OBJECT) {
                    throw FormatErrors.code(tag.code, 0, 0);
                }
                yield tag.code;
            }
            case OTHER -> {
                if (tag.of != dialect) {
                    throw notHere(tag);
                }
                yield ANY;
            }
            case FUNCTION, UCS4, BUFFER, WIDE -> throw notHere(tag);
        };
        switch (tag.kind) {
            case STRING, BYTES -> writeText(slot, code, tag, SMALL);
            case OTHER -> {
                room(tag.length);
                System.arraycopy(tag.bytes, 0, slot, 0, SLOT);
            }
            default -> {
                zero(slot);
                Bits.put(slot, 0, code);
                Bits.put(slot, 8, tag.word);
            }
        }
    }

    /** Tests whether the value of a slot with this type code may be elsewhere in memory. */
    static boolean refers(int code) {
        return code > DEVICE && code != SMALL_STR && code != SMALL_BYTES;
    }

    @Override
    boolean owns(byte[] slot) {
        room(slot.length);
        return Bits.i32(slot, 0) >= OBJECT;
    }

    @Override
    @Nullable
    TextPlace text(Reach reach, Tag tag) {
        return switch (tag.kind) {
            case STRING, BYTES -> inline(tag);
            case C_STRING -> reach.cString(tag.word);
            case BYTE_ARRAY -> reach.byteArray(ValueKind.BYTES, tag.word);
            case OBJECT ->
                tag.code == Tag.UNNAMED || tag.code == STR || tag.code == BYTES ? objectText(reach, tag) : null;
            default -> null;
        };
    }

    /** Returns the text of a string or binary object, wherever its data is; null for other objects. */
    static @Nullable TextPlace objectText(Reach reach, Tag tag) {
        return switch (codeOf(reach, tag)) {
            case STR -> reach.byteArray(ValueKind.STRING, AddressSpace.offset(tag.word, HEADER));
            case BYTES -> reach.byteArray(ValueKind.BYTES, AddressSpace.offset(tag.word, HEADER));
            default -> null;
        };
    }

    /** Returns the type index of an object, which is read from its header. */
    static int codeOf(Reach reach, Tag tag) {
        byte[] header = reach.bytes(tag.word, HEADER);
        int code = Bits.i32(header, OBJECT_INDEX);
        if (code < OBJECT) {
            throw FormatErrors.code(code, OBJECT_INDEX, tag.word);
        }
        if (tag.code != Tag.UNNAMED && tag.code != code) {
            throw FormatErrors.header(tag.code, code, OBJECT_INDEX, tag.word);
        }
        return code;
    }

    @Override
    int objectCode(Reach reach, Tag tag) {
        return codeOf(reach, tag);
    }

    @Override
    ValueKind kind(Reach reach, Tag tag) {
        return tag.kind == Tag.Kind.OBJECT ? kind(tag.code) : tag.kind.value;
    }

    static ValueKind kind(int code) {
        return switch (code) {
            case STR -> ValueKind.STRING;
            case BYTES -> ValueKind.BYTES;
            case ERROR -> ValueKind.ERROR;
            case FUNCTION -> ValueKind.FUNCTION;
            case ARRAY -> ValueKind.ARRAY;
            case MAP -> ValueKind.MAP;
            case LIST -> ValueKind.LIST;
            case DICT -> ValueKind.DICT;
            default -> ValueKind.OBJECT;
        };
    }
}
