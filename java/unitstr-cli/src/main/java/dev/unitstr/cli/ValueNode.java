package dev.unitstr.cli;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueError;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueFormatException.Code;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a value; for a container, also about its elements, up to the limits of the walk.
 *
 * @param kind the kind; null if it cannot be determined
 * @param value a number, a boolean, or a description of another value that is not text; null for text and containers
 * @param text the first bytes of a text, UCS-4 converted to UTF-8
 * @param bytes the size of a text in bytes
 * @param size the number of elements or pairs of a container
 * @param children the first elements, or alternating keys and values
 * @param error the violation; null if there is none
 */
record ValueNode(
        @Nullable ValueKind kind,
        @Nullable Object value,
        byte @Nullable [] text,
        int bytes,
        int size,
        List<ValueNode> children,
        @Nullable ValueFormatException error) {
    /** The maximum nesting depth to show. */
    static final int DEPTH = 32;

    static boolean isMap(@Nullable ValueKind kind) {
        return kind == ValueKind.MAP || kind == ValueKind.DICT;
    }

    private static boolean isContainer(@Nullable ValueKind kind) {
        return isMap(kind) || kind == ValueKind.ARRAY || kind == ValueKind.LIST;
    }

    /** Tests whether the content of the container was read. */
    boolean isRead() {
        return isContainer(kind) && value == null && error == null;
    }

    private static ValueNode plain(ValueKind kind, @Nullable Object value) {
        return new ValueNode(kind, value, null, 0, 0, List.of(), null);
    }

    private static ValueNode wrong(@Nullable ValueKind kind, ValueFormatException error) {
        return new ValueNode(kind, null, null, 0, 0, List.of(), error);
    }

    /** Returns the first violation in this value or its children; null if there is none. */
    @Nullable
    ValueFormatException fault() {
        if (error != null) {
            return error;
        }
        for (ValueNode child : children) {
            ValueFormatException fault = child.fault();
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** A bounded traversal of values, because a container may contain itself, or the same object many times. */
    static final class Walk {
        private final int mostBytes;
        private final boolean isWhole;
        private long left;
        private final List<Long> path = new ArrayList<>();

        /**
         * Creates a traversal.
         *
         * @param mostBytes the maximum number of bytes of each text
         * @param elements the maximum number of elements in total
         * @param isWhole whether all memory that values refer to should be present
         */
        Walk(int mostBytes, long elements, boolean isWhole) {
            this.mostBytes = mostBytes;
            this.left = elements;
            this.isWhole = isWhole;
        }

        ValueNode of(Value value) {
            ValueKind kind = null;
            try {
                kind = value.kind();
                return of(kind, value);
            } catch (ValueFormatException e) {
                if (!isWhole && e.code() == Code.ADDRESS) {
                    return plain(kind == null ? ValueKind.OBJECT : kind, "its target is not in the file");
                }
                return wrong(kind, e);
            }
        }

        private ValueNode of(ValueKind kind, Value value) {
            return switch (kind) {
                case NULL -> plain(kind, null);
                case INT -> plain(kind, value.asLong());
                case FLOAT -> plain(kind, value.asDouble());
                case BOOL -> plain(kind, value.asBoolean());
                case HANDLE -> plain(kind, "0x" + Long.toHexString(value.asHandle()));
                case DATA_TYPE -> {
                    DataType type = value.asDataType();
                    yield plain(kind, "code " + type.code() + ", " + type.bits() + " bits, " + type.lanes() + " lanes");
                }
                case DEVICE -> {
                    Device device = value.asDevice();
                    yield plain(kind, "type " + device.type() + ", id " + device.id());
                }
                case STRING, BYTES -> text(kind, value.asBytes());
                case UCS4 ->
                    text(
                            kind,
                            value.asUcs4(MalformedPolicy.REPLACE, Surrogates.KEEP)
                                    .toUtf8(MalformedPolicy.REPLACE, Surrogates.KEEP));
                case ARRAY, LIST, MAP, DICT -> container(kind, value);
                case ERROR -> {
                    ValueError error = value.asError();
                    yield plain(kind, error.kind() + ": " + error.message());
                }
                case TENSOR, TENSOR_OBJECT, SHAPE, FUNCTION, MODULE, RVALUE, OBJECT, UNKNOWN ->
                    plain(kind, object(value));
            };
        }

        private static String object(Value value) {
            Slot pad = (Slot) value; // all values read here are slots
            return "type " + pad.code();
        }

        private ValueNode text(ValueKind kind, byte[] all) {
            byte[] shown = Arrays.copyOf(all, Math.min(all.length, mostBytes));
            return new ValueNode(kind, null, shown, all.length, 0, List.of(), null);
        }

        private ValueNode container(ValueKind kind, Value value) {
            if (((Slot) value).dialect() == Dialect.MATX) {
                return plain(kind, object(value) + ", content not shown");
            }
            long address = ((Slot) value).objectAddress();
            if (path.contains(address)) {
                return wrong(kind, new ValueFormatException(Code.CYCLE, 24, address, "the container contains itself"));
            }
            if (path.size() == DEPTH) {
                return wrong(
                        kind,
                        new ValueFormatException(
                                Code.DEPTH, 24, address, "containers nested more than " + DEPTH + " deep"));
            }
            List<ValueNode> children = new ArrayList<>();
            int size;
            path.add(address);
            try {
                if (isMap(kind)) {
                    MapValue map = value.asMap();
                    size = map.size();
                    pairs(map, children);
                } else {
                    ListValue list = value.asList();
                    size = list.size();
                    for (int i = 0; i < size && left-- > 0; i++) {
                        children.add(element(list, i));
                    }
                }
            } finally {
                path.remove(path.size() - 1);
            }
            return new ValueNode(kind, null, null, 0, size, children, null);
        }

        private ValueNode element(ListValue list, int index) {
            try {
                return of(list.get(index));
            } catch (ValueFormatException e) {
                return wrong(null, e);
            }
        }

        /** Reads pairs up to the first invalid link, which cannot be followed. */
        private void pairs(MapValue map, List<ValueNode> children) {
            try {
                for (Map.Entry<Value, Value> pair : map.entrySet()) {
                    if (left-- <= 0) {
                        return;
                    }
                    children.add(of(pair.getKey()));
                    children.add(of(pair.getValue()));
                }
            } catch (ValueFormatException e) {
                children.add(wrong(null, e));
                children.add(plain(ValueKind.NULL, null));
            }
        }
    }
}
