package dev.unitstr.cli;

import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * The part of a file to show.
 *
 * @param file the file
 * @param offset the start of the memory in the file, in bytes
 * @param first the first element, slot or row to show
 * @param limit the maximum number of elements, slots or rows to show
 * @param bytes the maximum number of bytes to show of a string
 */
record Shown(Path file, long offset, long first, long limit, int bytes) {
    /**
     * Returns the selected indices, in order, and {@code bad} even if it is not one of them.
     *
     * @param count the number of elements or slots
     * @param bad the index of the first invalid one, or -1
     * @return the indices
     */
    LongStream indices(long count, long bad) {
        long from = Math.min(first, count);
        long to = from + Math.min(limit, count - from);
        LongStream selected = LongStream.range(from, to);
        if (bad < 0 || bad >= from && bad < to) {
            return selected;
        }
        return bad < from
                ? LongStream.concat(LongStream.of(bad), selected)
                : LongStream.concat(selected, LongStream.of(bad));
    }
}
