package dev.unitstr.internal.columns;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.internal.binding.ArrowCalls;
import dev.unitstr.internal.memory.Region;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies columns to native memory and describes them in structs, which native code copies for the consumer. The structs
 * here are freed at the end of the call.
 */
public final class ArrowExporter implements AutoCloseable {
    private static final int ALIGNMENT = 64;
    /** The space for the sizes of the data buffers of views: for one buffer, or for a few if there are 2 GB of text. */
    private static final int SIZES_BYTES = 64 * Long.BYTES;

    private final ArrowMemory memory = ArrowMemory.chosen();
    private final List<ArrowMemory.Block> temporary = new ArrayList<>();

    private ArrowExporter() {}

    /**
     * The addresses of a schema and of an array of it.
     *
     * @param schema the address of the schema
     * @param array the address of the array
     */
    private record Structs(long schema, long array) {}

    /**
     * A column and its name. The map that they are from may change during the export, and is read once.
     *
     * @param name the name
     * @param column the column
     */
    private record Named(String name, StringColumn column) {
        Named {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(column, "column");
        }

        static List<Named> of(Map<String, StringColumn> columns) {
            List<Named> all = new ArrayList<>();
            Objects.requireNonNull(columns, "columns").forEach((name, column) -> all.add(new Named(name, column)));
            return all;
        }

        String field() {
            IndexType type = column.indexType();
            return name + ": " + column.format() + (type == null ? "" : " by " + type);
        }
    }

