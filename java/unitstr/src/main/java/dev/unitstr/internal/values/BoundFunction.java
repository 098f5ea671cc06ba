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
        TvmHost.CLEANER.register(function, () -> calls.release(address));
        return function;
    }

    /** Creates a function from an address, with a new reference. */
    static BoundFunction retained(BoundRuntime runtime, long address) {
        runtime.host.calls.retain(address);
        return owned(runtime, "a function", address);
    }

    private void invoke(TvmFrame frame, @Nullable Object[] args) {
        frame.putAll(runtime, args, null);
        frame.invoke(this, args.length);
    }

    @Override
    public Value call(@Nullable Object... args) {
        checkArgs(args);
        TvmHost host = runtime.host;
        TvmFrame frame = host.acquire();
        try {
            invoke(frame, args);
            int code = frame.resultCode();
            if (code < TvmSlots.OBJECT) {
                return RegionSlot.copy(host.plain, frame.takeResult());
            }
            if (code != TvmSlots.STR && code != TvmSlots.BYTES) {
                return owned(host, frame, args);
            }
            TextSlot text = new TextSlot(host, code, frame.resultObject(), frame.resultText());
            frame.dropResult(); // the function may have returned the argument's string: the frame can then reuse it
            return text;
        } finally {
            host.release(frame);
            Reference.reachabilityFence(args);
        }
    }

    @Override
    public OwnedValue callOwned(@Nullable Object... args) {
        checkArgs(args);
        TvmHost host = runtime.host;
        TvmFrame frame = host.acquire();
        try {
            invoke(frame, args);
            return owned(host, frame, args);
        } finally {
            host.release(frame);
            Reference.reachabilityFence(args);
        }
    }

    private OwnedValue owned(TvmHost host, TvmFrame frame, @Nullable Object[] args) {
        long bytes = frame.textBytes(args.length);
        byte[] slot = frame.takeResult();
        return OwnedSlot.of(host, runtime, slot, bytes + host.ownBytes(slot));
    }

    private static void checkArgs(@Nullable Object @Nullable [] args) {
        if (args == null) {
            throw new NullPointerException("args is null: to pass null as the only argument, write (Object) null");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
