package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that make TensorFlow read what is not its own: the reason is shown, the byte is marked, nothing is written. */
class HostileTest {
    private static final List<String> LAYOUTS = List.of("tf24", "rfc16", "rfc24", "tf-legacy", "tflite");

    @TempDir
    Path directory;

    /**
     * Bytes, and what is said of them.
     *
     * @param verdict code, element or -, byte
     */
    record Row(String name, String layout, long count, byte[] bytes, String verdict, String... options) {
        @Override
        public String toString() {
            return layout + ": " + name;
        }
    }

    /** The second of three elements, the others empty, and 8 bytes behind them. */
    private static Row element(
            String name, String layout, String verdict, Consumer<ByteBuffer> put, String... options) {
        int size = layout.equals("rfc16") ? 16 : 24;
        byte[] bytes = new byte[3 * size + 8];
        put.accept(ByteBuffer.wrap(bytes, size, size).slice().order(ByteOrder.LITTLE_ENDIAN));
        return new Row(name, layout, 3, bytes, verdict, options);
    }

    private static Consumer<ByteBuffer> offset(int size, int offset, int count) {
        return e -> e.putInt(size << 2 | 2).putInt(offset).putInt(count);
    }

    private static Consumer<ByteBuffer> words(long first, long second, long third) {
        return e -> e.putLong(first).putLong(second).putLong(third);
    }

    private static Row table(String name, String layout, int count, String verdict, String hex, String... options) {
        return new Row(name, layout, count, HexFormat.of().parseHex(hex.replace(" ", "")), verdict, options);
    }

