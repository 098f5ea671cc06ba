package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arrow's C data and C stream interface, both ways. Without native code, all calls throw. */
@EveryRun
@Tag("route")
class ArrowContract {
    private static final String[] TEXTS = {
        "Z\u00fcrich",
        null,
        "",
        "\u4e16\u754c \ud83d\ude00",
        "twelve bytes",
        "more than twelve bytes",
        null,
        "Z\u00fcrich",
        "x".repeat(1000),
        "more than twelve bytes"
    };

    /** Memory for a struct. */
    static final class Struct {
        final ByteBuffer words;
        final long address;

        Struct(int count) {
            ByteBuffer memory = ByteBuffer.allocateDirect(8 * count + 8);
            long from = Addresses.of(memory);
            int skip = (int) (-from & 7);
            words = memory.slice(skip, 8 * count).order(ByteOrder.nativeOrder());
            address = from + skip;
        }

        static Struct schema() {
            return new Struct(9);
        }

        static Struct array() {
            return new Struct(10);
        }

        static Struct stream() {
            return new Struct(5);
        }

        long get(int index) {
            return words.getLong(8 * index);
        }

        void put(int index, long word) {
            words.putLong(8 * index, word);
        }
    }

    private static final int SCHEMA_RELEASE = 7;
    private static final int ARRAY_RELEASE = 8;
    private static final int STREAM_RELEASE = 3;

    private static StringColumn column(ColumnFormat format) {
        return StringColumnBuilder.of(format).addAll(TEXTS).build();
    }

    private static boolean unreachable(Executable call) {
        if (Run.reachesAddresses()) {
            return false;
        }
        String message = assertThrows(UnsupportedOperationException.class, call).getMessage();
        assertTrue(message.contains(Run.NEEDS_NATIVE), message);
        return true;
    }

    private static ArrowBatch imported(StringColumn column, String name) {
        Struct schema = Struct.schema();
        Struct array = Struct.array();
        ArrowExport.column(column, name, schema.address, array.address);
        ArrowBatch batch = ArrowBatch.of(schema.address, array.address);
        assertEquals(0, schema.get(SCHEMA_RELEASE), "the schema is released");
        assertEquals(0, array.get(ARRAY_RELEASE), "the array is moved");
        assertEquals(List.of(name), batch.names());
        return batch;
    }

    @Test
    void columnsOfEachFormatPassBothWays() {
        if (unreachable(() -> imported(column(ColumnFormat.UTF8), "city"))) {
            return;
        }
        for (ColumnFormat format : ColumnFormat.values()) {
            try (ArrowBatch batch = imported(column(format), "city " + format)) {
                StringColumn column = batch.column(0);
                assertEquals(TEXTS.length, batch.rows());
                assertEquals(format, column.format());
                assertArrayEquals(TEXTS, column.toStrings());
                assertEquals("Z\u00fcrich", column.get(7));
                assertTrue(column.isNull(1) && column.contentEquals(4, "twelve bytes"));
                assertArrayEquals(
                        Arrays.copyOfRange(TEXTS, 3, 8), column.slice(3, 5).toStrings());
                int[] rows = new int[TEXTS.length];
                assertEquals(2, column.selectEqual("more than twelve bytes", rows));
                assertArrayEquals(new int[] {5, 9}, Arrays.copyOf(rows, 2));
                assertEquals(
                        3,
                        column.selectPrefix("more", rows) + column.slice(0, 1).selectPrefix("Z", rows));
                int[] hashes = new int[TEXTS.length];
                column.hashCodes(hashes);
                for (int i = 0; i < hashes.length; i++) {
                    assertEquals(Objects.hashCode(TEXTS[i]), hashes[i]);
                }
            }
        }
    }

    @Test
    void slicesAndEmptyColumnsPass() {
        if (unreachable(() -> imported(column(ColumnFormat.UTF8).slice(1, 1), ""))) {
            return;
        }
        for (ColumnFormat format : ColumnFormat.values()) {
            try (ArrowBatch part = imported(column(format).slice(3, 6), "part");
                    ArrowBatch none = imported(column(format).slice(2, 0), "none");
                    ArrowBatch again = imported(part.column(0).slice(1, 3), "again")) {
                assertArrayEquals(
                        Arrays.copyOfRange(TEXTS, 3, 9), part.column("part").toStrings());
                assertEquals(0, none.column(0).toStrings().length);
                assertArrayEquals(
                        Arrays.copyOfRange(TEXTS, 4, 7), again.column(0).toStrings());
            }
        }
    }

