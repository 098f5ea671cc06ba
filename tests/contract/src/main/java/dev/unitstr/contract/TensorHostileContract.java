package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.tensor.ValidationReport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that make TensorFlow read what is not its own: refused, with the element and the field, by every accessor. */
@EveryRun
class TensorHostileContract {
    private static final int COUNT = 3;
    private static final TensorLayout TF24 = TensorLayout.TF24;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    /** Bytes, and what is wrong with them. */
    record Row(
            String name,
            TensorLayout layout,
            long count,
            Trust trust,
            Strictness strictness,
            byte[] bytes,
            String verdict) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** An element in the middle of good ones, and a tail of 8 bytes. */
    private static Row element(
            String name, TensorLayout layout, Trust trust, String verdict, Consumer<ByteBuffer> put) {
        return element(name, layout, trust, Strictness.STANDARD, verdict, put);
    }

    private static Row element(
            String name,
            TensorLayout layout,
            Trust trust,
            Strictness strictness,
            String verdict,
            Consumer<ByteBuffer> put) {
        int size = layout.format().elementBytes();
        byte[] bytes = new byte[COUNT * size + 8];
        ByteBuffer element = ByteBuffer.wrap(bytes, size, size).slice().order(layout.order());
        put.accept(element);
        return new Row(name, layout, COUNT, trust, strictness, bytes, verdict);
    }

