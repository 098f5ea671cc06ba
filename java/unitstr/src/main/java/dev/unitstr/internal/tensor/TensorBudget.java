package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import org.jspecify.annotations.Nullable;

/** Checks that concern all elements together: the total size and, if requested, the order. */
final class TensorBudget {
    private final TensorReader reader;
    private final long limit;
    private final boolean ordered;
    private long total;
    private long elements;
    private long lastStart;
    private long lastEnd;

    TensorBudget(TensorReader reader) {
        this(reader, false);
    }

    TensorBudget(TensorReader reader, boolean ordered) {
        this.reader = reader;
        this.limit = reader.checks.totalLimit(reader.memory.byteSize());
        this.ordered = ordered;
    }

    long total() {
        return total;
    }

    /** Returns the remaining number of bytes for the strings that follow. */
    long left() {
        return limit - total;
    }

    /** Subtracts strings whose size does not exceed {@link #left()}. */
    void spend(long bytes, int count) {
        total += bytes;
        elements += count;
    }

    long elements() {
        return elements;
    }

    /**
     * Reads and checks elements as {@link TensorReader#read} does, and all elements so far together.
     *
     * @return the number of elements that passed; fewer than requested if {@link Elements#error} gives a reason
     */
    int read(long first, int n, Elements out) {
        int good = reader.read(first, n, out);
        for (int i = 0; i < good; i++) {
            TensorFormatException error = next(first + i, i, out);
            if (error != null) {
                out.error = error;
                return i;
            }
        }
        return good;
    }

    /** Reads and checks all elements. Returns the first violation, or null. */
    @Nullable
    TensorFormatException readAll() {
        TensorFormatException error = reader.checkWhole();
        Elements part = Elements.forAtMost(reader.count);
        for (long at = 0; error == null && at < reader.count; at += Elements.MOST) {
            read(at, (int) Math.min(reader.count - at, Elements.MOST), part);
            error = part.error;
        }
        return error;
    }

    private @Nullable TensorFormatException next(long index, int i, Elements e) {
        long size = e.bytes[i];
        if (size > limit - total) {
            String detail = "the strings up to this one have " + (total + size) + " bytes: more than " + limit
                    + ", the limit for all of them; withMaxTotalBytes sets another limit";
            return new TensorFormatException(Code.TOTAL_LIMIT, index, Field.SIZE, detail);
        }
        if (ordered && (e.kinds[i] == Elements.OFFSET || e.kinds[i] == Elements.PLAIN)) {
            long start = e.places[i];
            if (start < lastStart) {
                String detail = "its string starts at byte " + start
                        + ": before the string of the previous element, at byte " + lastStart;
                return new TensorFormatException(Code.NOT_MONOTONIC, index, Field.OFFSET, detail);
            }
            if (start < lastEnd) {
                String detail = "its string starts at byte " + start
                        + ": the string of the previous element ends at byte " + lastEnd;
                return new TensorFormatException(Code.OVERLAP, index, Field.OFFSET, detail);
            }
            lastStart = start;
            lastEnd = start + size;
        }
        total += size;
        elements++;
        return null;
    }
}
