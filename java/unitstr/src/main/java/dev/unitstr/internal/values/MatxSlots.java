package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The slots of libmatx: {@code rust/unitstr-values/src/matx.rs}. */
final class MatxSlots extends SlotFormat {
    static final MatxSlots FORMAT = new MatxSlots();

    static final int SLOT = 24;
    static final int SMALL = 16;
    /** The offset of the length or category of a text. */
    static final int CATEGORY = 16;
    /** The offset of the type code. */
    static final int CODE = 20;
    /** The category of a text in a private buffer. */
    static final int MEDIUM = -1;
    /** The category of a text in a shared buffer. */
    static final int LARGE = -2;

    static final int STRING = -11;
    static final int UNICODE = -12;

    private static final int SMALL_CODE_POINTS = 4;

    private MatxSlots() {
        super(Dialect.MATX);
    }

    @Override
    int room(long slotBytes) {
        if (slotBytes != SLOT) {
            throw FormatErrors.slot(slotBytes, SLOT);
        }
        return SMALL;
    }

    @Override
    int codeAt() {
        return CODE;
    }

    @Override
    Tag read(byte[] slot) {
        room(slot.length);
        int code = Bits.i32(slot, CODE);
        long word = Bits.i64(slot, 0);
        return switch (code) {
            case -1 -> Tag.word(Tag.Kind.NULL, 0);
            case -2 -> Tag.word(Tag.Kind.HANDLE, word);
            case -3 -> Tag.word(Tag.Kind.INT, word);
            case -4 -> Tag.word(Tag.Kind.FLOAT, word);
            case -5 -> Tag.word(Tag.Kind.BYTE_ARRAY, word);
            case -6 -> Tag.word(Tag.Kind.DATA_TYPE, word & 0xFFFF_FFFFL);
            case -7 -> Tag.word(Tag.Kind.DEVICE, word);
            case -8 -> Tag.word(Tag.Kind.TENSOR, word);
            case -9 -> Tag.word(Tag.Kind.FUNCTION, word);
            case -10 -> Tag.word(Tag.Kind.RVALUE, word);
            case STRING -> text(slot, false);
            case UNICODE -> text(slot, true);
            default -> code >= 0 ? Tag.object(dialect, code, word) : Tag.other(dialect, slot);
        };
    }

    private static Tag text(byte[] slot, boolean ucs4) {
        int category = Bits.i32(slot, CATEGORY);
        if (category == MEDIUM || category == LARGE) {
            long units = size(Bits.i64(slot, 8), 8, 0);
            return Tag.buffer(ucs4, Bits.i64(slot, 0), units, category == LARGE);
        }
        return ucs4
                ? Tag.text(Tag.Kind.UCS4, slot, 0, 4 * small(category, CATEGORY, SMALL_CODE_POINTS))
                : Tag.text(Tag.Kind.STRING, slot, 0, small(category, CATEGORY, SMALL));
    }

    @Override
    void write(byte[] slot, Tag tag) {
        room(slot.length);
        switch (tag.kind) {
            case NULL -> finish(slot, -1, 0, 0, 0);
            case INT, BOOL -> finish(slot, -3, 0, tag.word, 0);
            case FLOAT -> finish(slot, -4, 0, tag.word, 0);
            case DATA_TYPE -> finish(slot, -6, 0, tag.word, 0);
            case DEVICE -> finish(slot, -7, 0, tag.word, 0);
            case HANDLE -> finish(slot, -2, 0, tag.word, 0);
            case TENSOR -> finish(slot, -8, 0, tag.word, 0);
            case FUNCTION -> finish(slot, -9, 0, tag.word, 0);
            case BYTE_ARRAY -> finish(slot, -5, 0, tag.word, 0);
            case RVALUE -> finish(slot, -10, 0, tag.word, 0);
            case BUFFER ->
                finish(slot, tag.ucs4 ? UNICODE : STRING, tag.shared ? LARGE : MEDIUM, tag.word, size(tag.units, 8, 0));
            case OBJECT -> {
                if (tag.of != dialect) {
                    throw notHere(tag);
                }
                if (tag.code < 0) {
                    throw FormatErrors.code(tag.code, CODE, 0);
                }
                finish(slot, tag.code, 0, tag.word, 0);
            }
            case STRING, BYTES, UCS4 -> inlineText(slot, tag);
            case OTHER -> {
                if (tag.of != dialect) {
                    throw notHere(tag);
                }
                room(tag.length);
                System.arraycopy(tag.bytes, 0, slot, 0, SLOT);
            }
            case C_STRING, WIDE -> throw notHere(tag);
        }
    }

    private static void inlineText(byte[] slot, Tag tag) {
        int unit = tag.ucs4 ? 4 : 1;
        if (tag.length % unit != 0) {
            throw FormatErrors.partial(CATEGORY, tag.length);
        }
        if (tag.length > SMALL) {
            throw FormatErrors.tooLong(0, tag.length, SMALL);
        }
        byte[] text = Arrays.copyOfRange(tag.bytes, tag.at, tag.at + tag.length);
        finish(slot, tag.ucs4 ? UNICODE : STRING, tag.length / unit, 0, 0);
        System.arraycopy(text, 0, slot, 0, text.length);
    }

    private static void finish(byte[] slot, int code, int category, long first, long second) {
        Bits.put(slot, 0, first);
        Bits.put(slot, 8, second);
        Bits.put(slot, CATEGORY, category);
        Bits.put(slot, CODE, code);
    }

    @Override
    boolean owns(byte[] slot) {
        room(slot.length);
        int code = Bits.i32(slot, CODE);
        return code == STRING || code == UNICODE ? Bits.i32(slot, CATEGORY) < 0 : code >= 0;
    }

    @Override
    @Nullable
    TextPlace text(Reach reach, Tag tag) {
        return switch (tag.kind) {
            case STRING, UCS4 -> inline(tag);
            case BUFFER ->
                reach.text(
                        tag.ucs4 ? ValueKind.UCS4 : ValueKind.STRING,
                        tag.word,
                        size(tag.units, 8, 0) * (tag.ucs4 ? 4 : 1));
            case BYTE_ARRAY -> reach.byteArray(ValueKind.STRING, tag.word);
            default -> null;
        };
    }

    @Override
    int objectCode(Reach reach, Tag tag) {
        return tag.code;
    }

    @Override
    ValueKind kind(Reach reach, Tag tag) {
        return switch (tag.kind) {
            case BUFFER -> tag.ucs4 ? ValueKind.UCS4 : ValueKind.STRING;
            case BYTE_ARRAY -> ValueKind.STRING;
            case OBJECT ->
                switch (tag.code) {
                    case 5 -> ValueKind.ARRAY;
                    case 6 -> ValueKind.MAP;
                    case 7 -> ValueKind.LIST;
                    case 8 -> ValueKind.DICT;
                    default -> ValueKind.OBJECT;
                };
            default -> tag.kind.value;
        };
    }
}
