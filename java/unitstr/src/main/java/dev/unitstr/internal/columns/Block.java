package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.Spans;
import org.jspecify.annotations.Nullable;

/** The bytes of some rows, copied to an array of a scratch. */
final class Block {
    /** The maximum number of bytes to copy, so that the gaps fit into a scratch too. */
    private static final int MOST = Binding.CHUNK_BYTES - BatchStrings.MOST_GAP * Binding.BATCH_TEXTS;

    private final Binding binding;
    private final Region text;
    private final Places places;
    private final Scratch scratch;
    private final @Nullable Key key;

    private int end;

    /** Receives the copy. */
    byte[] bytes = {};

    private long[] pairs = {};
    private long[] starts = {};

    /**
     * Creates an empty block.
     *
     * @param key if not null, only the rows that may match it are copied, and of them only as many bytes as it has
     */
    Block(Binding binding, Region text, Places places, Scratch scratch, @Nullable Key key) {
        this.binding = binding;
        this.text = text;
        this.places = places;
        this.scratch = scratch;
        this.key = key;
    }

    /**
     * Copies rows.
     *
     * @param first the first row
     * @param n the maximum number of rows
     * @return the number of rows copied; 0 if the first does not fit
     */
    int read(long first, int n) {
        int most = Math.min(n, Binding.BATCH_TEXTS);
        pairs = scratch.spans(most);
        places.fill(binding, first, most, pairs, scratch, key);
        int total = 0;
        int count = 0;
        for (; count < most; count++) {
            long size = size(first, count);
            if (size > MOST - total) {
                break;
            }
            if (size < 0) {
                pairs[2 * count] = 0; // with NONE, whose lower half is 0, an empty text
            } else {
                total += (int) size;
            }
        }
        if (count > 0) {
            bytes = scratch.bytes(total + BatchStrings.MOST_GAP * count);
            starts = scratch.results(count);
            end = BatchStrings.copyWithGaps(text, pairs, count, BatchStrings.MOST_GAP, bytes, starts);
        }
        return count;
    }

    /** Checks the place of a row and returns the number of bytes to copy; negative if none. */
    private long size(long first, int i) {
        long size = pairs[2 * i + 1];
        if (size != Spans.NONE) {
            long offset = pairs[2 * i];
            if (size < 0 || size > Integer.MAX_VALUE || offset < 0 || offset > text.byteSize() - size) {
                throw places.wrong(text, first + i, offset, size, 1);
            }
            if (key == null) {
                return size;
            }
            if (key.mayHaveSize(size)) {
                return pairs[2 * i + 1] = key.size();
            }
        }
        pairs[2 * i + 1] = Spans.NONE;
        return -1;
    }

    /** Returns the number of bytes copied of a row; negative if none. */
    int size(int i) {
        long size = pairs[2 * i + 1];
        return size == Spans.NONE ? -1 : (int) size;
    }

    /** Returns the index of the first byte of a row in {@link #bytes}. */
    int start(int i) {
        return (int) starts[i];
    }

    /** Tests whether all bytes copied are ASCII. */
    boolean isAscii() {
        return ReadRoute.isAscii(bytes, end);
    }
}
