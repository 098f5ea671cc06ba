package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;

/**
 * Consecutive elements of a string tensor, on which {@link TensorCalls} operates. A loop over a tensor creates one part
 * and moves it, so that its calls allocate nothing.
 */
public final class TensorPart {
    final byte[] options;
    final Region memory;
    long first;
    int count;

    /**
     * Creates a part without elements.
     *
     * @param options the description of the tensor: {@link TensorOptions}
     * @param memory the memory of the whole tensor; native code checks offsets in it against its bounds
     */
    public TensorPart(byte[] options, Region memory) {
        this.options = options;
        this.memory = memory;
    }

    /**
     * Moves this part.
     *
     * @param first the index of the first element
     * @param count the number of elements, at most {@link Binding#BATCH_TEXTS} unless a method states another limit
     * @return this part
     */
    public TensorPart at(long first, int count) {
        this.first = first;
        this.count = count;
        return this;
    }

    /**
     * Returns the description of the tensor.
     *
     * @return {@link TensorOptions}
     */
    public byte[] options() {
        return options;
    }

    /**
     * Returns the memory of the whole tensor.
     *
     * @return the memory
     */
    public Region memory() {
        return memory;
    }

    /**
     * Returns the index of the first element.
     *
     * @return the index
     */
    public long first() {
        return first;
    }

    /**
     * Returns the number of elements.
     *
     * @return the number
     */
    public int count() {
        return count;
    }
}
