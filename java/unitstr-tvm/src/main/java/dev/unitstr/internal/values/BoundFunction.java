package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.Value;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/** A function of libtvm_ffi. */
final class BoundFunction implements TvmFunction {
    final BoundRuntime runtime;
    private final String name;
    final long address;

    private BoundFunction(BoundRuntime runtime, String name, long address) {
        this.runtime = runtime;
        this.name = name;
        this.address = address;
    }

    /** Creates a function that owns an existing reference. */
    static BoundFunction owned(BoundRuntime runtime, String name, long address) {
        BoundFunction function = new BoundFunction(runtime, name, address);
        ValueCalls calls = runtime.host.calls;
        OwnedLifetime.CLEANER.register(function, () -> calls.release(address));
        return function;
    }

    /** Creates a function from an address, with a new reference. */
    static BoundFunction retained(BoundRuntime runtime, long address) {
        runtime.host.calls.retain(address);
        return owned(runtime, "a function", address);
    }

    @Override
    public Value call(@Nullable Object... args) {
        return call(args, false);
    }

    @Override
    public OwnedValue callOwned(@Nullable Object... args) {
        return (OwnedValue) call(args, true);
    }

    private Value call(@Nullable Object @Nullable [] args, boolean owned) {
        if (args == null) {
            throw new NullPointerException("args is null: to pass null as the only argument, write (Object) null");
        }
        TvmHost host = runtime.host;
        try (TvmFrame frame = host.acquire()) {
            frame.putAll(runtime, args, null);
            frame.invoke(this, args.length);
            int code = frame.resultCode();
            if (!owned && code < TvmSlots.OBJECT) {
                return RegionSlot.copy(host.plain, frame.takeResult());
            }
            if (!owned && (code == TvmSlots.STR || code == TvmSlots.BYTES)) {
                TextSlot text = new TextSlot(host, code, frame.resultObject(), frame.resultText());
                frame.dropResult(); // the function may have returned the argument's string: the frame can then reuse it
                return text;
            }
            long bytes = frame.textBytes(args.length);
            return OwnedSlot.of(host, runtime, frame.takeResult(), bytes);
        } finally {
            Reference.reachabilityFence(args);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
