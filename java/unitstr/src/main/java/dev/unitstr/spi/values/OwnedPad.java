package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.OwnedAny;
import java.lang.ref.Cleaner;

/** A slot that owns what it refers to. */
final class OwnedPad extends LivedContext.LivedPad implements OwnedAny {
    private final Life life;
    private final Cleaner.Cleanable cleanable;

    private OwnedPad(LivedContext context, Life life, byte[] slot, ValueCalls calls) {
        super(context, new ArrayRegion(slot), 0, slot.length);
        this.life = life;
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        // With its life, which all elements refer to, not with this object: they may be what is left of it.
        this.cleanable = TvmHost.CLEANER.register(life, new Release(calls, object));
    }

    private record Release(ValueCalls calls, long object) implements Runnable {
        @Override
        public void run() {
            if (object != 0) {
                calls.release(object);
            }
        }
    }

    /** Takes over what a slot owns. */
    static OwnedPad of(TvmHost host, byte[] slot) {
        Life life = new Life("the value is closed");
        return new OwnedPad(new LivedContext(host.memory, host.strings, life), life, slot, host.calls);
    }

    @Override
    public void close() {
        life.end();
        cleanable.clean();
    }
}
