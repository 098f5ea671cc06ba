package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every format to every other, and what is refused. */
class ConvertTest {
    /** A format, and the machine. */
    private static final List<String> FORMATS = List.of(
            "lines",
            "tflite",
            "tf24 little 8",
            "tf24 little 4",
            "tf24 big 8",
            "tf24 big 4",
            "rfc16 little 8",
            "rfc16 big 4",
            "rfc24 little 8",
            "rfc24 big 4",
            "tf-legacy little 8",
            "tf-legacy big 8");

    @TempDir
    Path directory;

    private static List<Object> options(String prefix, String format) {
        String[] words = format.split(" ");
        List<Object> options = new ArrayList<>(List.of("--" + (prefix.isEmpty() ? "from" : "to"), words[0]));
        if (words.length > 1) {
            options.addAll(List.of("--" + prefix + "order", words[1], "--" + prefix + "word-bytes", words[2]));
        }
        return options;
    }

    private Path convert(String from, String to, int count, Path in, String name) {
        Path out = directory.resolve(name);
        List<Object> args = new ArrayList<>(List.of("convert"));
        args.addAll(options("", from));
        args.addAll(options("to-", to));
        args.addAll(from.equals("lines") ? List.of() : List.of("--count", count));
        args.addAll(List.of(in, out));
        Cli.Result result = Cli.good(args.toArray());
        assertTrue(result.out().startsWith(count + " string"), result.out());
        return out;
    }

    @Test
    void allToAllAndBack() throws IOException {
        byte[] strange = {'a', 0, (byte) 0xC3, (byte) 0xBF, '\r', 'z'};
        List<byte[]> strings = new ArrayList<>(List.of(new byte[0], strange, new byte[0]));
        for (int size : new int[] {1, 15, 16, 22, 23, 24, 127, 128, 300, 2_000}) {
            strings.add("é世😀x".repeat(size).getBytes(StandardCharsets.UTF_8));
        }
        java.io.ByteArrayOutputStream lines = new java.io.ByteArrayOutputStream();
        for (byte[] each : strings) {
            lines.writeBytes(each);
            lines.write('\n');
        }
        Path first = Cli.file(directory, lines.toByteArray());
        for (String from : FORMATS) {
            Path one = convert("lines", from, strings.size(), first, "one");
            for (String to : FORMATS) {
                Path two = convert(from, to, strings.size(), one, "two");
                Path three = convert(to, "lines", strings.size(), two, "three");
                assertArrayEquals(lines.toByteArray(), Files.readAllBytes(three), from + " to " + to);
            }
            assertArrayEquals(
                    Files.readAllBytes(one),
                    Files.readAllBytes(convert(from, from, strings.size(), one, "same")),
                    from);
        }
    }

    /** The file of the examples, by the command that examples/README.md names. */
    @Test
    void theTokensOfTheExamples() throws IOException {
        Path examples = Path.of("..", "..", "examples");
        Path tokens = directory.resolve("tokens");
        Cli.good("convert", "--from", "lines", "--to", "tf24", examples.resolve("tokens.txt"), tokens);
        assertArrayEquals(Files.readAllBytes(examples.resolve("tokens.tensor")), Files.readAllBytes(tokens));
        assertTrue(Files.readString(examples.resolve("README.md"))
                .contains("convert --from lines --to tf24 examples/tokens.txt examples/tokens.tensor"));
        Cli.good("inspect", "--layout", "tf24", "--strict", tokens);
    }

