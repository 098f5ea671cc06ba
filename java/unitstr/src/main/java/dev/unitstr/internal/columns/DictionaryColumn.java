package dev.unitstr.internal.columns;

import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A column whose rows are indices of the values of another column. */
public final class DictionaryColumn extends AbstractColumn {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** The index that stands for a null row. */
    private static final int NULL = -1;

    private final RegionColumn values;
    private final IndexType type;
    private final Region indices;

    private DictionaryColumn(
            RegionStrings strings,
            Rows rows,
            @Nullable Validity validity,
            RegionColumn values,
            IndexType type,
            Region indices) {
        super(strings, rows, validity);
        this.values = values;
        this.type = type;
        this.indices = indices;
    }

    /**
     * Returns a column for the binding of this JVM.
     *
     * @param values the dictionary
     * @param type the type of the indices
     * @param count the number of rows
     * @param validity a {@link java.nio.ByteBuffer} or a {@link NativeMemory}, or null
     * @param indices the same for the indices
     * @return the column
     */
    public static DictionaryColumn of(
            StringColumn values, IndexType type, int count, @Nullable Object validity, Object indices) {
        Region bits = validity == null ? null : RegionColumn.region(validity);
        Region numbers = RegionColumn.region(Objects.requireNonNull(indices, "indices"));
        return of(RegionStrings.chosen(), values, type, count, bits, numbers);
    }

