package dev.unitstr.interop.tensorflow;

import dev.unitstr.NativeMemory;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.TensorLayout;
import java.lang.foreign.MemorySegment;

/** What a user of Java does to an element: {@link MutableStringTensor}. */
final class JavaChanges implements Changes {
    private final TensorLayout layout;

    JavaChanges(TensorFlow tf) {
        layout = layout(tf);
    }

    /** The layout of a version of TensorFlow's. */
    static TensorLayout layout(TensorFlow tf) {
        return tf.hasOwners() ? TensorLayout.TF24_FROM_2_21 : TensorLayout.TF24_UP_TO_2_20;
    }

    private MutableStringTensor at(MemorySegment element) {
        return MutableStringTensor.of(NativeMemory.of(element.address(), Tstring.BYTES), 1, layout);
    }

    @Override
    public String title() {
        return "unitstr, Java";
    }

    @Override
    public void copy(MemorySegment element, byte[] text) {
        at(element).copy(0, text);
    }

    @Override
    public void append(MemorySegment element, byte[] text) {
        at(element).append(0, text);
    }

    @Override
    public void resize(MemorySegment element, long bytes, byte fill) {
        at(element).resize(0, bytes, fill);
    }

    @Override
    public void view(MemorySegment element, MemorySegment text) {
        at(element).assignView(0, NativeMemory.of(text.address(), text.byteSize()));
    }

    @Override
    public void assign(MemorySegment element, MemorySegment from) {
        at(element).assign(0, at(from), 0);
    }

    @Override
    public void move(MemorySegment element, MemorySegment from) {
        at(element).move(0, at(from), 0);
    }

    @Override
    public void dealloc(MemorySegment element) {
        at(element).dealloc(0);
    }
}
