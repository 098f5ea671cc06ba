package dev.unitstr.bench.ffm.tensor;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetDataPointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetSize;

import dev.unitstr.bench.tensor.TensorContender;
import dev.unitstr.bench.tensor.TensorTexts;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.Pointer;
import org.tensorflow.internal.c_api.TF_TString;

/** TensorFlow for Java itself: its C API by JavaCPP, called for each string as it does that. */
final class TensorFlow extends SegmentTensorContender {
    private final TF_TString elements;

    private TensorFlow(TensorTexts texts) {
        super(texts);
        elements = new TF_TString(new At(memory.address()));
    }

    @Override
    public String[] decode() {
        String[] strings = new String[TensorTexts.COUNT];
        for (int i = 0; i < strings.length; i++) {
            TF_TString element = elements.getPointer(i);
            byte[] copy = TF_TString_GetDataPointer(element)
                    .capacity(TF_TString_GetSize(element))
                    .getStringBytes();
            strings[i] = new String(copy, StandardCharsets.UTF_8);
        }
        return strings;
    }

    @Override
    public int[] lengths() {
        int[] lengths = new int[TensorTexts.COUNT];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = (int) TF_TString_GetSize(elements.getPointer(i));
        }
        return lengths;
    }

    private static final class At extends Pointer {
        At(long address) {
            this.address = address;
        }
    }

    /** It is there. */
    public static final class Found implements Installed {
        /** For the service loader. */
        public Found() {}

        @Override
        public String name() {
            return "tensorflow";
        }

        @Override
        public TensorContender make(TensorTexts texts) {
            return new TensorFlow(texts);
        }
    }
}