    /**
     * Returns a column, after a check of the sizes of its buffers.
     *
     * @param strings the string operations
     * @param values the dictionary
     * @param type the type of the indices
     * @param count the number of rows
     * @param validity the validity bits, or null
     * @param indices the indices
     * @return the column
     */
    public static DictionaryColumn of(
            RegionStrings strings,
            StringColumn values,
            IndexType type,
            int count,
            @Nullable Region validity,
            Region indices) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(type, "type");
        if (!(values instanceof RegionColumn dictionary)) {
            throw new IllegalArgumentException("values is dictionary-encoded itself, or belongs to an ArrowBatch");
        }
        Validity bits = check(count, validity, "indices", indices, count, type.byteSize());
        Rows rows = new Rows(0, count, dictionary.rows.name(), dictionary.rows.policy());
        return new DictionaryColumn(strings, rows, bits, dictionary, type, indices);
    }

    @Override
    DictionaryColumn with(Rows rows) {
        Rows all = new Rows(values.rows.start(), values.count(), "", rows.policy());
        return new DictionaryColumn(strings, rows, validity, values.with(all), type, indices);
    }

    @Override
    public ColumnFormat format() {
        return values.format();
    }

    @Override
    public StringColumn values() {
        return values;
    }

    @Override
    public IndexType indexType() {
        return type;
    }

    @Override
    public List<@Nullable Region> regions() {
        List<@Nullable Region> all = new ArrayList<>();
        all.add(validity == null ? null : validity.bits());
        all.add(indices);
        return all;
    }

    @Override
    void checkAccess() {
        RegionStrings.checkAccess(binding, indices);
        values.checkAccess();
    }

    /** Handles the index of a row; {@link #NULL} for a null row. */
    private interface Action {
        void take(int row, int index);
    }

    /** Reads and checks the indices of rows. */
    private void each(int first, int count, Action action) {
        int[] some = new int[Math.min(count, Binding.BATCH_TEXTS)];
        for (int done = 0; done < count; done += some.length) {
            int n = Math.min(count - done, some.length);
            Scratch scratch = Scratch.acquire();
            try {
                read(first + done, n, some, scratch);
            } finally {
                scratch.release();
            }
            for (int i = 0; i < n; i++) {
                action.take(first + done + i, some[i]);
            }
        }
    }

    private void read(int first, int n, int[] dst, Scratch scratch) {
        long from = rows.start() + (long) first;
        int size = type.byteSize();
        byte[] copy = scratch.bytes(n * size + 2);
        RawBytes.read(binding, indices, from * size, copy, n * size);
        for (int i = 0; i < n; i++) {
            dst[i] = switch (type) {
                case INT8 -> copy[i];
                case UINT8 -> copy[i] & 0xFF;
                case INT16 -> (short) SHORTS.get(copy, i * size);
                case UINT16 -> (short) SHORTS.get(copy, i * size) & 0xFFFF;
                case INT32, UINT32 -> (int) INTS.get(copy, i * size);
            };
        }
        boolean hasNulls = validity != null;
        if (hasNulls) {
            validity.read(binding, from, n, copy);
        }
        int limit = values.count();
        for (int i = 0; i < n; i++) {
            if (hasNulls && Validity.isNull(copy, from, i)) {
                dst[i] = NULL;
            } else if (Integer.compareUnsigned(dst[i], limit) >= 0) {
                long index = type == IndexType.UINT32 ? Integer.toUnsignedLong(dst[i]) : dst[i];
                throw new ColumnFormatException(
                        rows.name(), first + i, "its index is " + index + ": the dictionary has " + limit + " values");
            }
        }
    }

    private int index(int row) {
        checkRow(row);
        checkAccess();
        int[] one = new int[1];
        each(row, 1, (at, index) -> one[0] = index);
        return one[0];
    }

    /**
     * Computes something for all values, if that costs no more than to do it for each row.
     *
     * @param count the number of rows to read
     * @return null if the values must be read row by row: there are too many, or one of them is invalid, which matters
     *     only if a row refers to it
     */
    private <T> @Nullable T forAll(int count, Supplier<T> values) {
        if (this.values.count() > count) {
            return null;
        }
        try {
            return values.get();
        } catch (ColumnFormatException | MalformedTextException e) {
            return null;
        }
    }

    /** Reads the value of a row. An error in the value is one in the row. */
    private <T extends @Nullable Object> T value(int row, Supplier<T> value) {
        try {
            return value.get();
        } catch (MalformedTextException e) {
            throw e.inRow(rows.name(), row);
        } catch (ColumnFormatException e) {
            throw new ColumnFormatException(rows.name(), row, "its value in the dictionary: " + e.getMessage());
        }
    }

    @Override
    public boolean isNull(int row) {
        int index = index(row);
        return index == NULL || values.isNull(index);
    }

    @Override
    public @Nullable String get(int row) {
        int index = index(row);
        return index == NULL ? null : value(row, () -> values.get(index));
    }

    @Override
    public byte @Nullable [] getBytes(int row) {
        int index = index(row);
        return index == NULL ? null : value(row, () -> values.getBytes(index));
    }

    @Override
    public @Nullable NativeMemory memory(int row) {
        int index = index(row);
        return index == NULL ? null : value(row, () -> values.memory(index));
    }

    @Override
    boolean matches(int row, Key key) {
        int index = index(row);
        return index != NULL && value(row, () -> values.matches(index, key));
    }

    @Override
    public @Nullable String[] toStrings(int first, int count) {
        checkRange(first, count);
        checkAccess();
        @Nullable String[] known = forAll(count, values::toStrings);
        @Nullable String[] all = new String[count];
        each(first, count, (row, index) -> {
            if (index != NULL) {
                all[row - first] = known != null ? known[index] : value(row, () -> values.get(index));
            }
        });
        return all;
    }

    @Override
    public byte @Nullable [][] toByteArrays() {
        checkAccess();
        byte[][] known = forAll(rows.count(), values::toByteArrays);
        byte[][] all = new byte[rows.count()][];
        each(0, rows.count(), (row, index) -> {
            byte[] value =
                    index == NULL ? null : known != null ? known[index] : value(row, () -> values.getBytes(index));
            all[row] = known != null && value != null ? value.clone() : value;
        });
        return all;
    }

    @Override
    void hash(int[] dst) {
        int[] known = forAll(rows.count(), () -> {
            int[] hashes = new int[values.count()];
            values.hash(hashes);
            return hashes;
        });
        each(0, rows.count(), (row, index) -> {
            dst[row] = index == NULL
                    ? 0
                    : known != null ? known[index] : Objects.hashCode(value(row, () -> values.get(index)));
        });
    }

    @Override
    int select(Key key, int[] selection) {
        boolean[] known = forAll(rows.count(), () -> {
            boolean[] matching = new boolean[values.count()];
            int[] found = new int[matching.length];
            for (int i = values.select(key, found); i > 0; i--) {
                matching[found[i - 1]] = true;
            }
            return matching;
        });
        int[] found = {0};
        each(0, rows.count(), (row, index) -> {
            if (index != NULL && (known != null ? known[index] : value(row, () -> values.matches(index, key)))) {
                selection[found[0]++] = row;
            }
        });
        return found[0];
    }
}
