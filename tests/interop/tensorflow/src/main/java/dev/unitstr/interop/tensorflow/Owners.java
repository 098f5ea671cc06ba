package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** How often TensorFlow takes and drops a reference to the owner of views. */
final class Owners {
    private Owners() {}

    static int run(TensorFlow tf) {
        byte[][] texts = Strings.mixed();
        Table table = new Table(
                "References",
                "What TensorFlow does to the owner of " + texts.length
                        + " views: references taken when the output is there; taken and dropped when input and output are"
                        + " gone. The input's own " + texts.length
                        + " are dropped by its deallocator, and so is one that keeps the memory of an empty tensor.",
                List.of("operation", "taken", "taken in the end", "dropped in the end"));
        for (Op op : Op.values()) {
            String cells = table.cell("references, " + op.title, () -> count(tf, op, texts));
            table.row(List.of((op.title + " " + cells).split(" ")));
        }
        return table.failures();
    }

    private static String count(TensorFlow tf, Op op, byte[][] texts) throws Throwable {
        ByHand.OwnedViews views = ByHand.ownedViews(tf, texts);
        MemorySegment input = tf.handle(views.given().tensor());
        MemorySegment output = op.run(tf, input, texts.length);
        MemorySegment result = tf.resolve(output);
        long taken = views.owner().refs();
        tf.deleteHandle(input);
        tf.deleteTensor(views.given().tensor());
        op.check(tf, result, texts); // the output's references alone hold the memory now
        tf.deleteHandle(output);
        tf.deleteTensor(result);
        String cells = taken + " " + views.owner().refs() + " " + views.owner().unrefs();
        views.given().end();
        return cells;
    }
}
