package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tvm.OwnedValue;
import org.jspecify.annotations.Nullable;

/** A slot that owns what it refers to. */
final class OwnedSlot extends ScopedContext.ScopedSlot implements OwnedValue {
    private final TvmHost host;
    private final OwnedLifetime life;
    /** The address of a string object; 0 of all else. */
    private final long string;

    private OwnedSlot(TvmHost host, ScopedContext context, OwnedLifetime life, byte[] slot) {
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
     * Takes over what a slot owns.
     *
     * @param runtime whose value it is; null if that is not known
     * @param bytes about how much native memory it holds, besides its own
     */
    static OwnedSlot of(TvmHost host, @Nullable BoundRuntime runtime, byte[] slot, long bytes) {
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        long held = object == 0 ? 0 : Unclosed.OBJECT_BYTES + bytes;
        // All elements refer to its life, not to this object: they may be what is left of it.
        Pins pins = new Pins(host.calls);
        OwnedLifetime life = new OwnedLifetime("the value is closed", new Release(host, object, held, pins));
        if (object != 0) {
            host.unclosed.add(held);
        }
        return new OwnedSlot(host, new ScopedContext(host, runtime, life, pins), life, slot);
    }

    /** A string object is read by its address and size: the library made it, so its header needs no check. */
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
        }
    }

    @Override
    public void close() {
        life.close();
    }
}
