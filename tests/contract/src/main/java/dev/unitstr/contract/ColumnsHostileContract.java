package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Columns whose buffers contradict each other, and arguments that make no sense: one exception each. */
@EveryRun
class ColumnsHostileContract {
    private static final String LONG = "a text of more than twelve bytes";

    private final List<? extends ColumnKind> kinds = Kinds.HERE.columns();

    private static void refused(Class<? extends Exception> type, String message, Executable call) {
        Exception e = assertThrows(type, call);
        assertTrue(String.valueOf(e.getMessage()).contains(message), e.toString());
    }

    /** Each operation that reads the row refuses it, and so does each that reads all rows. */
    private static void refusedRow(StringColumn column, int row, String message) {
        StringColumn named = column.withName("city");
        String all = "row " + row + " of column city: " + message;
        int[] numbers = new int[column.count()];
        for (Executable call : new Executable[] {
            () -> named.get(row),
            () -> named.getBytes(row),
            () -> named.memory(row),
            () -> named.contentEquals(row, LONG),
            named::toStrings,
            named::toByteArrays,
            () -> named.toStrings(row, 1),
            () -> named.hashCodes(numbers),
            () -> named.selectPrefix("", numbers)
        }) {
            ColumnFormatException e = assertThrows(ColumnFormatException.class, call);
            assertEquals(all, e.getMessage());
            assertEquals(row, e.row());
            assertEquals("city", e.column());
        }
        assertEquals(
                "row 0: " + message,
                assertThrows(
                                ColumnFormatException.class,
                                () -> column.slice(row, 1).get(0))
                        .getMessage());
        for (int i = 0; i < column.count(); i++) {
            if (i != row) {
                assertEquals(LONG, column.get(i), "another row");
                assertArrayEquals(new String[] {LONG}, column.toStrings(i, 1));
            }
        }
    }

    @Test
    void offsets() {
        for (ColumnKind kind : kinds) {
            for (ColumnFormat format : new ColumnFormat[] {ColumnFormat.UTF8, ColumnFormat.LARGE_BINARY}) {
                int size = format.entryBytes();
                Columns good = Columns.of(format, LONG, LONG, LONG);
                long least = size == 4 ? Integer.MIN_VALUE : Long.MIN_VALUE;
                long most = size == 4 ? Integer.MAX_VALUE : Long.MAX_VALUE;
                for (long last : new long[] {97, most}) {
                    Columns bad = good.with(3 * size, size, last);
                    refusedRow(
                            kind.of(format, 3, null, bad.entries, bad.data),
                            2,
                            "offsets[2] is 64 and offsets[3] is " + last
                                    + ": not within the data buffer, which has 96 bytes");
                }
                for (long last : new long[] {63, -1, least}) {
                    Columns bad = good.with(3 * size, size, last);
                    refusedRow(
                            kind.of(format, 3, null, bad.entries, bad.data),
                            2,
                            "offsets[3] is " + last + ": less than offsets[2] is 64");
                }
                for (long first : new long[] {-1, -32, least}) {
                    Columns bad = good.with(0, size, first);
                    refusedRow(
                            kind.of(format, 3, null, bad.entries, bad.data),
                            0,
                            "offsets[0] is " + first
                                    + " and offsets[1] is 32: not within the data buffer, which has 96 bytes");
                }
                // The difference is the number that stands for null.
                StringColumn negative = kind.of(format, 1, null, good.with(size, size, least).entries, good.data);
                refused(ColumnFormatException.class, "less than offsets[0] is 0", () -> negative.get(0));
                Columns bad = good.with(3 * size, size, -1);
                StringColumn column = kind.of(format, 3, new byte[] {0b011}, bad.entries, bad.data);
                assertArrayEquals(new String[] {LONG, LONG, null}, column.toStrings(), "nobody reads that of a null");
            }
        }
    }

