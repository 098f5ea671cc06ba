package dev.unitstr.bench.values;

import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;

/** unitstr, by a frame that is kept. */
public final class OurCaller extends Caller {
    private final CallFrame frame;
    private final TvmFunction nop;
    private final TvmFunction echo;
    private final TvmFunction back;
    private final OwnedValue array;

    /**
     * With an array of strings.
     *
     * @param library what is called
     * @param strings what the array has
     */
    public OurCaller(TvmLibrary library, String[] strings) {
        TvmRuntime runtime = library.runtime();
        frame = runtime.frame();
        nop = runtime.function("testing.nop");
        echo = runtime.function("testing.echo");
        back = runtime.functionOf(call -> call.arg(0).asLong());
        array = runtime.function("ffi.Array").callOwned((Object[]) strings);
    }

    @Override
    public long nop() {
        frame.invoke(nop, 0);
        return 0;
    }

    @Override
    public String echo(String text) {
        frame.put(0, text);
        frame.invoke(echo, 1);
        return frame.getString();
    }

    @Override
    public long upcall(long number) {
        frame.putLong(0, number);
        frame.invoke(back, 1);
        return frame.getLong();
    }

    @Override
    public String[] readArray() {
        return array.asList().toStrings();
    }
}
