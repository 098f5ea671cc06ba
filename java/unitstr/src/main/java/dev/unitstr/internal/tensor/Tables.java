package dev.unitstr.internal.tensor;

import static dev.unitstr.internal.tensor.Elements.LARGE;
import static dev.unitstr.internal.tensor.Elements.OFFSET;
import static dev.unitstr.internal.tensor.Elements.PREALLOC;
import static dev.unitstr.internal.tensor.Elements.SMALL;
import static dev.unitstr.internal.tensor.Elements.VIEW;

import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import java.nio.ByteOrder;

/**
 * Decodes elements of 16 and 24 bytes. The Rust modules {@code formats::tstring} and {@code formats::rfc} document the
 * layouts; their sources are TensorFlow's {@code tsl/platform/ctstring_internal.h} and its RFC
 * {@code 20190411-string-unification}.
 */
final class Tables {
    private Tables() {}

    /**
     * Decodes elements.
     *
     * @param raw a copy of the elements, from index 0
     * @param first the index of the first element
     * @param n the number of elements
     * @param layout a layout whose elements have a type
     * @param out receives the decoded elements
     */
    static void read(byte[] raw, long first, int n, TensorLayout layout, Elements out) {
        int size = layout.format().elementBytes();
        boolean rfc = layout.format() != Format.TF24;
        boolean big = layout.order() == ByteOrder.BIG_ENDIAN;
        int small = layout.smallCapacity();
        for (int i = 0; i < n; i++) {
            int at = i * size;
            long start = (first + i) * size;
            int type = raw[at] & 3;
            if (type == 0) {
                out.set(i, SMALL, (raw[at] & 0xFF) >>> 2, small, start + 1);
            } else if (type == 2) {
                long length = Numbers.u32(raw, at, false) >>> 2;
                long place = start + Numbers.u32(raw, at + 4, false);
                long count = Numbers.u32(raw, at + 8, false);
                out.set(i, OFFSET, length, 0, place, count, isZero(raw, at + 12, at + size));
            } else if (type == 3 && rfc) {
                prealloc(raw, at, size, layout.wordBytes(), big, i, out);
            } else {
                pointer(raw, at, type, layout, big, i, out);
            }
        }
    }

    private static void pointer(byte[] raw, int at, int type, TensorLayout layout, boolean big, int i, Elements out) {
        int word = layout.wordBytes();
        long length = Numbers.decodeSize(Numbers.word(raw, at, 0, word, big), 8 * word, big);
        if (type == 3) {
            out.set(i, VIEW, length, 0, Numbers.word(raw, at, 1, word, big));
        } else if (layout.format() == Format.RFC16) {
            out.set(i, LARGE, length, length, Numbers.word(raw, at, 1, word, big));
        } else {
            out.set(i, LARGE, length, Numbers.word(raw, at, 1, word, big), Numbers.word(raw, at, 2, word, big));
        }
    }

    private static void prealloc(byte[] raw, int at, int size, int word, boolean big, int i, Elements out) {
        long length = Numbers.decodeSize(Numbers.u32(raw, at, big), 32, big);
        long capacity = Numbers.u32(raw, at + 4, big);
        long address = word == 4 ? Numbers.u32(raw, at + 8, big) : Numbers.u64(raw, at + 8, big);
        out.set(i, PREALLOC, length, capacity, address, Elements.NO_COUNT, isZero(raw, at + 8 + word, at + size));
    }

    private static boolean isZero(byte[] raw, int from, int to) {
        int bits = 0;
        for (int i = from; i < to; i++) {
            bits |= raw[i];
        }
        return bits == 0;
    }
}
