package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.tvm.Value;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sort key of a value. The order is: null, bools, numbers, text by code points, binaries, other values. */
final class SortKey implements Comparable<SortKey> {
    private static final int NULL = 0;
    private static final int BOOL = 1;
    private static final int NUMBER = 2;
    private static final int TEXT = 3;
    private static final int BINARY = 4;
    private static final int OTHER = 5;

    private final int rank;
    /** The value of an int or a bool. */
    private final long whole;
    /** The value of a float. */
    private final double real;

    private final boolean isReal;
    private final byte @Nullable [] bytes;

    private SortKey(int rank, long whole, double real, boolean isReal, byte @Nullable [] bytes) {
        this.rank = rank;
        this.whole = whole;
        this.real = real;
        this.isReal = isReal;
        this.bytes = bytes;
    }

    static SortKey of(Value value) {
        return switch (value.kind()) {
            case NULL -> new SortKey(NULL, 0, 0, false, null);
            case BOOL -> new SortKey(BOOL, value.asLong(), 0, false, null);
            case INT -> new SortKey(NUMBER, value.asLong(), value.asLong(), false, null);
            case FLOAT -> new SortKey(NUMBER, 0, value.asDouble(), true, null);
            // The unsigned order of UTF-8 bytes is the order of code points.
            case STRING -> new SortKey(TEXT, 0, 0, false, value.asBytes());
            case UCS4 ->
                new SortKey(
                        TEXT,
                        0,
                        0,
                        false,
                        value.asUcs4(MalformedPolicy.REPLACE, Surrogates.KEEP)
                                .toUtf8(MalformedPolicy.REPLACE, Surrogates.KEEP));
            case BYTES -> new SortKey(BINARY, 0, 0, false, value.asBytes());
            default -> new SortKey(OTHER, 0, 0, false, null);
        };
    }

    @Override
    public int compareTo(SortKey other) {
        if (rank != other.rank) {
            return Integer.compare(rank, other.rank);
        }
        return switch (rank) {
            case BOOL -> Long.compare(whole, other.whole);
            case NUMBER -> numbers(other);
            case TEXT, BINARY -> Arrays.compareUnsigned(bytes, other.bytes);
            default -> 0;
        };
    }

    private int numbers(SortKey other) {
        if (!isReal && !other.isReal) {
            return Long.compare(whole, other.whole);
        }
        if (isReal == other.isReal || !Double.isFinite(real) || !Double.isFinite(other.real)) {
            // -0.0 equals 0.0, and NaN is greater than any other number.
            return real == other.real ? 0 : Double.compare(real, other.real);
        }
        // The exact comparison, because a float may have fewer digits than the int.
        return exact().compareTo(other.exact());
    }

    private BigDecimal exact() {
        return isReal ? new BigDecimal(real) : BigDecimal.valueOf(whole);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SortKey key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        return rank;
    }
}
