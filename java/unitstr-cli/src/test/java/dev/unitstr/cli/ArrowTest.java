package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.StringColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrow IPC files: those that pyarrow wrote, those that the program writes, and those that nobody should read. */
class ArrowTest {
    private static final Path ARROW = Cli.VECTORS.resolve("arrow");

    @TempDir
    Path directory;

    /** The encoded strings of a column of types.arrow; null for a null. */
    private static List<byte[]> expected(boolean isText) throws IOException {
        JsonArray rows = JsonParser.parseString(Files.readString(ARROW.resolve("types.json")))
                .getAsJsonObject()
                .getAsJsonArray(isText ? "texts" : "bytes");
        List<byte[]> all = new ArrayList<>();
        for (JsonElement row : rows) {
            all.add(
                    row.isJsonNull()
                            ? null
                            : isText
                                    ? row.getAsString().getBytes(StandardCharsets.UTF_8)
                                    : HexFormat.of().parseHex(row.getAsString()));
        }
        return all;
    }

    private static byte[] lines(List<byte[]> strings) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (byte[] each : strings) {
            lines.writeBytes(each == null ? new byte[0] : each);
            lines.write('\n');
        }
        return lines.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8",
                "large_utf8",
                "utf8_view",
                "binary",
                "large_binary",
                "binary_view",
                "dictionary",
                "dictionary_int8",
                "dictionary_uint16"
            })
    void everyTypeIsReadAndWritten(String column) throws IOException {
        List<byte[]> strings = expected(!column.contains("binary"));
        Path lines = directory.resolve("lines");
        Cli.good(
                "convert",
                "--from",
                "arrow",
                "--to",
                "lines",
                "--column",
                column,
                "--nulls-as-empty",
                ARROW.resolve("types.arrow"),
                lines);
        assertArrayEquals(lines(strings), Files.readAllBytes(lines));
        Path copy = directory.resolve("copy.arrow");
        Cli.good("convert", "--from", "arrow", "--to", "arrow", "--column", column, ARROW.resolve("types.arrow"), copy);
        Cli.good("convert", "--from", "arrow", "--to", "lines", "--nulls-as-empty", copy, lines);
        assertArrayEquals(lines(strings), Files.readAllBytes(lines));
        String shown = Cli.good("inspect", "--arrow", copy).out();
        assertTrue(shown.contains(column + ": " + (column.contains("binary") ? "binary" : "utf8")), shown);
        assertTrue(shown.contains("2 nulls"), shown);
    }

    @Test
    void nullsAreNotLost() throws IOException {
        Path out = directory.resolve("out");
        Cli.Result refused = Cli.run("convert", "--from", "arrow", "--to", "tflite", ARROW.resolve("one.arrow"), out);
        assertEquals(1, refused.exit());
        assertTrue(refused.err().contains("row 2 is null: tflite has no nulls"), refused.err());
        assertTrue(Files.notExists(out));
        Cli.good("convert", "--from", "arrow", "--to", "tflite", "--nulls-as-empty", ARROW.resolve("one.arrow"), out);
        Path back = directory.resolve("back.arrow");
        Cli.good("convert", "--from", "tflite", "--to", "arrow", "--column", "again", out, back);
        assertTrue(Cli.good("inspect", "--arrow", back).out().contains("again: utf8, "));
    }

    @Test
    void inspectShowsColumns() {
        String shown = Cli.good(
                        "inspect", "--arrow", "--first", 2, "--limit", 3, "--bytes", 5, ARROW.resolve("types.arrow"))
                .out();
        assertTrue(shown.contains("14 columns, 3 batches, 14 rows"), shown);
        assertTrue(shown.contains("number: type 2, no strings"), shown);
        assertTrue(
                shown.contains(
                        "utf8: utf8, 394 bytes of strings, 2 nulls\n  [2] null\n  [3] \"twelv\" and 7 bytes more\n"),
                shown);
        assertTrue(shown.contains("(3 of 14 rows shown"), shown);
        assertTrue(shown.contains("well-formed: 9 columns of strings, 14 rows"), shown);
        assertTrue(Cli.good("inspect", "--arrow", ARROW.resolve("empty.arrow"))
                .out()
                .contains("0 batches, 0 rows"));
    }

    @Test
    void progressIsPrinted() {
        Cli.Result result = Cli.run(
                "convert",
                "--progress",
                "--from",
                "arrow",
                "--to",
                "arrow",
                ARROW.resolve("one.arrow"),
                directory.resolve("out"));
        assertEquals(0, result.exit());
        assertTrue(result.err().contains("read 10 of 10 strings\n"), result.err());
    }

    @Test
    void whatIsNotRead() throws IOException {
        refused(
                "record batch 0 is compressed with ZSTD: write the file without compression",
                ARROW.resolve("compressed.arrow"));
        refused("dictionary 0 has several parts: write the file with one dictionary", ARROW.resolve("delta.arrow"));
        refused("does not start and end with ARROW1", Cli.VECTORS.resolve("tflite/tflite_a.bin"));
        Cli.Result several = Cli.run(
                "convert", "--from", "arrow", "--to", "lines", ARROW.resolve("types.arrow"), directory.resolve("x"));
        assertEquals(2, several.exit());
        assertTrue(several.err().contains("9 columns of strings: select one with --column"), several.err());
        assertEquals(
                2,
                Cli.run("inspect", "--arrow", "--json", ARROW.resolve("one.arrow"))
                        .exit());
        assertEquals(
                2,
                Cli.run("inspect", "--arrow", "--layout", "tf24", ARROW.resolve("one.arrow"))
                        .exit());
    }

    @Test
    void optionsOfTensorsAreRefused() {
        Path in = ARROW.resolve("one.arrow");
        Path out = directory.resolve("out");
        for (List<String> options : List.of(List.of("--count", "5"), List.of("--order", "big"), List.of("--strict"))) {
            List<Object> arguments = new ArrayList<>(List.of("convert", "--from", "arrow", "--to", "arrow", in, out));
            arguments.addAll(1, options);
            Cli.Result result = Cli.run(arguments.toArray());
            assertEquals(2, result.exit());
            assertTrue(result.err().contains("apply to tensors only"), result.err());
        }
        Cli.Result column = Cli.run("convert", "--from", "lines", "--to", "tf24", "--column", "x", in, out);
        assertEquals(2, column.exit());
        assertTrue(column.err().contains("--column applies to Arrow files only"), column.err());
        assertTrue(Files.notExists(out));
    }

    /** The length of the only batch of one.arrow, which is in the batch and again in its column. */
    @Test
    void columnsAreAsLongAsTheirBatch() throws IOException {
        byte[] good = Files.readAllBytes(ARROW.resolve("one.arrow"));
        int changed = 0;
        for (int at = 0; at + 16 <= good.length; at += 8) {
            ByteBuffer bytes = ByteBuffer.wrap(good.clone()).order(ByteOrder.LITTLE_ENDIAN);
            if (bytes.getLong(at) == 10 && bytes.getLong(at + 8) == 2) { // the length and the nulls of a column
                bytes.putLong(at, 3);
                changed++;
                Path file = Files.write(directory.resolve("short.arrow"), bytes.array());
                refused("a column has 3 rows, its batch has 10", file);
            }
        }
        assertEquals(1, changed);
    }

    private static void refused(String message, Path file) {
        Cli.Result result = Cli.run("inspect", "--arrow", file);
        assertEquals(1, result.exit(), result.out());
        assertTrue(result.err().contains(message), result.err());
    }

    /** A footer that names a message twice, so that a small file would have many rows. */
    @Test
    void messagesThatOverlap() throws IOException {
        Path lines = Files.writeString(directory.resolve("lines"), ("x".repeat(1000) + "\n").repeat(10));
        Path good = directory.resolve("good.arrow");
        Cli.good("convert", "--from", "lines", "--to", "arrow", lines, good);
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(good)).order(ByteOrder.LITTLE_ENDIAN);
        int end = file.limit() - 10;
        int block = end - 24;
        while (file.getInt(block - 4) != 1 || file.getLong(block + 16) != 48 + 10_000) {
            block--;
        }
        ByteBuffer twice = ByteBuffer.allocate(file.limit() + 24).order(ByteOrder.LITTLE_ENDIAN);
        twice.put(file.slice(0, block + 24)).putInt(block - 4, 2);
        twice.put(file.slice(block, end - block)).putInt(file.getInt(end) + 24).put(file.slice(end + 4, 6));
        refused("its messages or names overlap", Files.write(directory.resolve("twice.arrow"), twice.array()));
    }

    /** Changes bytes, bits and numbers, copies a part over another, and cuts. */
    private static byte[] damaged(byte[] good, Random random) {
        long[] numbers = {0, 1, -1, 7, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, 1L << 32};
        byte[] bad = good.clone();
        ByteBuffer words = ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = random.nextInt(3); k >= 0; k--) {
            int at = 6 + random.nextInt(good.length - 22);
            switch (random.nextInt(5)) {
                case 0 -> bad[at] = (byte) random.nextInt();
                case 1 -> bad[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> words.putInt(at & -4, (int) numbers[random.nextInt(numbers.length)]);
                case 3 -> words.putLong(at & -8, numbers[random.nextInt(numbers.length)]);
                default -> {
                    int from = random.nextInt(good.length - 16) & -4;
                    int to = at & -4;
                    int size = 4 + random.nextInt(Math.min(60, good.length - 10 - Math.max(from, to)));
                    System.arraycopy(good, from, bad, to, size);
                }
            }
        }
        return random.nextInt(10) == 0 ? Arrays.copyOfRange(bad, 0, random.nextInt(bad.length)) : bad;
    }

    /** The lines that show the rows of a column. */
    private static List<String> rows(Cli.Result shown, String column) {
        return shown.out()
                .lines()
                .dropWhile(line -> !line.startsWith(column + ": "))
                .skip(1)
                .takeWhile(line -> line.startsWith("  ["))
                .toList();
    }

    /** A damaged file is refused with a message, or all ways to read its rows agree. */
    @ParameterizedTest
    @ValueSource(strings = {"types", "one", "empty", "compressed", "delta"})
    void damagedFiles(String name) throws IOException {
        Path file = ARROW.resolve(name + ".arrow");
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(3);
        for (int i = 0; i < 4000; i++) {
            try {
                ArrowFile read = ArrowFile.read(file, ByteBuffer.wrap(damaged(good, random)));
                for (ArrowFile.Column column : read.columns) {
                    List<byte[]> all = new ArrayList<>();
                    column.strings().forEach(some -> all.addAll(Arrays.asList(some)));
                    assertEquals(column.isText() ? read.rows : 0, all.size());
                    Iterator<byte[]> next = all.iterator();
                    for (StringColumn batch : column.batches()) {
                        for (String text : batch.toStrings()) {
                            byte[] bytes = next.next();
                            assertEquals(bytes == null ? null : new String(bytes, StandardCharsets.UTF_8), text);
                        }
                    }
                }
            } catch (Exit.Malformed | ColumnFormatException e) {
                assertTrue(e.getMessage().length() > 10, e.getMessage());
            }
        }
    }

    /** What is shown of a damaged file is what is converted. */
    @ParameterizedTest
    @ValueSource(strings = {"utf8_view", "dictionary"})
    void damagedFilesAreShownAsTheyAreConverted(String column) throws IOException {
        byte[] good = Files.readAllBytes(ARROW.resolve("types.arrow"));
        Random random = new Random(column.length());
        Path file = directory.resolve("bad.arrow");
        Path copy = directory.resolve("copy.arrow");
        int same = 0;
        for (int i = 0; i < 200; i++) {
            Files.write(file, damaged(good, random));
            Cli.Result shown = Cli.run("inspect", "--arrow", "--limit", 100, file);
            assertTrue(shown.exit() == 0 || shown.exit() == 1, shown.err());
            assertEquals(shown.exit() == 0, shown.out().contains("well-formed"), shown.out());
            Cli.Result converted =
                    Cli.run("convert", "--from", "arrow", "--to", "arrow", "--column", column, file, copy);
            if (converted.exit() == 2) { // the name was damaged
                assertTrue(converted.err().contains("columns of strings named"), converted.err());
            } else if (converted.exit() == 0 && shown.exit() == 0) {
                assertEquals(rows(shown, column), rows(Cli.run("inspect", "--arrow", "--limit", 100, copy), column));
                same++;
            }
        }
        assertTrue(same > 20, "most were refused");
    }
}
