package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/** The slots of libmatx: {@code docs/layouts/matx.md}. */
final class MatxSlots extends SlotFormat {
    static final MatxSlots FORMAT = new MatxSlots();

    /** The offset of the type code. */
    private static final int CODE = 20;
    /** The offset of the units in a shared buffer, after its reference count and its size. */
    static final int SHARED_UNITS = 16;
    /** The category of a text in a private buffer. */
    private static final int MEDIUM = -1;
    /** The category of a text in a shared buffer. */
    private static final int LARGE = -2;

    private static final int STRING = -11;
    private static final int UNICODE = -12;

    private MatxSlots() {
        super(Dialect.MATX, CODE, 16, 0, 4);
    }

    @Override
    @Nullable
    Tag object(int code, int length, long word) {
        return code >= 0 ? Tag.object(dialect, code, word) : null;
    }

    @Override
    Tag readText(Tag.Kind kind, byte[] slot, int category, int room) {
        if (category != MEDIUM && category != LARGE) {
            return super.readText(kind, slot, category, room);
        }
        long units = Reach.size(Bits.i64(slot, 8), 8, 0);
        Tag.Kind buffer = kind == Tag.Kind.UCS4 ? Tag.Kind.UCS4_BUFFER : Tag.Kind.BUFFER;
        return Tag.sized(buffer, Bits.i64(slot, 0), category, (int) units);
    }

    @Override
    void writeBuffer(byte[] slot, Tag tag) {
        put(slot, tag.kind() == Tag.Kind.UCS4_BUFFER ? UNICODE : STRING, tag.code(), tag.word());
        Bits.put(slot, 8, (long) tag.length());
    }

    /** Returns the contents of a slot that refers to a text in a shared buffer. */
    static Tag shared(boolean ucs4, long address, int units) {
        return Tag.sized(ucs4 ? Tag.Kind.UCS4_BUFFER : Tag.Kind.BUFFER, address, LARGE, units);
    }

    @Override
    int objectCode(Tag tag) {
        if (tag.owner() != dialect) {
            throw notHere(tag);
        }
        if (tag.code() < 0) {
            throw FormatErrors.code(tag.code(), CODE, 0);
        }
        return tag.code();
    }

    @Override
    boolean owns(int code, int category) {
        return code == STRING || code == UNICODE ? category < 0 : code >= 0;
    }

    static ValueKind kind(int code) {
        return switch (code) {
            case 1 -> ValueKind.MODULE;
            case 2 -> ValueKind.TENSOR_OBJECT;
            case 5 -> ValueKind.ARRAY;
            case 6 -> ValueKind.MAP;
            case 7 -> ValueKind.LIST;
            case 8 -> ValueKind.DICT;
            default -> ValueKind.OBJECT;
        };
    }
}
