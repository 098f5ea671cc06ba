package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.CsvSource;
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
        assertTrue(shown.contains("number: int, no strings"), shown);
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
        refused("does not start with ARROW1", Cli.VECTORS.resolve("tflite/tflite_a.bin"));
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
            assertTrue(result.err().contains("applies to tensors only"), result.err());
        }
        Cli.Result column = Cli.run("convert", "--from", "lines", "--to", "tf24", "--column", "x", in, out);
        assertEquals(2, column.exit());
        assertTrue(column.err().contains("--column applies to --from arrow and --to arrow only"), column.err());
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

    /** Unions had a validity buffer before V5. The strings in the nested columns are all WRONG. */
    @ParameterizedTest
    @ValueSource(strings = {"unions-v4", "unions-v5"})
    void columnsAmongUnions(String name) throws IOException {
        Path file = ARROW.resolve(name + ".arrow");
        List<ArrowFile.Column> columns = ArrowFile.read(file, ByteBuffer.wrap(Files.readAllBytes(file))).columns;
        assertEquals(30, columns.size());
        for (int i = 0; i < columns.size(); i += 2) {
            assertEquals(
                    List.of("not text", true),
                    List.of(columns.get(i).name(), !columns.get(i).isText()));
            ArrowFile.Column text = columns.get(i + 1);
            List<String> expected = Arrays.asList(text.name() + ", 0", text.name() + ", row 1", null);
            assertEquals(expected, Arrays.asList(text.batches().get(0).toStrings()));
        }
        Cli.Result shown = Cli.good("inspect", "--arrow", file);
        assertTrue(shown.out().contains("well-formed: 15 columns of strings, 3 rows"), shown.out());
    }

    @Test
    void columnAfterUnionsOfV4() throws IOException {
        Path lines = directory.resolve("lines");
        Path file = ARROW.resolve("v4-sparse-unions.arrow");
        Cli.good("convert", "--from", "arrow", "--to", "lines", "--column", "x", file, lines);
        assertEquals("x0\nx1\nx2\n", Files.readString(lines));
        assertEquals(
                List.of("  [0] \"x0\"", "  [1] \"x1\"", "  [2] \"x2\""),
                rows(Cli.good("inspect", "--arrow", file), "x"));
    }

    /** There are three counts of buffers for two columns of views; they are refused only if they differ. */
    @Test
    void moreCountsOfBuffersThanColumns() throws IOException {
        Path file = ARROW.resolve("polars.arrow");
        for (String column : List.of("v", "w")) {
            List<String> expected =
                    List.of("  [0] \"" + column + "0\"", "  [1] \"" + column + "1\"", "  [2] \"" + column + "2\"");
            assertEquals(expected, rows(Cli.good("inspect", "--arrow", file), column));
        }
        ByteBuffer bad = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 8;
        while (bad.getInt(at) != 3
                || bad.getLong(at + 4) != 0
                || bad.getLong(at + 12) != 0
                || bad.getLong(at + 20) != 0) {
            at += 4;
        }
        bad.putLong(at + 20, 1);
        refused(
                "record batch 0 has 3 columns of views, nested ones included: its schema has 2",
                Files.write(directory.resolve("bad.arrow"), bad.array()));
    }

    /** Whichever number of a file becomes another one, the strings of unions are not read as those of a column. */
    @ParameterizedTest
    @CsvSource({
        "3, 4, 'record batch 0 has 24 buffers, nested ones included: its schema has 21'", // the version V4
        "3, 2, 'is of metadata version V3: not V4 or V5'",
        "3, 5, 'is of metadata version V6: not V4 or V5'",
        "4, 3, 'record batch 0 has 10 columns, nested ones included: its schema has 9'", // the number of columns
        "14, 27, 'a column has the unknown type 27'" // the type of a union
    })
    void otherMetadata(int from, int to, String message) throws IOException {
        byte[] good = Files.readAllBytes(ARROW.resolve("v4-sparse-unions.arrow"));
        boolean found = false;
        for (int at = 8; at < good.length - 10; at++) {
            if (good[at] == from) {
                byte[] bad = good.clone();
                bad[at] = (byte) to;
                Cli.Result shown = Cli.run("inspect", "--arrow", Files.write(directory.resolve("bad.arrow"), bad));
                found |= shown.exit() == 1 && shown.err().contains(message);
                assertFalse(shown.out().contains("WRONG"), shown.out());
            }
        }
        assertTrue(found, message);
    }

    /** Of 14 columns, the last ones are dictionaries and views. */
    @ParameterizedTest
    @CsvSource({
        "types, 14, 13, 'record batch 0 has 17 columns, nested ones included: its schema has 16'",
        "unions-v5, 30, 17, 'nested ones included: its schema has '"
    })
    void batchesWithMoreColumnsThanTheirSchema(String name, int from, int to, String message) throws IOException {
        byte[] good = Files.readAllBytes(ARROW.resolve(name + ".arrow"));
        boolean found = false;
        for (int at = 8; at < good.length - 10; at += 4) {
            ByteBuffer bad = ByteBuffer.wrap(good.clone()).order(ByteOrder.LITTLE_ENDIAN);
            if (bad.getInt(at) == from) {
                bad.putInt(at, to);
                Path file = Files.write(directory.resolve("bad.arrow"), bad.array());
                found |= Cli.run("inspect", "--arrow", file).err().contains(message);
            }
        }
        assertTrue(found, message);
    }

    /** What is no Arrow file is named, and a damaged one without the JVM's words. */
    @Test
    void whatAFileIs() throws IOException {
        byte[] good = Files.readAllBytes(ARROW.resolve("one.arrow"));
        refused("truncated: it starts with ARROW1", Cli.file(directory, Arrays.copyOf(good, good.length - 1)));
        refused("it is an Arrow stream", Cli.file(directory, new byte[] {-1, -1, -1, -1, 16, 0, 0, 0}));
        refused("it is a Feather V1 file", Cli.file(directory, "FEA1....FEA1".getBytes(StandardCharsets.US_ASCII)));
        refused("it is empty", Cli.file(directory, new byte[0]));
        Random random = new Random(5);
        int metadata = 0;
        for (int i = 0; i < 300; i++) {
            Cli.Result result = Cli.run("inspect", "--arrow", Cli.file(directory, damaged(good, random)));
            assertFalse(
                    result.err().matches("(?s).*(: null|out of bounds|java\\.|Exception|overflow).*"), result.err());
            metadata += result.err().contains("malformed metadata in the ") ? 1 : 0;
        }
        assertTrue(metadata > 0);
    }

    @Test
    void anUnknownColumnIsRefusedWithTheNamesThereAre() {
        Path out = directory.resolve("out");
        Path in = ARROW.resolve("types.arrow");
        String[] command = {"convert", "--from", "arrow", "--to", "lines", "--column"};
        Cli.Result none =
                Cli.run(command[0], command[1], command[2], command[3], command[4], command[5], "nope", in, out);
        assertEquals(2, none.exit());
        assertTrue(none.err().contains("no column named 'nope'; its columns of strings: 'utf8', "), none.err());
        Cli.Result number =
                Cli.run(command[0], command[1], command[2], command[3], command[4], command[5], "number", in, out);
        assertTrue(number.err().contains("the column 'number' is of type int"), number.err());
        Cli.Result json = Cli.run("inspect", "--arrow", "--json", in);
        assertTrue(json.err().contains("--json applies to tensors and values only: leave it out"), json.err());
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
    @ValueSource(strings = {"types", "one", "empty", "compressed", "delta", "unions-v4"})
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
        for (int i = 0; i < Cli.RECORDS / 2; i++) {
            Files.write(file, damaged(good, random));
            Cli.Result shown = Cli.run("inspect", "--arrow", "--limit", 100, file);
            assertTrue(shown.exit() == 0 || shown.exit() == 1, shown.err());
            assertEquals(shown.exit() == 0, shown.out().contains("well-formed"), shown.out());
            Cli.Result converted =
                    Cli.run("convert", "--from", "arrow", "--to", "arrow", "--column", column, file, copy);
            if (converted.exit() == 2) { // the name was damaged
                assertTrue(converted.err().contains("column"), converted.err());
            } else if (converted.exit() == 0 && shown.exit() == 0) {
                assertEquals(rows(shown, column), rows(Cli.run("inspect", "--arrow", "--limit", 100, copy), column));
                same++;
            }
        }
        assertTrue(same > Cli.RECORDS / 20, "most were refused");
    }
}
