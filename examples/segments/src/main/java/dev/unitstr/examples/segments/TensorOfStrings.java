package dev.unitstr.examples.segments;

import static dev.unitstr.tensor.TensorLayout.TF24;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The strings of a TensorFlow tensor: by one call, and never from elsewhere than from the tensor. */
final class TensorOfStrings {
    private TensorOfStrings() {}

    static void show(Tour tour) {
        tour.stop("6. A tensor of strings, as TensorFlow has them: all by one call");
        tour.note("No string has a terminator. The JDK reads on into the next ones.");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment tensor = SegmentTensors.write(arena, TF24, "naïve", "世界", "😀 a\0b");

            tour.jdk(
                    "tensor.getString(tensor.get(JAVA_INT_UNALIGNED, 4))",
                    () -> tensor.getString(tensor.get(JAVA_INT_UNALIGNED, 4)));
            tour.ours(
                    "String.join(\" | \", SegmentTensor.of(tensor, 3, TF24).toStrings())",
                    () -> String.join(" | ", SegmentTensor.of(tensor, 3, TF24).toStrings()));

            tour.note("An offset out of the tensor makes TensorFlow itself crash.");
            tour.ours(
                    "tensor.set(JAVA_INT_UNALIGNED, 28, 0x7fffff00); SegmentTensor.of(tensor, 3, TF24).get(1)", () -> {
                        tensor.set(JAVA_INT_UNALIGNED, 28, 0x7fffff00);
                        return SegmentTensor.of(tensor, 3, TF24).get(1);
                    });
        }
    }
}
