package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.tvm.Value;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A sort key of a value. The order is: null, bools, numbers, text by code points, binaries, other values.
 *
 * @param rank the position of the kind of value in this order
 * @param content a {@code Long} or {@code Double} for a bool or a number, bytes for text or a binary, else the rank
 */
record SortKey(int rank, Object content) implements Comparable<SortKey> {
    static SortKey of(Value value) {
        return switch (value.kind()) {
            case NULL -> new SortKey(0, 0);
            case BOOL -> new SortKey(1, value.asLong());
            case INT -> new SortKey(2, value.asLong());
            case FLOAT -> new SortKey(2, value.asDouble());
            // The unsigned order of UTF-8 bytes is the order of code points.
            case STRING -> new SortKey(3, value.asBytes());
            case UCS4 ->
                new SortKey(
                        3,
                        value.asUcs4(MalformedPolicy.REPLACE, Surrogates.KEEP)
                                .toUtf8(MalformedPolicy.REPLACE, Surrogates.KEEP));
            case BYTES -> new SortKey(4, value.asBytes());
            default -> new SortKey(5, 5);
        };
    }

    @Override
    public int compareTo(SortKey other) {
        if (rank != other.rank) {
            return Integer.compare(rank, other.rank);
        }
        return content instanceof byte[] bytes
                ? Arrays.compareUnsigned(bytes, (byte[]) other.content)
                : compare((Number) content, (Number) other.content);
    }

    private static int compare(Number one, Number other) {
        if (!(one instanceof Double) && !(other instanceof Double)) {
            return Long.compare(one.longValue(), other.longValue());
        }
        double a = one.doubleValue();
        double b = other.doubleValue();
        if (one.getClass() == other.getClass() || !Double.isFinite(a) || !Double.isFinite(b)) {
            // -0.0 equals 0.0, and NaN is greater than any other number.
            return a == b ? 0 : Double.compare(a, b);
        }
        // The exact comparison, because a float may have fewer digits than the int.
        return exact(one).compareTo(exact(other));
    }

    private static BigDecimal exact(Number number) {
        return number instanceof Double ? new BigDecimal(number.doubleValue()) : BigDecimal.valueOf(number.longValue());
    }
}
