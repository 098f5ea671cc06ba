package dev.unitstr.internal.values;

import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;

/**
 * What a slot says, in terms that all formats share. Addresses are as they were found: nothing has been read there. Its
 * text lies in {@link #bytes}, which nobody else writes.
 */
final class Tag {
    /** An object whose type only its header says. */
    static final int UNNAMED = Integer.MIN_VALUE;

    private static final byte[] NOTHING = {};

    enum Kind {
        NULL(ValueKind.NULL),
        INT(ValueKind.INT),
        FLOAT(ValueKind.FLOAT),
        BOOL(ValueKind.BOOL),
        HANDLE(ValueKind.HANDLE),
        DATA_TYPE(ValueKind.DATA_TYPE),
        DEVICE(ValueKind.DEVICE),
        TENSOR(ValueKind.TENSOR),
        FUNCTION(ValueKind.FUNCTION),
        STRING(ValueKind.STRING),
        BYTES(ValueKind.BYTES),
        UCS4(ValueKind.UCS4),
        C_STRING(ValueKind.STRING),
        BYTE_ARRAY(ValueKind.BYTES),
        RVALUE(ValueKind.RVALUE),
        BUFFER(ValueKind.STRING),
        OBJECT(ValueKind.OBJECT),
        WIDE(ValueKind.UNKNOWN),
        OTHER(ValueKind.UNKNOWN);

        /** What users call it, where the rest of the slot does not matter. */
        final ValueKind value;

        Kind(ValueKind value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return switch (this) {
                case C_STRING -> "C string view";
                case BYTE_ARRAY -> "byte array view";
                case FUNCTION -> "function handle";
                case BUFFER -> "string buffer";
                case WIDE -> "wide slot view";
                default -> value.toString();
            };
        }
    }

    final Kind kind;
    /** An int, the bits of a float, 0 or 1, an address. */
    final long word;
    /** Of an object whose counting it has; of a buffer, and of bits that are not known, in whose slot. */
    final Dialect of;
    /** The type of an object. */
    final int code;
    /** How many units a buffer has; the inline bytes of a wider slot. */
    final long units;
    /** Whether a buffer holds code points. */
    final boolean ucs4;
    /** Whether a buffer is counted. */
    final boolean shared;
    /** Text in a slot, or all of a slot that is not known. */
    final byte[] bytes;
    /** Where the text begins. */
    final int at;
    /** How long it is, in bytes. */
    final int length;

    private Tag(
            Kind kind,
            long word,
            Dialect of,
            int code,
            long units,
            boolean ucs4,
            boolean shared,
            byte[] bytes,
            int at,
            int length) {
        this.kind = kind;
        this.word = word;
        this.of = of;
        this.code = code;
        this.units = units;
        this.ucs4 = ucs4;
        this.shared = shared;
        this.bytes = bytes;
        this.at = at;
        this.length = length;
    }

    static Tag word(Kind kind, long word) {
        return new Tag(kind, word, Dialect.RFC97, 0, 0, false, false, NOTHING, 0, 0);
    }

    static Tag text(Kind kind, byte[] bytes, int at, int length) {
        return new Tag(kind, 0, Dialect.RFC97, 0, 0, kind == Kind.UCS4, false, bytes, at, length);
    }

    static Tag object(Dialect of, int code, long address) {
        return new Tag(Kind.OBJECT, address, of, code, 0, false, false, NOTHING, 0, 0);
    }

    static Tag buffer(boolean ucs4, long address, long units, boolean shared) {
        return new Tag(Kind.BUFFER, address, Dialect.MATX, 0, units, ucs4, shared, NOTHING, 0, 0);
    }

    static Tag wide(long address, long inlineBytes) {
        return new Tag(Kind.WIDE, address, Dialect.RFC97, 0, inlineBytes, false, false, NOTHING, 0, 0);
    }

    static Tag other(Dialect of, byte[] slot) {
        return new Tag(Kind.OTHER, 0, of, 0, 0, false, false, slot, 0, slot.length);
    }

    static Tag of(DataType type) {
        return word(Kind.DATA_TYPE, type.code() | type.bits() << 8 | (long) type.lanes() << 16);
    }

    static Tag of(Device device) {
        return word(Kind.DEVICE, Integer.toUnsignedLong(device.type()) | (long) device.id() << 32);
    }

    DataType dataType() {
        return new DataType((int) word & 0xFF, (int) word >>> 8 & 0xFF, (int) word >>> 16);
    }

    Device device() {
        return new Device((int) word, (int) (word >>> 32));
    }

    /** Whether the rest of it is elsewhere in memory. */
    boolean refers() {
        return switch (kind) {
            case OBJECT, C_STRING, BYTE_ARRAY, RVALUE, WIDE, BUFFER -> true;
            default -> false;
        };
    }

    boolean isView() {
        return switch (kind) {
            case C_STRING, BYTE_ARRAY, RVALUE, WIDE -> true;
            default -> false;
        };
    }
}
