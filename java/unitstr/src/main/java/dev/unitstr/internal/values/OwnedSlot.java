package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A slot that owns the object it refers to. */
public final class OwnedSlot extends RegionSlot implements OwnedValue {
    private final TvmHost host;
    private final OwnedLifetime life;
    /** The address of a string object; 0 for any other value. */
    private final long string;

    private OwnedSlot(TvmHost host, ValueContext context, OwnedLifetime life, byte[] slot) {
        super(context, new ArrayRegion(slot), 0, slot.length);
        this.host = host;
        this.life = life;
        this.string = Bits.i32(slot, 0) == TvmSlots.STR ? Bits.i64(slot, Long.BYTES) : 0;
    }

    private record Release(TvmHost host, long object, long bytes, Pins pins) implements Runnable {
        @Override
        public void run() {
            pins.release();
            if (object != 0) {
                host.unclosed.remove(bytes);
                host.calls.release(object);
            }
        }
    }

    /**
     * Creates a slot that takes over the reference of another one.
     *
     * @param runtime the runtime of the value; null if unknown
     * @param bytes the approximate native memory that the object holds, without the object itself
     */
    static OwnedSlot of(TvmHost host, @Nullable BoundRuntime runtime, byte[] slot, long bytes) {
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        long held = object == 0 ? 0 : Unclosed.OBJECT_BYTES + bytes;
        // Elements refer to the lifetime, not to this object, because they may outlive it.
        Pins pins = new Pins(host.calls);
        OwnedLifetime life = new OwnedLifetime("the value is closed", new Release(host, object, held, pins));
        if (object != 0) {
            host.unclosed.add(held);
        }
        return new OwnedSlot(host, new ValueContext(host, runtime, life, pins), life, slot);
    }

    /** Reads a string object by its address and size. The library created it, so its header is not checked. */
    @Override
    public String asString(MalformedPolicy policy) {
        if (string == 0 || policy != MalformedPolicy.REPLACE) {
            return super.asString(policy);
        }
        life.enter();
        try {
            return host.text(string);
        } finally {
            life.exit();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Performs {@code SegmentValues.retain}: creates an owned value with a new reference.
     *
     * @param value a value of libtvm_ffi
     * @return an owned value for the same object
     */
    public static OwnedSlot retain(Value value) {
        if (!(Objects.requireNonNull(value, "value") instanceof RegionSlot pad)) {
            throw new IllegalArgumentException("value is a " + FormatErrors.nameOf(value) + ": not created by unitstr");
        }
        if (pad.dialect() != Dialect.TVM_FFI) {
            throw new IllegalArgumentException("a value of " + pad.dialect() + " has no reference count");
        }
        TvmHost host = TvmHost.chosen();
        BoundRuntime runtime = pad.context().runtime;
        try (TvmFrame frame = host.acquire()) {
            frame.putValue(0, pad);
            frame.retainFirst();
            return of(host, runtime, frame.takeResult(), 0);
        } finally {
            Reference.reachabilityFence(value);
        }
    }

    @Override
    public void close() {
        life.close();
    }

    /**
     * Returns an action that closes this value and does not keep it reachable.
     *
     * @return the action
     */
    public Runnable closing() {
        return life::close;
    }

    /**
     * Keeps an object from the garbage collector as long as this value, or an element of it, can be used.
     *
     * @param object the object
     */
    public void hold(Object object) {
        context().hold(object);
    }
}
