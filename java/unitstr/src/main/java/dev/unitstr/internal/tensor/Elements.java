package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorFormatException;
import org.jspecify.annotations.Nullable;

/** Decoded elements, copied out of the tensor. Checks and reads use only this copy. */
final class Elements {
    /** The maximum number of elements in one batch. */
    static final int MOST = 1024;

    static final int SMALL = StringKind.SMALL.ordinal();
    static final int LARGE = StringKind.LARGE.ordinal();
    static final int OFFSET = StringKind.OFFSET.ordinal();
    static final int VIEW = StringKind.VIEW.ordinal();
    static final int PREALLOC = StringKind.PREALLOC.ordinal();
    static final int PLAIN = StringKind.PLAIN.ordinal();

    /** The count of an element in a format whose elements have no count. */
    static final long NO_COUNT = -1;

    private static final StringKind[] KINDS = StringKind.values();

    final int[] kinds;
    final long[] bytes;
    final long[] capacities;
    /**
     * The position of each string: an offset in bytes from the start of the tensor's memory, or an address for kinds
     * that have one.
     */
    final long[] places;

    final long[] counts;
    final boolean[] padded;
    /** Why fewer elements were read than requested; null if all were read. */
    @Nullable
    TensorFormatException error;

    Elements(int most) {
        kinds = new int[most];
        bytes = new long[most];
        capacities = new long[most];
        places = new long[most];
        counts = new long[most];
        padded = new boolean[most];
    }

    static Elements forAtMost(long count) {
        return new Elements((int) Math.min(count, MOST));
    }

    boolean isAddress(int i) {
        int kind = kinds[i];
        return kind == LARGE || kind == VIEW || kind == PREALLOC;
    }

    /** Tests whether a checked string is read from the tensor's memory. An empty string is read from nowhere. */
    boolean isInside(int i) {
        return !isAddress(i) || bytes[i] == 0;
    }

    void set(int i, int kind, long size, long capacity, long place) {
        set(i, kind, size, capacity, place, NO_COUNT, true);
    }

    void set(int i, int kind, long size, long capacity, long place, long count, boolean paddingIsZero) {
        kinds[i] = kind;
        bytes[i] = size;
        capacities[i] = capacity;
        places[i] = place;
        counts[i] = count;
        padded[i] = paddingIsZero;
    }

    StringKind kind(int i) {
        return KINDS[kinds[i]];
    }

    StringElement element(int i, long index) {
        boolean address = isAddress(i);
        return new StringElement(
                index, kind(i), bytes[i], capacities[i], address ? -1 : places[i], address ? places[i] : 0);
    }
}