    /** The goldens come out as the real libraries wrote them. */
    @Test
    void goldensAreWrittenByteForByte() throws IOException {
        for (GoldensTest.Golden golden : GoldensTest.goldens().toList()) {
            Path file = Cli.VECTORS.resolve(golden.file());
            String format = golden.layout();
            Path there = convert(format, format.equals("tflite") ? "rfc16" : "tflite", golden.count(), file, "there");
            Path back = convert(format.equals("tflite") ? "rfc16" : "tflite", format, golden.count(), there, "back");
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(back), golden.file());
        }
    }

    @Test
    void theCountMayBeLeftOutWhereTheFileSaysIt() throws IOException {
        Path lines = Files.writeString(directory.resolve("lines"), "one\ntwo\nthree");
        Path image = directory.resolve("image");
        Path lite = directory.resolve("lite");
        Path back = directory.resolve("back");
        Cli.good("convert", "--from", "lines", "--to", "TF24", lines, image);
        Cli.good("convert", "--from", "tf24", "--to", "tflite", image, lite);
        Cli.good("convert", "--from", "tflite", "--to", "lines", lite, back);
        assertEquals("one\ntwo\nthree\n", Files.readString(back));
        Cli.good("convert", "--from", "tflite", "--to", "tf_legacy", lite, back);
        Cli.Result unknown = Cli.run("convert", "--from", "tf-legacy", "--to", "tflite", back, lite);
        assertEquals(2, unknown.exit());
        assertTrue(unknown.err().contains("--count N"), unknown.err());
    }

    @Test
    void whatTheNewOneCannotHoldIsRefusedWithItsIndex() throws IOException {
        Path image = directory.resolve("image");
        Path lines = Files.writeString(directory.resolve("lines"), "as it was");
        Path text = Files.writeString(directory.resolve("text"), "a\nb\n");
        Cli.good("convert", "--from", "lines", "--to", "tflite", text, image);
        byte[] bytes = Files.readAllBytes(image);
        bytes[bytes.length - 1] = '\n';
        Files.write(image, bytes);
        Cli.Result result = Cli.run("convert", "--from", "tflite", "--to", "lines", image, lines);
        assertEquals(1, result.exit());
        assertTrue(result.err().contains("element 1: the string contains a newline"), result.err());
        assertEquals("as it was", Files.readString(lines));
    }

    /** A command that reads and writes the same file replaces it. */
    @Test
    void inPlace() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x\nyy\n");
        Cli.good("convert", "--from", "lines", "--to", "tf24", file, file);
        Cli.good("convert", "--from", "tf24", "--to", "lines", file, file);
        assertEquals("x\nyy\n", Files.readString(file));
    }

    @Test
    void noStringsAtAll() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        for (String format : FORMATS) {
            Path one = convert("lines", format, 0, empty, "one");
            assertEquals(0, Files.size(convert(format, "lines", 0, one, "two")), format);
        }
    }

    @Test
    void wrongOptionsAndFiles() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x\n");
        Path out = directory.resolve("out");
        Object[][] wrong = {
            {"convert", "--from", "lines", "--to", "tf25", file, out},
            {"convert", "--from", "lines", "--to", "tf24", file},
            {"convert", "--from", "lines", "--to", "tf24", directory, out},
            {"convert", "--from", "lines", "--to", "tf24", file, directory},
            {"convert", "--from", "lines", "--to", "tf24", file, directory.resolve("no/such/out")},
            {"convert", "--from", "lines", "--to", "tf24", directory.resolve("no"), out},
            {"convert", "--from", "tf24", "--to", "tflite", "--count", "-1", file, out},
            {"convert", "--from", "tf24", "--to", "tflite", "--count", "many", file, out},
            {"convert", "--from", "tf24", "--to", "tflite", "--word-bytes", "5", file, out},
            {"convert", "--from", "lines", "--to", "tf24", "--count", "1", file, out},
            {"convert", "--from", "lines", "--to", "tf24", "--order", "big", file, out},
            {"convert", "--from", "lines", "--to", "tf24", "--strict", file, out},
            {"convert", "--from", "lines", "--to", "tf24", "--view-abi", "2.20", file, out},
            {"convert", "--from", "lines", "--to", "tf24", "--nulls-as-empty", file, out},
            {"convert", "--from", "lines", "--to", "arrow", "--to-order", "big", file, out},
            {"convert", "--from", "lines", "--to", "lines", "--to-word-bytes", "4", file, out},
            {"inspect", "--layout", "tf24", "--strict", "--lenient", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--offset", "3", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--length", "3", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--max-total", "-1", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--limit", "-1", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--color", "blue", file},
            {"inspect", "--layout", "tf24", "--count", "1", "--view-abi", "2.4", file},
            {"inspect", "--layout", "tf24", "--count", "1", "no\u001Bsuch"},
            {"inspect", "--layout", "tf24", "--dialect", "tvm", file},
            {"inspect", "--layot=tf24", "--count", "1", file},
            {"invert"},
            {},
        };
        for (Object[] args : wrong) {
            Cli.Result result = Cli.run(args);
            String shown = List.of(args) + "\n" + result.out() + result.err();
            assertEquals(2, result.exit(), shown);
            assertFalse(result.err().contains("should not") || result.err().contains("\u001B"), shown);
            assertTrue(args.length == 0 || result.err().startsWith("unitstr-cli: "), shown);
            assertTrue(result.err().lines().count() <= 3, shown);
            assertFalse(result.err().contains(".tmp"), shown);
            assertFalse(result.err().contains("2.21, 2.20"), shown);
            assertEquals(shown.contains("--layot"), result.err().contains("'--layot=tf24'"), shown);
            assertFalse(Files.exists(out), shown);
        }
    }

    /** Tensors hold any bytes; only text that is read has to be UTF-8. */
    @Test
    void bytesThatAreNoText() throws IOException {
        byte[][] strange = {{(byte) 0xFF, (byte) 0xC3}, {}, {(byte) 0x80, 0, 'a'}};
        java.nio.ByteBuffer image = StringTensors.write(TensorLayout.TFLITE, strange);
        Path first = Cli.file(directory, Arrays.copyOf(image.array(), image.limit()));
        for (String format : FORMATS.subList(1, FORMATS.size())) {
            Path there = convert("tflite", format, 3, first, "there");
            assertArrayEquals(
                    Files.readAllBytes(first), Files.readAllBytes(convert(format, "tflite", 3, there, "back")), format);
        }
    }

    /** CR LF ends a line as LF does, so what is written ends with no CR. */
    @Test
    void linesOfWindows() throws IOException {
        Path lines = Files.writeString(directory.resolve("crlf"), "a\r\n\r\nb\rc\r\nd\r");
        Path image = directory.resolve("image");
        Path back = directory.resolve("back");
        Cli.good("convert", "--from", "lines", "--to", "tf24", lines, image);
        Cli.Result refused = Cli.run("convert", "--from", "tf24", "--to", "lines", image, back);
        assertTrue(refused.err().contains("element 3: the string ends with a CR"), refused.err());
        Files.writeString(lines, "a\r\n\r\nb\rc\r\n");
        Cli.good("convert", "--from", "lines", "--to", "tf24", lines, image);
        Cli.good("convert", "--from", "tf24", "--to", "lines", image, back);
        assertEquals("a\n\nb\rc\n", Files.readString(back));
    }

    @Test
    void messagesOfOptions() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x\n");
        String[][] rows = {
            {"--limt 1 F", "unknown option: '--limt'; a command comes first"},
            {"inspect --limt 1 F", "unknown option: '--limt'\nPossible solutions: --limit"},
            {"foo", "'foo' is not a command; the commands are inspect, convert, help"},
            {"inspect --arrow F bar", "unexpected argument: 'bar'; inspect takes FILE, and options"},
            {"inspect --arrow --limit x F", "'--limit': 'x' is not a whole number from 0 to 9223372036854775807"},
            {"inspect --arrow --bytes -1 F", "'--bytes': '-1' is not a whole number from 0 to 2147483647"},
            {"inspect --arrow --color blue F", "'blue' is not one of auto, always, never"},
            {"inspect --arrow=3 F", "it takes no value, but has '3'"},
            {"inspect --arrow=false F", "--arrow=false selects nothing"},
            {"inspect --arrow --arrow F", "only one of these, and once: (--layout=LAYOUT"},
            {"inspect --layout tflite --order big F", "--order applies to other layouts"},
            {"convert --from lines --to lines --order little F F", "--order applies to tensors only"},
        };
        for (String[] row : rows) {
            Object[] args = row[0].replace("F", file.toString()).split(" ");
            Cli.Result result = Cli.run(args);
            assertEquals(2, result.exit(), row[0]);
            assertTrue(result.err().contains(row[1]), result.err());
            assertFalse(result.err().contains("index") || result.err().contains("Error:"), result.err());
        }
        for (String help : List.of("--help", "inspect --help", "convert --help")) {
            assertTrue(Cli.good((Object[]) help.split(" ")).out().contains("Examples:\n  unitstr-cli "), help);
        }
        if (Files.isDirectory(Path.of("/proc/self"))) {
            Cli.Result proc = Cli.run("convert", "--from", "lines", "--to", "tf24", file, "/proc/x");
            assertTrue(proc.err().contains("/proc/x: a file cannot be written in /proc"), proc.err());
            assertFalse(proc.err().contains(".tmp"), proc.err());
        }
    }

    @Test
    void linesHaveToBeUtf8() throws IOException {
        Path out = directory.resolve("out");
        byte[] bad = {'a', '\n', (byte) 0xC3, (byte) 0xA9, '\n', 'b', (byte) 0xFF, '\n'};
        Path file = Cli.file(directory, bad);
        Cli.Result result = Cli.run("convert", "--from", "lines", "--to", "tf24", file, out);
        assertEquals(1, result.exit());
        assertEquals(
                "unitstr-cli: " + file + ": line 3: the byte 0xff at byte offset 6 is not UTF-8",
                result.err().strip());
        result = Cli.run("convert", "--from", "lines", "--to", "tf24", "--offset", 2, file, out);
        assertTrue(result.err().contains("line 2 after --offset: the byte 0xff at byte offset 6"), result.err());
        byte[] cut = Arrays.copyOf("x".repeat(9000).getBytes(StandardCharsets.US_ASCII), 9001);
        cut[9000] = (byte) 0xE4; // the first of three
        Path cutFile = Cli.file(directory, cut);
        result = Cli.run("convert", "--from", "lines", "--to", "tf24", cutFile, out);
        assertTrue(result.err().contains("line 1: the byte 0xe4 at byte offset 9000"), result.err());
        assertFalse(Files.exists(out));
    }

    private static void mkfifo(Path path) throws IOException {
        try {
            assertEquals(
                    0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As root a device would become a file. */
    @Test
    void onlyRegularFilesAreReplaced() throws IOException {
        Path in = Files.writeString(directory.resolve("in"), "a\nb\n");
        Path pipe = directory.resolve("pipe");
        mkfifo(pipe);
        Path toNull = Files.createSymbolicLink(directory.resolve("null"), Path.of("/dev/null"));
        Path there = Files.createDirectory(directory.resolve("there"));
        for (String to : List.of("tf24", "lines")) {
            for (Path out : List.of(pipe, toNull, there)) {
                Cli.Result result = Cli.run("convert", "--from", "lines", "--to", to, in, out);
                assertEquals(2, result.exit());
                assertTrue(result.err().startsWith("unitstr-cli: " + out + ": it is a "), result.err());
                assertTrue(result.err().contains("only a regular file is replaced"), result.err());
            }
            assertTrue(Files.readAttributes(pipe, BasicFileAttributes.class).isOther());
            assertTrue(Files.isSymbolicLink(toNull));
            assertFalse(Files.isRegularFile(toNull));
            Path link = Files.createSymbolicLink(directory.resolve("link-" + to), Path.of("there", to));
            Cli.good("convert", "--from", "lines", "--to", to, in, link);
            assertTrue(Files.isSymbolicLink(link));
            assertTrue(Files.isRegularFile(there.resolve(to)));
        }
        assertEquals("a\nb\n", Files.readString(there.resolve("lines")));
    }

    /** A minus denotes standard input and output. */
    @Test
    void standardInputAndOutput() throws IOException {
        byte[] text = "a\n\u4e16\u754c\n".getBytes(StandardCharsets.UTF_8);
        Path file = directory.resolve("file");
        Cli.good("convert", "--from", "lines", "--to", "tflite", Cli.file(directory, text), file);
        byte[] image = Files.readAllBytes(file);
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        int[] exit = new int[1];
        String err = Cli.run(text, out, exit, "convert", "--from", "lines", "--to", "tflite", "-", "-");
        assertEquals(0, exit[0]);
        assertEquals("2 strings, " + image.length + " bytes: standard output", err.strip());
        assertArrayEquals(image, out.toByteArray());
        Cli.Result lines = Cli.run(image, "convert", "--from", "tflite", "--to", "lines", "-", "-");
        assertEquals(new String(text, StandardCharsets.UTF_8), lines.out());
        byte[] more = new byte[image.length + 10];
        System.arraycopy(image, 0, more, 5, image.length);
        lines = Cli.run(
                more,
                "convert",
                "--from",
                "tflite",
                "--to",
                "lines",
                "--offset",
                5,
                "--length",
                image.length,
                "-",
                "-");
        assertEquals(new String(text, StandardCharsets.UTF_8), lines.out());
        Cli.Result shown = Cli.run(image, "inspect", "--layout", "tflite", "-");
        assertEquals(0, shown.exit());
        assertTrue(shown.out().startsWith("standard input: " + image.length + " bytes as tflite"), shown.out());
        assertTrue(shown.out().contains("\u4e16\u754c"), shown.out());
        Cli.Result slots = Cli.run(new byte[32], "inspect", "--dialect", "tvm-ffi", "-");
        assertTrue(slots.out().startsWith("standard input: 2 slots"), slots.out());
        Cli.Result bad = Cli.run(image, "convert", "--from", "tf24", "--to", "tflite", "--count", 1, "-", "-");
        assertEquals(1, bad.exit());
        assertEquals("", bad.out());
        assertTrue(bad.err().startsWith("unitstr-cli: standard input: "), bad.err());
        Cli.Result beyond = Cli.run(image, "inspect", "--layout", "tflite", "--offset", 1000, "-");
        assertEquals(2, beyond.exit());
        assertTrue(beyond.err().contains("the size of standard input"), beyond.err());
    }

    @Test
    void anEmptyFileSaysWhatIsExpected() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        Path out = directory.resolve("out");
        Cli.Result result = Cli.run("convert", "--from", "tflite", "--to", "lines", empty, out);
        assertEquals(2, result.exit());
        assertTrue(result.err().contains(empty + ": the file is empty: "), result.err());
        assertTrue(result.err().contains("8 bytes as tflite"), result.err());
        for (String[] row : new String[][] {{"tf24", "72"}, {"tf-legacy", "24"}, {"tflite", "20"}}) {
            for (List<Object> command : List.<List<Object>>of(
                    List.of("inspect", "--layout", row[0]), List.of("convert", "--to", "lines", "--from", row[0]))) {
                List<Object> args = new ArrayList<>(command);
                args.addAll(List.of("--count", 3, empty));
                if (command.get(0).equals("convert")) {
                    args.add(out);
                }
                result = Cli.run(args.toArray());
                String all = result.out() + result.err();
                assertEquals(1, result.exit(), all);
                assertTrue(
                        all.contains("the file is empty: a tensor of 3 elements has at least " + row[1] + " bytes"),
                        all);
                assertFalse(all.toLowerCase(java.util.Locale.ROOT).contains("truncated"), all);
            }
        }
        assertFalse(Files.exists(out));
    }
}
