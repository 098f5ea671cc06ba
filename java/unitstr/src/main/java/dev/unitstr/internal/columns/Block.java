package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.Spans;
import org.jspecify.annotations.Nullable;

/** The bytes of some rows, copied to an array of a scratch. */
final class Block implements AutoCloseable {
    /** The maximum number of bytes to copy, so that the gaps fit into a scratch too. */
    private static final int MOST = Binding.CHUNK_BYTES - BatchStrings.MOST_GAP * Binding.BATCH_TEXTS;
    /** The minimum number of rows whose places are read at once. */
    private static final int LEAST_ROWS = 16;

    private final Binding binding;
    private final Region text;
    private final long textBytes;
    private final Places places;
    private final @Nullable Key key;
    private final Scratch scratch = Scratch.acquire();
    /** Holds the bytes of memory at addresses. */
    private @Nullable Scratch copied;

    /** Receives the copy. */
    byte[] bytes = {};

    /** The number of bytes of all rows, without gaps. */
    private int total;

    private long[] pairs = {};
    private long[] starts = {};

    /**
     * Creates an empty block.
     *
     * @param key if not null, only the rows that may match it are copied, and of them only as many bytes as it has
     */
    Block(Binding binding, Region text, Places places, @Nullable Key key) {
        this.binding = binding;
        this.text = text;
        this.textBytes = text.byteSize();
        this.places = places;
        this.key = key;
    }

    /**
     * Returns the number of rows to read next. Reading the places of more rows than a block has takes time.
     *
     * @param n the number of rows that were read last
     */
    static int next(int n) {
        return Math.min(n + n / 4 + LEAST_ROWS, Binding.BATCH_TEXTS - 1);
    }

    /**
     * Copies rows.
     *
     * @param first the first row
     * @param n the maximum number of rows
     * @return the number of rows copied; 0 if the first does not fit
     */
    int read(long first, int n) {
        int count = readPlaces(first, n);
        copy(count, Encoding.LATIN_1);
        return count;
    }

    /**
     * Copies rows if the bytes of all of them are ASCII.
     *
     * @param first the first row
     * @param n the maximum number of rows
     * @return the number of rows copied; 0 if the first does not fit; the complement of the number of rows if a byte is
     *     not ASCII
     */
    int readAscii(long first, int n) {
        int count = readPlaces(first, n);
        return copy(count, Encoding.ASCII) ? count : ~count;
    }

    private int readPlaces(long first, int n) {
        int most = Math.min(n, Binding.BATCH_TEXTS);
        pairs = scratch.spans(most);
        places.fill(binding, first, most, pairs, scratch, key);
        total = 0;
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
        return count;
    }

    /**
     * Copies the rows whose places were read.
     *
     * @param encoding ISO-8859-1, or US-ASCII to copy nothing else
     * @return whether all bytes are of this encoding
     */
    private boolean copy(int count, Encoding encoding) {
        if (count == 0) {
            return true;
        }
        starts = scratch.results(count);
        if (text.isAddress()) {
            return copyAtAddresses(count, encoding);
        }
        bytes = scratch.bytes(total + BatchStrings.MOST_GAP * count);
        int end = BatchStrings.copyWithGaps(text, pairs, 0, count, BatchStrings.MOST_GAP, bytes, starts);
        return encoding != Encoding.ASCII || ReadRoute.isAscii(bytes, end);
    }

    private boolean copyAtAddresses(int count, Encoding encoding) {
        Scratch to = Scratch.acquire();
        copied = to;
        Runs runs = new Runs(text, to.spans(count));
        int end = BatchStrings.copyWithGaps(runs, pairs, 0, count, BatchStrings.MOST_GAP, bytes, starts);
        long packed = binding.decodeBatch(text, to, runs.count(), end, encoding.id(), Flags.REPORT);
        bytes = to.bytes(end);
        if (packed < 0) {
            throw TextErrors.unexpected(binding, packed);
        }
        return Packed.status(packed) == Packed.DONE;
    }

    @Override
    public void close() {
        scratch.release();
        if (copied != null) {
            copied.release();
        }
    }

    /** Checks the place of a row and returns the number of bytes to copy; negative if none. */
    private long size(long first, int i) {
        long size = pairs[2 * i + 1];
        if (size != Spans.NONE) {
            long offset = pairs[2 * i];
            if (size < 0 || size > Integer.MAX_VALUE || offset < 0 || offset > textBytes - size) {
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
}
