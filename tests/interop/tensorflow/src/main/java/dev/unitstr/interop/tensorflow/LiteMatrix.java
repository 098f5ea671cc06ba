package dev.unitstr.interop.tensorflow;

import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Tensors that TFLite wrote, and tensors that it reads. */
final class LiteMatrix {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private LiteMatrix() {}

    static int run(Lite lite) {
        Table table = new Table(
                "TFLite",
                "tflite-runtime 2.14.0: what `tflite::DynamicBuffer` writes and `tflite::GetString` reads.",
                List.of("texts", "bytes", "TFLite writes, unitstr reads", "unitstr writes, TFLite reads"));
        row(table, lite, "of all sizes", Strings.mixed());
        row(table, lite, "short", Strings.small());
        row(table, lite, "one, empty", new byte[1][0]);
        row(table, lite, "a thousand, empty", new byte[1000][0]);
        row(table, lite, "none", new byte[0][]);
        row(table, lite, "1 MiB", new byte[][] {Strings.letters(1 << 20)});
        return table.failures();
    }

    private static void row(Table table, Lite lite, String what, byte[][] texts) {
        byte[] expected = tensor(texts);
        String written = table.cell("TFLite writes texts: " + what, () -> {
            byte[] tensor = lite.write(texts);
            if (!Arrays.equals(expected, tensor)) {
                throw new AssertionError(
                        "not the bytes that are expected, from " + Arrays.mismatch(expected, tensor) + " on");
            }
            Reading.lite(tensor, texts);
            return "right";
        });
        String read = table.cell("TFLite reads texts: " + what, () -> {
            byte[] tensor = SegmentTensors.build(
                            StringTensorBuilder.of(TensorLayout.TFLITE).addAll(texts), Arena.ofAuto())
                    .toArray(ValueLayout.JAVA_BYTE);
            if (!Arrays.equals(expected, tensor)) {
                throw new AssertionError(
                        "not the bytes that are expected, from " + Arrays.mismatch(expected, tensor) + " on");
            }
            Strings.same(texts, lite.read(tensor), "TFLite");
            return "right, the same bytes";
        });
        table.row(List.of(what, Integer.toString(expected.length), written, read));
    }

    /** A tensor by hand: count, offsets, end, texts. */
    private static byte[] tensor(byte[][] texts) {
        int at = 4 * (texts.length + 2);
        byte[] tensor =
                new byte[at + Stream.of(texts).mapToInt(text -> text.length).sum()];
        MemorySegment memory = MemorySegment.ofArray(tensor);
        memory.setAtIndex(INT, 0, texts.length);
        for (int i = 0; i < texts.length; i++) {
            memory.setAtIndex(INT, 1 + i, at);
            MemorySegment.copy(texts[i], 0, memory, ValueLayout.JAVA_BYTE, at, texts[i].length);
            at += texts[i].length;
        }
        memory.setAtIndex(INT, 1 + texts.length, at);
        return tensor;
    }
}
