package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RawBytes;

/**
 * The validity bits of a column.
 *
 * @param bits one bit for each row, the lowest bit of each byte first; a 0 bit marks a null
 */
record Validity(Region bits) {
    /** Returns the number of bytes that hold the bits of some rows. */
    private static int bytes(long first, int n) {
        return (int) ((first + n + 7 >> 3) - (first >> 3));
    }

    /**
     * Copies the bits of rows.
     *
     * @param first the first row
     * @param n the number of rows
     * @param scratch at least {@code n / 8 + 2} bytes
     */
    void read(Binding binding, long first, int n, byte[] scratch) {
        RawBytes.read(binding, bits, first >> 3, scratch, bytes(first, n));
    }

    /** Tests the bit of row {@code first + i} in a copy that {@link #read} made. */
    static boolean isNull(byte[] copy, long first, int i) {
        int bit = (int) (first & 7) + i;
        return (copy[bit >> 3] >> (bit & 7) & 1) == 0;
    }
}
