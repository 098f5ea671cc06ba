package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.OwnedAny;
import org.jspecify.annotations.Nullable;

/** A slot that owns what it refers to. */
final class OwnedPad extends LivedContext.LivedPad implements OwnedAny {
    private final TvmHost host;
    private final OwnedLife life;
    /** The address of a string object; 0 of all else. */
    private final long string;

    private OwnedPad(TvmHost host, LivedContext context, OwnedLife life, byte[] slot) {
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
    static OwnedPad of(TvmHost host, @Nullable TvmRuntime runtime, byte[] slot, long bytes) {
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        long held = object == 0 ? 0 : Unclosed.OBJECT_BYTES + bytes;
        // All elements refer to its life, not to this object: they may be what is left of it.
        Pins pins = new Pins(host.calls);
        OwnedLife life = new OwnedLife("the value is closed", new Release(host, object, held, pins));
        if (object != 0) {
            host.unclosed.add(held);
        }
        return new OwnedPad(host, new LivedContext(host, runtime, life, pins), life, slot);
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
