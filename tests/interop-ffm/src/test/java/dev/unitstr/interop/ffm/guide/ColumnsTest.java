package dev.unitstr.interop.ffm.guide;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowExport;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.ffm.columns.SegmentColumns;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;

/** The code of docs/columns.md, on vectors of Arrow Java. */
class ColumnsTest {
    private static final String[] STRINGS = {"Z\u00fcrich", null, "Bern", "Z", "a town with a longer name", ""};

    // [columns: read]
    /** Reads a vector of Arrow Java where it is. The vector must stay open as long as the column is used. */
    static StringColumn column(VarCharVector vector) {
        return StringColumn.of(
                ColumnFormat.UTF8,
                vector.getValueCount(),
                memory(vector.getValidityBuffer()),
                memory(vector.getOffsetBuffer()),
                memory(vector.getDataBuffer()));
    }

    static NativeMemory memory(ArrowBuf buffer) {
        return NativeMemory.of(buffer.memoryAddress(), buffer.capacity());
    }
    // [columns: end]

    // [columns: select]
    /** Decodes only the rows that start with a prefix. */
    static List<String> startingWith(StringColumn column, String prefix) {
        int[] rows = new int[column.count()];
        int found = column.selectPrefix(prefix, rows);
        return Arrays.stream(rows, 0, found).mapToObj(column::get).toList();
    }
    // [columns: end]

    // [columns: write]
    /** Writes strings as views, in one allocation. */
    static StringColumn views(Arena arena, String... strings) {
        StringColumnBuilder builder =
                StringColumnBuilder.of(ColumnFormat.UTF8_VIEW).addAll(strings);
        return SegmentColumns.build(builder, arena);
    }
    // [columns: end]

    // [columns: dictionary]
    /** Reads a dictionary-encoded vector of Arrow Java: the indices, and the vector of the values. */
    static StringColumn column(IntVector indices, VarCharVector values) {
        return StringColumn.dictionary(
                column(values),
                IndexType.INT32,
                indices.getValueCount(),
                memory(indices.getValidityBuffer()),
                memory(indices.getDataBuffer()));
    }

    /** Writes strings of which many are equal. */
    static StringColumn dictionary(Arena arena, String... strings) {
        StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8)
                .dictionary(IndexType.INT32)
                .addAll(strings);
        return SegmentColumns.build(builder, arena);
    }
    // [columns: end]

    // [columns: tensor]
    static StringColumn column(StringTensor tensor) {
        return StringColumnBuilder.of(ColumnFormat.UTF8)
                .addAll(tensor.toByteArrays())
                .build();
    }

    static ByteBuffer tensor(StringColumn column) {
        return StringTensorBuilder.of(TensorLayout.TFLITE)
                .nullsAsEmpty()
                .addAll(column.toByteArrays())
                .build();
    }
    // [columns: end]

    // [columns: exchange]
    /** Reads a vector by the C data interface: formats, buffers and slices follow from the structs. */
    static String[] strings(FieldVector vector, BufferAllocator allocator) {
        try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator)) {
            Data.exportVector(allocator, vector, null, array, schema);
            try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                return batch.column(0).toStrings();
            }
        }
    }

    /** Passes a copy of a column to Arrow Java, which releases it when the vector is closed. */
    static FieldVector vector(StringColumn column, BufferAllocator allocator) {
        try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator)) {
            ArrowExport.column(column, "city", schema.memoryAddress(), array.memoryAddress());
            return Data.importVector(allocator, array, schema, null);
        }
    }
    // [columns: end]

    private static VarCharVector vector(BufferAllocator allocator, String... strings) {
        VarCharVector vector = new VarCharVector("cities", allocator);
        vector.allocateNew();
        for (int i = 0; i < strings.length; i++) {
            if (strings[i] != null) {
                vector.setSafe(i, strings[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        vector.setValueCount(strings.length);
        return vector;
    }

    @Test
    void vectorsAreReadInPlace() {
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector vector = vector(allocator, STRINGS);
                VarCharVector empty = vector(allocator)) {
            StringColumn column = column(vector);
            assertArrayEquals(STRINGS, column.toStrings());
            for (int i = 0; i < STRINGS.length; i++) {
                assertEquals(String.valueOf(vector.getObject(i)), String.valueOf(column.get(i)));
            }
            assertEquals(List.of("Z\u00fcrich", "Z"), startingWith(column, "Z"));
            assertEquals(0, column(empty).toStrings().length);
        }
    }

    @Test
    void columnsAreWritten() {
        try (Arena arena = Arena.ofConfined()) {
            StringColumn views = views(arena, STRINGS);
            assertEquals(ColumnFormat.UTF8_VIEW, views.format());
            assertArrayEquals(STRINGS, views.toStrings());
            StringColumn dictionary = dictionary(arena, "a", "b", null, "a");
            assertArrayEquals(new String[] {"a", "b", null, "a"}, dictionary.toStrings());
            assertEquals(2, dictionary.values().count());
        }
    }

    @Test
    void dictionariesAreReadInPlace() {
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector values = vector(allocator, "red", "green");
                IntVector indices = new IntVector("colours", allocator)) {
            indices.setSafe(0, 1);
            indices.setSafe(1, 0);
            indices.setNull(2);
            indices.setSafe(3, 1);
            indices.setValueCount(4);
            String[] strings = column(indices, values).toStrings();
            assertArrayEquals(new String[] {"green", "red", null, "green"}, strings);
            assertSame(strings[0], strings[3]);
            assertNull(column(indices, values).get(2));
        }
    }

    @Test
    void vectorsPassBothWays() {
        StringColumn column =
                StringColumnBuilder.of(ColumnFormat.UTF8_VIEW).addAll(STRINGS).build();
        try (BufferAllocator allocator = new RootAllocator();
                FieldVector vector = vector(column, allocator)) {
            assertArrayEquals(STRINGS, strings(vector, allocator));
        }
    }

    @Test
    void tensorsAndColumns() {
        ByteBuffer image =
                tensor(StringColumnBuilder.of(ColumnFormat.UTF8).addAll(STRINGS).build());
        StringTensor tensor = StringTensor.of(image, STRINGS.length, TensorLayout.TFLITE);
        String[] expected = STRINGS.clone();
        expected[1] = "";
        assertArrayEquals(expected, column(tensor).toStrings());
    }
}