    @Test
    void views() {
        for (ColumnKind kind : kinds) {
            Columns good = Columns.of(ColumnFormat.UTF8_VIEW, LONG, LONG, LONG);
            Object[][] changes = {
                {0, -1L, "the length in its view is -1: negative"},
                {0, (long) Integer.MIN_VALUE, "the length in its view is -2147483648: negative"},
                {0, 33L, "the offset in its view is 64, for 33 bytes: not within data buffer 0, which has 96 bytes"},
                {
                    0,
                    (long) Integer.MAX_VALUE,
                    "the offset in its view is 64, for 2147483647 bytes: not within data buffer 0, which has 96 bytes"
                },
                {8, 1L, "the index of the data buffer in its view is 1: the column has 1 data buffers"},
                {8, -1L, "the index of the data buffer in its view is -1: the column has 1 data buffers"},
                {12, 65L, "the offset in its view is 65, for 32 bytes: not within data buffer 0, which has 96 bytes"},
                {12, -1L, "the offset in its view is -1, for 32 bytes: not within data buffer 0, which has 96 bytes"},
            };
            for (Object[] change : changes) {
                Columns bad = good.with(32 + (int) change[0], 4, (long) change[1]);
                StringColumn column = kind.of(ColumnFormat.UTF8_VIEW, 3, null, bad.entries, bad.data);
                refusedRow(column, 2, (String) change[2]);
            }
            StringColumn none = kind.of(ColumnFormat.BINARY_VIEW, 3, null, good.entries);
            refused(ColumnFormatException.class, "is 0: the column has 0 data buffers", none::toStrings);
        }
    }

    @Test
    void indices() {
        for (ColumnKind kind : kinds) {
            Columns values = Columns.of(ColumnFormat.UTF8, LONG, LONG);
            for (IndexType type : IndexType.values()) {
                long most = type.most();
                for (long index : new long[] {2, most, -1}) {
                    long shown = index < 0 && type.name().startsWith("U") ? most : index;
                    refusedRow(
                            kind.dictionary(
                                    kind.of(ColumnFormat.UTF8, 2, null, values.entries, values.data),
                                    type,
                                    4,
                                    null,
                                    Columns.indices(type, 0, 1, index, 1)),
                            2,
                            "its index is " + shown + ": the dictionary has 2 values");
                }
            }
            Columns bad = values.with(8, 4, 65);
            StringColumn column = kind.dictionary(
                            kind.of(ColumnFormat.UTF8, 2, null, bad.entries, bad.data),
                            IndexType.INT8,
                            4,
                            null,
                            Columns.indices(IndexType.INT8, 0, 0, 1, 0))
                    .withName("city");
            assertEquals(LONG, column.get(0));
            assertArrayEquals(new String[] {LONG, LONG}, column.toStrings(0, 2), "no row has the bad value");
            assertEquals(
                    "row 2 of column city: its value in the dictionary: row 1: offsets[1] is 32 and offsets[2] is 65: not"
                            + " within the data buffer, which has 64 bytes",
                    assertThrows(ColumnFormatException.class, column::toStrings).getMessage());
        }
    }

    /** Columns of random numbers are read as a model of the specification reads them, or refused with the row. */
    @Test
    void randomBytes() {
        Random random = new Random(23);
        for (ColumnKind kind : kinds) {
            for (int i = 0; i < Run.times(150); i++) {
                ColumnFormat format = ColumnFormat.values()[random.nextInt(6)];
                int count = random.nextInt(random.nextInt(8) == 0 ? 1500 : 20);
                byte[][] data = new byte[format.isView() ? random.nextInt(4) : 1][];
                boolean isAscii = random.nextBoolean();
                for (int k = 0; k < data.length; k++) {
                    random.nextBytes(data[k] = new byte[random.nextInt(2 * count + 60)]);
                    for (int at = 0; isAscii && at < data[k].length; at++) {
                        data[k][at] &= 0x7F;
                    }
                }
                byte[] entries = entries(random, format, count, data);
                byte[] bits = new byte[count / 8 + 1];
                random.nextBytes(bits);
                byte[] validity = random.nextBoolean() ? bits : null;
                StringColumn column = kind.of(format, count, validity, entries, data);
                Columns.Row[] rows = IntStream.range(0, count)
                        .mapToObj(row -> Columns.row(format, validity, entries, data, row))
                        .toArray(Columns.Row[]::new);
                if (random.nextInt(3) == 0) {
                    byte[] indices = new byte[count];
                    random.nextBytes(indices);
                    Columns.Row[] values = rows;
                    column = kind.dictionary(column, IndexType.UINT8, count, validity, indices);
                    rows = IntStream.range(0, count)
                            .mapToObj(row -> Columns.row(values, validity, indices, row))
                            .toArray(Columns.Row[]::new);
                }
                int first = random.nextInt(count + 1);
                int some = random.nextInt(count - first + 1);
                asModel(rows, column);
                asModel(Arrays.copyOfRange(rows, first, first + some), column.slice(first, some));
            }
        }
    }

