package dev.unitstr.ffm.internal.binding;

import dev.unitstr.internal.binding.ArrowCalls;
import java.lang.invoke.MethodHandle;

/** The functions for Arrow's C data interface. The downcalls are not critical, because they may call back into Java. */
final class FfmArrow implements ArrowCalls {
    static final FfmArrow OURS = new FfmArrow();

    private FfmArrow() {}

    @Override
    public long export(int kind, long from, long count, long owner, long to) {
        try {
            return (long) Handles.EXPORT.invokeExact(kind, from, count, owner, to);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long call(int kind, long function, long first, long second) {
        try {
            return (long) Handles.CALL.invokeExact(kind, function, first, second);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** The downcall handles, linked with the first struct. */
    private static final class Handles {
        static final MethodHandle EXPORT = LibraryTable.link(Downcall.ARROW_EXPORT);
        static final MethodHandle CALL = LibraryTable.link(Downcall.ARROW_CALL);
    }
}
