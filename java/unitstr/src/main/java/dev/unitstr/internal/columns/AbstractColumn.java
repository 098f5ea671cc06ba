package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all columns have in common: rows of which some are null, and the checks of arguments. */
public abstract class AbstractColumn implements StringColumn {
    /**
     * The rows of a column, and how they are read.
     *
     * @param start the number of rows in the buffers before the first row
     * @param count the number of rows
     * @param name the name for messages
     * @param policy how malformed text is handled
     */
    record Rows(int start, int count, String name, MalformedPolicy policy) {}

    final RegionStrings strings;
    final Binding binding;
    final Rows rows;
    final @Nullable Validity validity;

    AbstractColumn(RegionStrings strings, Rows rows, @Nullable Validity validity) {
        this.strings = strings;
        this.binding = strings.binding();
        this.rows = rows;
        this.validity = validity;
    }

    /**
     * Checks the buffers that each column has.
     *
     * @param name the name of {@code entries}
     * @param entries the number of entries
     * @param entryBytes the size of an entry
     */
    static @Nullable Validity check(
            int count, @Nullable Region validity, String name, Region memory, long entries, int entryBytes) {
        Checks.notNegative("count", count);
        long bits = (count + 7L) / 8;
        if (validity != null && validity.byteSize() < bits) {
            throw new IndexOutOfBoundsException("validity has " + validity.byteSize() + " bytes: too few for " + count
                    + " bits" + validity.boundsHint());
        }
        if (count > 0 && memory.byteSize() / entryBytes < entries) {
            throw new IndexOutOfBoundsException(name + " has " + memory.byteSize() + " bytes: too few for " + entries
                    + " entries of " + entryBytes + " bytes" + memory.boundsHint());
        }
        memory.checkAddress(0, count);
        if (validity == null) {
            return null;
        }
        validity.checkAddress(0, count);
        return new Validity(validity);
    }

    /** Returns this column with other rows. */
    abstract AbstractColumn with(Rows rows);

    /** Computes the rows that match a key, as {@link #selectEqual} does. */
    abstract int select(Key key, int[] selection);

    /** Tests whether a row matches a key. */
    abstract boolean matches(int row, Key key);

    /** Checks liveness of the memory that describes the rows. */
    abstract void checkAccess();

    /**
     * Returns the memory of the column, in Arrow's order.
     *
     * @return validity (or null), offsets or views or indices, data
     */
    public abstract List<@Nullable Region> regions();

    @Override
    public final int count() {
        return rows.count;
    }

    @Override
    public final int offset() {
        return rows.start;
    }

    @Override
    public final List<@Nullable ByteBuffer> buffers() {
        List<@Nullable ByteBuffer> buffers = new ArrayList<>();
        for (Region region : regions()) {
            if (region != null && !(region instanceof BufferRegion)) {
                throw new IllegalStateException("the column is not over byte buffers");
            }
            buffers.add(
                    region instanceof BufferRegion buffer
                            ? buffer.slice(0, (int) buffer.byteSize()).asReadOnlyBuffer()
                            : null);
        }
        return buffers;
    }

    @Override
    public final StringColumn slice(int first, int count) {
        checkRange(first, count);
        return with(new Rows(rows.start + first, count, rows.name, rows.policy));
    }

    @Override
    public final StringColumn withName(String name) {
        return with(new Rows(rows.start, rows.count, Objects.requireNonNull(name, "name"), rows.policy));
    }

    @Override
    public final StringColumn withPolicy(MalformedPolicy policy) {
        return with(new Rows(rows.start, rows.count, rows.name, Objects.requireNonNull(policy, "policy")));
    }

    final void checkRow(int row) {
        if (row < 0 || row >= rows.count) {
            throw new IndexOutOfBoundsException("row is " + row + ": the column has " + rows.count + " rows");
        }
    }

    final void checkRange(int first, int count) {
        Checks.elements("first", first, "count", count, "the column", rows.count);
    }

    private void checkRoom(String name, int[] array) {
        if (array.length < rows.count) {
            throw new IndexOutOfBoundsException(
                    name + " has " + array.length + " elements: less than the " + rows.count + " rows");
        }
    }

    /** Tests a validity bit. */
    final boolean hasNullBit(int row) {
        if (validity == null) {
            return false;
        }
        byte[] bits = new byte[2];
        validity.read(binding, rows.start + (long) row, 1, bits);
        return Validity.isNull(bits, rows.start + (long) row, 0);
    }

    @Override
    public final boolean contentEquals(int row, String value) {
        Key key = Key.of(Objects.requireNonNull(value, "value"), false);
        checkRow(row);
        checkAccess();
        return key != null && matches(row, key);
    }

    @Override
    public final void hashCodes(int[] dst) {
        checkRoom("dst", Objects.requireNonNull(dst, "dst"));
        checkAccess();
        hash(dst);
    }

    /** Implements {@link #hashCodes}. */
    abstract void hash(int[] dst);

    @Override
    public final int selectEqual(String value, int[] selection) {
        return selectRows(Key.of(Objects.requireNonNull(value, "value"), false), selection);
    }

    @Override
    public final int selectPrefix(String prefix, int[] selection) {
        return selectRows(Key.of(Objects.requireNonNull(prefix, "prefix"), true), selection);
    }

    private int selectRows(@Nullable Key key, int[] selection) {
        checkRoom("selection", Objects.requireNonNull(selection, "selection"));
        checkAccess();
        return key == null ? 0 : select(key, selection);
    }
}
