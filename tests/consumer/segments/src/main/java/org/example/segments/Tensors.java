package org.example.segments;

import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** A user's code for string tensors. */
final class Tensors {
    private Tensors() {}

    /** TF_TensorData as a segment of TF_TensorByteSize bytes: all its strings by one native call, or a few. */
    static String[] read(MemorySegment data, long count) {
        return SegmentTensor.of(data, count, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED)
                .toStrings();
    }

    /** Writes an input of TFLite, with one allocation. */
    static MemorySegment write(Arena arena, String... strings) {
        return SegmentTensors.write(arena, TensorLayout.TFLITE, strings);
    }

    /** A file that TensorFlow can map as well. Of its bytes nothing is trusted: bad ones are an exception. */
    static String last(Path file, String... strings) throws IOException {
        StringTensors.writeFile(file, TensorLayout.TF24, strings);
        return StringTensors.map(file, TensorLayout.TF24, strings.length).get(strings.length - 1);
    }

    static String tour() throws IOException {
        String[] strings = {"a\0b", "", "\u6F22\u5B57\u8A00\u8449 \uD83D\uDE00"};
        Path file = Files.createTempFile("strings", ".tensor");
        try (Arena arena = Arena.ofConfined()) {
            String last = last(file, strings);
            String[] read = read(SegmentTensors.write(arena, TensorLayout.TF24, strings), 3);
            String[] lite = SegmentTensor.of(write(arena, strings), 3, TensorLayout.TFLITE)
                    .toStrings();
            return read.length + " strings, the same " + last.equals(strings[2]) + " " + read[2].equals(lite[2]);
        } finally {
            Files.delete(file);
        }
    }
}
