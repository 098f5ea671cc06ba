package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.TensorCell;
import dev.unitstr.bench.tensor.TensorContender;
import dev.unitstr.bench.tensor.TensorTexts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Tensors of strings in native memory segments; times are for each string. */
public class Tensors extends TensorCell {
    /** For JMH. */
    public Tensors() {}

    @Override
    protected TensorContender contender(TensorTexts texts) {
        return switch (contender) {
            case "unitstr" -> new Ours(texts, false);
            case "unitstr-parallel" -> new Ours(texts, true);
            case "unitstr-built" -> Ours.built(texts);
            case "plain" -> new Plain(texts);
            case "calls" -> Calls.usual(texts);
            case "critical" -> Calls.critical(texts);
            case "pack" -> new Pack(texts);
            case "copies" -> new Copies(texts);
            case "newstring" -> new NewString(texts);
            case "javacpp" -> new JavaCpp(texts);
            default -> SegmentTensorContender.installed(contender, texts);
        };
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
