package dev.unitstr.internal.values;

import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a slot, in a form that all formats share. Addresses are unchecked: nothing has been read there.
 *
 * @param kind the kind
 * @param word the value of an int, the bits of a float, 0 or 1 for a bool, or an address
 * @param owner for an object, the dialect that counts its references; for unknown bits, the dialect of the slot
 * @param code the type code of an object, or the category of a buffer
 * @param bytes the inline text, or all bytes of an unknown slot; nothing else changes them
 * @param at the index of the first byte of the text
 * @param length the length of the text in bytes, of a buffer in units, or of a wider slot in inline bytes; for
 *     null, the hint how many bytes the slot may have
 */
record Tag(Kind kind, long word, Dialect owner, int code, byte[] bytes, int at, int length) {
    /** The code of an object whose type is only in its header. */
    static final int UNNAMED = Integer.MIN_VALUE;

    private static final byte[] NOTHING = {};
    /** In place of a type code: the dialect has no such value, or not only one type code for it. */
    static final int NONE = Integer.MIN_VALUE;
    /** The column of type codes of TVM before libtvm_ffi, after the columns of the dialects. */
    static final int OLD_TVM = 3;

    private static final int CODES = 32;
    private static final @Nullable Kind[][] KINDS = new Kind[OLD_TVM + 1][CODES];

    /** The kinds of values, with their type codes in RFC97, TVM_FFI, MATX and old TVM. */
    enum Kind {
        NULL(ValueKind.NULL, -1, 0, -1, 4),
        INT(ValueKind.INT, -3, 1, -3, 0),
        FLOAT(ValueKind.FLOAT, -4, 3, -4, 2),
        BOOL(ValueKind.BOOL, -14, 2, -3, 15),
        HANDLE(ValueKind.HANDLE, -2, 4, -2, 3),
        DATA_TYPE(ValueKind.DATA_TYPE, -6, 5, -6, 5),
        DEVICE(ValueKind.DEVICE, -7, 6, -7, 6),
        TENSOR(ValueKind.TENSOR, -8, 7, -8, 7),
        FUNCTION(ValueKind.FUNCTION, NONE, NONE, -9, NONE),
        STRING(ValueKind.STRING, -11, 11, -11, NONE),
        BYTES(ValueKind.BYTES, -17, 12, -11, NONE),
        UCS4(ValueKind.UCS4, -12, NONE, -12, NONE),
        C_STRING(ValueKind.STRING, -15, 8, NONE, 11),
        BYTE_ARRAY(ValueKind.BYTES, -5, 9, NONE, 12),
        /** The view of bytes in MATX, where they are text. */
        TEXT_ARRAY(ValueKind.STRING, NONE, NONE, -5, 12),
        RVALUE(ValueKind.RVALUE, -10, 10, -10, 14),
        BUFFER(ValueKind.STRING, NONE, NONE, NONE, NONE),
        UCS4_BUFFER(ValueKind.UCS4, NONE, NONE, NONE, NONE),
        OBJECT(ValueKind.OBJECT, NONE, NONE, NONE, NONE),
        WIDE(ValueKind.UNKNOWN, -16, NONE, NONE, NONE),
        OTHER(ValueKind.UNKNOWN, NONE, NONE, NONE, NONE);

        /** The kind in the public API, if the rest of the slot does not change it. */
        final ValueKind value;

        private final int[] codes;

        Kind(ValueKind value, int... codes) {
            this.value = value;
            this.codes = codes;
        }

        /**
         * Returns the kind of a type code; null if the code is that of an object or unknown.
         *
         * @param column the ordinal of a dialect, or {@link #OLD_TVM}
         */
        static @Nullable Kind of(int column, int code) {
            Kind kind = KINDS[column][code & CODES - 1];
            return kind != null && kind.codes[column] == code ? kind : null;
        }

        /** Returns the type code of this kind, or {@link #NONE}. */
        int code(int column) {
            return codes[column];
        }

        @Override
        public String toString() {
            return switch (this) {
                case C_STRING -> "C string view";
                case BYTE_ARRAY, TEXT_ARRAY -> "byte array view";
                case FUNCTION -> "function handle";
                case BUFFER, UCS4_BUFFER -> "string buffer";
                case WIDE -> "wide slot view";
                default -> value.toString();
            };
        }
    }

    static {
        for (int column = 0; column < KINDS.length; column++) {
            for (Kind kind : Kind.values()) {
                int index = kind.codes[column] & CODES - 1;
                // Of two kinds with the same code, the first is read: libmatx has neither bools nor binaries.
                if (kind.codes[column] != NONE && KINDS[column][index] == null) {
                    KINDS[column][index] = kind;
                }
            }
        }
    }

    /** Creates a value of one word, of which bits without a meaning are ignored. */
    static Tag word(Kind kind, long word) {
        long value = switch (kind) {
            case NULL -> 0;
            case BOOL -> word != 0 ? 1 : 0;
            case DATA_TYPE -> word & 0xFFFF_FFFFL;
            default -> word;
        };
        return sized(kind, value, 0, 0);
    }

    static Tag sized(Kind kind, long word, int code, int length) {
        return new Tag(kind, word, Dialect.RFC97, code, NOTHING, 0, length);
    }

    static Tag text(Kind kind, byte[] bytes, int at, int length) {
        return new Tag(kind, 0, Dialect.RFC97, 0, bytes, at, length);
    }

    static Tag object(Dialect of, int code, long address) {
        return new Tag(Kind.OBJECT, address, of, code, NOTHING, 0, 0);
    }

    static Tag other(Dialect of, byte[] slot) {
        return new Tag(Kind.OTHER, 0, of, 0, slot, 0, slot.length);
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
            case OBJECT, BUFFER, UCS4_BUFFER -> true;
            default -> isView();
        };
    }

    boolean isView() {
        return switch (kind) {
            case C_STRING, BYTE_ARRAY, TEXT_ARRAY, RVALUE, WIDE -> true;
            default -> false;
        };
    }
}
