package dev.unitstr.internal.values;

import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.util.Objects;

/** Retains values of libtvm_ffi. */
public final class Retained {
    private Retained() {}

    /**
     * Creates an owned value with a new reference.
     *
     * @param value a value of libtvm_ffi
     * @return an owned value for the same object
     */
    public static OwnedValue of(Value value) {
        if (!(Objects.requireNonNull(value, "value") instanceof RegionSlot pad)) {
            throw new IllegalArgumentException("value is a " + FormatErrors.nameOf(value) + ": not created by unitstr");
        }
        if (pad.dialect() != Dialect.TVM_FFI) {
            throw new IllegalArgumentException("a value of " + pad.dialect() + " has no reference count");
        }
        TvmHost host = TvmHost.chosen();
        BoundRuntime runtime = pad.context().runtime();
        TvmFrame frame = host.acquire();
        try {
            frame.putValue(0, pad);
            frame.ownFirst();
            return OwnedSlot.of(host, runtime, frame.takeResult(), 0);
        } finally {
            host.release(frame);
            Reference.reachabilityFence(value);
        }
    }
}