    /** Numbers of which most are of good rows, as it is with memory that one error damaged. */
    private static byte[] entries(Random random, ColumnFormat format, int count, byte[]... data) {
        int bad = random.nextInt(3) == 0 ? 0 : random.nextInt(2) == 0 ? 4 : 400; // one number of so many
        ByteBuffer entries =
                ByteBuffer.allocate((count + 1) * format.entryBytes()).order(ByteOrder.nativeOrder());
        int end = 0;
        for (int row = 0; row < entries.capacity() / format.entryBytes(); row++) {
            int at = row * format.entryBytes();
            if (format.isView()) {
                int buffer = data.length == 0 ? 0 : random.nextInt(data.length);
                int most = data.length == 0 ? 12 : Math.min(data[buffer].length, 40);
                int size = random.nextInt(most + 1);
                entries.putInt(at, size);
                if (size <= 12) {
                    for (int k = 0; k < 12; k++) {
                        entries.put(at + 4 + k, (byte) random.nextInt(128));
                    }
                } else {
                    int start = random.nextInt(data[buffer].length - size + 1);
                    entries.put(at + 4, data[buffer], start, 4)
                            .putInt(at + 8, buffer)
                            .putInt(at + 12, start);
                }
            } else if (format.entryBytes() == 4) {
                entries.putInt(at, end);
            } else {
                entries.putLong(at, end);
            }
            end = Math.min(end + random.nextInt(5), data.length == 0 ? 0 : data[0].length);
        }
        for (int at = 0; bad > 0 && at < entries.capacity(); at += 4) {
            if (random.nextInt(bad) == 0) {
                entries.putInt(at, random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(40));
            }
        }
        return entries.array();
    }

    private static void asModel(Columns.Row[] rows, StringColumn column) {
        boolean anyBad = Arrays.stream(rows).anyMatch(Columns.Row::isBad);
        String value = Arrays.stream(rows)
                .filter(row -> row.bytes() != null && row.text().indexOf('\ufffd') < 0)
                .map(Columns.Row::text)
                .findAny()
                .orElse("x");
        String prefix = value.substring(0, Math.min(value.length(), 2));
        for (int row = 0; row < rows.length; row += 1 + rows.length / 50) {
            int one = row;
            boolean bad = rows[row].isBad();
            same(bad, rows, rows[row].text(), () -> column.get(one));
            same(bad, rows, List.of(rows[row].equalTo(value)), () -> List.of(column.contentEquals(one, value)));
        }
        String[] texts = Arrays.stream(rows).map(Columns.Row::text).toArray(String[]::new);
        same(anyBad, rows, Arrays.asList(texts), () -> Arrays.asList(column.toStrings()));
        same(anyBad, rows, Arrays.stream(texts).map(Objects::hashCode).toList(), () -> {
            int[] hashes = new int[rows.length];
            column.hashCodes(hashes);
            return Arrays.stream(hashes).boxed().toList();
        });
        same(
                anyBad,
                rows,
                Arrays.stream(rows)
                        .map(Columns.Row::bytes)
                        .map(Arrays::toString)
                        .toList(),
                () -> Arrays.stream(column.toByteArrays()).map(Arrays::toString).toList());
        same(anyBad, rows, matching(rows, row -> row.equalTo(value)), () -> {
            int[] found = new int[rows.length];
            return Arrays.stream(found, 0, column.selectEqual(value, found))
                    .boxed()
                    .toList();
        });
        same(anyBad, rows, matching(rows, row -> row.startsWith(prefix)), () -> {
            int[] found = new int[rows.length];
            return Arrays.stream(found, 0, column.selectPrefix(prefix, found))
                    .boxed()
                    .toList();
        });
    }