    static Stream<Row> rows() {
        String zero = "0000000000000000";
        String strict = "--strict";
        return Stream.of(
                element("offset far away", "tf24", "OFFSET_RANGE 1 28", offset(5, 0x7fffff00, 3)),
                element("offset, all bits", "tf24", "OFFSET_RANGE 1 28", offset(1, -1, 3)),
                element("size of 16384", "tf24", "OFFSET_RANGE 1 24", offset(16384, 48, 3)),
                element("own header", "tf24", "OFFSET_INTO_TABLE 1 28", offset(5, 0, 3)),
                element("63 bytes inside", "tf24", "SMALL_SIZE 1 24", e -> e.put((byte) (63 << 2))),
                element("23 bytes inside", "tf24", "SMALL_SIZE 1 24", e -> e.put((byte) (23 << 2))),
                element("16 bytes inside of 16", "rfc16", "SMALL_SIZE 1 16", e -> e.put((byte) (16 << 2))),
                element("24 bytes inside of 24", "rfc24", "SMALL_SIZE 1 24", e -> e.put((byte) (24 << 2))),
                element("LARGE, bad address", "tf24", "POINTER_REFUSED 1 40", words(100 << 2 | 1, 111, 0x10)),
                element("LARGE, null", "tf24", "POINTER_REFUSED 1 40", words(5 << 2 | 1, 31, 0)),
                element("LARGE of 2^62-1", "tf24", "POINTER_REFUSED 1 40", words(-4 | 1, 31, 0x10)),
                element("VIEW, owner of garbage", "tf24", "POINTER_REFUSED 1 32", words(5 << 2 | 3, 16, 0xbbbbbbbbL)),
                element("LARGE", "rfc16", "POINTER_REFUSED 1 24", e -> e.putLong(5)),
                element("PREALLOC", "rfc24", "POINTER_REFUSED 1 32", e -> e.putInt(4 << 2 | 3)),
                element("count", "tf24", "COUNT 1 32", offset(5, 48, 4), strict),
                element("padding", "tf24", "PADDING 1 47", offset(5, 48, 3).andThen(e -> e.put(23, (byte) 1)), strict),
                element("not so many", "tf24", "TOTAL_LIMIT 1 24", offset(8, 48, 3), "--max-total=7"),
                new Row("24 bytes for 1000", "tf24", 1000, new byte[24], "TABLE_TRUNCATED - 24"),
                new Row("more than can be", "tf24", Long.MAX_VALUE, new byte[24], "TABLE_TRUNCATED - 24"),
                new Row("nothing", "tf24", 1, new byte[0], "TABLE_TRUNCATED - 0"),
                table("nothing behind", "tf-legacy", 1, "OFFSET_RANGE 0 0", zero),
                table("2^64-8", "tf-legacy", 1, "OFFSET_RANGE 0 0", "f8ffffffffffffff 0161"),
                table("4096 bytes, 1 left", "tf-legacy", 1, "OFFSET_RANGE 0 8", zero + "802061"),
                table("length without end", "tf-legacy", 1, "VARINT 0 8", zero + "8080"),
                table("overlong", "tf-legacy", 1, "VARINT 0 8", zero + "810061"),
                table("truncated", "tf-legacy", 1, "TABLE_TRUNCATED - 7", "00000000000000"),
                table("offset of 4096", "tflite", 1, "END_OFFSET 0 8", "01000000 0c000000 00100000"),
                table("not the last, too long", "tflite", 2, "OFFSET_RANGE 0 8", "02000000 10000000 00100000 00100000"),
                table("negative offset", "tflite", 1, "FIRST_OFFSET 0 4", "01000000 f8ffffff 0c000000"),
                table("decreasing", "tflite", 2, "NOT_MONOTONIC 0 4", "02000000 10000000 08000000 10000000"),
                table(
                        "one of five",
                        "tflite",
                        5,
                        "COUNT - 0",
                        "01000000 0c000000 0c000000 00000000 00000000 00000000 00000000"),
                table("none, end elsewhere", "tflite", 0, "FIRST_OFFSET - 4", "00000000 09000000"),
                table("header only", "tflite", 0, "TABLE_TRUNCATED - 4", "00000000"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theReasonIsShown(Row row) throws IOException {
        Path file = Cli.file(directory, row.bytes);
        List<Object> args = new ArrayList<>(List.of("inspect", "--layout", row.layout, "--count", row.count));
        args.addAll(List.of(row.options));
        args.add(file);
        Cli.Result text = Cli.run(args.toArray());
        args.add("--json");
        Cli.Result json = Cli.run(args.toArray());
        assertEquals("", text.err() + json.err());
        assertEquals(1, text.exit());
        assertEquals(1, json.exit());
        JsonObject error = json.json().getAsJsonObject("error");
        String element =
                error.get("element").isJsonNull() ? "-" : error.get("element").getAsString();
        String code = error.get("code").getAsString();
        long at = error.get("byte").getAsLong();
        assertEquals(row.verdict, code + " " + element + " " + at);

        String last = text.out().strip().lines().reduce((a, b) -> b).orElseThrow();
        String where = "byte 0x" + Long.toHexString(at) + ": " + code + ": "
                + error.get("message").getAsString();
        if (row.bytes.length == 0) {
            assertEquals("malformed: " + error.get("message").getAsString(), last);
            assertEquals("malformed: the file is empty: a tensor of 1 element has at least 24 bytes as tf24", last);
            return;
        }
        assertTrue(
                last.startsWith("malformed: " + (element.equals("-") ? "" : "element " + element + ", ") + where),
                last);
        if (!element.equals("-")) {
            assertTrue(text.out().contains("\n  " + where + "\n"), text.out());
            assertTrue(text.out().lines().anyMatch(line -> line.contains(" ! ")), text.out());
        }
        if (row.layout.equals("tf24") && row.count == 3) {
            int good = code.equals("TOTAL_LIMIT") ? 3 : 2;
            assertEquals(
                    good,
                    text.out()
                            .lines()
                            .filter(line -> line.matches("\\[\\d].*, \".*"))
                            .count(),
                    text.out());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsWritten(Row row) throws IOException {
        Path file = Cli.file(directory, row.bytes);
        Path out = Files.writeString(directory.resolve("out"), "as it was");
        List<Object> args = new ArrayList<>(List.of("convert", "--from", row.layout, "--to", "tflite"));
        args.addAll(List.of("--count", row.count));
        args.addAll(List.of(row.options));
        args.addAll(List.of(file, out));
        Cli.Result result = Cli.run(args.toArray());
        assertEquals(1, result.exit(), result.err());
        String[] verdict = row.verdict.split(" ");
        String says = row.bytes.length == 0 ? "the file is empty" : verdict[0] + " in ";
        assertTrue(result.err().startsWith("unitstr-cli: " + file + ": " + says), result.err());
        assertTrue(verdict[1].equals("-") || result.err().contains("element " + verdict[1] + ": "), result.err());
        assertEquals("", result.out());
        assertEquals("as it was", Files.readString(out));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(2, left.count());
        }
    }

    /** Random bytes, and good ones with some changed: any exit code, but no internal error. */
    @Test
    void anyBytes() throws IOException {
        Random random = new Random(20261122);
        List<byte[]> seeds = new ArrayList<>(List.of(new byte[0], new byte[200]));
        for (GoldensTest.Golden golden : GoldensTest.goldens().toList()) {
            seeds.add(Files.readAllBytes(Cli.VECTORS.resolve(golden.file())));
        }
        int records = Cli.RECORDS;
        int[] exits = new int[3];
        Path file = directory.resolve("any");
        Path out = directory.resolve("out");
        for (int i = 0; i < records; i++) {
            byte[] seed = seeds.get(random.nextInt(seeds.size()));
            byte[] bytes = Arrays.copyOf(seed, random.nextInt(4) == 0 ? random.nextInt(300) : seed.length);
            for (int k = random.nextInt(6); k > 0 && bytes.length > 0; k--) {
                bytes[random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 48))] =
                        (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            String layout = LAYOUTS.get(random.nextInt(5));
            List<Object> args = new ArrayList<>(List.of("--order", random.nextBoolean() ? "little" : "big"));
            args.addAll(List.of("--word-bytes", random.nextBoolean() ? 4 : 8));
            args.addAll(random.nextBoolean() ? List.of("--count", random.nextInt(9)) : List.of());
            args.addAll(List.of(List.of(), List.of("--strict"), List.of("--lenient"))
                    .get(random.nextInt(3)));
            args.addAll(random.nextInt(3) == 0 ? List.of("--offset", random.nextInt(20)) : List.of());
            boolean convert = random.nextInt(3) == 0;
            if (convert) {
                args.addAll(0, List.of("convert", "--from", layout, "--to", LAYOUTS.get(random.nextInt(5))));
                args.addAll(List.of(file, out));
            } else {
                args.addAll(0, List.of("inspect", "--layout", layout, "--bytes", random.nextInt(30)));
                args.addAll(random.nextBoolean() ? List.of("--json") : List.of("--color", "always"));
                args.add(file);
            }
            Cli.Result result = Cli.run(args.toArray());
            exits[result.exit()]++;
            assertFalse(result.err().contains("internal error"), () -> args + result.err());
            assertEquals(
                    result.exit() == 2 || convert && result.exit() == 1,
                    !result.err().isEmpty(),
                    args::toString);
        }
        assertTrue(exits[0] > records / 20 && exits[1] > records / 20, () -> Arrays.toString(exits));
    }
}
