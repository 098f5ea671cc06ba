package dev.unitstr.bench.ffm.values;

import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.bench.values.Caller;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** A critical call of FFM to a function that does nothing. */
final class Critical extends Caller {
    static final MethodHandle NOTHING;

    static {
        Rivals.load();
        NOTHING = link();
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link() {
        MemorySegment symbol = SymbolLookup.loaderLookup().find("rival_nothing").orElseThrow();
        return Linker.nativeLinker()
                .downcallHandle(symbol, FunctionDescriptor.of(ValueLayout.JAVA_LONG), Linker.Option.critical(false));
    }

    @Override
    public long nop() {
        try {
            return (long) NOTHING.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
