package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.function.Executable;

/** Columns of every format and kind of memory: what is read and written, compared with {@code new String}. */
@EveryRun
@TestInstance(Lifecycle.PER_CLASS)
@Tag("route")
class ColumnsContract {
    private final List<? extends ColumnKind> kinds = Kinds.HERE.columns();

    /** Texts of all sizes: short, at the limit of a view, long, longer than a chunk; ASCII and not; null. */
    private static String[] texts() {
        Random random = new Random(19);
        List<String> texts =
                new ArrayList<>(Arrays.asList("", null, "a", "twelve bytes", "thirteen byte", "h\u00e9llo"));
        String[] some = {"abcdefghij", "\u00e9\u00fc", "\u4e16\u754c", "\ud83d\ude00", "a\0b"};
        for (int i = 0; i < 2500; i++) {
            boolean isAscii = i / 400 % 2 == 0; // whole chunks of ASCII, and others
            String word = isAscii ? some[0] : some[random.nextInt(some.length)];
            int length = random.nextInt(10) == 0 ? random.nextInt(60) : random.nextInt(3);
            texts.add(random.nextInt(12) == 0 ? null : word.repeat(length) + i);
        }
        texts.add("z".repeat(70_000));
        texts.add("\u00e9".repeat(50_000));
        texts.add("end");
        return texts.toArray(String[]::new);
    }

    private static StringColumn column(ColumnKind kind, ColumnFormat format, String... texts) {
        Columns bytes = Columns.of(format, texts);
        return kind.of(format, texts.length, bytes.validity, bytes.entries, bytes.data);
    }

    /** Compares everything that a column tells with the texts. */
    private static void check(ColumnKind kind, StringColumn column, String... texts) {
        assertEquals(texts.length, column.count());
        assertArrayEquals(texts, column.toStrings());
        byte[][] bytes = column.toByteArrays();
        int[] hashes = new int[texts.length + 1];
        column.hashCodes(hashes);
        for (int i = 0; i < texts.length; i++) {
            String text = texts[i];
            assertEquals(text == null, column.isNull(i));
            assertEquals(text, column.get(i));
            byte[] encoded = text == null ? null : Columns.utf8(text);
            assertArrayEquals(encoded, bytes[i]);
            assertArrayEquals(encoded, column.getBytes(i));
            assertEquals(Objects.hashCode(text), hashes[i]);
            assertEquals(text != null, column.contentEquals(i, text == null ? "" : text));
            assertFalse(column.contentEquals(i, text + "x"));
            if (kind.hasAddresses()) {
                NativeMemory memory = column.memory(i);
                assertEquals(
                        text, memory == null ? null : memory.getString(0, memory.byteSize(), StandardCharsets.UTF_8));
            }
        }
        for (String value :
                new String[] {"", "a", "end", "twelve bytes", "thirteen byte", "abcdefghij7", "z".repeat(70_000)}) {
            checkSelected(column, value, texts);
        }
        for (int i = 0; i < texts.length; i += 97) {
            checkSelected(column, texts[i] == null ? "\u4e16" : texts[i], texts);
        }
    }

    private static void checkSelected(StringColumn column, String value, String... texts) {
        int[] rows = new int[texts.length];
        int[] equal = IntStream.range(0, texts.length)
                .filter(i -> value.equals(texts[i]))
                .toArray();
        assertEquals(equal.length, column.selectEqual(value, rows));
        assertArrayEquals(equal, Arrays.copyOf(rows, equal.length));
        int[] started = IntStream.range(0, texts.length)
                .filter(i -> texts[i] != null && texts[i].startsWith(value))
                .toArray();
        assertEquals(started.length, column.selectPrefix(value, rows));
        assertArrayEquals(started, Arrays.copyOf(rows, started.length));
    }

    @Test
    void everyFormat() {
        Run.some(kinds, "everyFormat").forEach(this::everyFormat);
    }

    private void everyFormat(ColumnKind kind) {
        String[] texts = texts();
        for (ColumnFormat format : ColumnFormat.values()) {
            StringColumn column = column(kind, format, texts);
            assertEquals(format, column.format());
            assertNull(column.values());
            check(kind, column, texts);
        }
    }

