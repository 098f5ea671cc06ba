package dev.unitstr.interop.tensorflow;

import static dev.unitstr.interop.tensorflow.Tstring.element;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The elements of two of TensorFlow's tensors, changed side by side: what TensorFlow does to one, unitstr does to the
 * other, and now and then the other way round, so that each has to go on from what the other left.
 */
final class Mutators {
    private static final int STEPS = 20_000;
    private static final int COUNT = 8;
    private static final int SIZES = 300;

    private final TensorFlow tf;
    private final Changes by;
    private final Random random = new Random(6);
    private final MemorySegment shown;
    private final MemorySegment left;
    private final MemorySegment right;
    private final byte[][] texts = new byte[COUNT][0];

    private Mutators(TensorFlow tf, Changes core, Arena arena, MemorySegment left, MemorySegment right)
            throws Throwable {
        this.tf = tf;
        this.by = core;
        this.shown = arena.allocateFrom(ValueLayout.JAVA_BYTE, Strings.letters(2 * SIZES));
        this.left = tf.data(left);
        this.right = tf.data(right);
    }

    static int run(TensorFlow tf, Changes core) {
        Table table = new Table(
                "Changes to elements by " + core.title(),
                STEPS + " changes, chosen by chance, to the elements of two tensors of TensorFlow's; after each the"
                        + " elements are compared: text, and type, size and capacity by TensorFlow's own functions. In the"
                        + " end GatherV2 and StringUpper read both, and TensorFlow frees what is in them.",
                List.of("the one", "the other", "elements"));
        String ours = "unitstr: copy, view, dealloc; append, resize, assign, move";
        String theirs = "TF_StringCopy, TF_StringAssignView, TF_StringDealloc; unitstr: append, resize, assign, move";
        table.row(List.of(theirs, ours, table.cell("changes", () -> compare(tf, core))));
        return table.failures();
    }

    private static String compare(TensorFlow tf, Changes core) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment left = tf.allocateStrings(COUNT);
            MemorySegment right = tf.allocateStrings(COUNT);
            Mutators both = new Mutators(tf, core, arena, left, right);
            for (int step = 0; step < STEPS; step++) {
                both.step();
            }
            for (MemorySegment tensor : List.of(left, right)) {
                MemorySegment input = tf.handle(tensor);
                for (Op op : List.of(Op.GATHER, Op.STRING_UPPER)) {
                    MemorySegment output = op.run(tf, input, COUNT);
                    MemorySegment result = tf.resolve(output);
                    op.check(tf, result, both.texts);
                    tf.deleteTensor(result);
                    tf.deleteHandle(output);
                }
                tf.deleteHandle(input);
                tf.deleteTensor(tensor);
            }
            return "the same";
        }
    }

    private void step() throws Throwable {
        int i = random.nextInt(COUNT);
        boolean swap = random.nextInt(8) == 0;
        MemorySegment theirs = element(swap ? right : left, i);
        MemorySegment ours = element(swap ? left : right, i);
        int size = random.nextBoolean() ? random.nextInt(50) : random.nextInt(SIZES);
        String change = random.nextInt(4) == 0 ? onBoth(i, size) : sideBySide(i, size, theirs, ours);
        List<Long> first = tf.describe(theirs);
        List<Long> second = tf.describe(ours);
        if (!first.equals(second) || first.get(1) != texts[i].length) {
            throw new AssertionError(
                    change + " of " + size + ": type, size and capacity are " + first + " and " + second);
        }
        Strings.same(texts, Tstring.texts(left, COUNT), change);
        Strings.same(texts, Tstring.texts(right, COUNT), change);
    }

    private String sideBySide(int i, int size, MemorySegment theirs, MemorySegment ours) throws Throwable {
        switch (random.nextInt(5)) {
            case 0 -> {
                MemorySegment part = shown.asSlice(random.nextInt(SIZES), size);
                tf.showIn(theirs, part);
                by.view(ours, part);
                texts[i] = part.toArray(ValueLayout.JAVA_BYTE);
                return "view";
            }
            case 1 -> {
                boolean owned = Tstring.kind(theirs) == Tstring.Kind.LARGE; // what owns nothing stays as it is
                tf.dealloc(theirs);
                by.dealloc(ours);
                texts[i] = owned ? new byte[0] : texts[i];
                return "dealloc";
            }
            default -> {
                texts[i] = Strings.letters(size);
                tf.copyInto(theirs, texts[i]);
                by.copy(ours, texts[i]);
                return "copy";
            }
        }
    }

    /** What TensorFlow's library has no function for: on both sides by unitstr. */
    private String onBoth(int i, int size) throws Throwable {
        int from = random.nextInt(COUNT);
        int change = random.nextInt(4);
        Tstring.Kind moved = Tstring.kind(element(left, from));
        for (MemorySegment table : List.of(left, right)) {
            switch (change) {
                case 0 -> by.append(element(table, i), Strings.letters(size));
                case 1 -> by.resize(element(table, i), size, (byte) 'r');
                case 2 -> by.assign(element(table, i), element(table, from));
                default -> by.move(element(table, i), element(table, from));
            }
        }
        byte[] before = texts[i];
        switch (change) {
            case 0 -> {
                texts[i] = Arrays.copyOf(before, before.length + size);
                System.arraycopy(Strings.letters(size), 0, texts[i], before.length, size);
            }
            case 1 -> {
                texts[i] = Arrays.copyOf(before, size);
                Arrays.fill(texts[i], Math.min(size, before.length), size, (byte) 'r');
            }
            default -> {
                texts[i] = texts[from];
                boolean emptied = moved == Tstring.Kind.LARGE || moved == Tstring.Kind.VIEW && tf.hasOwners();
                texts[from] = change == 3 && from != i && emptied ? new byte[0] : texts[from];
            }
        }
        return List.of("append", "resize", "assign", "move").get(change);
    }
}
