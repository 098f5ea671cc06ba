package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The input, the output and their handles, deleted in every order; what is left is read after each. */
final class Orders {
    private static final int INPUT = 0;
    private static final int RESULT = 3;

    private Orders() {}

    static int run(TensorFlow tf, List<Writer> writers) {
        List<int[]> orders = new ArrayList<>();
        permute(new int[] {0, 1, 2, 3}, 0, orders);
        Table table = new Table(
                "Orders of deletion",
                "The input, its handle, the output's handle and the output are deleted in each of their "
                        + orders.size() + " orders; after each deletion the tensors that are left are read.",
                List.of("tensor", "Identity", "GatherV2", "StringUpper", "ConcatV2"));
        for (Writer writer : writers) {
            List<String> row = new ArrayList<>(List.of(writer.title()));
            for (Op op : List.of(Op.IDENTITY, Op.GATHER, Op.STRING_UPPER, Op.CONCAT)) {
                row.add(table.cell(writer.title() + " → " + op.title + ", orders of deletion", () -> {
                    for (int[] order : orders) {
                        one(tf, writer, op, order);
                    }
                    return orders.size() + " right";
                }));
            }
            table.row(row);
        }
        return table.failures();
    }

    private static void one(TensorFlow tf, Writer writer, Op op, int[] order) throws Throwable {
        byte[][] texts = writer.isSmall() ? Strings.small() : Strings.mixed();
        Given given = writer.write(tf, texts);
        MemorySegment input = tf.handle(given.tensor());
        MemorySegment output = op.run(tf, input, texts.length);
        MemorySegment result = tf.resolve(output);
        List<Given.Action> deletions = List.of(
                () -> tf.deleteTensor(given.tensor()),
                () -> tf.deleteHandle(input),
                () -> tf.deleteHandle(output),
                () -> tf.deleteTensor(result));
        boolean[] gone = new boolean[order.length];
        for (int next : order) {
            deletions.get(next).run();
            gone[next] = true;
            if (!gone[INPUT]) {
                Strings.check(tf, given.tensor(), texts);
            }
            if (!gone[RESULT]) {
                op.check(tf, result, texts);
            }
        }
        given.end();
    }

    private static void permute(int[] numbers, int from, List<int[]> permutations) {
        if (from == numbers.length) {
            permutations.add(numbers.clone());
        }
        for (int i = from; i < numbers.length; i++) {
            swap(numbers, from, i);
            permute(numbers, from + 1, permutations);
            swap(numbers, from, i);
        }
    }

    private static void swap(int[] numbers, int i, int j) {
        int number = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = number;
    }
}