    @Test
    void ranges() {
        Run.some(kinds, "ranges").forEach(this::ranges);
    }

    private void ranges(ColumnKind kind) {
        String[] texts = texts();
        for (ColumnFormat format : ColumnFormat.values()) {
            StringColumn column = column(kind, format, texts);
            for (int first : new int[] {0, 1, 7, 8, 9, 1023, 2400, texts.length}) {
                for (int n : new int[] {0, 1, 2, 100, texts.length - first}) {
                    if (n < 0 || n > texts.length - first) {
                        continue;
                    }
                    String[] part = Arrays.copyOfRange(texts, first, first + n);
                    assertArrayEquals(part, column.toStrings(first, n));
                    StringColumn slice = column.slice(first, n);
                    assertEquals(first, slice.offset());
                    if (n <= 100) {
                        check(kind, slice, part);
                    }
                    assertArrayEquals(part, slice.toStrings());
                    if (n > 1) {
                        assertArrayEquals(
                                Arrays.copyOfRange(part, 1, n),
                                slice.slice(1, n - 1).toStrings());
                    }
                }
            }
        }
    }

    @Test
    void dictionaries() {
        Run.some(kinds, "dictionaries").forEach(this::dictionaries);
    }

    private void dictionaries(ColumnKind kind) {
        String[] values = {"red", null, "gr\u00fcn", "", "a colour of more than twelve bytes", "red"};
        Random random = new Random(7);
        for (IndexType type : IndexType.values()) {
            for (ColumnFormat format : ColumnFormat.values()) {
                for (int count : new int[] {0, 3, 600}) { // fewer rows than values, and more
                    long[] indices = random.longs(count, 0, values.length).toArray();
                    String[] texts = Arrays.stream(indices)
                            .mapToObj(index -> values[(int) index])
                            .toArray(String[]::new);
                    byte[] bits = null;
                    if (count == 600) {
                        bits = new byte[75];
                        random.nextBytes(bits);
                        for (int i = 0; i < count; i++) {
                            texts[i] = (bits[i / 8] >> i % 8 & 1) == 0 ? null : texts[i];
                            indices[i] = (bits[i / 8] >> i % 8 & 1) == 0 ? 99 : indices[i]; // nobody reads it
                        }
                    }
                    StringColumn dictionary = column(kind, format, values);
                    StringColumn column =
                            kind.dictionary(dictionary, type, count, bits, Columns.indices(type, indices));
                    assertEquals(format, column.format());
                    assertEquals(type, column.indexType());
                    assertSame(dictionary, column.values());
                    check(kind, column, texts);
                    if (count > 100) {
                        check(kind, column.slice(13, 50), Arrays.copyOfRange(texts, 13, 63));
                    }
                }
            }
        }
        long[] many = {255, 128, 0};
        String[] all = IntStream.range(0, 256).mapToObj(i -> "value" + i).toArray(String[]::new);
        StringColumn column = kind.dictionary(
                column(kind, ColumnFormat.UTF8, all), IndexType.UINT8, 3, null, Columns.indices(IndexType.UINT8, many));
        assertArrayEquals(new String[] {"value255", "value128", "value0"}, column.toStrings());
    }

    @Test
    void builtColumns() {
        Run.some(kinds, "builtColumns").forEach(this::builtColumns);
    }

    private void builtColumns(ColumnKind kind) {
        String[] texts = texts();
        for (ColumnFormat format : ColumnFormat.values()) {
            for (String[] each :
                    new String[][] {texts, {}, {null}, {"one"}, {"a text of more than twelve bytes", null}}) {
                StringColumnBuilder builder = StringColumnBuilder.of(format).addAll(each);
                StringColumn column = kind.build(builder);
                assertEquals(each.length, builder.size());
                check(kind, column, each);
                Columns expected = Columns.of(format, each);
                List<byte[]> buffers = kind.buffers(column);
                if (buffers != null) {
                    assertArrayEquals(expected.validity, buffers.get(0));
                    byte[] entries = buffers.get(1);
                    assertTrue(entries.length - expected.entries.length < 8, "padded to 8 bytes");
                    if (!format.isView()) { // Columns has more than one data buffer
                        assertArrayEquals(expected.entries, Arrays.copyOf(entries, expected.entries.length));
                        assertArrayEquals(expected.data[0], buffers.get(2));
                    }
                }
                StringColumn same = kind.build(StringColumnBuilder.of(format).addAll(column.toByteArrays()));
                assertArrayEquals(each, same.toStrings());
            }
        }
        StringColumnBuilder mixed = StringColumnBuilder.of(ColumnFormat.UTF8_VIEW)
                .add("h\u00e9")
                .addAll(new byte[][] {{'b'}, null})
                .add(null);
        check(kind, kind.build(mixed), "h\u00e9", "b", null, null);
    }

