package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowExport;
import dev.unitstr.columns.ArrowStream;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.holders.NullableIntHolder;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Arrow's C data and C stream interface with Apache Arrow's Java library on the other side. */
class ArrowDataTest {
    private static final String[] TEXTS = {
        "Z\u00fcrich",
        null,
        "",
        "\u4e16\u754c \ud83d\ude00",
        "twelve bytes",
        "more than twelve bytes",
        null,
        "a\0b",
        "x".repeat(1000),
        "Z\u00fcrich"
    };
    /** How often arrays are passed in a loop: {@code -Dunitstr.full=true} for a million. */
    private static final int TIMES = Boolean.getBoolean("unitstr.full") ? 1_000_000 : 10_000;

    private final BufferAllocator allocator = new RootAllocator();

    /** Throws if memory was not released. */
    @AfterEach
    void nothingIsLeft() {
        allocator.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private FieldVector vector(ArrowType type, String... texts) {
        FieldVector vector = new FieldType(true, type, null).createNewSingleVector("city", allocator, null);
        vector.allocateNew();
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null) {
                vector.setNull(i);
            } else {
                ((VariableWidthFieldVector) vector).setSafe(i, utf8(texts[i]));
            }
        }
        vector.setValueCount(texts.length);
        return vector;
    }

    private static List<ArrowType> types() {
        return List.of(
                ArrowType.Utf8.INSTANCE,
                ArrowType.LargeUtf8.INSTANCE,
                ArrowType.Utf8View.INSTANCE,
                ArrowType.Binary.INSTANCE,
                ArrowType.LargeBinary.INSTANCE,
                ArrowType.BinaryView.INSTANCE);
    }

    @Test
    void vectorsAreRead() {
        for (ArrowType type : types()) {
            try (FieldVector vector = vector(type, TEXTS);
                    ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                    ArrowArray array = ArrowArray.allocateNew(allocator)) {
                Data.exportVector(allocator, vector, null, array, schema);
                try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                    assertEquals(List.of("city"), batch.names());
                    assertArrayEquals(TEXTS, batch.column(0).toStrings(), type.toString());
                    for (int i = 0; i < TEXTS.length; i++) {
                        assertEquals(TEXTS[i], batch.column(0).get(i));
                    }
                }
            }
        }
    }

    @Test
    void columnsAreImported() {
        for (ColumnFormat format : ColumnFormat.values()) {
            StringColumn column =
                    StringColumnBuilder.of(format).addAll(TEXTS).build().slice(1, 8);
            try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                    ArrowArray array = ArrowArray.allocateNew(allocator)) {
                ArrowExport.column(column, "city", schema.memoryAddress(), array.memoryAddress());
                try (FieldVector vector = Data.importVector(allocator, array, schema, null)) {
                    assertEquals(8, vector.getValueCount());
                    assertEquals(2, vector.getNullCount());
                    for (int i = 0; i < 8; i++) {
                        Object value = vector.getObject(i);
                        String text = value instanceof byte[] bytes
                                ? new String(bytes, StandardCharsets.UTF_8)
                                : Objects.toString(value, null);
                        assertEquals(TEXTS[i + 1], text, format.toString());
                    }
                }
            }
        }
    }

    @Test
    void dictionariesPassBothWays() {
        try (FieldVector values = vector(ArrowType.Utf8.INSTANCE, "Basel", "Z\u00fcrich", "Gen\u00e8ve");
                VarCharVector plain =
                        (VarCharVector) vector(ArrowType.Utf8.INSTANCE, "Z\u00fcrich", null, "Basel", "Z\u00fcrich")) {
            DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(16, true));
            Dictionary dictionary = new Dictionary(values, encoding);
            try (CDataDictionaryProvider provider = new CDataDictionaryProvider();
                    FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
                    ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                    ArrowArray array = ArrowArray.allocateNew(allocator)) {
                Data.exportVector(allocator, encoded, new MapDictionaryProvider(dictionary), array, schema);
                try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                    StringColumn column = batch.column(0);
                    assertEquals(IndexType.INT16, column.indexType());
                    String[] texts = {"Z\u00fcrich", null, "Basel", "Z\u00fcrich"};
                    assertArrayEquals(texts, column.toStrings());
                    ArrowExport.column(column, "again", schema.memoryAddress(), array.memoryAddress());
                }
                try (FieldVector again = Data.importVector(allocator, array, schema, provider)) {
                    Dictionary theirs =
                            provider.lookup(again.getField().getDictionary().getId());
                    try (FieldVector decoded = (FieldVector) DictionaryEncoder.decode(again, theirs)) {
                        assertEquals("Z\u00fcrich", decoded.getObject(3).toString());
                        assertNull(decoded.getObject(1));
                    }
                }
            }
        }
    }

    private VectorSchemaRoot root() {
        IntVector numbers = new IntVector("number", allocator);
        numbers.allocateNew(3);
        numbers.setValueCount(3);
        VarBinaryVector bytes = (VarBinaryVector) vector(ArrowType.Binary.INSTANCE, "\u00e4", null, "bytes");
        return new VectorSchemaRoot(List.of(numbers, vector(ArrowType.Utf8.INSTANCE, "a", "b", null), bytes));
    }

    @Test
    void recordBatchesAreRead() {
        try (VectorSchemaRoot root = root();
                ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator)) {
            Data.exportVectorSchemaRoot(allocator, root, null, array, schema);
            try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                assertEquals(List.of("number", "city", "city"), batch.names());
                assertEquals(3, batch.rows());
                assertArrayEquals(
                        new String[] {"a", "b", null}, batch.column("city").toStrings());
                assertArrayEquals(
                        new String[] {"\u00e4", null, "bytes"}, batch.column(2).toStrings());
                String message = assertThrows(UnsupportedOperationException.class, () -> batch.column("number"))
                        .getMessage();
                assertEquals("column \"number\" has the format \"i\": not a format of text or binary data", message);
            }
        }
    }

    /** Unions have no validity buffer in these structs, in contrast to files of metadata version V4. */
    @Test
    void columnsBesideUnionsAreRead() {
        UnionVector sparse = UnionVector.empty("sparse", allocator);
        DenseUnionVector dense = DenseUnionVector.empty("dense", allocator);
        NullableIntHolder seven = new NullableIntHolder();
        seven.isSet = 1;
        seven.value = 7;
        byte type = dense.registerNewTypeId(Field.nullable("number", MinorType.INT.getType()));
        for (int row = 0; row < 3; row++) {
            sparse.setType(row, MinorType.INT);
            sparse.setSafe(row, seven);
            dense.setTypeId(row, type);
            dense.setSafe(row, seven);
        }
        sparse.setValueCount(3);
        dense.setValueCount(3);
        FieldVector city = vector(ArrowType.Utf8.INSTANCE, "a", "b", null);
        FieldVector view = vector(ArrowType.Utf8View.INSTANCE, null, "more than twelve bytes", "");
        try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(sparse, city, dense, view));
                ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator)) {
            Data.exportVectorSchemaRoot(allocator, root, null, array, schema);
            try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                assertArrayEquals(new String[] {"a", "b", null}, batch.column(1).toStrings());
                assertArrayEquals(
                        new String[] {null, "more than twelve bytes", ""},
                        batch.column(3).toStrings());
                assertThrows(UnsupportedOperationException.class, () -> batch.column("sparse"));
                assertThrows(UnsupportedOperationException.class, () -> batch.column("dense"));
            }
        }
    }

    private static Map<String, StringColumn> record(int batch) {
        Map<String, StringColumn> columns = new LinkedHashMap<>();
        for (ColumnFormat format : ColumnFormat.values()) {
            StringColumnBuilder builder = StringColumnBuilder.of(format);
            columns.put(
                    format.name(),
                    builder.addAll("batch " + batch, null, "x".repeat(20 * batch))
                            .build());
        }
        return columns;
    }

    /** Our batches through Apache Arrow's reader of streams, and from it back to us. */
    @Test
    void streamsPassBothWays() throws Exception {
        ArrowArrayStream struct = ArrowArrayStream.allocateNew(allocator);
        ArrowExport.stream(List.of(record(0), record(1), record(2)), struct.memoryAddress());
        ArrowReader reader = Data.importArrayStream(allocator, struct); // which closes the struct
        List<String> names = new ArrayList<>();
        for (Field field : reader.getVectorSchemaRoot().getSchema().getFields()) {
            names.add(field.getName());
        }
        assertEquals(List.copyOf(record(0).keySet()), names);
        try (ArrowArrayStream back = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, reader, back); // which closes the reader when the stream is released
            try (ArrowStream stream = ArrowStream.of(back.memoryAddress())) {
                assertEquals(names, stream.names());
                for (int i = 0; i < 3; i++) {
                    try (ArrowBatch batch = Objects.requireNonNull(stream.next())) {
                        for (int c = 0; c < names.size(); c++) {
                            String[] texts = {"batch " + i, null, "x".repeat(20 * i)};
                            assertArrayEquals(texts, batch.column(c).toStrings(), names.get(c));
                        }
                    }
                }
                assertNull(stream.next());
            }
        }
    }

    /** What is passed many times is released as often: Arrow's allocator counts the bytes of both sides. */
    @Test
    void nothingLeaks() {
        StringColumn column = StringColumnBuilder.of(ColumnFormat.UTF8)
                .addAll("x".repeat(1000), null, "city")
                .build();
        for (int i = 0; i < TIMES; i++) {
            try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                    ArrowArray array = ArrowArray.allocateNew(allocator);
                    ArrowSchema back = ArrowSchema.allocateNew(allocator);
                    ArrowArray backArray = ArrowArray.allocateNew(allocator)) {
                long before = allocator.getAllocatedMemory();
                ArrowExport.column(column, "city", schema.memoryAddress(), array.memoryAddress());
                try (FieldVector vector = Data.importVector(allocator, array, schema, null)) {
                    Data.exportVector(allocator, vector, null, backArray, back);
                }
                assertTrue(allocator.getAllocatedMemory() > before, "our array, which Arrow has not released");
                ArrowBatch.of(back.memoryAddress(), backArray.memoryAddress()).close();
                assertTrue(allocator.getAllocatedMemory() <= before, "Arrow has released it");
            }
            assertEquals(0, allocator.getAllocatedMemory());
        }
    }
}
