package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/** The slots and objects of RFC 97: {@code rust/unitstr-values/src/rfc97.rs}. */
final class Rfc97Slots extends SlotFormat {
    static final Rfc97Slots FORMAT = new Rfc97Slots();

    static final int SLOT = 16;
    /** The maximum number of inline bytes of a slot. */
    static final int MAX_INLINE = 128;

    static final int NULL = -1;
    static final int INT = -3;
    static final int SMALL_STR = -11;
    static final int SMALL_UCS4 = -12;
    static final int OBJECT = -13;
    static final int BOOL = -14;
    static final int WIDE = -16;
    static final int SMALL_BYTES = -17;
    static final int FOREIGN = -18;
    static final int INT_BOX = 64;
    static final int FLOAT_BOX = 65;
    static final int BOOL_BOX = 66;
    static final int HANDLE_BOX = 67;
    static final int STRING = 128;
    static final int UCS4_STRING = 129;
    static final int BYTES = 130;
    static final int LIST = 131;

    /** The offset of the value of a box, and of the size in units of a string object. */
    static final int BOX_VALUE = 16;
    /** The offset of the units of a string object. */
    static final int STRING_UNITS = 32;
    /** The reference count of an object that is never freed. */
    static final int IMMORTAL = Integer.MAX_VALUE;

    private Rfc97Slots() {
        super(Dialect.RFC97);
    }

    @Override
    int room(long slotBytes) {
        long room = slotBytes - 8;
        if (room < 8 || room > MAX_INLINE || room % 8 != 0) {
            throw FormatErrors.slot(slotBytes, SLOT);
        }
        return (int) room;
    }

    /** Returns the number of inline bytes that a null slot with this hint offers. */
    static int offeredBy(int hint) {
        return hint <= 8 ? 8 : Math.min(MAX_INLINE, hint & ~7);
    }

    private static int whole(int bytes) {
        if (bytes % 4 != 0) {
            throw FormatErrors.partial(4, bytes);
        }
        return bytes;
    }

    private static long wide(long bytes) {
        if (bytes < 8 || bytes > MAX_INLINE || bytes % 8 != 0) {
            throw FormatErrors.length(4, 0, bytes, MAX_INLINE);
        }
        return bytes;
    }