    @Test
    void builtDictionaries() {
        Run.some(kinds, "builtDictionaries").forEach(this::builtDictionaries);
    }

    private void builtDictionaries(ColumnKind kind) {
        String[] texts = new String[1100];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = i % 13 == 0 ? null : (i % 2 == 0 ? "short" : "a longer text, number ") + i * 7 % 100;
        }
        for (IndexType type : IndexType.values()) {
            for (ColumnFormat format : ColumnFormat.values()) {
                StringColumn column = kind.build(
                        StringColumnBuilder.of(format).dictionary(type).addAll(texts));
                assertEquals(type, column.indexType());
                assertNotNull(column.values());
                assertEquals(
                        Arrays.stream(texts).filter(Objects::nonNull).distinct().count(),
                        column.values().count());
                check(kind, column, texts);
            }
        }
        String[] distinct = IntStream.range(0, 129).mapToObj(i -> "v" + i).toArray(String[]::new);
        StringColumnBuilder tooMany = StringColumnBuilder.of(ColumnFormat.UTF8).dictionary(IndexType.INT8);
        check(kind, kind.build(tooMany.addAll(Arrays.copyOf(distinct, 128))), Arrays.copyOf(distinct, 128));
        tooMany.add(distinct[128]);
        assertEquals(
                "the strings have 129 distinct values: more than 128, the number of indices of INT8",
                assertThrows(IllegalArgumentException.class, () -> kind.build(tooMany))
                        .getMessage());
    }

    @Test
    void malformedText() {
        kinds.forEach(this::malformedText);
    }

    private void malformedText(ColumnKind kind) {
        byte[] bad = {'a', (byte) 0xff, 'b', 'g', 'o', 'o', 'd', (byte) 0xc3};
        String replaced = "a\ufffdb";
        for (ColumnFormat format : new ColumnFormat[] {ColumnFormat.UTF8, ColumnFormat.LARGE_BINARY}) {
            Columns offsets = Columns.of(format, "abc", "good", "e");
            StringColumn column = kind.of(format, 3, null, offsets.entries, bad);
            assertArrayEquals(new String[] {replaced, "good", "\ufffd"}, column.toStrings());
            assertEquals(replaced, column.get(0));
            int[] hashes = new int[3];
            column.hashCodes(hashes);
            assertArrayEquals(new int[] {replaced.hashCode(), "good".hashCode(), "\ufffd".hashCode()}, hashes);
            assertFalse(column.contentEquals(0, replaced), "the bytes differ");
            assertEquals(0, column.selectEqual("\ufffd", hashes));
            StringColumn reported = column.withPolicy(MalformedPolicy.REPORT);
            assertEquals("good", reported.get(1));
            assertEquals(0, row(() -> reported.get(0)));
            assertEquals(0, row(reported::toStrings));
            assertEquals(2, row(() -> reported.toStrings(1, 2)));
            assertEquals(1, row(() -> reported.slice(1, 2).toStrings()));
            assertEquals(0, row(() -> reported.hashCodes(new int[3])));
            String first = "malformed UTF-8 at byte 1: 1 byte";
            assertEquals("row 0: " + first, message(reported::toStrings));
            StringColumn named = reported.withName("city");
            assertEquals("row 0 of column city: " + first, message(named::toStrings));
            assertEquals("row 0 of column city: " + first, message(() -> named.get(0)));
            assertEquals("row 0 of column city: " + first, message(() -> named.hashCodes(new int[3])));
            String last = "row 1 of column city: malformed UTF-8 at byte 0: 1 byte";
            assertEquals(last, message(() -> named.slice(1, 2).toStrings()));
            assertEquals("ab", column.withPolicy(MalformedPolicy.IGNORE).get(0));
            assertArrayEquals(
                    new String[] {"ab", "good", ""},
                    column.withPolicy(MalformedPolicy.IGNORE).toStrings());
            byte[] index = Columns.indices(IndexType.INT8, 1, 1, 1, 1);
            StringColumn coded = kind.dictionary(reported, IndexType.INT8, 4, null, index);
            assertArrayEquals(
                    new String[] {"good", "good", "good", "good"}, coded.toStrings(), "no row has a malformed value");
            StringColumn malformed =
                    kind.dictionary(reported, IndexType.INT8, 4, null, Columns.indices(IndexType.INT8, 1, 1, 1, 2));
            assertEquals(3, row(malformed::toStrings), "the row, not the index of its value");
            assertEquals(3, row(() -> malformed.get(3)));
            assertEquals(3, row(() -> malformed.hashCodes(new int[4])));
            last = "row 3 of column city: malformed UTF-8 at byte 0: 1 byte";
            assertEquals(last, message(malformed.withName("city")::toStrings));
            assertEquals(last, message(() -> malformed.withName("city").get(3)));
        }
        StringColumn views = kind.of(
                ColumnFormat.UTF8_VIEW,
                2,
                null,
                Columns.of(ColumnFormat.UTF8_VIEW, "x", "0123456789abcdef").entries,
                new byte[] {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', (byte) 0xff});
        assertArrayEquals(new String[] {"x", "0123456789abcde\ufffd"}, views.toStrings());
        assertEquals(1, row(views.withPolicy(MalformedPolicy.REPORT)::toStrings));
        assertArrayEquals(
                new String[] {"x", "0123456789abcde"},
                views.withPolicy(MalformedPolicy.IGNORE).toStrings());
        StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8).addAll("ok", "\ud800");
        assertArrayEquals(new String[] {"ok", "?"}, kind.build(builder).toStrings());
        builder.policy(MalformedPolicy.REPORT);
        assertEquals(1, row(() -> kind.build(builder)));
        MalformedTextException error =
                assertThrows(MalformedTextException.class, () -> kind.build(builder.dictionary(IndexType.INT8)));
        assertEquals(1, error.stringIndex());
        assertTrue(error.getMessage().startsWith("string 1: malformed text"), error::getMessage);
        StringColumnBuilder bytes = StringColumnBuilder.of(ColumnFormat.UTF8).addAll(new byte[][] {{'a'}, {-1}});
        assertArrayEquals(new String[] {"a", "\ufffd"}, kind.build(bytes).toStrings());
        assertEquals(1, row(() -> kind.build(bytes.policy(MalformedPolicy.REPORT))));
        StringColumnBuilder raw = StringColumnBuilder.of(ColumnFormat.BINARY_VIEW)
                .policy(MalformedPolicy.REPORT)
                .addAll(new byte[][] {{'a'}, {-1, 0, 1}});
        assertArrayEquals(new byte[][] {{'a'}, {-1, 0, 1}}, kind.build(raw).toByteArrays());
    }

    @Test
    void keepsBuffersWhoseLimitChanges() {
        ByteBuffer offsets = ByteBuffer.wrap(Columns.of(ColumnFormat.UTF8, "abc", "d").entries);
        ByteBuffer data = ByteBuffer.wrap("abcd".getBytes(StandardCharsets.UTF_8));
        StringColumn column = StringColumn.of(ColumnFormat.UTF8, 2, null, offsets, data);
        offsets.limit(0);
        data.limit(0);
        assertArrayEquals(new String[] {"abc", "d"}, column.toStrings());
    }

    @Test
    void aTextThatFailsAddsNoRow() {
        StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8).add("first");
        CharSequence fails = new RunningText("x", () -> {
            throw new IllegalStateException("no text");
        });
        assertThrows(IllegalStateException.class, () -> builder.add(fails));
        assertEquals(1, builder.size());
        assertArrayEquals(new String[] {"first"}, builder.build().toStrings());
    }

    private static String message(Executable call) {
        return assertThrows(MalformedTextException.class, call).getMessage();
    }

    private static long row(Executable call) {
        return assertThrows(MalformedTextException.class, call).stringIndex();
    }
}
