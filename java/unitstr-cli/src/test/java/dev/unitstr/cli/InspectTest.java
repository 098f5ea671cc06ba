package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of inspect. */
class InspectTest {
    private static final String ESCAPE = "\u001B";
    private static final byte[][] STRANGE = {
        "\u001B[2J\u202Eevil\n\t\"\\".getBytes(StandardCharsets.UTF_8),
        {'a', (byte) 0xC3, (byte) 0xFF, 'b'},
        "\uD83D\uDE00\u0000\uE000".getBytes(StandardCharsets.UTF_8),
    };

    @TempDir
    Path directory;

    private Path tensor(String... strings) throws IOException {
        Path file = directory.resolve("tensor");
        StringTensors.writeFile(file, TensorLayout.TF24, strings);
        return file;
    }

    @Test
    void runsOnTheJavaItSays() {
        assertEquals(
                System.getProperty("unitstr.java"),
                String.valueOf(Runtime.version().feature()));
    }

    @Test
    void colours() throws IOException {
        Path file = tensor("colour");
        String plain = Cli.good("inspect", "--layout", "tf24", file).out(); // no terminal
        String never = Cli.good("inspect", "--layout", "tf24", "--color", "never", file)
                .out();
        String always = Cli.good("inspect", "--layout", "tf24", "--color", "always", file)
                .out();
        assertEquals(never, plain);
        assertFalse(never.contains(ESCAPE));
        assertTrue(always.contains(ESCAPE + "[33msize"), always);
        assertTrue(always.contains(ESCAPE + "[36moffset"), always);
        assertEquals(never, always.replaceAll(ESCAPE + "\\[[\\d;]*m", "").replaceAll("(?m) +$", ""));
    }

    /** A string cannot move the cursor, change the direction of text, or end the quotes. */
    @Test
    void textIsEscaped() throws IOException {
        ByteBuffer image = StringTensors.write(TensorLayout.TFLITE, STRANGE);
        Path file = Cli.file(directory, Arrays.copyOf(image.array(), image.limit()));
        String text = Cli.good("inspect", "--layout", "tflite", file).out();
        assertTrue(text.contains("\"\\u001b[2J\\u202eevil\\n\\t\\\"\\\\\""), text);
        assertTrue(text.contains("\"a\\xc3\\xffb\""), text);
        assertTrue(text.contains("\"\uD83D\uDE00\\0\\ue000\""), text);
        JsonObject json =
                Cli.good("inspect", "--layout", "tflite", "--json", file).json();
        JsonObject second = json.getAsJsonArray("elements").get(1).getAsJsonObject();
        assertFalse(second.get("utf8").getAsBoolean());
        assertEquals("61c3ff62", second.get("hex").getAsString());
        assertEquals("a\uFFFD\uFFFDb", second.get("text").getAsString());
    }

    @Test
    void longStringsAndManyElementsAreCut() throws IOException {
        String[] strings = IntStream.range(0, 1000).mapToObj(i -> "é".repeat(i)).toArray(String[]::new);
        Path file = tensor(strings);
        Cli.Result result = Cli.good("inspect", "--layout", "tf24", "--first", 900, "--limit", 2, "--bytes", 5, file);
        assertTrue(result.out().contains("[900] OFFSET, 1800 bytes, \"éé\"..."), result.out()); // not half a character
        assertTrue(result.out().contains("[901] ") && !result.out().contains("[902] "), result.out());
        assertTrue(result.out().contains("2 of 1000 elements shown"), result.out());
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(24 * 950 + 4, -1);
        Files.write(file, bytes);
        result = Cli.run("inspect", "--layout", "tf24", "--limit", 1, file);
        assertEquals(1, result.exit());
        assertTrue(result.out().contains("[950] "), "the one that is wrong is always shown: " + result.out());
        assertTrue(result.out().contains("; 950 good elements before it"), result.out());
    }

