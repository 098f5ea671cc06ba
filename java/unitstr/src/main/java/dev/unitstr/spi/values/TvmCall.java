package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.CallContext;
import dev.unitstr.values.OwnedAny;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call of a Java function. */
final class TvmCall implements CallContext {
    private final TvmHost host;
    private final long args;
    private final int count;
    private final Life life = new Life("the call has returned: its arguments are gone");
    private final LivedContext context;
    /** Owned. */
    private byte @Nullable [] result;

    TvmCall(TvmHost host, long args, int count) {
        this.host = host;
        this.args = args;
        this.count = count;
        this.context = new LivedContext(host.memory, host.strings, life);
    }

    @Override
    public int size() {
        return count;
    }

    private long address(int index) {
        life.check();
        return args + (long) Objects.checkIndex(index, count) * TvmSlots.SLOT;
    }

    @Override
    public AnyValue arg(int index) {
        byte[] slot = host.bytes(address(index), TvmSlots.SLOT);
        if (Bits.i32(slot, 0) == TvmSlots.OBJECT_RVALUE_REF) {
            // Read through, not taken.
            long object = host.word(Bits.i64(slot, 8));
            Tag tag = Tag.object(TvmSlots.FORMAT.dialect, Tag.UNNAMED, object);
            Bits.put(slot, 0, object == 0 ? 0L : TvmSlots.codeOf(context.reach, tag));
            Bits.put(slot, 8, object);
        }
        return new LivedContext.LivedPad(context, new ArrayRegion(slot), 0, slot.length);
    }

    @Override
    public OwnedAny retain(int index) {
        long address = address(index);
        TvmFrame frame = host.acquire();
        try {
            frame.own(address);
            return OwnedPad.of(host, frame.takeResult());
        } finally {
            host.release(frame);
        }
    }

    @Override
    public void ret(@Nullable Object value) {
        life.check();
        byte[] owned = host.owned(value);
        drop();
        result = owned;
    }

    /** Hands over the result. */
    void finish(long address) {
        if (result != null) {
            host.write(address, result);
            result = null;
        }
    }

    void drop() {
        if (result != null && Bits.i32(result, 0) >= TvmSlots.OBJECT) {
            host.calls.release(Bits.i64(result, 8));
        }
        result = null;
    }

    void end() {
        life.end();
    }
}
