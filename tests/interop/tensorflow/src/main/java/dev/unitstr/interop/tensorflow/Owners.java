package dev.unitstr.interop.tensorflow;

import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringOwner;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/** How often TensorFlow takes and drops a reference to the owner of views. */
final class Owners {
    private Owners() {}

    static int run(TensorFlow tf) {
        byte[][] texts = Strings.mixed();
        Table table = new Table(
                "References",
                "What TensorFlow does to the owner of " + texts.length
                        + " views. By hand: how often it called ref and unref until input and output were gone; the"
                        + " input's own references are dropped by its deallocator. unitstr: how many views its owner"
                        + " counts, with input and output, with the output alone, which is read then, and in the end; by"
                        + " Rust, and by Java's StringOwner.",
                List.of(
                        "operation",
                        "ref",
                        "unref",
                        "Rust, both",
                        "output alone",
                        "in the end",
                        "Java, both",
                        "output alone",
                        "in the end"));
        for (Op op : Op.values()) {
            String cells = table.cell(
                    "references, " + op.title,
                    () -> byHand(tf, op, texts) + " " + byUnitstr(tf, op, texts) + " " + byJava(tf, op, texts));
            table.row(List.of((op.title + " " + cells).split(" ")));
        }
        return table.failures();
    }

    private static String byHand(TensorFlow tf, Op op, byte[][] texts) throws Throwable {
        ByHand.OwnedViews views = ByHand.ownedViews(tf, texts);
        MemorySegment input = tf.handle(views.given().tensor());
        MemorySegment output = op.run(tf, input, texts.length);
        MemorySegment result = tf.resolve(output);
        tf.deleteHandle(input);
        tf.deleteTensor(views.given().tensor());
        op.check(tf, result, texts); // the output's references alone hold the memory now
        tf.deleteHandle(output);
        tf.deleteTensor(result);
        views.given().end();
        return views.owner().refs() + " " + views.owner().unrefs();
    }

    private static String byUnitstr(TensorFlow tf, Op op, byte[][] texts) throws Throwable {
        Core core = new Core(tf);
        MemorySegment tensor = tf.allocateStrings(texts.length);
        MemorySegment owner = ByUnitstr.parts(core, tf.data(tensor), texts);
        MemorySegment input = tf.handle(tensor);
        MemorySegment output = op.run(tf, input, texts.length);
        MemorySegment result = tf.resolve(output);
        long both = core.references(owner) - 1; // one is the handle
        tf.deleteHandle(input);
        tf.deleteTensor(tensor);
        op.check(tf, result, texts);
        long alone = core.references(owner) - 1;
        tf.deleteHandle(output);
        tf.deleteTensor(result);
        long end = core.references(owner) - 1;
        if (end != 0) {
            throw new AssertionError(end + " views left");
        }
        core.drop(owner);
        return both + " " + alone + " " + end;
    }

    private static String byJava(TensorFlow tf, Op op, byte[][] texts) throws Throwable {
        MemorySegment tensor = tf.allocateStrings(texts.length);
        MutableStringTensor elements = ByUnitstr.elements(tf, tf.data(tensor), texts.length);
        try (StringOwner owner = StringOwner.allocate(
                Stream.of(texts).mapToLong(text -> text.length).sum())) {
            long start = 0;
            for (int i = 0; i < texts.length; i++) {
                owner.write(start, texts[i]);
                elements.assignView(i, owner, start, texts[i].length);
                start += texts[i].length;
            }
            MemorySegment input = tf.handle(tensor);
            MemorySegment output = op.run(tf, input, texts.length);
            MemorySegment result = tf.resolve(output);
            long both = owner.references() - 1; // one is the handle
            tf.deleteHandle(input);
            tf.deleteTensor(tensor);
            op.check(tf, result, texts);
            long alone = owner.references() - 1;
            tf.deleteHandle(output);
            tf.deleteTensor(result);
            long end = owner.references() - 1;
            if (end != 0) {
                throw new AssertionError(end + " views left");
            }
            return both + " " + alone + " " + end;
        }
    }
}