    /** A tensor inside of a file: positions are those of the file. */
    @Test
    void aPartOfAFile() throws IOException {
        byte[] image = Files.readAllBytes(tensor("part"));
        byte[] all = new byte[5 + image.length + 7];
        System.arraycopy(image, 0, all, 5, image.length);
        Path file = Cli.file(directory, all);
        Object[] part = {"inspect", "--layout", "tf24", "--offset", 5, "--length", image.length, file, "--json"};
        JsonObject element =
                Cli.good(part).json().getAsJsonArray("elements").get(0).getAsJsonObject();
        assertEquals(5 + 24, element.get("textOffset").getAsInt());
        assertEquals(
                5,
                element.getAsJsonArray("fields")
                        .get(0)
                        .getAsJsonObject()
                        .get("offset")
                        .getAsInt());
        assertEquals("part", element.get("text").getAsString());
    }

    /** Above what is read into memory. */
    @Test
    void aMappedFile() throws IOException {
        String[] strings = new String[100];
        Arrays.fill(strings, "0123456789".repeat(75_000));
        Cli.Result result = Cli.good("inspect", "--layout", "tf24", "--limit", 1, tensor(strings));
        assertTrue(result.out().contains("well-formed: 100 elements, 75000000 bytes of strings"), result.out());
    }

    /** The page of this program shows commands and what they print. */
    @Test
    void thePageShowsWhatIsPrinted() throws IOException {
        String prompt = "    $ java -jar dist/bin/unitstr-cli.jar ";
        List<String> page = Files.readAllLines(Path.of("README.md"));
        int shown = 0;
        for (int i = 0; i < page.size(); i++) {
            if (page.get(i).startsWith(prompt)) {
                Object[] args = Arrays.stream(
                                page.get(i).substring(prompt.length()).split(" "))
                        .map(arg -> arg.startsWith("examples/") ? "../../" + arg : arg)
                        .map(arg -> arg.equals("tokens.tflite") ? directory + "/" + arg : arg)
                        .toArray();
                String printed = Cli.good(args).out().replace(directory + "/", "");
                for (String line : printed.lines().toList()) {
                    i++;
                    assertEquals((line.isEmpty() ? "" : "    ") + line, page.get(i));
                }
                shown++;
            }
        }
        assertEquals(2, shown);
    }

    @Test
    void helpAndVersion() {
        assertTrue(Cli.good("--version").out().startsWith("unitstr-cli "));
        for (String command : new String[] {"inspect", "convert"}) {
            String help = Cli.good(command, "--help").out();
            assertTrue(help.contains("Exit codes:") && help.contains("--count=N"), help);
            assertEquals(help, Cli.good("help", command).out());
        }
    }

    /** The first that is malformed is shown wherever it is, and counted. */
    @Test
    void theFooterCountsWhatIsShown() throws IOException {
        String[] strings = IntStream.range(0, 20).mapToObj(i -> "text " + i).toArray(String[]::new);
        byte[] bytes = Files.readAllBytes(tensor(strings));
        bytes[24 * 10] = (byte) (63 << 2); // more than an element can have inside
        Path file = Cli.file(directory, bytes);
        for (int[] row : new int[][] {{0, 5, 6}, {15, 3, 4}, {8, 5, 5}, {0, 0, 1}, {19, 9, 2}}) {
            Cli.Result result =
                    Cli.run("inspect", "--layout", "tf24", "--count", 20, "--first", row[0], "--limit", row[1], file);
            assertEquals(1, result.exit());
            assertEquals(
                    row[2],
                    result.out().lines().filter(line -> line.startsWith("[")).count(),
                    result.out());
            assertTrue(result.out().contains("(" + row[2] + " of 20 elements shown"), result.out());
        }
    }

    @Test
    void aFirstElementBeyondTheLastIsRefused() throws IOException {
        Path file = tensor("a", "b", "c");
        for (String json : new String[] {"--json", "--color=never"}) {
            for (int first : new int[] {3, 4, 1000}) {
                Cli.Result result = Cli.run("inspect", "--layout", "tf24", json, "--first", first, file);
                assertEquals(2, result.exit());
                assertEquals("", result.out());
                assertEquals(
                        "unitstr-cli: --first is " + first + ": the tensor has 3 elements, the last index is 2",
                        result.err().strip());
            }
            Cli.good("inspect", "--layout", "tf24", json, "--first", 2, file);
        }
        Path slots = Cli.file(directory, new byte[32]);
        Cli.Result result = Cli.run("inspect", "--dialect", "tvm-ffi", "--first", 2, slots);
        assertEquals(2, result.exit());
        assertTrue(result.err().contains("the file has 2 slots, the last index is 1"), result.err());
        Path none = Files.createFile(directory.resolve("none"));
        Cli.good("inspect", "--layout", "tf24", "--count", 0, "--first", 0, none);
        assertEquals(
                2,
                Cli.run("inspect", "--layout", "tf24", "--count", 0, "--first", 1, none)
                        .exit());
    }

