package dev.unitstr.internal.columns;

import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The columns of an array that another library exported: the children of a struct, or one column. */
public final class ImportedBatch implements ArrowBatch {
    private final ImportedArray array;
    private final int rows;
    private final List<ArrowField> fields;
    /** For each field its column, or null if it is not text. */
    private final List<@Nullable StringColumn> columns = new ArrayList<>();

    /** Reads the columns of {@code struct}, which belongs to this batch unless an exception is thrown. */
    ImportedBatch(ArrowMemory memory, ArrowField field, ArrowMemory.Block struct) {
        ArrowImport read = new ArrowImport(memory, field, struct.address());
        array = new ImportedArray(memory, struct);
        rows = read.rows();
        boolean isStruct = field.format().equals(ArrowField.STRUCT);
        fields = isStruct ? field.children() : List.of(field);
        for (int i = 0; i < fields.size(); i++) {
            ArrowImport child = isStruct ? read.child(i) : read;
            StringColumn column =
                    fields.get(i).refusal() != null ? null : isStruct ? child.column(read) : child.column();
            columns.add(column == null ? null : new ImportedColumn(column, array));
        }
    }

    /**
     * Implements {@link ArrowBatch#of}.
     *
     * @param schema the address of the schema
     * @param array the address of the array
     * @return the batch
     */
    public static ImportedBatch of(long schema, long array) {
        ArrowMemory.checkAddress("schema", schema);
        ArrowMemory.checkAddress("array", array);
        ArrowMemory memory = ArrowMemory.chosen();
        checkAlive(memory, "schema", schema, ArrowMemory.SCHEMA_RELEASE);
        checkAlive(memory, "array", array, ArrowMemory.RELEASE);
        ArrowField field = ArrowField.of(memory, schema);
        ArrowMemory.Block struct = memory.allocate(8L * ArrowMemory.ARRAY_WORDS);
        ImportedBatch batch;
        try {
            memory.copy(array, ArrowMemory.ARRAY_WORDS, struct.address());
            batch = new ImportedBatch(memory, field, struct);
        } catch (Throwable e) {
            struct.close(); // the caller still has the array
            throw e;
        }
        memory.put(array, ArrowMemory.RELEASE, 0); // the consumer has moved the array
        memory.release(schema, ArrowMemory.SCHEMA_RELEASE);
        return batch;
    }

    static void checkAlive(ArrowMemory memory, String parameter, long struct, int release) {
        if (memory.word(struct, release) == 0) {
            throw new IllegalStateException(parameter + " is released or was imported before");
        }
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public List<String> names() {
        return fields.stream().map(ArrowField::name).toList();
    }

    @Override
    public StringColumn column(int index) {
        if (index < 0 || index >= columns.size()) {
            throw new IndexOutOfBoundsException("index is " + index + ": the batch has " + columns.size() + " columns");
        }
        StringColumn column = columns.get(index);
        if (column == null) {
            throw new UnsupportedOperationException(fields.get(index).refusal());
        }
        return column;
    }

    @Override
    public StringColumn column(String name) {
        int index = names().indexOf(Objects.requireNonNull(name, "name"));
        if (index < 0) {
            throw new IllegalArgumentException("name is \"" + name + "\": the columns are " + names());
        }
        return column(index);
    }

    @Override
    public void close() {
        array.close();
    }
}
