package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slots and objects of RFC 97: {@code rust/unitstr-values/src/rfc97.rs}. */
final class Rfc97Slots extends SlotFormat {
    static final Rfc97Slots FORMAT = new Rfc97Slots();

    static final int SLOT = 16;
    static final int NULL = -1;
    static final int INT = -3;
    static final int SMALL_STR = -11;
    static final int SMALL_UCS4 = -12;
    static final int OBJECT = -13;
    static final int BOOL = -14;
    static final int FOREIGN = -18;
    static final int INT_BOX = 64;
    /** The kinds of the values in boxes, whose type codes are consecutive. */
    static final List<Tag.Kind> BOXES = List.of(Tag.Kind.INT, Tag.Kind.FLOAT, Tag.Kind.BOOL, Tag.Kind.HANDLE);

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
        super(Dialect.RFC97, 0, 4, 8, 1);
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

    @Override
    Tag object(int code, int length, long word) {
        return switch (code) {
            case OBJECT -> Tag.object(dialect, Tag.UNNAMED, word);
            case FOREIGN -> Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, word);
            case 0 -> throw FormatErrors.code(code, 0, 0);
            default -> code > 0 ? Tag.object(dialect, code, word) : null;
        };
    }

    @Override
    int objectCode(Tag tag) {
        if (tag.owner() == Dialect.TVM_FFI) {
            return FOREIGN;
        }
        if (tag.owner() == Dialect.MATX) {
            throw notHere(tag);
        }
        if (tag.code() == Tag.UNNAMED) {
            return OBJECT;
        }
        if (tag.code() <= 0 || tag.code() >= INT_BOX && tag.code() < STRING) {
            throw FormatErrors.code(tag.code(), 0, 0);
        }
        return tag.code() < INT_BOX ? tag.code() : OBJECT;
    }

    @Override
    boolean owns(int code, int length) {
        return code > 0 || code == OBJECT || code == FOREIGN;
    }

    /** Reads the wide slot that a slot with code -16 refers to; a copy. */
    static Tag widen(Reach reach, Tag tag) {
        Tag wide = FORMAT.read(reach.bytes(tag.word(), 8 + tag.length()));
        if (wide.kind() == Tag.Kind.WIDE) {
            throw FormatErrors.code(-16, 0, tag.word());
        }
        return wide;
    }

    static @Nullable TextPlace objectText(Reach reach, Tag tag) {
        int code = codeOf(reach, tag);
        if (code != STRING && code != UCS4_STRING && code != BYTES) {
            return null;
        }
        long units = Reach.size(Bits.i64(reach.bytes(AddressSpace.offset(tag.word(), 16), 8), 0), 16, tag.word());
        ValueKind kind = kind(code);
        long bytes = kind == ValueKind.UCS4 ? 4 * units : units;
        return reach.text(kind, AddressSpace.offset(tag.word(), STRING_UNITS), bytes);
    }

    /** Returns the number, bool or handle in a box; null if the object is not a box. */
    static @Nullable Tag unboxed(Reach reach, Tag tag) {
        int box = codeOf(reach, tag) - INT_BOX;
        return box < 0 || box >= BOXES.size()
                ? null
                : Tag.word(BOXES.get(box), Bits.i64(reach.bytes(AddressSpace.offset(tag.word(), BOX_VALUE), 8), 0));
    }

    static ValueKind kind(int code) {
        return switch (code) {
            case 1 -> ValueKind.MODULE;
            case 2 -> ValueKind.FUNCTION;
            case 3 -> ValueKind.TENSOR_OBJECT;
            case STRING -> ValueKind.STRING;
            case UCS4_STRING -> ValueKind.UCS4;
            case BYTES -> ValueKind.BYTES;
            case LIST -> ValueKind.LIST;
            default ->
                code >= INT_BOX && code < INT_BOX + BOXES.size() ? BOXES.get(code - INT_BOX).value : ValueKind.OBJECT;
        };
    }
}
