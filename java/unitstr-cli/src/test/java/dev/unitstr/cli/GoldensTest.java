package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The output for files of TensorFlow and TFLite is that of {@code src/test/resources}, which
 * {@code -Dunitstr.update=true} writes again.
 */
class GoldensTest {
    private static final Path SHOWN = Path.of("src", "test", "resources", "dev", "unitstr", "cli");
    private static final Pattern LINE =
            Pattern.compile("(?m)^\\w+_\\d+ type=(\\d) size=(\\d+) cap=(\\d+) raw=(\\w{48}) ptrfield=(-?\\d+)$");
    private static final List<String> KINDS = List.of("small", "large", "offset", "view");

    @TempDir
    Path directory;

    /** A file, its layout and its number of elements. */
    record Golden(String file, String layout, int count) {
        String name() {
            return file.replaceAll(".*/|\\.bin", "");
        }
    }

    static Stream<Golden> goldens() {
        return Stream.of(
                new Golden("tensorflow/offset_tensor_6.bin", "tf24", 6),
                new Golden("tensorflow/legacy_tf234_stringupper_input.bin", "tf-legacy", 7),
                new Golden("tensorflow/legacy_tf234_stringupper_output.bin", "tf-legacy", 7),
                new Golden("tflite/tflite_a.bin", "tflite", 1),
                new Golden("tflite/tflite_empty_array.bin", "tflite", 0),
                new Golden("tflite/tflite_mat.bin", "tflite", 4),
                new Golden("tflite/tflite_npS.bin", "tflite", 2),
                new Golden("tflite/tflite_one_empty.bin", "tflite", 1),
                new Golden("tflite/tflite_three.bin", "tflite", 3),
                new Golden("tflite/tflite_unicode_str.bin", "tflite", 3));
    }

    @Test
    void allAreShown() throws IOException {
        try (Stream<Path> files = Files.walk(Cli.VECTORS)) {
            List<String> all = files.filter(file -> file.toString().matches(".*/(tensorflow|tflite)/[^/]*\\.bin"))
                    .map(file -> Cli.VECTORS.relativize(file).toString())
                    .sorted()
                    .toList();
            assertEquals(all, goldens().map(Golden::file).sorted().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void asTextAndAsJson(Golden golden) throws IOException {
        Path file = Cli.VECTORS.resolve(golden.file);
        Object[] args = {"inspect", "--layout", golden.layout, "--count", golden.count, "--strict", file};
        if (!golden.layout.equals("tf24")) {
            args[5] = "--lenient"; // --strict requires bytes that unitstr writes
        }
        compare(golden.name() + ".txt", Cli.good(args).out());
        Cli.Result json =
                Cli.good(Stream.concat(Stream.of(args), Stream.of("--json")).toArray());
        compare(golden.name() + ".json", json.out());
        assertTrue(json.json().get("valid").getAsBoolean());
        assertEquals(golden.count, json.json().getAsJsonArray("elements").size());
    }

    private static void compare(String name, String printed) throws IOException {
        Path file = SHOWN.resolve(name);
        if (Boolean.getBoolean("unitstr.update")) {
            Files.createDirectories(SHOWN);
            Files.writeString(file, printed);
        }
        assertEquals(Files.readString(file), printed, name);
    }

    /** Tensors that TensorFlow wrote on other machines: every field is found, no address is followed. */
    @ParameterizedTest
    @ValueSource(strings = {"x86_64 little 8", "i386 little 4", "s390x big 8", "ppc32be big 4"})
    void elementsOfOtherMachines(String machine) throws IOException {
        String[] words = machine.split(" ");
        String dump = Files.readString(Cli.VECTORS.resolve("tensorflow/xarch/" + words[0] + "_2.21.0.txt"));
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        List<Matcher> lines = new java.util.ArrayList<>();
        for (Matcher line = LINE.matcher(dump); line.find(); ) {
            Matcher one = LINE.matcher(line.group());
            assertTrue(one.find());
            lines.add(one);
            table.writeBytes(HexFormat.of().parseHex(one.group(4)));
        }
        assertTrue(lines.size() > 20, machine);
        Path file = Cli.file(directory, table.toByteArray());
        Cli.Result result = Cli.run(
                "inspect",
                "--layout",
                "tf24",
                "--order",
                words[1],
                "--word-bytes",
                words[2],
                "--count",
                lines.size(),
                "--json",
                file);
        assertEquals(1, result.exit(), result.err());
        JsonArray elements = result.json().getAsJsonArray("elements");
        assertEquals(lines.size(), elements.size());
        for (int i = 0; i < lines.size(); i++) {
            check(
                    elements.get(i).getAsJsonObject(),
                    lines.get(i),
                    machine + " " + lines.get(i).group());
        }
    }

    private static void check(JsonObject element, Matcher line, String where) {
        String kind = KINDS.get(Integer.parseInt(line.group(1)));
        assertEquals(kind, element.get("kind").getAsString(), where);
        assertEquals(line.group(2), element.get("byteLength").getAsString(), where);
        assertEquals(line.group(3), element.get("capacityBytes").getAsString(), where);
        boolean small = kind.equals("small");
        assertEquals(small, element.get("error").isJsonNull(), where);
        if (small) {
            String text = "abcdefghijklmnopqrstuvwxyz".substring(0, Integer.parseInt(line.group(2)));
            assertEquals(text, element.get("text").getAsString(), where);
        } else if (!kind.equals("offset")) {
            Map<String, Integer> offsets = new TreeMap<>();
            for (JsonElement field : element.getAsJsonArray("fields")) {
                JsonObject one = field.getAsJsonObject();
                offsets.put(one.get("name").getAsString(), one.get("offset").getAsInt() % 24);
            }
            assertEquals(Integer.parseInt(line.group(5)), offsets.get("ptr"), where);
            JsonObject error = element.getAsJsonObject("error");
            assertEquals("POINTER_REFUSED", error.get("code").getAsString(), where);
            assertEquals(offsets.get("ptr"), error.get("byte").getAsInt() % 24, where);
        }
    }

    /** The schema names every key, and no other. */
    @Test
    void theSchemaNamesEveryKey() throws IOException {
        TreeSet<String> printed = new TreeSet<>();
        try (Stream<Path> files = Files.list(SHOWN)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                keys(JsonParser.parseString(Files.readString(file)), printed);
            }
        }
        Path bad = Cli.file(directory, new byte[] {(byte) (63 << 2), 1, 2});
        keys(Cli.run("inspect", "--layout", "tf24", "--count", 1, "--json", bad).json(), printed);
        TreeSet<String> named = new TreeSet<>();
        schemaKeys(
                JsonParser.parseString(Files.readString(
                        Path.of("src", "main", "resources", "dev", "unitstr", "cli", "inspect.schema.json"))),
                named);
        assertEquals(named, printed);
    }

    static void keys(JsonElement json, TreeSet<String> keys) {
        if (json.isJsonObject()) {
            json.getAsJsonObject().entrySet().forEach(each -> {
                keys.add(each.getKey());
                keys(each.getValue(), keys);
            });
        } else if (json.isJsonArray()) {
            json.getAsJsonArray().forEach(each -> keys(each, keys));
        }
    }

    static void schemaKeys(JsonElement json, TreeSet<String> keys) {
        if (json.isJsonObject()) {
            json.getAsJsonObject().entrySet().forEach(each -> {
                if (each.getKey().equals("properties")) {
                    keys.addAll(each.getValue().getAsJsonObject().keySet());
                }
                schemaKeys(each.getValue(), keys);
            });
        }
    }
}
