package dev.unitstr.internal.columns;

import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Spans;
import org.jspecify.annotations.Nullable;

/** The places of the strings of a column, checked where {@link dev.unitstr.internal.text.BatchStrings} does not. */
abstract class Places implements Spans {
    /** The number of rows in the buffers before the first row. */
    final int start;

    private final int count;
    private final String name;
    final @Nullable Validity validity;

    Places(int start, int count, String name, @Nullable Validity validity) {
        this.start = start;
        this.count = count;
        this.name = name;
        this.validity = validity;
    }

    /**
     * Stores the places of strings, as {@link Spans#fill} does.
     *
     * @param key if not null, rows that cannot match it may be stored as {@link #NONE}
     */
    abstract void fill(Binding binding, long first, int n, long[] pairs, Scratch scratch, @Nullable Key key);

    /**
     * Creates the strings of rows without a native call that decodes, if the bytes of all of them are ASCII.
     *
     * @param text the memory of the strings
     * @param first the first row
     * @param n the maximum number of rows
     * @param dst receives the strings
     * @param dstIndex the index of the first string
     * @param scratch a scratch for copies
     * @return the number of rows; 0 if the next cannot be read in this way; negative if rows are not ASCII
     */
    abstract int ascii(
            Binding binding, Region text, int first, int n, @Nullable String[] dst, int dstIndex, Scratch scratch);

    /** Returns a copy of the validity bits of rows for {@link Validity#isNull}; null if there are none. */
    final byte @Nullable [] nulls(Binding binding, long from, int n) {
        if (validity == null) {
            return null;
        }
        byte[] bits = new byte[n / 8 + 2];
        validity.read(binding, from, n, bits);
        return bits;
    }

    @Override
    public final void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
        fill(binding, first, n, pairs, scratch, null);
    }

    @Override
    public final long count() {
        return count;
    }

    @Override
    public final boolean countsBytes() {
        return true;
    }

    @Override
    public final boolean hasNone() {
        return true;
    }

    final ColumnFormatException wrong(long row, String detail) {
        return new ColumnFormatException(name, (int) row, detail);
    }
}
