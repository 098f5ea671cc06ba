package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import org.jspecify.annotations.Nullable;

/** Checks that concern all elements together: the total size and, if requested, the order. */
final class TensorBudget implements TensorReader.Visitor {
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

    @Override
    public @Nullable TensorFormatException visit(long index, int i, Elements e) {
        long size = e.bytes[i];
        if (size > limit - total) {
            return reader.tooMuch(index, total + size);
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