    private static List<Integer> matching(Columns.Row[] rows, Predicate<Columns.Row> matches) {
        return IntStream.range(0, rows.length)
                .filter(row -> matches.test(rows[row]))
                .boxed()
                .toList();
    }

    /** The result, or the exception of a bad row. */
    private static void same(boolean anyBad, Columns.Row[] rows, Object expected, Supplier<Object> call) {
        if (!anyBad) {
            assertEquals(expected, call.get());
            return;
        }
        ColumnFormatException e = assertThrows(ColumnFormatException.class, call::get);
        assertTrue(rows[e.row()].isBad(), e.getMessage());
    }

    private static void tried(Executable call) {
        try {
            call.execute();
        } catch (ColumnFormatException e) {
            assertTrue(e.row() >= 0, e.getMessage());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Another thread writes the offsets while they are read: some strings, or an exception. */
    @Test
    void buffersThatChange() throws InterruptedException {
        for (ColumnFormat format : new ColumnFormat[] {ColumnFormat.UTF8, ColumnFormat.UTF8_VIEW}) {
            Columns good = Columns.of(format, LONG, "short", LONG, LONG);
            ByteBuffer entries = ByteBuffer.allocateDirect(good.entries.length).put(0, good.entries);
            StringColumn column = StringColumn.of(format, 4, null, entries, ByteBuffer.wrap(good.data[0]));
            Thread writer = new Thread(() -> {
                Random random = new Random(5);
                while (!Thread.currentThread().isInterrupted()) {
                    int at = random.nextInt(good.entries.length);
                    entries.put(at, (byte) random.nextInt());
                    entries.put(at, good.entries[at]);
                }
            });
            writer.start();
            int[] numbers = new int[4];
            for (int i = 0; i < Run.times(5_000); i++) {
                tried(column::toStrings);
                tried(() -> column.get(2));
                tried(() -> column.selectEqual(LONG, numbers));
            }
            writer.interrupt();
            writer.join();
            assertArrayEquals(new String[] {LONG, "short", LONG, LONG}, column.toStrings());
        }
    }

    @Test
    void arguments() {
        for (ColumnKind kind : kinds) {
            byte[] bytes = new byte[48];
            for (ColumnFormat format : ColumnFormat.values()) {
                int rows = 48 / format.entryBytes();
                String name = format.isView() ? "views" : "offsets";
                int most = format.isView() ? rows : rows - 1;
                assertEquals(most, kind.of(format, most, null, bytes, bytes).count());
                refused(
                        IndexOutOfBoundsException.class,
                        name + " has 48 bytes: too few for " + (rows + 1) + " entries of " + format.entryBytes(),
                        () -> kind.of(format, most + 1, null, bytes, bytes));
                refused(
                        IllegalArgumentException.class,
                        "count is -1: negative",
                        () -> kind.of(format, -1, null, bytes, bytes));
                refused(
                        IndexOutOfBoundsException.class,
                        "validity has 0 bytes: too few for 1 bits",
                        () -> kind.of(format, 1, new byte[0], bytes, bytes));
                if (!format.isView()) {
                    refused(
                            IllegalArgumentException.class,
                            "data has 2 buffers: " + format + " has one",
                            () -> kind.of(format, 1, null, bytes, bytes, bytes));
                }
                StringColumn empty = kind.of(format, 0, null, new byte[0], new byte[0]);
                assertEquals(0, empty.toStrings().length);
                assertEquals(0, empty.selectEqual("", new int[0]));
            }
            StringColumn column = kind.of(ColumnFormat.UTF8, 3, null, bytes, bytes);
            for (int row : new int[] {-1, 3}) {
                String message = "row is " + row + ": the column has 3 rows";
                refused(IndexOutOfBoundsException.class, message, () -> column.get(row));
                refused(IndexOutOfBoundsException.class, message, () -> column.isNull(row));
                refused(IndexOutOfBoundsException.class, message, () -> column.getBytes(row));
                refused(IndexOutOfBoundsException.class, message, () -> column.contentEquals(row, ""));
            }
            for (int[] range : new int[][] {{-1, 1}, {0, 4}, {4, 0}, {1, Integer.MAX_VALUE}, {0, -1}}) {
                String message = "first is " + range[0] + " and count is " + range[1] + ": not a range of the column";
                refused(IndexOutOfBoundsException.class, message, () -> column.slice(range[0], range[1]));
                refused(IndexOutOfBoundsException.class, message, () -> column.toStrings(range[0], range[1]));
            }
            refused(IndexOutOfBoundsException.class, "dst has 2", () -> column.hashCodes(new int[2]));
            refused(IndexOutOfBoundsException.class, "selection has 2", () -> column.selectEqual("", new int[2]));
            refused(NullPointerException.class, "value", () -> column.selectEqual(null, new int[3]));
            refused(NullPointerException.class, "prefix", () -> column.selectPrefix(null, new int[3]));
            refused(NullPointerException.class, "value", () -> column.contentEquals(0, null));
            refused(NullPointerException.class, "name", () -> column.withName(null));
            refused(NullPointerException.class, "policy", () -> column.withPolicy(null));
            refused(
                    IndexOutOfBoundsException.class,
                    "indices has 48 bytes: too few for 25 entries of 2 bytes",
                    () -> kind.dictionary(column, IndexType.INT16, 25, null, bytes));
            StringColumn coded = kind.dictionary(column, IndexType.INT16, 3, null, bytes);
            refused(
                    IllegalArgumentException.class,
                    "values is dictionary-encoded",
                    () -> kind.dictionary(coded, IndexType.INT8, 1, null, bytes));
            assertEquals(0, column.selectEqual("\ud800", new int[3]), "no encoded text equals a lone surrogate");
        }
    }

    @Test
    void buildersArguments() {
        StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8).addAll("text", "more");
        assertEquals(24, builder.byteSize());
        refused(NullPointerException.class, "format", () -> StringColumnBuilder.of(null));
        refused(NullPointerException.class, "policy", () -> builder.policy(null));
        refused(IllegalArgumentException.class, "policy is IGNORE", () -> builder.policy(MalformedPolicy.IGNORE));
        refused(NullPointerException.class, "type", () -> builder.dictionary(null));
        refused(NullPointerException.class, "strings", () -> builder.addAll((String[]) null));
        refused(NullPointerException.class, "strings", () -> builder.addAll((byte[][]) null));
        refused(NullPointerException.class, "allocator", () -> builder.build(null));
        refused(NullPointerException.class, "the allocator's buffer", () -> builder.build(size -> null));
        refused(
                IllegalArgumentException.class,
                "capacity of 23 bytes",
                () -> builder.build(size -> ByteBuffer.allocate(23)));
        assertThrows(
                ReadOnlyBufferException.class,
                () -> builder.build(size -> ByteBuffer.allocate(size).asReadOnlyBuffer()));
        refused(NullPointerException.class, "memory", () -> builder.writeTo(null));
        refused(
                IndexOutOfBoundsException.class,
                "memory has 23 bytes: less than the 24 that are written",
                () -> builder.writeTo(NativeMemory.of(4096, 23)));
        if (Run.reachesAddresses()) {
            refused(IllegalArgumentException.class, "address is 0", () -> builder.writeTo(NativeMemory.of(0, 99)));
        } else {
            assertThrows(UnsupportedOperationException.class, () -> builder.writeTo(NativeMemory.of(4096, 99)));
            NativeMemory memory = NativeMemory.of(4096, 99);
            StringColumn far = StringColumn.of(ColumnFormat.UTF8, 3, null, memory, memory);
            assertThrows(UnsupportedOperationException.class, far::toStrings);
            assertThrows(UnsupportedOperationException.class, () -> far.get(0));
        }
        refused(
                IllegalArgumentException.class,
                "address is 0",
                () -> StringColumn.of(ColumnFormat.UTF8, 3, null, NativeMemory.of(0, 99), NativeMemory.of(0, 0)));
        StringColumn heap = builder.build();
        refused(IllegalArgumentException.class, "address", () -> heap.memory(0));
    }
}