    /**
     * A column to export.
     *
     * @param name the name
     * @param builder writes the column
     * @param bytes the size of its buffers, without {@link #SIZES_BYTES}
     */
    private record Part(String name, StringColumnBuilder builder, long bytes) {
        static Part of(Named named) {
            String name = named.name;
            if (name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "name has a NUL at char " + name.indexOf('\0') + ": it would end there");
            }
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
                throw new IllegalArgumentException(
                        "name \"" + name + "\" has a lone surrogate, which UTF-8 cannot encode");
            }
            StringColumn column = named.column;
            ColumnFormat format = column.format();
            StringColumnBuilder builder = StringColumnBuilder.of(format).addAll(column.toByteArrays());
            IndexType type = column.indexType();
            if (type != null) {
                builder.dictionary(type);
            }
            return new Part(name, builder, -(-builder.byteSize() & -ALIGNMENT));
        }
    }

    /**
     * Implements {@link dev.unitstr.columns.ArrowExport#column}.
     *
     * @param column the column
     * @param name its name
     * @param schema the address of the schema to fill
     * @param array the address of the array to fill
     */
    public static void column(StringColumn column, String name, long schema, long array) {
        Objects.requireNonNull(column, "column");
        try (ArrowExporter exporter = new ArrowExporter()) {
            exporter.export(List.of(Part.of(new Named(name, column))), null, new Structs(schema, array));
        }
    }

    /**
     * Implements {@link dev.unitstr.columns.ArrowExport#batch}.
     *
     * @param columns the columns
     * @param schema the address of the schema to fill
     * @param array the address of the array to fill
     */
    public static void batch(Map<String, StringColumn> columns, long schema, long array) {
        try (ArrowExporter exporter = new ArrowExporter()) {
            exporter.batch(Named.of(columns), new Structs(schema, array));
        }
    }

    private void batch(List<Named> columns, Structs to) {
        List<Part> parts = columns.stream().map(Part::of).toList();
        int rows = columns.isEmpty() ? 0 : columns.get(0).column.count();
        for (Named named : columns) {
            int count = named.column.count();
            if (count != rows) {
                throw new IllegalArgumentException(
                        "column \"" + named.name + "\" has " + count + " rows: the first column has " + rows);
            }
        }
        export(parts, rows, to);
    }

    /**
     * Implements {@link dev.unitstr.columns.ArrowExport#stream}.
     *
     * @param batches the batches
     * @param stream the address of the stream to fill
     */
    public static void stream(List<Map<String, StringColumn>> batches, long stream) {
        Objects.requireNonNull(batches, "batches");
        ArrowMemory.checkAddress("stream", stream);
        List<List<Named>> all = new ArrayList<>(); // the list may change, too
        batches.forEach(batch -> all.add(Named.of(batch)));
        if (all.isEmpty()) {
            throw new IllegalArgumentException("batches is empty: a stream needs the schema of one");
        }
        List<String> first = fields(all.get(0));
        for (List<Named> batch : all) {
            List<String> fields = fields(batch);
            if (!fields.equals(first)) {
                throw new IllegalArgumentException("a batch has the columns " + fields + ": the first has " + first);
            }
        }
        try (ArrowExporter exporter = new ArrowExporter()) {
            exporter.batches(all, stream);
        }
    }

    private static List<String> fields(List<Named> batch) {
        return batch.stream().map(Named::field).toList();
    }

    private void batches(List<List<Named>> batches, long stream) {
        long schema = allocate(8L * (ArrowMemory.SCHEMA_WORDS + (long) ArrowMemory.ARRAY_WORDS * batches.size()));
        long arrays = schema + 8L * ArrowMemory.SCHEMA_WORDS;
        try {
            for (int i = 0; i < batches.size(); i++) {
                releaseIfAlive(schema, ArrowMemory.SCHEMA_RELEASE); // one schema serves all batches
                batch(batches.get(i), new Structs(schema, arrays + 8L * ArrowMemory.ARRAY_WORDS * i));
            }
            memory.export(ArrowCalls.STREAM, schema, batches.size(), 0, stream);
        } finally { // the structs that are in the stream are not alive here
            releaseIfAlive(schema, ArrowMemory.SCHEMA_RELEASE);
            for (int i = 0; i < batches.size(); i++) {
                releaseIfAlive(arrays + 8L * ArrowMemory.ARRAY_WORDS * i, ArrowMemory.RELEASE);
            }
        }
    }

    private void releaseIfAlive(long struct, int release) {
        if (memory.word(struct, release) != 0) {
            memory.release(struct, release);
        }
    }

    /** Exports one column, or with {@code rows} a struct of so many rows. */
    private void export(List<Part> parts, @Nullable Integer rows, Structs to) {
        ArrowMemory.checkAddress("schema", to.schema);
        ArrowMemory.checkAddress("array", to.array);
        long bytes = parts.stream().mapToLong(part -> part.bytes + SIZES_BYTES).sum();
        try (ArrowMemory.Block block = memory.allocate(bytes + ALIGNMENT)) {
            long address = -(-block.address() & -ALIGNMENT);
            List<Structs> children = new ArrayList<>();
            for (Part part : parts) {
                StringColumn column = part.builder.writeTo(NativeMemory.of(address, part.bytes));
                address += part.bytes;
                children.add(structs(part.name, column, address));
                address += SIZES_BYTES;
            }
            Structs all = rows == null ? children.get(0) : struct(rows, children);
            memory.export(ArrowCalls.ARRAY, all.array, 0, block.owner(), to.array);
            try {
                memory.export(ArrowCalls.SCHEMA, all.schema, 0, 0, to.schema);
            } catch (Throwable e) {
                memory.release(to.array, ArrowMemory.RELEASE);
                throw e;
            }
        } // the array has references to the block
    }

    private Structs struct(int rows, List<Structs> children) {
        long schema = schema(ArrowField.STRUCT, "", 0);
        memory.put(schema, ArrowMemory.SCHEMA_N_CHILDREN, children.size());
        memory.put(
                schema,
                ArrowMemory.SCHEMA_CHILDREN,
                table(children.stream().mapToLong(Structs::schema).toArray()));
        long array = array(rows, 0, new long[1]);
        memory.put(array, ArrowMemory.N_CHILDREN, children.size());
        memory.put(
                array,
                ArrowMemory.CHILDREN,
                table(children.stream().mapToLong(Structs::array).toArray()));
        return new Structs(schema, array);
    }

    /** Describes a column that is in native memory from its first row on, with space for sizes at an address. */
    private Structs structs(String name, StringColumn column, long sizes) {
        int nulls = 0;
        List<@Nullable Region> regions = ((AbstractColumn) column).regions();
        for (int i = 0; regions.get(0) != null && i < column.count(); i++) {
            nulls += column.isNull(i) ? 1 : 0;
        }
        int count = regions.size();
        boolean isView = column.format().isView() && column.indexType() == null;
        long[] buffers = new long[isView ? count + 1 : count];
        for (int i = 0; i < count; i++) {
            Region region = regions.get(i);
            buffers[i] = region == null ? 0 : region.address();
        }
        if (isView) { // one more buffer has the sizes of the data buffers
            buffers[count] = sizes;
            for (int i = 2; i < count; i++) {
                memory.put(sizes, i - 2, Objects.requireNonNull(regions.get(i)).byteSize());
            }
        }
        IndexType type = column.indexType();
        String format = type != null ? ArrowField.format(type) : ArrowField.format(column.format());
        long schema = schema(format, name, ArrowMemory.NULLABLE);
        long array = array(column.count(), nulls, buffers);
        StringColumn values = column.values();
        if (values != null) {
            Structs dictionary = structs("", values, sizes);
            memory.put(schema, ArrowMemory.SCHEMA_DICTIONARY, dictionary.schema);
            memory.put(array, ArrowMemory.DICTIONARY, dictionary.array);
        }
        return new Structs(schema, array);
    }

    private long schema(String format, String name, long flags) {
        long schema = allocate(8L * ArrowMemory.SCHEMA_WORDS);
        memory.put(schema, ArrowMemory.FORMAT, text(format));
        memory.put(schema, ArrowMemory.NAME, text(name));
        memory.put(schema, ArrowMemory.FLAGS, flags);
        return schema;
    }

    private long array(long length, long nulls, long[] buffers) {
        long array = allocate(8L * ArrowMemory.ARRAY_WORDS);
        memory.put(array, ArrowMemory.LENGTH, length);
        memory.put(array, ArrowMemory.NULL_COUNT, nulls);
        memory.put(array, ArrowMemory.N_BUFFERS, buffers.length);
        memory.put(array, ArrowMemory.BUFFERS, table(buffers));
        return array;
    }

    private long table(long[] words) {
        long table = allocate(8L * words.length);
        for (int i = 0; i < words.length; i++) {
            memory.put(table, i, words[i]);
        }
        return table;
    }

    private long text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long address = allocate(bytes.length + 1L);
        memory.write(bytes, address);
        return address;
    }

    private long allocate(long bytes) {
        ArrowMemory.Block block = memory.allocate(bytes);
        temporary.add(block);
        return block.address();
    }

    @Override
    public void close() {
        temporary.forEach(ArrowMemory.Block::close);
    }
}