    @Test
    void dictionariesPass() {
        if (unreachable(() -> imported(column(ColumnFormat.UTF8), "city"))) {
            return;
        }
        for (IndexType type : IndexType.values()) {
            for (ColumnFormat format : List.of(ColumnFormat.UTF8, ColumnFormat.UTF8_VIEW, ColumnFormat.LARGE_BINARY)) {
                StringColumn column = StringColumnBuilder.of(format)
                        .dictionary(type)
                        .addAll(TEXTS)
                        .build();
                try (ArrowBatch batch = imported(column, "city")) {
                    StringColumn same = batch.column("city");
                    assertEquals(type, same.indexType());
                    assertEquals(format, same.format());
                    assertArrayEquals(TEXTS, same.toStrings());
                    assertTrue(Objects.requireNonNull(same.values()).count() <= TEXTS.length - 2);
                }
            }
        }
    }

    private static Map<String, StringColumn> record(int from) {
        Map<String, StringColumn> columns = new LinkedHashMap<>();
        columns.put("city", column(ColumnFormat.UTF8).slice(from, 4));
        columns.put("view", column(ColumnFormat.UTF8_VIEW).slice(from + 1, 4));
        return columns;
    }

    @Test
    void recordBatchesAndStreamsPass() {
        Struct schema = Struct.schema();
        Struct array = Struct.array();
        Struct stream = Struct.stream();
        if (unreachable(() -> ArrowExport.batch(record(0), schema.address, array.address))) {
            unreachable(() -> ArrowExport.stream(List.of(record(0)), stream.address));
            unreachable(() -> ArrowBatch.of(schema.address, array.address));
            unreachable(() -> ArrowStream.of(stream.address));
            return;
        }
        ArrowExport.batch(record(2), schema.address, array.address);
        try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
            assertEquals(List.of("city", "view"), batch.names());
            assertArrayEquals(
                    Arrays.copyOfRange(TEXTS, 3, 7), batch.column("view").toStrings());
            String message = assertThrows(IllegalArgumentException.class, () -> batch.column("none"))
                    .getMessage();
            assertEquals("name is \"none\": the columns are [city, view]", message);
            assertThrows(IndexOutOfBoundsException.class, () -> batch.column(2));
        }
        ArrowExport.stream(List.of(record(0), record(1), record(5)), stream.address);
        ArrowStream imported = ArrowStream.of(stream.address);
        assertEquals(0, stream.get(STREAM_RELEASE));
        assertEquals(List.of("city", "view"), imported.names());
        ArrowBatch first = Objects.requireNonNull(imported.next());
        assertArrayEquals(Arrays.copyOf(TEXTS, 4), first.column(0).toStrings());
        try (ArrowBatch second = Objects.requireNonNull(imported.next())) {
            assertArrayEquals(Arrays.copyOfRange(TEXTS, 2, 6), second.column(1).toStrings());
        }
        try (ArrowBatch third = Objects.requireNonNull(imported.next())) {
            assertArrayEquals(Arrays.copyOfRange(TEXTS, 5, 9), third.column(0).toStrings());
        }
        assertNull(imported.next());
        imported.close();
        imported.close();
        assertThrows(IllegalStateException.class, imported::next);
        assertEquals(TEXTS[3], first.column("city").get(3), "a batch outlives its stream");
        first.close();
        ArrowExport.stream(List.of(record(0), record(1)), stream.address);
        ArrowStream.of(stream.address).close(); // with batches that nobody took
    }

    /** A record batch whose map runs code each time that its columns have been read. */
    @SuppressWarnings("serial") // is never written
    private static final class Changing extends LinkedHashMap<String, StringColumn> {
        private final Runnable code;

        Changing(Map<String, StringColumn> columns, Runnable code) {
            super(columns);
            this.code = code;
        }

        @Override
        public void forEach(BiConsumer<? super String, ? super StringColumn> action) {
            super.forEach(action);
            code.run();
        }
    }

    /** What is exported are the batches and columns that there were at first, read once. */
    @Test
    void listsAndMapsThatChangeDuringTheExport() {
        Struct schema = Struct.schema();
        Struct array = Struct.array();
        Struct stream = Struct.stream();
        if (unreachable(() -> ArrowExport.batch(record(0), schema.address, array.address))) {
            return;
        }
        List<Map<String, StringColumn>> batches = new CopyOnWriteArrayList<>();
        batches.add(new Changing(record(0), () -> batches.addAll(Collections.nCopies(10_000, record(1)))));
        ArrowExport.stream(batches, stream.address);
        try (ArrowStream imported = ArrowStream.of(stream.address)) {
            Objects.requireNonNull(imported.next()).close();
            assertNull(imported.next());
        }
        batches.clear();
        batches.add(record(0));
        batches.add(new Changing(record(1), batches::clear));
        ArrowExport.stream(batches, stream.address);
        try (ArrowStream imported = ArrowStream.of(stream.address)) {
            Objects.requireNonNull(imported.next()).close();
            Objects.requireNonNull(imported.next()).close();
            assertNull(imported.next());
        }
        Map<String, StringColumn> columns = new LinkedHashMap<>(record(0));
        AtomicReference<Changing> changing = new AtomicReference<>();
        changing.set(new Changing(
                columns,
                () -> changing.get().put("city", column(ColumnFormat.UTF8).slice(0, 1))));
        ArrowExport.batch(changing.get(), schema.address, array.address);
        try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
            assertArrayEquals(Arrays.copyOf(TEXTS, 4), batch.column("city").toStrings());
        }
    }

    @Test
    void whatIsClosedIsNotRead() {
        if (unreachable(() -> imported(column(ColumnFormat.UTF8), "city"))) {
            return;
        }
        ArrowBatch batch = imported(
                StringColumnBuilder.of(ColumnFormat.UTF8)
                        .dictionary(IndexType.INT8)
                        .addAll(TEXTS)
                        .build(),
                "city");
        StringColumn column = batch.column(0);
        StringColumn values = Objects.requireNonNull(column.values());
        batch.close();
        batch.close();
        int[] rows = new int[TEXTS.length];
        for (Executable read : List.<Executable>of(
                () -> column.get(0),
                () -> column.isNull(0),
                () -> column.getBytes(0),
                () -> column.memory(0),
                () -> column.contentEquals(0, ""),
                column::toStrings,
                column::toByteArrays,
                () -> column.hashCodes(rows),
                () -> column.selectEqual("", rows),
                () -> column.selectPrefix("", rows),
                () -> column.slice(1, 2).withName("x").get(0),
                () -> values.get(0))) {
            String message = assertThrows(IllegalStateException.class, read).getMessage();
            assertEquals("the Arrow array of this column is closed", message);
        }
    }

    @Test
    void wrongArgumentsAreRefused() {
        Struct schema = Struct.schema();
        Struct array = Struct.array();
        StringColumn column = column(ColumnFormat.UTF8);
        assertThrows(NullPointerException.class, () -> ArrowExport.column(null, "", 8192, 8192));
        for (long wrong : new long[] {0, 8, -8, schema.address + 4}) {
            for (Executable call : List.<Executable>of(
                    () -> ArrowBatch.of(wrong, array.address),
                    () -> ArrowBatch.of(schema.address, wrong),
                    () -> ArrowStream.of(wrong),
                    () -> ArrowExport.stream(List.of(record(0)), wrong))) {
                assertThrows(IllegalArgumentException.class, call);
            }
        }
        if (unreachable(() -> ArrowBatch.of(schema.address, array.address))) {
            return;
        }
        assertThrows(NullPointerException.class, () -> ArrowExport.column(column, null, schema.address, array.address));
        assertThrows(IllegalArgumentException.class, () -> ArrowExport.column(column, "", 0, array.address));
        assertThrows(IllegalArgumentException.class, () -> ArrowExport.column(column, "", schema.address, 4));
        assertThrows(IllegalStateException.class, () -> ArrowBatch.of(schema.address, array.address));
        assertThrows(IllegalStateException.class, () -> ArrowStream.of(Struct.stream().address));
        Map<String, StringColumn> uneven = record(0);
        uneven.put("short", column.slice(0, 3));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> ArrowExport.batch(uneven, schema.address, array.address))
                .getMessage();
        assertEquals("column \"short\" has 3 rows: the first column has 4", message);
        for (String name : new String[] {"a\0", "\ud800", "a\udc00b"}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> ArrowExport.column(column, name, schema.address, array.address));
        }
        Struct stream = Struct.stream();
        assertThrows(IllegalArgumentException.class, () -> ArrowExport.stream(List.of(), stream.address));
        Map<String, StringColumn> other = record(0);
        other.put("city", column(ColumnFormat.LARGE_UTF8).slice(0, 4));
        assertThrows(
                IllegalArgumentException.class, () -> ArrowExport.stream(List.of(record(0), other), stream.address));
        assertThrows(
                IllegalArgumentException.class, () -> ArrowExport.stream(List.of(record(0), uneven), stream.address));
        for (Struct struct : List.of(schema, array, stream)) {
            for (int i = 0; i < struct.words.capacity(); i++) {
                assertEquals(0, struct.words.get(i), "written");
            }
        }
    }

    /** Imports a struct in which one word is another one; the array is unchanged, and can be imported later. */
    private static void refused(Struct schema, Struct array, Struct changed, int index, long word, String expected) {
        long right = changed.get(index);
        changed.put(index, word);
        String message = assertThrows(RuntimeException.class, () -> ArrowBatch.of(schema.address, array.address))
                .getMessage();
        assertTrue(message.contains(expected), message);
        assertNotEquals(0, array.get(ARRAY_RELEASE));
        assertNotEquals(0, schema.get(SCHEMA_RELEASE));
        changed.put(index, right);
    }

    @Test
    void hostileStructsAreRefused() {
        if (!Run.reachesAddresses()) {
            return;
        }
        for (ColumnFormat format : ColumnFormat.values()) {
            Struct schema = Struct.schema();
            Struct array = Struct.array();
            ArrowExport.column(column(format), "city", schema.address, array.address);
            for (long length : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31}) {
                refused(
                        schema,
                        array,
                        array,
                        0,
                        length,
                        "length " + length + " and offset 0: not from 0 to 2147483647");
                refused(schema, array, array, 2, length, "offset " + length);
            }
            refused(schema, array, array, 2, Integer.MAX_VALUE, "rows together");
            for (long count : new long[] {-1, 0, 1, Long.MAX_VALUE}) {
                refused(schema, array, array, 3, count, count + " buffers: the format ");
            }
            refused(schema, array, array, 4, 1, "1 children: the schema has 0");
            refused(schema, array, array, 5, 0, "address 0");
            refused(schema, array, array, 7, array.address, "a dictionary: the schema has none");
            refused(schema, array, schema, 0, 0, "the format of the schema is null");
            refused(schema, array, schema, 6, schema.address, "the dictionary of a column has itself a dictionary");
            Struct other = Struct.schema();
            other.put(0, schema.get(0));
            refused(schema, array, schema, 6, other.address, "no dictionary: the schema has one");
            Struct buffers = new Struct(4);
            refused(schema, array, array, 5, buffers.address, "null_count 2");
            array.put(1, 0);
            refused(schema, array, array, 5, buffers.address, "at address 0");
            try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
                assertArrayEquals(TEXTS, batch.column(0).toStrings());
            }
        }
    }

    /** Structs with random numbers: those of a part of the rows are read, others are refused and stay the caller's. */
    @Test
    void randomNumbersInStructs() {
        if (!Run.reachesAddresses()) {
            return;
        }
        Random random = new Random(19);
        long[] wrong = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, Integer.MAX_VALUE + 20L};
        int read = 0;
        for (int i = 0; i < Run.times(600); i++) {
            ColumnFormat format = ColumnFormat.values()[random.nextInt(6)];
            Struct schema = Struct.schema();
            Struct array = Struct.array();
            int kind = random.nextInt(3);
            StringColumnBuilder builder = StringColumnBuilder.of(format).addAll(TEXTS);
            if (kind == 0) {
                ArrowExport.batch(Map.of("city", builder.build()), schema.address, array.address);
            } else {
                ArrowExport.column(
                        (kind == 1 ? builder : builder.dictionary(IndexType.INT16)).build(),
                        "city",
                        schema.address,
                        array.address);
            }
            long[] good = {TEXTS.length, 0, 0, array.get(3), array.get(4)
            }; // length, null_count, offset, n_buffers, n_children
            int offset = random.nextInt(TEXTS.length + 1);
            int length = random.nextInt(TEXTS.length - offset + 1);
            boolean isGood = true;
            for (int word : new int[] {0, 2, 3, 4}) {
                boolean changes = random.nextInt(8) == 0;
                long number = word == 0 ? length : word == 2 ? offset : good[word];
                array.put(word, changes ? wrong[random.nextInt(wrong.length)] : number);
                isGood &= !changes;
            }
            if (isGood) {
                array.put(1, kind == 0 ? 0 : random.nextInt(3) - 1); // is not used, except for a struct
                try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
                    String[] part = Arrays.copyOfRange(TEXTS, offset, offset + length);
                    assertArrayEquals(part, batch.column("city").toStrings());
                    assertEquals(length, batch.rows());
                }
                read++;
                continue;
            }
            RuntimeException e =
                    assertThrows(RuntimeException.class, () -> ArrowBatch.of(schema.address, array.address));
            assertEquals(IllegalArgumentException.class, e.getClass(), e.toString());
            for (int word = 0; word < good.length; word++) {
                array.put(word, good[word]);
            }
            try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
                assertArrayEquals(TEXTS, batch.column(0).toStrings());
            }
        }
        assertTrue(read > 0);
    }

    @Test
    void otherFormatsAreRefusedByColumn() {
        if (!Run.reachesAddresses()) {
            return;
        }
        Struct format = new Struct(1);
        for (String other : List.of("i", "+l", "tdD", "w:16", "", "uu")) {
            Struct schema = Struct.schema();
            Struct array = Struct.array();
            ArrowExport.column(column(ColumnFormat.UTF8), "city", schema.address, array.address);
            format.put(0, 0);
            for (int i = 0; i < other.length(); i++) {
                format.words.put(i, (byte) other.charAt(i));
            }
            schema.put(0, format.address);
            try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
                assertEquals(TEXTS.length, batch.rows());
                String message = assertThrows(UnsupportedOperationException.class, () -> batch.column(0))
                        .getMessage();
                assertEquals(
                        "column \"city\" has the format \"" + other + "\": not a format of text or binary data",
                        message);
            }
        }
        assertNotNull(format);
    }

    @Test
    void aDictionaryWithoutTextIsRefusedWithBothFormats() {
        if (!Run.reachesAddresses()) {
            return;
        }
        StringColumn column = StringColumnBuilder.of(ColumnFormat.UTF8)
                .dictionary(IndexType.INT32)
                .addAll(TEXTS)
                .build();
        Struct schema = Struct.schema();
        Struct array = Struct.array();
        ArrowExport.column(column, "di", schema.address, array.address);
        Struct negative = Struct.array();
        negative.put(0, -1);
        refused(
                schema,
                array,
                array,
                7,
                negative.address,
                "the dictionary of column \"di\" has length -1 and offset 0: ");
        Struct format = new Struct(1);
        format.words.put(0, (byte) 'l');
        Struct values = Struct.schema();
        values.put(0, format.address);
        schema.put(6, values.address);
        try (ArrowBatch batch = ArrowBatch.of(schema.address, array.address)) {
            String message = assertThrows(UnsupportedOperationException.class, () -> batch.column(0))
                    .getMessage();
            assertEquals(
                    "column \"di\" has the format \"i\" with a dictionary of the format \"l\": not text or binary data",
                    message);
        }
        assertNotNull(values);
    }
}
