package dev.unitstr.internal.values;

import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;

/**
 * The contents of a slot, in a form that all formats share. Addresses are unchecked: nothing has been read there.
 * Inline text is in {@link #bytes}, which nothing else changes.
 */
final class Tag {
    /** The code of an object whose type is only in its header. */
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

        /** The kind in the public API, if the rest of the slot does not change it. */
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
    /** The value of an int, the bits of a float, 0 or 1 for a bool, or an address. */
    final long word;
    /**
     * The dialect: for an object, the one that counts its references; for a buffer or unknown bits, the one of the
     * slot.
     */
    final Dialect of;
    /** The type code of an object. */
    final int code;
    /** The number of units of a buffer, or of inline bytes of a wider slot. */
    final long units;
    /** Whether a buffer contains code points. */
    final boolean ucs4;
    /** Whether a buffer has a reference count. */
    final boolean shared;
    /** The inline text, or all bytes of an unknown slot. */
    final byte[] bytes;
    /** The index of the first byte of the text. */
    final int at;
    /** The length of the text in bytes. */
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

    /** Tests whether the rest of the value is elsewhere in memory. */
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
