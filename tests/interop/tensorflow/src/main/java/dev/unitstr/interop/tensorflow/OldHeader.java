package dev.unitstr.interop.tensorflow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                        + " as they were; unitstr writes all 24. unitstr reads either, before the operation.",
                List.of("view written", "GatherV2"));
        row(table, "16 bytes, as before 2.21", directory, "gather-16", tf.hasOwners() ? "SIGSEGV" : "right");
        row(table, "24 bytes, by unitstr's assign_view", directory, "gather-24", "right");
        return table.failures();
    }

    private static void row(Table table, String written, Path directory, String part, String expected) {
        table.row(List.of(written, table.cell(written, () -> {
            String found = gatherElsewhere(directory, part);
            if (!expected.equals(found)) {
                throw new AssertionError(found + " instead of " + expected);
            }
            return found;
        })));
    }

    /** Reads and gathers such an element in a JVM of its own, as that may crash. */
    private static String gatherElsewhere(Path directory, String part) throws IOException, InterruptedException {
        Path error = Files.createTempFile("hs_err", ".log");
        Files.delete(error);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + error));
        command.addAll(List.of("--class-path", System.getProperty("java.class.path")));
        command.addAll(List.of(Live.class.getName(), part, directory.toString()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
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

    /** Makes an element a view. */
    interface View {
        void write(MemorySegment element, MemorySegment text) throws Throwable;
    }

    /** Writes such an element, reads it and gathers it. */
    static void gather(TensorFlow tf, View view) throws Throwable {
        byte[] viewed = Strings.letters(100);
        byte[][] texts = {viewed};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(ValueLayout.JAVA_BYTE, viewed);
            MemorySegment tensor = tf.allocateStrings(1);
            MemorySegment element = Tstring.element(tf.data(tensor), 0);
            tf.copyInto(element, Strings.letters(Tstring.SMALL_CAPACITY));
            view.write(element, text);
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
