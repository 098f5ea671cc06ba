package dev.unitstr.interop.tensorflow;

import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The memory of the process, while tensors come and go. The JVM's heap has to have its full size from the start. */
final class Leaks {
    private static final int WARM = 40;
    private static final int ROUNDS = 200;
    private static final int SMALL_TENSORS = 1_000_000;
    private static final long MIB = 1 << 20;
    private static final long ALLOWED = 32 * MIB; // less than a sixth of what one leaked tensor a round would take

    private Leaks() {}

    static int run(TensorFlow tf, List<Writer> writers) {
        Table table = new Table(
                "Memory",
                "MiB that the process holds after " + WARM + " rounds, and after " + ROUNDS
                        + " more; a round writes a tensor with 1 MiB of text, runs StringUpper and GatherV2 on it, reads"
                        + " both and deletes all.\nMore than " + ALLOWED / MIB + " MiB apart is a failure.",
                List.of("tensor", "before", "after"));
        for (Writer writer : writers) {
            List<String> cells = new ArrayList<>(List.of(writer.title()));
            byte[][] texts = megabyte(writer);
            String both =
                    table.cell(writer.title() + ", memory", () -> flat(WARM, ROUNDS, () -> round(tf, writer, texts)));
            cells.addAll(List.of(both.split(" ")));
            table.row(cells);
        }
        List<String> cells = new ArrayList<>(List.of("a million tensors of three short texts each"));
        byte[][] texts = {Strings.letters(3), Strings.letters(22), Strings.letters(12)};
        Writer first = writers.get(0);
        String both = table.cell(
                "a million tensors",
                () -> flat(SMALL_TENSORS / 10, SMALL_TENSORS, () -> {
                    Given given = first.write(tf, texts);
                    Strings.check(tf, given.tensor(), texts);
                    tf.deleteTensor(given.tensor());
                    given.end();
                }));
        cells.addAll(List.of(both.split(" ")));
        table.row(cells);
        return table.failures();
    }

    /** Texts of 1 MiB in all. */
    private static byte[][] megabyte(Writer writer) {
        byte[] one = Strings.letters(writer.isSmall() ? 16 : (int) (MIB / 8));
        byte[][] texts = new byte[(int) (MIB / one.length)][];
        Arrays.fill(texts, one);
        return texts;
    }

    private static void round(TensorFlow tf, Writer writer, byte[][] texts) throws Throwable {
        Given given = writer.write(tf, texts);
        MemorySegment input = tf.handle(given.tensor());
        for (Op op : List.of(Op.STRING_UPPER, Op.GATHER)) {
            MemorySegment output = op.run(tf, input, texts.length);
            MemorySegment result = tf.resolve(output);
            read(tf, result, op.expected(texts));
            tf.deleteTensor(result);
            tf.deleteHandle(output);
        }
        tf.deleteHandle(input);
        tf.deleteTensor(given.tensor());
        given.end();
    }

    private static void read(TensorFlow tf, MemorySegment tensor, byte[][] expected) throws Throwable {
        Strings.same(
                expected,
                SegmentTensor.of(tf.data(tensor), expected.length, TensorLayout.TF24, Trust.TRUSTED)
                        .toByteArrays(),
                "toByteArrays");
    }

    private static String flat(int warm, int rounds, Given.Action round) throws Throwable {
        for (int i = 0; i < warm; i++) {
            round.run();
        }
        long before = resident();
        for (int i = 0; i < rounds; i++) {
            round.run();
        }
        long after = resident();
        if (after - before > ALLOWED) {
            throw new AssertionError("from " + before / MIB + " MiB to " + after / MIB);
        }
        return before / MIB + " " + after / MIB;
    }

    private static long resident() throws Exception {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(one -> one.startsWith("VmRSS:"))
                .collect(Collectors.joining());
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
}
