package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import java.nio.ByteOrder;
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

    /**
     * Decodes elements of 16 and 24 bytes. {@code docs/layouts/tf24.md} and {@code rfc-tensor.md} specify the layouts.
     *
     * @param raw a copy of the elements, from index 0
     * @param first the index of the first element
     * @param n the number of elements
     * @param layout a layout whose elements have a type
     */
    void decode(byte[] raw, long first, int n, TensorLayout layout) {
        int size = layout.format().elementBytes();
        boolean rfc = layout.format() != Format.TF24;
        boolean big = layout.order() == ByteOrder.BIG_ENDIAN;
        int small = layout.smallCapacity();
        for (int i = 0; i < n; i++) {
            int at = i * size;
            long start = (first + i) * size;
            int type = raw[at] & 3;
            if (type == 0) {
                set(i, SMALL, (raw[at] & 0xFF) >>> 2, small, start + 1);
            } else if (type == 2) {
                long length = Numbers.u32(raw, at, false) >>> 2;
                long place = start + Numbers.u32(raw, at + 4, false);
                long count = Numbers.u32(raw, at + 8, false);
                set(i, OFFSET, length, 0, place, count, isZero(raw, at + 12, at + size));
            } else if (type == 3 && rfc) {
                decodePrealloc(i, raw, at, size, layout.wordBytes(), big);
            } else {
                decodeWords(i, raw, at, type, layout, big);
            }
        }
    }

    private void decodeWords(int i, byte[] raw, int at, int type, TensorLayout layout, boolean big) {
        int word = layout.wordBytes();
        long length = Numbers.decodeSize(Numbers.word(raw, at, 0, word, big), 8 * word, big);
        if (type == 3) {
            set(i, VIEW, length, 0, Numbers.word(raw, at, 1, word, big));
        } else if (layout.format() == Format.RFC16) {
            set(i, LARGE, length, length, Numbers.word(raw, at, 1, word, big));
        } else {
            set(i, LARGE, length, Numbers.word(raw, at, 1, word, big), Numbers.word(raw, at, 2, word, big));
        }
    }

    private void decodePrealloc(int i, byte[] raw, int at, int size, int word, boolean big) {
        long length = Numbers.decodeSize(Numbers.u32(raw, at, big), 32, big);
        long capacity = Numbers.u32(raw, at + 4, big);
        long address = Numbers.word(raw, at + 8, 0, word, big);
        set(i, PREALLOC, length, capacity, address, NO_COUNT, isZero(raw, at + 8 + word, at + size));
    }

    private static boolean isZero(byte[] raw, int from, int to) {
        int bits = 0;
        for (int i = from; i < to; i++) {
            bits |= raw[i];
        }
        return bits == 0;
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
