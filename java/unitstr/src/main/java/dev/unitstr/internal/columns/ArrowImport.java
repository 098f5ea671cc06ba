package dev.unitstr.internal.columns;

import static dev.unitstr.internal.columns.ArrowMemory.BUFFERS;
import static dev.unitstr.internal.columns.ArrowMemory.CHILDREN;
import static dev.unitstr.internal.columns.ArrowMemory.DICTIONARY;
import static dev.unitstr.internal.columns.ArrowMemory.LENGTH;
import static dev.unitstr.internal.columns.ArrowMemory.NULL_COUNT;
import static dev.unitstr.internal.columns.ArrowMemory.N_BUFFERS;
import static dev.unitstr.internal.columns.ArrowMemory.N_CHILDREN;
import static dev.unitstr.internal.columns.ArrowMemory.OFFSET;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.internal.memory.AddressRegion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes columns of the structs that another library exported. The numbers in the structs are checked; that each buffer
 * has the size that follows from them is the exporter's word, because the structs do not tell.
 */
final class ArrowImport {
    /** More buffers of one array are not plausible. */
    private static final int MAX_BUFFERS = 1 << 20;

    private static final int OFFSETS_AND_DATA = 3;

    private final ArrowMemory memory;
    private final ArrowField field;
    /** The array, for messages. */
    private final String what;

    private final long array;
    private final long offset;
    private final int rows;

    /**
     * Checks the numbers of an array.
     *
     * @param field the schema of the array
     * @param array the address of the array
     */
    ArrowImport(ArrowMemory memory, ArrowField field, long array) {
        this(
                memory,
                field,
                field.format().equals(ArrowField.STRUCT)
                        ? "the record batch"
                        : "the array of column \"" + field.name() + "\"",
                array);
    }

    private ArrowImport(ArrowMemory memory, ArrowField field, String what, long array) {
        this.memory = memory;
        this.field = field;
        this.what = what;
        this.array = array;
        long length = memory.word(array, LENGTH);
        this.offset = memory.word(array, OFFSET);
        if (length < 0 || offset < 0 || length > Integer.MAX_VALUE || offset > Integer.MAX_VALUE - length) {
            throw wrong("length " + length + " and offset " + offset + ": not from 0 to " + Integer.MAX_VALUE
                    + " rows together");
        }
        this.rows = (int) length;
        long children = memory.word(array, N_CHILDREN);
        if (children != field.childCount()) {
            throw wrong(children + " children: the schema has " + field.childCount());
        }
        long values = memory.word(array, DICTIONARY);
        if (values == 0 != (field.dictionary() == null)) {
            throw wrong((values == 0 ? "no" : "a") + " dictionary: the schema has " + (values == 0 ? "one" : "none"));
        }
    }

    private IllegalArgumentException wrong(String found) {
        return new IllegalArgumentException(what + " has " + found);
    }

    int rows() {
        return rows;
    }

    /** Returns the array of a child of a struct. */
    ArrowImport child(int index) {
        long buffers = memory.word(array, N_BUFFERS);
        if (buffers != 0 && buffers != 1) { // some producers leave out the buffer, which is null
            throw wrong(buffers + " buffers: a record batch has one");
        }
        if (buffers == 1 && buffer(0) != 0 && memory.word(array, NULL_COUNT) != 0) {
            throw wrong("validity bits and null_count " + memory.word(array, NULL_COUNT)
                    + ": the rows of a record batch are not null, and its null_count is 0");
        }
        ArrowImport child =
                new ArrowImport(memory, field.children().get(index), memory.word(memory.word(array, CHILDREN), index));
        if (offset + rows > child.rows) {
            throw child.wrong(child.rows + " rows: the record batch needs " + (offset + rows));
        }
        return child;
    }

    /** Returns the column of this array, which is text. */
    StringColumn column() {
        return column(0, rows);
    }

    /** Returns some rows of this child of a struct as a column. */
    StringColumn column(ArrowImport struct) {
        return column((int) struct.offset, struct.rows);
    }

    private StringColumn column(int first, int count) {
        ColumnFormat format = field.text();
        StringColumn all = field.dictionary() == null
                ? texts(Objects.requireNonNull(format))
                : encoded(Objects.requireNonNull(field.indices()), field.dictionary());
        return all.slice((int) offset + first, count).withName(field.name());
    }

    private int all() {
        return (int) offset + rows;
    }

    private StringColumn encoded(IndexType type, ArrowField values) {
        buffers(2, 2);
        String name = "the dictionary of column \"" + field.name() + "\"";
        StringColumn dictionary = new ArrowImport(memory, values, name, memory.word(array, DICTIONARY)).column();
        NativeMemory indices = memory("indices", 1, (long) all() * type.byteSize());
        return StringColumn.dictionary(dictionary, type, all(), validity(), indices);
    }

    private StringColumn texts(ColumnFormat format) {
        boolean isView = format.isView();
        long buffers = buffers(OFFSETS_AND_DATA, isView ? MAX_BUFFERS : OFFSETS_AND_DATA);
        NativeMemory validity = validity();
        if (isView) {
            NativeMemory[] data = new NativeMemory[(int) buffers - OFFSETS_AND_DATA];
            NativeMemory sizes = memory("sizes of buffers", (int) buffers - 1, 8L * data.length);
            for (int i = 0; i < data.length; i++) {
                data[i] = memory("data", 2 + i, memory.word(sizes.address(), i));
            }
            return StringColumn.of(format, all(), validity, memory("views", 1, 16L * all()), data);
        }
        NativeMemory offsets = memory("offsets", 1, all() == 0 ? 0 : format.entryBytes() * (all() + 1L));
        long end = all() == 0 ? 0 : end(offsets, format.entryBytes() == Long.BYTES);
        return StringColumn.of(format, all(), validity, offsets, memory("data", 2, end));
    }

    /** Returns the last offset, which is the size of the data. */
    private long end(NativeMemory offsets, boolean isLarge) {
        long last = offsets.address() + offsets.byteSize() - Long.BYTES; // there are at least two offsets
        return isLarge ? memory.word(last, 0) : memory.word(last, 0) >> Integer.SIZE;
    }

    private long buffers(int least, int most) {
        long count = memory.word(array, N_BUFFERS);
        if (count < least || count > most) {
            throw wrong(count + " buffers: the format \"" + field.format() + "\" has "
                    + (least == most ? least : least + " or more"));
        }
        return count;
    }

    private long buffer(int index) {
        return memory.word(memory.word(array, BUFFERS), index);
    }

    private @Nullable NativeMemory validity() {
        if (buffer(0) != 0) {
            return memory("validity", 0, (all() + 7L) / 8);
        }
        if (memory.word(array, NULL_COUNT) > 0) {
            throw wrong("no validity, and null_count " + memory.word(array, NULL_COUNT));
        }
        return null;
    }

    private NativeMemory memory(String what, int index, long bytes) {
        long address = buffer(index);
        if (bytes < 0 || address < 0 || address < AddressRegion.LEAST_ADDRESS && bytes > 0) {
            throw wrong(what + " of " + bytes + " bytes at address " + address);
        }
        return NativeMemory.of(address, bytes);
    }
}
