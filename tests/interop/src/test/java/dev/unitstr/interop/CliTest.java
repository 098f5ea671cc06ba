package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a user runs it: {@code java -jar unitstr-cli.jar}, and nothing else. */
class CliTest {
    private static final Path VECTORS = Path.of("..", "..", "tests", "vectors");
    private static final Path SHOWN =
            Path.of("..", "..", "java", "unitstr-cli", "src", "test", "resources", "dev", "unitstr", "cli");

    @TempDir
    Path directory;

    /** How it ended, and what it printed. */
    private record Result(int exit, String out, String err) {}

    private Result run(Map<String, String> environment, Object... args) throws IOException, InterruptedException {
        // In a directory of its own: nothing of this build is in reach but the jar.
        Path jar = directory.resolve("unitstr-cli.jar");
        if (!Files.exists(jar)) {
            Files.copy(Path.of(System.getProperty("unitstr.cli")), jar);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xcheck:jni", "-Xmx32m", "-jar", "unitstr-cli.jar"));
        for (Object each : args) {
            command.add(each instanceof Path path ? path.toAbsolutePath().toString() : each.toString());
        }
        Path out = directory.resolve("stdout");
        Path err = directory.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        int exit = builder.start().waitFor();
        return new Result(exit, Files.readString(out), Files.readString(err));
    }

    private Result run(Object... args) throws IOException, InterruptedException {
        return run(Map.of(), args);
    }

    /** Also where the locale knows ASCII only; without colours, as it is no terminal. */
    @Test
    void showsWhatTheTestsOfItsModuleShow() throws Exception {
        Path golden = VECTORS.resolve("tflite/tflite_unicode_str.bin");
        assertEquals(
                new Result(0, Files.readString(SHOWN.resolve("tflite_unicode_str.txt")), ""),
                run("inspect", "--layout", "tflite", golden));
        assertEquals(
                new Result(0, Files.readString(SHOWN.resolve("tflite_unicode_str.txt")), ""),
                run(Map.of("NO_COLOR", "1"), "inspect", "--layout", "tflite", golden));
        Result colored = run(Map.of("NO_COLOR", "1"), "inspect", "--layout", "tflite", "--color=always", golden);
        assertTrue(colored.out.contains("\u001B[33m") || colored.out.contains("\u001B[36m"), colored.out);
        assertEquals("", colored.err);
    }

    @Test
    void convertsAndBack() throws Exception {
        Path golden = VECTORS.resolve("tensorflow/offset_tensor_6.bin");
        assertEquals(0, run("convert", "--from", "tf24", "--to", "tf-legacy", golden, "legacy").exit);
        Result back = run("convert", "--from", "tf-legacy", "--count", 6, "--to", "tf24", "legacy", "back");
        assertEquals(new Result(0, "6 strings, 528 bytes: back\n", ""), back);
        assertArrayEquals(Files.readAllBytes(golden), Files.readAllBytes(directory.resolve("back")));
        Files.delete(directory.resolve("legacy"));
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        Path bad = Files.write(directory.resolve("bad"), new byte[] {1, 0, 0, 0, 12, 0, 0, 0, 0, 16, 0, 0});
        Result shown = run("inspect", "--layout", "tflite", bad);
        assertEquals(1, shown.exit);
        assertTrue(shown.out.contains("malformed: element 0, byte 0x8: END_OFFSET: "), shown.out);
        assertEquals("", shown.err);
        assertEquals(1, run("convert", "--from", "tflite", "--to", "lines", bad, "never").exit);
        assertFalse(Files.exists(directory.resolve("never")));
        Result missing = run("inspect", "--layout", "tflite", "nowhere");
        assertEquals(new Result(2, "", "unitstr-cli: no such file or directory: nowhere\n"), missing);
        assertEquals(2, run().exit);
        assertEquals(0, run("--version").exit);
    }

    /** Files that say they are huge, and one that is: no crash, and no heap as large as they say. */
    @Test
    void hugeFiles() throws Exception {
        Path sparse = directory.resolve("sparse");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(3L << 30);
            file.write("\26\0\0\0".getBytes(StandardCharsets.ISO_8859_1)); // OFFSET, 5 bytes
        }
        Result tooMuch = run("inspect", "--layout", "tf24", "--count", 1, sparse);
        assertEquals(2, tooMuch.exit);
        assertTrue(tooMuch.err.contains("select a part with --offset and --length"), tooMuch.err);
        Result part = run("inspect", "--layout", "tf24", "--count", 40_000_000, "--length", 1L << 30, sparse);
        assertEquals(1, part.exit, part.err);
        assertTrue(part.out.contains("malformed: element 0, byte 0x4: OFFSET_INTO_TABLE"), part.out);
        for (Result heap : List.of(
                run("convert", "--from", "lines", "--to", "tf24", "--length", 1L << 30, sparse, "never"),
                run("inspect", "--layout", "tf24", "--count", 1, "--length", 60L << 20, sparse))) {
            assertEquals(2, heap.exit);
            assertTrue(
                    heap.err.matches("unitstr-cli: not enough memory: the limit is 3\\d MiB; java -Xmx8g -jar .*\n"),
                    heap.err);
        }
        Result arrow = run("inspect", "--arrow", sparse);
        assertEquals(2, arrow.exit);
        assertTrue(arrow.err.contains("write it as several smaller files"), arrow.err);
        assertFalse(Files.exists(directory.resolve("never")));
    }
}
