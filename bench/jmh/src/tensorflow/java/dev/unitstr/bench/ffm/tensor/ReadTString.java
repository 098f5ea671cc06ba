package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.ndarray.buffer.DataStorageVisitor;
import org.tensorflow.types.TString;

/** The code of docs/tensorflow.md for TensorFlow for Java. */
public final class ReadTString {
    private ReadTString() {}

    // [tensorflow: java]
    /** Reads a tensor of TensorFlow for Java, which passes the address of its raw data to the visitor. */
    static String[] strings(TString tensor) {
        return tensor.asRawTensor().data().accept(new DataStorageVisitor<String[]>() {
            @Override
            public String[] visit(long address, long length, long scale) {
                NativeMemory memory = NativeMemory.of(address, length * scale);
                return StringTensor.of(memory, tensor.size(), TensorLayout.TF24, Trust.TRUSTED)
                        .toStrings();
            }

            @Override
            public String[] fallback() {
                throw new IllegalStateException("not in native memory");
            }
        });
    }
    // [tensorflow: end]

    /**
     * Compares it with what TensorFlow for Java reads itself.
     *
     * @param args are not looked at
     */
    public static void main(String[] args) {
        String[] strings = {"a\0b", "", "漢字言葉 😀", "a text of more than twenty-two bytes"};
        try (TString tensor = TString.tensorOf(StdArrays.ndCopyOf(strings))) {
            String[] read = strings(tensor);
            if (!Arrays.equals(strings, read) || !tensor.shape().equals(Shape.of(strings.length))) {
                throw new AssertionError(List.of(read));
            }
            System.out.println(List.of(read));
        }
    }
}
