package dev.unitstr.bench.values;

/** On JDK 17. */
public class PackedCalls extends Packed {
    /** For JMH. */
    public PackedCalls() {}

    @Override
    protected String defaultBinding() {
        return "jni";
    }
}
