package dev.unitstr.interop.tensorflow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a client compiled with headers before 2.21 does to an element: it copies 22 bytes into it, then makes it a view,
 * and leaves the end of the copied text where 2.21 looks for the owner.
 */
final class OldHeader {
    private OldHeader() {}

    static int run(TensorFlow tf, Path directory) {
        Table table = new Table(
                "An element used twice",
                "TF_StringCopy of 22 bytes, then a view over it. Headers before 2.21 leave the last 8 bytes of the element"
                        + " as they were.",
                List.of("written", "read", "GatherV2"));
        table.row(List.of(
                "16 bytes, as before 2.21",
                "right",
                table.cell(
                        "a stale owner",
                        () -> expect(tf.hasOwners() ? "SIGSEGV" : "right", gatherElsewhere(directory, "16")))));
        table.row(List.of(
                "24 bytes", "right", table.cell("no owner", () -> expect("right", gatherElsewhere(directory, "24")))));
        return table.failures();
    }

    private static String expect(String expected, String found) {
        if (!expected.equals(found)) {
            throw new AssertionError(found + " instead of " + expected);
        }
        return found;
    }

    /** Gathers such an element in a JVM of its own, as that may crash. */
    private static String gatherElsewhere(Path directory, String bytes) throws IOException, InterruptedException {
        Path error = Files.createTempFile("hs_err", ".log");
        Files.delete(error);
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + error,
                        "--class-path",
                        System.getProperty("java.class.path"),
                        Live.class.getName(),
                        "gather-" + bytes,
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes());
        int status = child.waitFor();
        String crash = Files.exists(error) ? Files.readString(error) : "";
        Files.deleteIfExists(error);
        if (!output.contains("read\n")) {
            throw new AssertionError("the element could not be read: " + output);
        }
        boolean gathered = output.contains("gathered\n");
        if (status == 0 && gathered) {
            return "right";
        }
        return crash.contains("SIGSEGV") && !gathered ? "SIGSEGV" : "status " + status + ": " + output;
    }

    /** Writes such an element, reads it and gathers it. */
    static void gather(TensorFlow tf, boolean stale) throws Throwable {
        byte[] viewed = Strings.letters(100);
        byte[][] texts = {viewed};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(ValueLayout.JAVA_BYTE, viewed);
            MemorySegment tensor = tf.allocateStrings(1);
            MemorySegment element = Tstring.element(tf.data(tensor), 0);
            tf.copyInto(element, Strings.letters(Tstring.SMALL_CAPACITY));
            if (stale) {
                Tstring.viewBefore221(element, text);
            } else {
                Tstring.view(element, text, 0);
            }
            Strings.check(tf, tensor, texts);
            System.out.println("read");
            MemorySegment input = tf.handle(tensor);
            MemorySegment output = Op.GATHER.run(tf, input, 1);
            MemorySegment result = tf.resolve(output);
            Op.GATHER.check(tf, result, texts);
            System.out.println("gathered");
            tf.deleteTensor(result);
            tf.deleteHandle(output);
            tf.deleteHandle(input);
            tf.deleteTensor(tensor);
        }
    }
}
