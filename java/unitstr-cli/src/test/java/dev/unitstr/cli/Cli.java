package dev.unitstr.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the command line in this JVM. */
final class Cli {
    /** How many random files a test tries: {@code make check} fewer than CI. */
    static final int RECORDS = Integer.getInteger("unitstr.records", 1_600 / Integer.getInteger("unitstr.share", 7));

    static final Path VECTORS = Path.of("..", "..", "tests", "vectors");

    /** The exit code and the output of a command. */
    record Result(int exit, String out, String err) {
        JsonObject json() {
            return JsonParser.parseString(out).getAsJsonObject();
        }
    }

    private Cli() {}

    static Result run(Object... args) {
        return run(new byte[0], args);
    }

    /** Runs a command with these bytes on standard input. */
    static Result run(byte[] input, Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int[] exit = new int[1];
        String err = run(input, out, exit, args);
        return new Result(exit[0], out.toString(StandardCharsets.UTF_8), err);
    }

    /** Runs a command with this standard output, a file. Returns its error messages. */
    static String run(byte[] input, OutputStream out, int[] exit, Object... args) {
        return run(input, new Output(out, false), exit, args);
    }

    static String run(byte[] input, Output out, int[] exit, Object... args) {
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>();
        for (Object each : args) {
            all.add(each.toString());
        }
        exit[0] = Main.run(new ByteArrayInputStream(input), out, new PrintWriter(err), all.toArray(String[]::new));
        return err.toString();
    }

    /** Runs a command that must succeed without a message. */
    static Result good(Object... args) {
        Result result = run(args);
        assertEquals("", result.err);
        assertEquals(0, result.exit, result.out);
        return result;
    }

    static Path file(Path directory, byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(directory, "bytes", ".tensor"), bytes);
    }
}
