package dev.unitstr.bench.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Tensors of strings in direct byte buffers, on JDK 17 and later; times are for each string. */
public class BufferTensors extends TensorCell {
    /** For JMH. */
    public BufferTensors() {}

    @Override
    protected TensorContender contender(TensorTexts texts) {
        return BufferTensorContender.of(contender, texts);
    }

    /**
     * Reads a tensor.
     *
     * @return the strings
     */
    @Benchmark
    @OperationsPerInvocation(TensorTexts.COUNT)
    public String[] decode() {
        return who().decode();
    }

    /**
     * Writes a tensor.
     *
     * @return something that depends on it
     */
    @Benchmark
    @OperationsPerInvocation(TensorTexts.COUNT)
    public long encode() {
        return who().encode();
    }

    /**
     * Asks how long the strings are.
     *
     * @return how long
     */
    @Benchmark
    @OperationsPerInvocation(TensorTexts.COUNT)
    public int[] lengths() {
        return who().lengths();
    }
}
