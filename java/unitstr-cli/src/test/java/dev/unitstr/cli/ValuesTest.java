package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.unitstr.Ucs4String;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import java.io.ByteArrayOutputStream;
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
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots of each format, images of the memory that they refer to, and malformed ones. */
class ValuesTest {
    private static final Path DEMO = Path.of("..", "..", "examples", "arguments.json");

    @TempDir
    Path directory;

    private static List<Path> images() throws IOException {
        try (Stream<Path> files = Files.list(Cli.VECTORS.resolve("tvm-ffi"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    /** Images of libtvm_ffi are well-formed, and have the expected values. */
    @Test
    void everyImageIsPrinted() throws IOException {
        assertEquals(53, images().size());
        for (Path image : images()) {
            Cli.good("inspect", "--dialect", "tvm-ffi", image);
            JsonObject said = Cli.good("inspect", "--dialect", "tvm-ffi", "--bytes", 1000, "--json", image)
                    .json();
            JsonObject value =
                    said.getAsJsonArray("slots").get(0).getAsJsonObject().getAsJsonObject("value");
            JsonObject expect = JsonParser.parseString(Files.readString(image))
                    .getAsJsonObject()
                    .getAsJsonObject("expect");
            if (expect.has("bytes_hex")) {
                assertEquals(expect.get("bytes_hex"), value.get("hex"), image::toString);
            } else if (expect.has("elements")) {
                assertEquals(
                        expect.getAsJsonArray("elements").size(),
                        value.get("size").getAsInt());
            } else if (expect.has("value") && !expect.get("value").isJsonNull()) {
                assertEquals(
                        expect.get("value").getAsString(), value.get("value").getAsString());
            }
        }
    }

    /** The page of this program shows the demonstration and what is printed. */
    @Test
    void thePageShowsWhatIsPrinted() throws IOException {
        String prompt = "    $ java -jar unitstr-cli.jar inspect --dialect tvm-ffi examples/arguments.json";
        List<String> page = Files.readAllLines(Path.of("README.md"));
        int at = page.indexOf(prompt);
        assertTrue(at > 0, "not on the page");
        for (String line :
                Cli.good("inspect", "--dialect", "tvm-ffi", DEMO).out().lines().toList()) {
            at++;
            assertEquals((line.isEmpty() ? "" : "    ") + line, page.get(at));
        }
    }

    private Path slots(Dialect dialect, Object... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Object value : values) {
            Slot pad = dialect.slot(0);
            pad.set(value);
            bytes.writeBytes(pad.bits());
        }
        return Cli.file(directory, bytes.toByteArray());
    }

    @Test
    void slotsAsTheyLieInMemory() throws IOException {
        for (Dialect dialect : Dialect.values()) {
            Object[] values = {null, -7, 0.5, "a\0\u001b", Double.NaN};
            Path file = slots(dialect, values);
            Cli.Result text = Cli.good("inspect", "--dialect", dialect.name(), file);
            for (String line : List.of(
                    "5 slots of " + dialect.slotBytes() + " bytes",
                    "[0] null",
                    "[1] int, -7",
                    "[2] float, 0.5",
                    "[3] string, 3 bytes, \"a\\0\\u001b\"",
                    "[4] float, NaN",
                    "well-formed: 5 slots")) {
                assertTrue(text.out().contains(line), () -> line + " in " + text.out());
            }
            JsonArray slots = Cli.good("inspect", "--json", "--dialect", dialect.name(), file)
                    .json()
                    .getAsJsonArray("slots");
            assertEquals(
                    dialect.slotBytes(),
                    slots.get(1)
                            .getAsJsonObject()
                            .getAsJsonArray("parts")
                            .get(0)
                            .getAsJsonObject()
                            .get("offset")
                            .getAsInt());
            Cli.Result some = Cli.good("inspect", "--dialect", dialect.name(), "--first", 3, "--limit", 1, file);
            assertTrue(some.out().contains("[3] ") && !some.out().contains("[2] "), some.out());
            assertTrue(some.out().contains("(1 of 5 slots shown"), some.out());
        }
        Path wide = Cli.file(
                directory,
                new byte[] {-12, -1, -1, -1, 12, 0, 0, 0, 'a', 0, 0, 0, 'b', 0, 0, 0, 'c', 0, 0, 0, 0, 0, 0, 0});
        assertTrue(Cli.good("inspect", "--dialect", "rfc97", "--slot-bytes", 24, wide)
                .out()
                .contains("[0] UCS-4 string, 3 bytes, \"abc\""));
        assertTrue(Cli.good("inspect", "--dialect", "matx", slots(Dialect.MATX, Ucs4String.of("\u6f22")))
                .out()
                .contains("\u6f22"));
    }

    /** An address in a file is not followed, nor is that an error. */
    @Test
    void addressesMeanNothing() throws IOException {
        for (int code : new int[] {8, 9, 10, 64, 65, 67, 68, 71, 72, 75, 76, 1000}) {
            Path file = Cli.file(directory, words(code, 0x4141_4141_4140L));
            String out = Cli.good("inspect", "--dialect", "tvm-ffi", file).out();
            assertTrue(out.contains("not in the file") || out.contains("type " + code), out);
        }
        Path object = Cli.file(directory, words(-13 & 0xFFFF_FFFFL, 0x4141_4141_4140L));
        assertTrue(Cli.good("inspect", "--dialect", "rfc97", object).out().contains("not in the file"));
        Path list = Cli.file(directory, words(0x4141_4141_4140L, 0, 7L << 32));
        assertTrue(Cli.good("inspect", "--dialect", "matx", list).out().contains("list, type 7"));
    }

    private static byte[] words(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : words) {
            bytes.putLong(word);
        }
        return bytes.array();
    }

    /** H3: lengths beyond the slot, codes that no value has. */
    @Test
    void hostileSlots() throws IOException {
        Object[][] rows = {
            {"tvm-ffi", "LENGTH", 4, words(11 | 5_000L << 32, 0)},
            {"tvm-ffi", "LENGTH", 4, words(11 | 8L << 32, 0)},
            {"tvm-ffi", "LENGTH", 4, words(12 | -1L << 32, 0)},
            {"tvm-ffi", "TYPE_CODE", 0, words(-1 & 0xFFFF_FFFFL, 0)},
            {"rfc97", "LENGTH", 4, words(-11 & 0xFFFF_FFFFL | 9L << 32, 0)},
            {"rfc97", "PARTIAL", 4, words(-12 & 0xFFFF_FFFFL | 7L << 32, 0)},
            {"rfc97", "LENGTH", 4, words(-16 & 0xFFFF_FFFFL | 129L << 32, 0x5000)},
            {"rfc97", "TYPE_CODE", 0, words(0, 0)},
            {"matx", "LENGTH", 16, words(0, 0, 17 | (-11L << 32))},
            {"matx", "LENGTH", 16, words(0, 0, 5 | (-12L << 32))},
        };
        for (Object[] row : rows) {
            Dialect dialect = Dialect.valueOf(
                    row[0].toString().toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
            Slot good = dialect.slot(0);
            byte[] bytes = Arrays.copyOf(good.bits(), 3 * dialect.slotBytes());
            System.arraycopy(row[3], 0, bytes, dialect.slotBytes(), dialect.slotBytes());
            System.arraycopy(good.bits(), 0, bytes, 2 * dialect.slotBytes(), dialect.slotBytes());
            Path file = Cli.file(directory, bytes);
            String what = row[0] + " " + HexFormat.of().formatHex((byte[]) row[3]);
            Cli.Result text = Cli.run("inspect", "--dialect", row[0], "--limit", 1, file);
            assertEquals(1, text.exit(), what);
            assertEquals("", text.err(), what);
            assertTrue(text.out().contains("malformed: slot 1: " + row[1] + ": "), text.out());
            assertTrue(text.out().lines().anyMatch(line -> line.contains("! ")), text.out());
            JsonObject json =
                    Cli.run("inspect", "--json", "--dialect", row[0], file).json();
            assertEquals(1, json.get("bad").getAsInt());
            assertEquals(row[2], json.getAsJsonObject("error").get("offset").getAsInt(), what);
        }
    }

    private Path image(String blocks) throws IOException {
        return Files.writeString(
                Files.createTempFile(directory, "image", ".json"), "{\"blocks\": [" + blocks.replace('\'', '"') + "]}");
    }

    @Test
    void valuesThatHoldThemselves() throws IOException {
        String head = "01000000010000004b000000000000000000000000000000";
        String slot = "{'label': 'slots', 'hex': '4b000000000000000000000000000000', 'relocs': [{'offset': 8, 'to':"
                + " 'list', 'addend': 0}]}";
        Path cycle = image("{'label': 'root', 'hex': '4b000000000000000000000000000000', 'relocs': [{'offset': 8, 'to':"
                + " 'list', 'addend': 0}]}, {'label': 'list', 'hex': '" + head
                + "0000000000000000010000000000000001000000000000000000000000000000', 'relocs': [{'offset': 24, 'to':"
                + " 'slots', 'addend': 0}]}, " + slot);
        Cli.Result text = Cli.run("inspect", "--dialect", "tvm-ffi", cycle);
        assertEquals(1, text.exit(), text.err());
        assertTrue(text.out().contains("CYCLE"), text.out());
        assertTrue(Cli.run("inspect", "--dialect", "tvm-ffi", "--json", cycle)
                .out()
                .contains("\"CYCLE\""));
    }

    @Test
    void whatIsNoImage() throws IOException {
        String root = "{'label': 'root', 'hex': '00000000000000000000000000000000'";
        for (String blocks : List.of(
                "",
                "7",
                "null",
                "{}",
                "[",
                "{'label': 'other', 'hex': ''}",
                "{'label': 'root', 'hex': '0'}",
                "{'label': 'root', 'hex': 'xx'}",
                root + "}, " + root + "}",
                root + ", 'relocs': [{'offset': 9, 'to': 'root', 'addend': 0}]}",
                root + ", 'relocs': [{'offset': -1, 'to': 'root', 'addend': 0}]}",
                root + ", 'relocs': [{'offset': 8, 'to': 'nowhere', 'addend': 0}]}",
                root + ", 'relocs': [{'offset': 8}]}",
                root + ", 'relocs': {}}",
                "[".repeat(100_000))) {
            Cli.Result result = Cli.run("inspect", "--dialect", "tvm-ffi", image(blocks));
            assertEquals(2, result.exit(), blocks);
            assertTrue(result.err().startsWith("unitstr-cli: "), result.err());
            assertFalse(result.err().contains("internal error"), result.err());
        }
    }

    /** Images with some words changed: any exit code, but no internal error. */
    @Test
    void anyImage() throws IOException {
        Random random = new Random(7);
        List<String> seeds = new ArrayList<>(List.of(Files.readString(DEMO)));
        for (Path image : images()) {
            seeds.add(Files.readString(image));
        }
        int records = Cli.RECORDS;
        int[] exits = new int[3];
        Path file = directory.resolve("any.json");
        for (int i = 0; i < records; i++) {
            JsonObject json = JsonParser.parseString(seeds.get(random.nextInt(seeds.size())))
                    .getAsJsonObject();
            for (JsonElement each : json.getAsJsonArray("blocks")) {
                byte[] bytes = HexFormat.of()
                        .parseHex(each.getAsJsonObject().get("hex").getAsString());
                for (int k = random.nextInt(3); k > 0 && bytes.length > 0; k--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                each.getAsJsonObject().addProperty("hex", HexFormat.of().formatHex(bytes));
            }
            Files.writeString(file, json.toString());
            String dialect = random.nextInt(4) == 0 ? List.of("rfc97", "matx").get(random.nextInt(2)) : "tvm-ffi";
            List<Object> args = new ArrayList<>(List.of("inspect", "--dialect", dialect, file));
            args.addAll(random.nextBoolean() ? List.of("--json") : List.of("--color", "always"));
            Cli.Result result = Cli.run(args.toArray());
            exits[result.exit()]++;
            assertFalse(result.err().contains("internal error"), () -> args + result.err());
            assertEquals(result.exit() == 2, !result.err().isEmpty(), args::toString);
        }
        assertTrue(exits[0] > records / 20 && exits[1] > records / 20, () -> Arrays.toString(exits));
    }

    @Test
    void options() throws IOException {
        Path file = slots(Dialect.TVM_FFI, 1);
        Object[][] wrong = {
            {"inspect", file},
            {"inspect", "--dialect", "tvm", file},
            {"inspect", "--dialect", "tvm-ffi", "--layout", "tf24", file},
            {"inspect", "--dialect", "tvm-ffi", "--slot-bytes", 24, file},
            {"inspect", "--dialect", "rfc97", "--slot-bytes", 20, file},
            {"inspect", "--dialect", "rfc97", "--slot-bytes", 144, file},
            {"inspect", "--dialect", "rfc97", "--slot-bytes", 0, file},
            {"inspect", "--dialect", "rfc97", "--slot-bytes", 24, file},
            {"inspect", "--layout", "tf24", "--count", 1, "--slot-bytes", 24, file},
            {"inspect", "--dialect", "tvm-ffi", "--count", 1, file},
            {"inspect", "--dialect", "tvm-ffi", "--strict", file},
            {"inspect", "--dialect", "matx", file},
        };
        for (Object[] args : wrong) {
            Cli.Result result = Cli.run(args);
            assertEquals(2, result.exit(), Arrays.toString(args));
            assertTrue(result.err().startsWith("unitstr-cli: "), result.err());
        }
        assertTrue(Cli.good("inspect", "--help").out().contains("rfc97, tvm-ffi, matx"));
        Path none = Cli.file(directory, new byte[0]);
        assertTrue(Cli.good("inspect", "--dialect", "tvm-ffi", none).out().contains("well-formed: 0 slots"));
    }

    /** The schema names every key, and no other. */
    @Test
    void theSchemaNamesEveryKey() throws IOException {
        TreeSet<String> printed = new TreeSet<>();
        Path bad = Cli.file(directory, words(11 | 9L << 32, 0));
        for (Path file : List.of(DEMO, bad)) {
            GoldensTest.keys(
                    Cli.run("inspect", "--dialect", "tvm-ffi", "--json", file).json(), printed);
        }
        TreeSet<String> named = new TreeSet<>();
        String schema = Files.readString(
                Path.of("src", "main", "resources", "dev", "unitstr", "cli", "inspect-values.schema.json"));
        GoldensTest.schemaKeys(JsonParser.parseString(schema), named);
        assertEquals(named, printed);
    }
}