    @Override
    Tag read(byte[] slot) {
        int room = room(slot.length);
        int code = Bits.i32(slot, 0);
        int length = Bits.i32(slot, 4);
        long word = Bits.i64(slot, 8);
        return switch (code) {
            case NULL -> Tag.word(Tag.Kind.NULL, 0);
            case -2 -> Tag.word(Tag.Kind.HANDLE, word);
            case INT -> Tag.word(Tag.Kind.INT, word);
            case -4 -> Tag.word(Tag.Kind.FLOAT, word);
            case -5 -> Tag.word(Tag.Kind.BYTE_ARRAY, word);
            case -6 -> Tag.word(Tag.Kind.DATA_TYPE, word & 0xFFFF_FFFFL);
            case -7 -> Tag.word(Tag.Kind.DEVICE, word);
            case -8 -> Tag.word(Tag.Kind.TENSOR, word);
            case -10 -> Tag.word(Tag.Kind.RVALUE, word);
            case SMALL_STR -> Tag.text(Tag.Kind.STRING, slot, 8, small(length, 4, room));
            case SMALL_UCS4 -> Tag.text(Tag.Kind.UCS4, slot, 8, whole(small(length, 4, room)));
            case SMALL_BYTES -> Tag.text(Tag.Kind.BYTES, slot, 8, small(length, 4, room));
            case BOOL -> Tag.word(Tag.Kind.BOOL, word != 0 ? 1 : 0);
            case -15 -> Tag.word(Tag.Kind.C_STRING, word);
            case WIDE -> Tag.wide(word, wide(length));
            case OBJECT -> Tag.object(dialect, Tag.UNNAMED, word);
            case FOREIGN -> Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, word);
            case 0 -> throw FormatErrors.code(code, 0, 0);
            default -> code > 0 ? Tag.object(dialect, code, word) : Tag.other(dialect, slot);
        };
    }

    @Override
    void write(byte[] slot, Tag tag) {
        int room = room(slot.length);
        switch (tag.kind) {
            case NULL -> finish(slot, NULL, 0, 0);
            case INT -> finish(slot, INT, 0, tag.word);
            case FLOAT -> finish(slot, -4, 0, tag.word);
            case BOOL -> finish(slot, BOOL, 0, tag.word);
            case DATA_TYPE -> finish(slot, -6, 0, tag.word);
            case DEVICE -> finish(slot, -7, 0, tag.word);
            case HANDLE -> finish(slot, -2, 0, tag.word);
            case TENSOR -> finish(slot, -8, 0, tag.word);
            case C_STRING -> finish(slot, -15, 0, tag.word);
            case BYTE_ARRAY -> finish(slot, -5, 0, tag.word);
            case RVALUE -> finish(slot, -10, 0, tag.word);
            case WIDE -> finish(slot, WIDE, (int) wide(tag.units), tag.word);
            case OBJECT -> finish(slot, objectSlot(tag), 0, tag.word);
            case STRING -> writeText(slot, SMALL_STR, tag, room);
            case BYTES -> writeText(slot, SMALL_BYTES, tag, room);
            case UCS4 -> {
                whole(tag.length);
                writeText(slot, SMALL_UCS4, tag, room);
            }
            case OTHER -> {
                if (tag.of != dialect) {
                    throw notHere(tag);
                }
                if (tag.length > slot.length) {
                    throw FormatErrors.tooLong(8, tag.length - 8, room);
                }
                byte[] found = tag.bytes.clone();
                zero(slot);
                System.arraycopy(found, 0, slot, 0, found.length);
            }
            case FUNCTION, BUFFER -> throw notHere(tag);
        }
    }

    private static void finish(byte[] slot, int code, int length, long word) {
        zero(slot);
        Bits.put(slot, 0, code);
        Bits.put(slot, 4, length);
        Bits.put(slot, 8, word);
    }

    /** Returns the code for an object in a slot. */
    private int objectSlot(Tag tag) {
        if (tag.of == Dialect.TVM_FFI) {
            return FOREIGN;
        }
        if (tag.of == Dialect.MATX) {
            throw notHere(tag);
        }
        if (tag.code == Tag.UNNAMED) {
            return OBJECT;
        }
        if (tag.code <= 0 || tag.code >= INT_BOX && tag.code < STRING) {
            throw FormatErrors.code(tag.code, 0, 0);
        }
        return tag.code < INT_BOX ? tag.code : OBJECT;
    }

    @Override
    boolean owns(byte[] slot) {
        room(slot.length);
        int code = Bits.i32(slot, 0);
        return code > 0 || code == OBJECT || code == FOREIGN;
    }

    @Override
    int objectCode(Reach reach, Tag tag) {
        if (tag.of == Dialect.TVM_FFI) {
            return TvmSlots.codeOf(reach, tag);
        }
        int code = Bits.i32(reach.bytes(tag.word, 4), 0);
        if (code < 1) {
            throw FormatErrors.code(code, 0, tag.word);
        }
        if (tag.code != Tag.UNNAMED && tag.code != code) {
            throw FormatErrors.header(tag.code, code, 0, tag.word);
        }
        return code;
    }

    /** Reads the wide slot that a slot with code -16 refers to; a copy. */
    Tag widen(Reach reach, Tag tag) {
        byte[] slot = reach.bytes(tag.word, 8 + (int) wide(tag.units));
        Tag wide = read(slot);
        if (wide.kind == Tag.Kind.WIDE) {
            throw FormatErrors.code(WIDE, 0, tag.word);
        }
        return wide;
    }

    @Override
    @Nullable
    TextPlace text(Reach reach, Tag tag) {
        switch (tag.kind) {
            case STRING, BYTES, UCS4:
                return inline(tag);
            case C_STRING:
                return reach.cString(tag.word);
            case BYTE_ARRAY:
                return reach.byteArray(ValueKind.BYTES, tag.word);
            case OBJECT:
                return tag.of == Dialect.TVM_FFI ? TvmSlots.objectText(reach, tag) : objectText(reach, tag);
            case WIDE:
                Tag wide = widen(reach, tag);
                return switch (wide.kind) {
                    // The text in memory, not in the copy.
                    case STRING, BYTES, UCS4 ->
                        reach.text(wide.kind.value, AddressSpace.offset(tag.word, 8), wide.length);
                    default -> text(reach, wide);
                };
            default:
                return null;
        }
    }

    private @Nullable TextPlace objectText(Reach reach, Tag tag) {
        int code = objectCode(reach, tag);
        if (code != STRING && code != UCS4_STRING && code != BYTES) {
            return null;
        }
        long units = size(Bits.i64(reach.bytes(AddressSpace.offset(tag.word, 16), 8), 0), 16, tag.word);
        ValueKind kind = kind(code);
        long bytes = kind == ValueKind.UCS4 ? 4 * units : units;
        return reach.text(kind, AddressSpace.offset(tag.word, STRING_UNITS), bytes);
    }

    @Override
    @Nullable
    Tag plain(Reach reach, Tag tag) {
        if (tag.kind == Tag.Kind.WIDE) {
            return plain(reach, widen(reach, tag)); // widen() returns no wide slot, so this is one level deep
        }
        if (tag.kind != Tag.Kind.OBJECT || tag.of != Dialect.RFC97) {
            return super.plain(reach, tag);
        }
        Tag.Kind kind = switch (objectCode(reach, tag)) {
            case INT_BOX -> Tag.Kind.INT;
            case FLOAT_BOX -> Tag.Kind.FLOAT;
            case BOOL_BOX -> Tag.Kind.BOOL;
            case HANDLE_BOX -> Tag.Kind.HANDLE;
            default -> null;
        };
        if (kind == null) {
            return null;
        }
        long word = Bits.i64(reach.bytes(AddressSpace.offset(tag.word, BOX_VALUE), 8), 0);
        return Tag.word(kind, kind == Tag.Kind.BOOL && word != 0 ? 1 : word);
    }

    @Override
    ValueKind kind(Reach reach, Tag tag) {
        return switch (tag.kind) {
            case WIDE -> kind(reach, widen(reach, tag));
            case OBJECT -> {
                if (tag.of == Dialect.TVM_FFI) {
                    yield TvmSlots.kind(TvmSlots.codeOf(reach, tag));
                }
                yield kind(tag.code == Tag.UNNAMED ? objectCode(reach, tag) : tag.code);
            }
            default -> tag.kind.value;
        };
    }

    static ValueKind kind(int code) {
        return switch (code) {
            case 2 -> ValueKind.FUNCTION;
            case INT_BOX -> ValueKind.INT;
            case FLOAT_BOX -> ValueKind.FLOAT;
            case BOOL_BOX -> ValueKind.BOOL;
            case HANDLE_BOX -> ValueKind.HANDLE;
            case STRING -> ValueKind.STRING;
            case UCS4_STRING -> ValueKind.UCS4;
            case BYTES -> ValueKind.BYTES;
            case LIST -> ValueKind.LIST;
            default -> ValueKind.OBJECT;
        };
    }
}
