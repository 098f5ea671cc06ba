package dev.unitstr.bench.ffm.columns;

import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.lang.foreign.Arena;

/** unitstr, over the memory of Arrow's vectors. */
final class Ours extends ColumnContender {
    private final StringColumn column;
    private final String layout;

    Ours(Vectors vectors, String layout) {
        super(vectors);
        this.layout = layout;
        column = vectors.column();
    }

    @Override
    String[] decode() {
        return column.toStrings();
    }

    @Override
    String[] get() {
        String[] strings = new String[column.count()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = column.get(i);
        }
        return strings;
    }

    @Override
    void hashCodes() {
        column.hashCodes(numbers);
    }

    @Override
    int selectEqual() {
        return column.selectEqual(key, numbers);
    }

    @Override
    int selectPrefix() {
        return column.selectPrefix(prefix, numbers);
    }

    private StringColumn built(Arena arena) {
        StringColumnBuilder builder =
                StringColumnBuilder.of(Vectors.format(layout)).addAll(vectors.strings);
        return SegmentColumns.build(builder, arena);
    }

    @Override
    long build() {
        try (Arena arena = Arena.ofConfined()) {
            return built(arena).count();
        }
    }

    @Override
    String[] built() {
        try (Arena arena = Arena.ofConfined()) {
            return built(arena).toStrings();
        }
    }
}
