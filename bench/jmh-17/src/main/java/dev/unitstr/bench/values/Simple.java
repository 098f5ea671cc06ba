package dev.unitstr.bench.values;

import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;

/** unitstr without a frame: arguments as objects, results as values. */
public final class Simple extends Caller {
    private final TvmFunction nop;
    private final TvmFunction echo;
    private final TvmFunction back;

    /**
     * For a library.
     *
     * @param library what is called
     */
    public Simple(TvmLibrary library) {
        TvmRuntime runtime = library.runtime();
        nop = runtime.function("testing.nop");
        echo = runtime.function("testing.echo");
        back = runtime.functionOf(call -> call.arg(0).asLong());
    }

    @Override
    public long nop() {
        return nop.call().isNull() ? 0 : 1;
    }

    @Override
    public String echo(String text) {
        return echo.call(text).asString();
    }

    @Override
    public long upcall(long number) {
        return back.call(number).asLong();
    }
}