    /** A program that reads numbers as double gets the right ones. */
    @Test
    void largeNumbersAreStrings() throws IOException {
        ByteBuffer element = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        element.putLong(0, 5 << 2 | 1).putLong(8, 1L << 53).putLong(16, 16);
        element.putLong(24, 5 << 2 | 1).putLong(32, (1L << 53) + 1).putLong(40, -1);
        Path file = Cli.file(directory, element.array());
        Cli.Result result = Cli.run("inspect", "--layout", "tf24", "--count", 2, "--json", file);
        assertTrue(result.out().contains("\"capacityBytes\": 9007199254740992,"), result.out());
        assertTrue(result.out().contains("\"capacityBytes\": \"9007199254740993\","), result.out());
        assertTrue(result.out().contains("\"value\": \"18446744073709551615\","), result.out());
        assertTrue(result.out().contains("\"byteLength\": 5,"), result.out());
        ByteBuffer slots = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        slots.putInt(0, 1)
                .putLong(8, 1L << 53)
                .putInt(16, 1)
                .putLong(24, -(1L << 53) - 1)
                .putInt(32, 3);
        slots.putDouble(40, 1e300);
        String values = Cli.good("inspect", "--dialect", "tvm-ffi", "--json", Cli.file(directory, slots.array()))
                .out();
        assertTrue(values.contains("\"value\": 9007199254740992\n"), values);
        assertTrue(values.contains("\"value\": \"-9007199254740993\"\n"), values);
        assertTrue(values.contains("\"value\": 1.0E300\n"), values);
    }

    /** Standard output that takes so many bytes. */
    private static final class Full extends OutputStream {
        private final String message;
        private int left;
        private int writes;

        Full(int left, String message) {
            this.left = left;
            this.message = message;
        }

        @Override
        public void write(int b) throws IOException {
            writes++;
            if (left-- <= 0) {
                throw new IOException(message);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            writes++;
            left -= count;
            if (left < 0) {
                throw new IOException(message);
            }
        }
    }

    /** A command ends soon after the reader of its output has closed it. */
    @Test
    void outputThatCannotBeWrittenEndsTheCommand() throws IOException {
        Path file = tensor(IntStream.range(0, 5000).mapToObj(i -> "text " + i).toArray(String[]::new));
        byte[] none = {};
        for (Object[] args : new Object[][] {
            {"inspect", "--layout", "tf24", "--limit", 5000, file},
            {"inspect", "--layout", "tf24", "--limit", 5000, "--json", file},
            {"convert", "--from", "tf24", "--to", "lines", file, "-"},
            {"convert", "--from", "tf24", "--to", "tflite", file, "-"},
        }) {
            int[] exit = new int[1];
            Full head = new Full(20_000, "Broken pipe");
            assertEquals("", Cli.run(none, head, exit, args));
            assertEquals(141, exit[0]);
            int most = head.writes;
            assertTrue(most <= 5, () -> most + " writes");
            Full disk = new Full(20_000, "No space left on device");
            assertEquals(
                    "unitstr-cli: standard output: No space left on device",
                    Cli.run(none, disk, exit, args).strip());
            assertEquals(2, exit[0]);
        }
        int[] exit = new int[1];
        assertEquals("", Cli.run(none, new Full(10, "Broken pipe"), exit, "inspect", "--help"));
        assertEquals(141, exit[0]);
        Output french = new Output(new Full(10, "Relais bris\u00e9 (pipe)"), true);
        assertEquals("", Cli.run(none, french, exit, "inspect", "--help"));
        assertEquals(141, exit[0]);
    }

    /** What a user may have called a file is no list of arguments. */
    @Test
    void aNameThatStartsWithAt() throws IOException {
        Path list = Files.writeString(directory.resolve("list"), "--help");
        Cli.Result result = Cli.run("inspect", "--layout", "tf24", "@" + list);
        assertEquals(
                "unitstr-cli: no such file or directory: @" + list, result.err().strip());
    }
}
