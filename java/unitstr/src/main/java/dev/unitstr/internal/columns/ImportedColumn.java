package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column in memory that another library releases: each access keeps the memory for as long as it takes.
 *
 * @param column the column over that memory
 * @param array the owner of the memory
 */
record ImportedColumn(StringColumn column, ImportedArray array) implements StringColumn {
    private StringColumn same(StringColumn other) {
        return new ImportedColumn(other, array);
    }

    @Override
    public ColumnFormat format() {
        return column.format();
    }

    @Override
    public @Nullable StringColumn values() {
        StringColumn values = column.values();
        return values == null ? null : same(values);
    }

    @Override
    public @Nullable IndexType indexType() {
        return column.indexType();
    }

    @Override
    public int count() {
        return column.count();
    }

    @Override
    public int offset() {
        return column.offset();
    }

    @Override
    public List<@Nullable ByteBuffer> buffers() {
        return column.buffers();
    }

    @Override
    public StringColumn slice(int first, int count) {
        return same(column.slice(first, count));
    }

    @Override
    public StringColumn withName(String name) {
        return same(column.withName(name));
    }

    @Override
    public StringColumn withPolicy(MalformedPolicy policy) {
        return same(column.withPolicy(policy));
    }

    @Override
    public boolean isNull(int row) {
        return array.read(() -> column.isNull(row));
    }

    @Override
    public @Nullable String get(int row) {
        return array.<@Nullable String>read(() -> column.get(row));
    }

    @Override
    public byte @Nullable [] getBytes(int row) {
        return array.<byte @Nullable []>read(() -> column.getBytes(row));
    }

    @Override
    public @Nullable NativeMemory memory(int row) {
        return array.<@Nullable NativeMemory>read(() -> column.memory(row));
    }

    @Override
    public boolean contentEquals(int row, String value) {
        return array.read(() -> column.contentEquals(row, value));
    }

    @Override
    public @Nullable String[] toStrings(int first, int count) {
        return array.read(() -> column.toStrings(first, count));
    }

    @Override
    public byte @Nullable [][] toByteArrays() {
        return array.read(column::toByteArrays);
    }

    @Override
    public void hashCodes(int[] dst) {
        array.read(() -> {
            column.hashCodes(dst);
            return dst;
        });
    }

    @Override
    public int selectEqual(String value, int[] selection) {
        return array.read(() -> column.selectEqual(value, selection));
    }

    @Override
    public int selectPrefix(String prefix, int[] selection) {
        return array.read(() -> column.selectPrefix(prefix, selection));
    }
}