    private static Consumer<ByteBuffer> offset(int size, int offset, int count) {
        return e -> e.order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0, size << 2 | 2)
                .putInt(4, offset)
                .putInt(8, count);
    }

    private static Consumer<ByteBuffer> words(long first, long second, long third) {
        return e -> e.putLong(0, first).putLong(8, second).putLong(16, third);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        Trust no = Trust.UNTRUSTED_BUFFER;
        Trust checked = Trust.TRUSTED_POINTERS_CHECKED;
        Trust yes = Trust.TRUSTED;
        for (Trust trust : Trust.values()) {
            rows.add(element("offset far away", TF24, trust, "OFFSET_RANGE 1 OFFSET", offset(5, 0x7fffff00, 3)));
            rows.add(element("offset, all bits", TF24, trust, "OFFSET_RANGE 1 OFFSET", offset(1, -1, 3)));
            rows.add(element("size of 16384", TF24, trust, "OFFSET_RANGE 1 SIZE", offset(16384, 48, 3)));
            rows.add(element("one byte too many", TF24, trust, "OFFSET_RANGE 1 SIZE", offset(9, 48, 3)));
            rows.add(element("own header", TF24, trust, "OFFSET_INTO_TABLE 1 OFFSET", offset(5, 0, 3)));
            rows.add(element("end of the table", TF24, trust, "OFFSET_INTO_TABLE 1 OFFSET", offset(1, 47, 3)));
            rows.add(element("fits exactly", TF24, trust, "ok", offset(8, 48, 3)));
            rows.add(element("empty at the end", TF24, trust, "ok", offset(0, 56, 3)));
            rows.add(element("63 bytes inside", TF24, trust, "SMALL_SIZE 1 SIZE", e -> e.put(0, (byte) (63 << 2))));
            rows.add(element("23 bytes inside", TF24, trust, "SMALL_SIZE 1 SIZE", e -> e.put(0, (byte) (23 << 2))));
            rows.add(element("22 bytes inside", TF24, trust, "ok", e -> e.put(0, (byte) (22 << 2))));
            rows.add(element(
                    "24 bytes inside of 24",
                    TensorLayout.RFC24,
                    trust,
                    "SMALL_SIZE 1 SIZE",
                    e -> e.put(0, (byte) (24 << 2))));
            rows.add(element(
                    "16 bytes inside of 16",
                    TensorLayout.RFC16,
                    trust,
                    "SMALL_SIZE 1 SIZE",
                    e -> e.put(0, (byte) (16 << 2))));
            byte[] one = new byte[24];
            rows.add(new Row(
                    "24 bytes for 1000", TF24, 1000, trust, Strictness.STANDARD, one, "TABLE_TRUNCATED 1000 TABLE"));
            rows.add(new Row(
                    "more than there can be",
                    TF24,
                    Long.MAX_VALUE,
                    trust,
                    Strictness.STANDARD,
                    one,
                    "TABLE_TRUNCATED " + Long.MAX_VALUE + " TABLE"));
        }
        String refused = "POINTER_REFUSED 1 POINTER";
        rows.add(element("LARGE", TF24, no, refused, words(100 << 2 | 1, 111, 0x10)));
        rows.add(element("LARGE, null", TF24, no, refused, words(5 << 2 | 1, 31, 0)));
        rows.add(element("LARGE, null and empty", TF24, no, refused, words(1, 31, 0)));
        rows.add(element("VIEW", TF24, no, refused, words(5 << 2 | 3, 0x10, 0xbbbbbbbbL)));
        rows.add(element("LARGE of the RFC", TensorLayout.RFC16, no, refused, e -> e.putLong(0, 5)));
        rows.add(element("PREALLOC", TensorLayout.RFC24, no, refused, e -> e.putInt(0, 4 << 2 | 3)));
        for (Trust trust : List.of(checked, yes)) {
            rows.add(element("LARGE, null", TF24, trust, "NULL_DATA 1 POINTER", words(5 << 2 | 1, 31, 0)));
            rows.add(element("VIEW, null", TF24, trust, "NULL_DATA 1 POINTER", words(5 << 2 | 3, 0, 0)));
            for (long low : new long[] {1, 42, 4095}) {
                String name = ", in the first page: " + low;
                rows.add(element("LARGE" + name, TF24, trust, "NULL_DATA 1 POINTER", words(5 << 2 | 1, 31, low)));
                rows.add(element("VIEW" + name, TF24, trust, "NULL_DATA 1 POINTER", words(5 << 2 | 3, low, 0)));
            }
            rows.add(element("LARGE, null and empty", TF24, trust, "ok", words(1, 31, 0)));
            rows.add(element("VIEW, null, owned by garbage", TF24, trust, "ok", words(3, 0, 0xbbbbbbbbL)));
            rows.add(element("LARGE of 2^62-1", TF24, trust, "SIZE_LIMIT 1 SIZE", words(-4 | 1, 31, 0x10)));
            rows.add(element("VIEW of 2^31", TF24, trust, "SIZE_LIMIT 1 SIZE", words(1L << 33 | 3, 0x10, 0)));
            TensorLayout other = TF24.withOrder(ByteOrder.BIG_ENDIAN);
            rows.add(element("LARGE elsewhere", other, trust, refused, e -> e.put(0, (byte) 1)));
            rows.add(element("LARGE of 32 bits", TF24.withWordBytes(4), trust, refused, e -> e.putInt(0, 5 << 2 | 1)));
        }
        rows.add(element("capacity", TF24, checked, "CAPACITY 1 CAPACITY", words(100 << 2 | 1, 99, 0x10)));
        rows.add(element("capacity, null", TF24, checked, "CAPACITY 1 CAPACITY", words(100 << 2 | 1, 99, 0)));
        rows.add(element(
                "capacity of PREALLOC",
                TensorLayout.RFC16,
                checked,
                "CAPACITY 1 CAPACITY",
                e -> e.putInt(0, 5 << 2 | 3).putInt(4, 4)));
        rows.add(element("past the last address", TF24, checked, "POINTER_WRAPS 1 SIZE", words(100 << 2 | 3, -50, 0)));
        Strictness strict = Strictness.STRICT;
        rows.add(element("count", TF24, no, strict, "COUNT 1 COUNT", offset(5, 48, 4)));
        rows.add(element(
                "padding",
                TF24,
                no,
                strict,
                "PADDING 1 PADDING",
                offset(5, 48, 3).andThen(e -> e.put(23, (byte) 1))));
        rows.add(element(
                "neither, if not strict", TF24, no, "ok", offset(5, 48, 4).andThen(e -> e.put(23, (byte) 1))));
        tables(rows, TensorLayout.TF_LEGACY);
        return rows;
    }

    private static Row table(String name, TensorLayout layout, Strictness strictness, String verdict, int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = (byte) bytes[i];
        }
        int count = layout.equals(TensorLayout.TFLITE) ? 2 : 1;
        return new Row(layout.format() + ": " + name, layout, count, Trust.UNTRUSTED_BUFFER, strictness, all, verdict);
    }

    private static Row empty(String name, Strictness strictness, String verdict, int... bytes) {
        Row row = table("no element, end " + name, TensorLayout.TFLITE, strictness, verdict, bytes);
        return new Row(row.name, row.layout, 0, row.trust, row.strictness, row.bytes, verdict);
    }

    private static void tables(List<Row> rows, TensorLayout legacy) {
        Strictness usual = Strictness.STANDARD;
        Strictness lenient = Strictness.LENIENT;
        rows.add(table("good", legacy, usual, "ok", 0, 0, 0, 0, 0, 0, 0, 0, 1, 'a'));
        rows.add(table("truncated", legacy, usual, "TABLE_TRUNCATED 1 TABLE", 0, 0, 0, 0, 0, 0, 0));
        rows.add(table("nothing behind", legacy, usual, "OFFSET_RANGE 0 OFFSET", 0, 0, 0, 0, 0, 0, 0, 0));
        rows.add(table(
                "2^64-8",
                legacy,
                usual,
                "OFFSET_RANGE 0 OFFSET",
                0xf8,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                1,
                'a'));
        rows.add(table(
                "4096 bytes, 1 left", legacy, usual, "OFFSET_RANGE 0 SIZE", 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x20, 'a'));
        rows.add(table("length without end", legacy, usual, "VARINT 0 SIZE", 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x80));
        rows.add(table("overlong", legacy, usual, "VARINT 0 SIZE", 0, 0, 0, 0, 0, 0, 0, 0, 0x81, 0x00, 'a'));
        rows.add(table("overlong, lenient", legacy, lenient, "ok", 0, 0, 0, 0, 0, 0, 0, 0, 0x81, 0x00, 'a'));
        rows.add(table(
                "65 bits",
                legacy,
                lenient,
                "VARINT 0 SIZE",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0x02,
                'a'));
        rows.add(table(
                "64 bits",
                legacy,
                usual,
                "OFFSET_RANGE 0 SIZE",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0x01,
                'a'));
        TensorLayout lite = TensorLayout.TFLITE;
        for (Strictness strictness : new Strictness[] {usual, lenient}) {
            boolean forgiven = strictness == lenient;
            rows.add(empty("at 8 of 8", strictness, "ok", 0, 0, 0, 0, 8, 0, 0, 0));
            rows.add(empty("at 7", strictness, "FIRST_OFFSET 0 OFFSET", 0, 0, 0, 0, 7, 0, 0, 0));
            String nine = forgiven ? "ok" : "FIRST_OFFSET 0 OFFSET";
            rows.add(empty("at 9 of 9", strictness, nine, 0, 0, 0, 0, 9, 0, 0, 0, 'a'));
            String eight = forgiven ? "ok" : "END_OFFSET 0 END";
            rows.add(empty("at 8 of 9", strictness, eight, 0, 0, 0, 0, 8, 0, 0, 0, 'a'));
        }
        rows.add(empty("at 9 of 8", lenient, "END_OFFSET 0 END", 0, 0, 0, 0, 9, 0, 0, 0));
        rows.add(table("good", lite, usual, "ok", 2, 0, 0, 0, 16, 0, 0, 0, 17, 0, 0, 0, 18, 0, 0, 0, 'a', 'b'));
        rows.add(table("truncated", lite, usual, "TABLE_TRUNCATED 2 TABLE", 2, 0, 0, 0, 16, 0, 0, 0));
        rows.add(table(
                "count", lite, usual, "COUNT 2 COUNT", 1, 0, 0, 0, 16, 0, 0, 0, 17, 0, 0, 0, 18, 0, 0, 0, 'a', 'b'));
        rows.add(table(
                "negative count",
                lite,
                usual,
                "COUNT 2 COUNT",
                2,
                0,
                0,
                0x80,
                16,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                18,
                0,
                0,
                0,
                'a',
                'b'));
        rows.add(table(
                "first",
                lite,
                usual,
                "FIRST_OFFSET 0 OFFSET",
                2,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                18,
                0,
                0,
                0,
                'a',
                'b'));
        rows.add(table(
                "first, lenient", lite, lenient, "ok", 2, 0, 0, 0, 17, 0, 0, 0, 17, 0, 0, 0, 18, 0, 0, 0, 'a', 'b'));
        rows.add(table(
                "into the table",
                lite,
                lenient,
                "FIRST_OFFSET 0 OFFSET",
                2,
                0,
                0,
                0,
                15,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                18,
                0,
                0,
                0,
                'a',
                'b'));
        rows.add(table(
                "decreasing",
                lite,
                usual,
                "NOT_MONOTONIC 1 OFFSET",
                2,
                0,
                0,
                0,
                16,
                0,
                0,
                0,
                18,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                'a',
                'b'));
        rows.add(table(
                "foreign bytes",
                lite,
                usual,
                "OFFSET_RANGE 0 SIZE",
                2,
                0,
                0,
                0,
                16,
                0,
                0,
                0,
                0,
                16,
                0,
                0,
                18,
                0,
                0,
                0,
                'a',
                'b'));
        rows.add(table(
                "end", lite, usual, "END_OFFSET 1 END", 2, 0, 0, 0, 16, 0, 0, 0, 17, 0, 0, 0, 17, 0, 0, 0, 'a', 'b'));
        rows.add(table(
                "end, lenient", lite, lenient, "ok", 2, 0, 0, 0, 16, 0, 0, 0, 17, 0, 0, 0, 17, 0, 0, 0, 'a', 'b'));
        rows.add(table(
                "end behind",
                lite,
                lenient,
                "END_OFFSET 1 END",
                2,
                0,
                0,
                0,
                16,
                0,
                0,
                0,
                17,
                0,
                0,
                0,
                19,
                0,
                0,
                0,
                'a',
                'b'));
    }

    private static List<Consumer<StringTensor>> accessors(long count, int index) {
        List<Consumer<StringTensor>> accessors = new ArrayList<>(List.of(
                StringTensor::toStrings,
                StringTensor::toByteArrays,
                StringTensor::byteLengths,
                StringTensor::totalBytes,
                StringTensor::firstMalformed,
                t -> t.parallel().toStrings(),
                t -> t.contentEquals(t)));
        if (count > 0) {
            accessors.addAll(List.of(
                    t -> t.stream().toList(),
                    t -> t.get(index),
                    t -> t.bytes(index),
                    t -> t.byteLength(index),
                    t -> t.contentEquals(index, "a")));
        }
        return accessors;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void areRefusedWithTheElementAndTheField(Row row) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(row.bytes);
            StringTensor tensor;
            try {
                tensor = memory.tensor(row.count, row.layout, row.trust).withStrictness(row.strictness);
            } catch (TensorFormatException e) {
                // A fault of the whole table is reported at once.
                assertEquals(row.verdict, e.code() + " " + e.index() + " " + e.field());
                continue;
            }
            int bad =
                    row.verdict.equals("ok") ? -1 : Integer.parseInt(row.verdict.split(" ")[1]);
            for (Consumer<StringTensor> accessor : accessors(row.count, Math.max(bad, 0))) {
                StringTensor each = tensor;
                assertEquals(row.verdict, Tensors.verdict(() -> accessor.accept(each)), kind::toString);
            }
            ValidationReport report = tensor.validate();
            if (bad < 0) {
                assertTrue(report.isValid());
                assertEquals(row.count, report.elements());
            } else {
                assertFalse(report.isValid());
                assertEquals(bad, report.elements());
                TensorFormatException e = report.error().orElseThrow();
                assertEquals(row.verdict, e.code() + " " + e.index() + " " + e.field());
            }
        }
    }

    /** A thousand elements that share one long string are more than the memory holds. */
    @ParameterizedTest
    @MethodSource("overlaps")
    void aBombOfOverlapsIsStopped(int count) {
        int table = 24 * count;
        byte[] bytes = new byte[table + 10_000];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            buffer.putInt(24 * i, 10_000 << 2 | 2)
                    .putInt(24 * i + 4, table - 24 * i)
                    .putInt(24 * i + 8, count);
        }
        int most = bytes.length / 10_000;
        for (MemoryKind kind : kinds) {
            StringTensor tensor = kind.of(bytes).tensor(count, TF24, Trust.UNTRUSTED_BUFFER);
            String expected = count <= most ? "ok" : "TOTAL_LIMIT " + most + " SIZE";
            assertEquals(expected, Tensors.verdict(tensor::toStrings));
            assertEquals(expected, Tensors.verdict(tensor::toByteArrays));
            assertEquals(expected, Tensors.verdict(tensor::totalBytes));
            assertEquals(
                    count == 1 ? "ok" : "OVERLAP 1 OFFSET",
                    Tensors.verdict(() -> tensor.withStrictness(Strictness.STRICT)
                            .withMaxTotalBytes(Long.MAX_VALUE)
                            .validate()
                            .error()
                            .ifPresent(e -> {
                                throw e;
                            })));
        }
    }

    static List<Integer> overlaps() {
        return List.of(1, 2, 1000);
    }
}
