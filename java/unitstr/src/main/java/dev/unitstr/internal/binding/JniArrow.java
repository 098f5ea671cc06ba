package dev.unitstr.internal.binding;

/** The functions for Arrow's C data interface over JNI. */
final class JniArrow implements ArrowCalls {
    static final JniArrow OURS = new JniArrow();

    private JniArrow() {}

    @Override
    public long export(int kind, long from, long count, long owner, long to) {
        return JniNatives.arrowExport0(kind, from, count, owner, to);
    }

    @Override
    public long call(int kind, long function, long first, long second) {
        return JniNatives.arrowCall0(kind, function, first, second);
    }
}
