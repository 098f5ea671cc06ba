package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.OwnedAny;

/** A slot that owns what it refers to. */
final class OwnedPad extends LivedContext.LivedPad implements OwnedAny {
    private final OwnedLife life;

    private OwnedPad(LivedContext context, OwnedLife life, byte[] slot) {
        super(context, new ArrayRegion(slot), 0, slot.length);
        this.life = life;
    }

    private record Release(ValueCalls calls, long object, Pins pins) implements Runnable {
        @Override
        public void run() {
            pins.release();
            if (object != 0) {
                calls.release(object);
            }
        }
    }

    /** Takes over what a slot owns. */
    static OwnedPad of(TvmHost host, byte[] slot) {
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        // All elements refer to its life, not to this object: they may be what is left of it.
        Pins pins = new Pins(host.calls);
        OwnedLife life = new OwnedLife("the value is closed", new Release(host.calls, object, pins));
        return new OwnedPad(new LivedContext(host.memory, host.strings, life, pins), life, slot);
    }

    @Override
    public void close() {
        life.close();
    }
}
