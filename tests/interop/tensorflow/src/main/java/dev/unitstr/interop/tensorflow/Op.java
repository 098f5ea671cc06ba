package dev.unitstr.interop.tensorflow;

import static dev.unitstr.interop.tensorflow.TensorFlow.INT32;
import static dev.unitstr.interop.tensorflow.TensorFlow.STRING;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** TensorFlow's operations on strings, and what must come of them. */
enum Op {
    STRING_LENGTH("StringLength") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title).input(input).run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            throw new UnsupportedOperationException("numbers come of " + title);
        }
    },

    STRING_UPPER("StringUpper") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title).input(input).run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            return Stream.of(texts).map(Op::upper).toArray(byte[][]::new);
        }
    },

    IDENTITY("Identity") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title).type("T", STRING).input(input).run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            return texts;
        }
    },

    GATHER("GatherV2") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title)
                    .type("Tparams", STRING)
                    .type("Tindices", INT32)
                    .type("Taxis", INT32)
                    .number("batch_dims", 0)
                    .input(input)
                    .ints(indices(count))
                    .scalar(0)
                    .run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            return IntStream.of(indices(texts.length)).mapToObj(i -> texts[i]).toArray(byte[][]::new);
        }

        /** The last, the first, all backwards, the first again. */
        private int[] indices(int count) {
            IntStream all = IntStream.range(0, count).map(i -> count - 1 - i);
            return count == 0
                    ? new int[0]
                    : Stream.of(IntStream.of(count - 1, 0), all, IntStream.of(0))
                            .flatMapToInt(one -> one)
                            .toArray();
        }
    },

    TILE("Tile") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title)
                    .type("T", STRING)
                    .type("Tmultiples", INT32)
                    .input(input)
                    .ints(3)
                    .run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            return repeated(texts, 3);
        }
    },

    CONCAT("ConcatV2") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title)
                    .type("T", STRING)
                    .type("Tidx", INT32)
                    .number("N", 2)
                    .input(input)
                    .input(input)
                    .scalar(0)
                    .run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            return repeated(texts, 2);
        }
    },

    /** Every second, from the second on. */
    STRIDED_SLICE("StridedSlice") {
        @Override
        MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable {
            return tf.operation(title)
                    .type("T", STRING)
                    .type("Index", INT32)
                    .input(input)
                    .ints(1)
                    .ints(count)
                    .ints(2)
                    .run();
        }

        @Override
        byte[][] expected(byte[][] texts) {
            List<byte[]> expected = new ArrayList<>();
            for (int i = 1; i < texts.length; i += 2) {
                expected.add(texts[i]);
            }
            return expected.toArray(byte[][]::new);
        }
    };

    final String title;

    Op(String title) {
        this.title = title;
    }

    /** Runs it on so many strings; the result is a handle. */
    abstract MemorySegment run(TensorFlow tf, MemorySegment input, int count) throws Throwable;

    /** The strings that must come of it. */
    abstract byte[][] expected(byte[][] texts);

    /** Compares an output with what must come of the operation; returns what kinds of strings TensorFlow made. */
    String check(TensorFlow tf, MemorySegment output, byte[][] texts) throws Throwable {
        if (this == STRING_LENGTH) {
            int[] lengths = tf.data(output).toArray(ValueLayout.JAVA_INT);
            int[] expected = Stream.of(texts).mapToInt(text -> text.length).toArray();
            if (!Arrays.equals(expected, lengths)) {
                throw new AssertionError(Arrays.toString(lengths) + " instead of " + Arrays.toString(expected));
            }
            return "right";
        }
        return Strings.check(tf, output, expected(texts));
    }

    /** Without an encoding TensorFlow changes ASCII letters only. */
    private static byte[] upper(byte[] text) {
        byte[] upper = text.clone();
        for (int i = 0; i < upper.length; i++) {
            if (upper[i] >= 'a' && upper[i] <= 'z') {
                upper[i] -= 'a' - 'A';
            }
        }
        return upper;
    }

    private static byte[][] repeated(byte[][] texts, int times) {
        return IntStream.range(0, times).boxed().flatMap(i -> Stream.of(texts)).toArray(byte[][]::new);
    }
}
