package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Every way to write a tensor, through every operation, read in every way. */
final class Matrix {
    private Matrix() {}

    static int run(TensorFlow tf, List<Writer> writers) {
        List<String> columns = new ArrayList<>(List.of("tensor"));
        Stream.of(Op.values()).map(op -> op.title).forEach(columns::add);
        Table table = new Table(
                "Operations",
                "A cell says what kinds of strings TensorFlow made of " + Strings.mixed().length + " texts, or of "
                        + Strings.small().length + " where all have to be short: S SMALL, L LARGE, O OFFSET, V VIEW, V+"
                        + " VIEW with an owner.\nTried with one text and with none as well."
                        + " Inputs and outputs are read by hand and by unitstr, as a segment, by address and in a buffer,"
                        + " with each level of trust; UNTRUSTED_BUFFER has to refuse the first L or V, by its index.",
                columns);
        for (Writer writer : writers) {
            List<String> row = new ArrayList<>(List.of(writer.title()));
            byte[][] texts = writer.isSmall() ? Strings.small() : Strings.mixed();
            for (Op op : Op.values()) {
                String what = writer.title() + " → " + op.title;
                row.add(table.cell(what, () -> {
                    one(tf, writer, op, new byte[0][]);
                    one(tf, writer, op, Arrays.copyOfRange(texts, texts.length - 2, texts.length - 1));
                    return one(tf, writer, op, texts);
                }));
            }
            table.row(row);
        }
        return table.failures();
    }

    private static String one(TensorFlow tf, Writer writer, Op op, byte[][] texts) throws Throwable {
        Given given = writer.write(tf, texts);
        Strings.check(tf, given.tensor(), texts);
        MemorySegment input = tf.handle(given.tensor());
        MemorySegment output = op.run(tf, input, texts.length);
        MemorySegment result = tf.resolve(output);
        String found = op.check(tf, result, texts);
        tf.deleteTensor(result);
        tf.deleteHandle(output);
        tf.deleteHandle(input);
        tf.deleteTensor(given.tensor());
        given.end();
        return found;
    }
}
