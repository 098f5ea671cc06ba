package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
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

/** What is chosen by options. */
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

    /** What a string says can't move the cursor, turn the direction of text, or end the quotes. */
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

    /** The README of the project shows commands and what they print. */
    @Test
    void theReadmeShowsWhatIsPrinted() throws IOException {
        String prompt = "    $ java -jar dist/bin/unitstr-cli.jar ";
        List<String> page = Files.readAllLines(Path.of("..", "..", "README.md"));
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
}
