package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.bench.tensor.TensorImage;
import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * What TensorFlow for Java does for each string: an element's pointer, a call for its size, a call for its data that
 * makes a pointer, a call that copies to an array, and a charset. Pointers and the copy are JavaCPP's; the two calls do
 * what JavaCPP generates. The contender {@code tensorflow} is TensorFlow's own, where it was built (profile
 * {@code tensorflow}).
 */
final class JavaCpp extends SegmentTensorContender {
    static {
        Rivals.load();
        start(Pointer.class, BytePointer.class);
    }

    private final Element elements;

    JavaCpp(TensorTexts texts) {
        super(texts);
        elements = new Element(memory);
    }

    @Override
    public String[] decode() {
        String[] strings = new String[TensorTexts.COUNT];
        for (int i = 0; i < strings.length; i++) {
            Element element = elements.at(i);
            byte[] copy = data(element).capacity(size(element)).getStringBytes();
            strings[i] = new String(copy, StandardCharsets.UTF_8);
        }
        return strings;
    }

    @Override
    public int[] lengths() {
        int[] lengths = new int[TensorTexts.COUNT];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = (int) size(elements.at(i));
        }
        return lengths;
    }

    private static native void start(Class<?> pointer, Class<?> bytePointer);

    private static native long size(Pointer element);

    private static native BytePointer data(Pointer element);

    /** An element, as JavaCPP has it. */
    private static final class Element extends Pointer {
        Element(MemorySegment table) {
            this.address = table.address();
            this.limit = TensorTexts.COUNT;
            this.capacity = TensorTexts.COUNT;
        }

        private Element(Element other) {
            super(other);
        }

        Element at(long i) {
            return new Element(this).offsetAddress(i);
        }

        @Override
        public int sizeof() {
            return TensorImage.ELEMENT;
        }
    }
}
