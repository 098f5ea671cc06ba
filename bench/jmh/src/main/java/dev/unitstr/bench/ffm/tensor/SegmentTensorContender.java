package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.TensorContender;
import dev.unitstr.bench.tensor.TensorImage;
import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;

/** Who reads and writes tensors in segments. */
public abstract class SegmentTensorContender extends TensorContender {
    /** What is read. */
    protected final MemorySegment memory;

    /**
     * For subclasses.
     *
     * @param texts the strings
     */
    protected SegmentTensorContender(TensorTexts texts) {
        super(texts);
        TensorImage image = new TensorImage(texts);
        memory = Arena.global().allocate(image.bytes(), Long.BYTES);
        image.write(memory.asByteBuffer(), memory.address());
    }

    /** Contenders that are not always there. */
    public interface Installed {
        /**
         * Its name.
         *
         * @return what a plan calls it
         */
        String name();

        /**
         * Makes it.
         *
         * @param texts the strings
         * @return the contender
         */
        TensorContender make(TensorTexts texts);
    }

    static TensorContender installed(String name, TensorTexts texts) {
        for (Installed one : ServiceLoader.load(Installed.class)) {
            if (one.name().equals(name)) {
                return one.make(texts);
            }
        }
        throw new IllegalArgumentException("no contender " + name + " for tensors");
    }

    /** The element of a string. */
    static long element(int i) {
        return (long) TensorImage.ELEMENT * i;
    }
}
