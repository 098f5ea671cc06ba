package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.CallContext;
import dev.unitstr.values.OwnedAny;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call of a Java function. */
final class TvmCall extends SlotWriter implements CallContext {
    private final TvmHost host;
    private final long args;
    private final int count;
    private final CallLife life = new CallLife();
    private @Nullable LivedContext context;
    private @Nullable Pins pins;
    /** The result, which owns what it refers to. */
    private long first;

    private long second;

    TvmCall(TvmHost host, long args, int count) {
        super(host.strings);
        this.host = host;
        this.args = args;
        this.count = count;
    }

    @Override
    public int size() {
        return count;
    }

    private long address(int index) {
        return args + (long) Objects.checkIndex(index, count) * TvmSlots.SLOT;
    }

    private LivedContext context() {
        LivedContext known = context;
        if (known == null) {
            Pins pins = new Pins(host.calls);
            known = new LivedContext(host.memory, host.strings, life, pins);
            this.pins = pins;
            context = known;
        }
        return known;
    }

    @Override
    public AnyValue arg(int index) {
        life.enter();
        try {
            byte[] slot = host.slot(address(index));
            LivedContext context = context();
            if (Bits.i32(slot, 0) == TvmSlots.OBJECT_RVALUE_REF) {
                // Read through, not taken.
                long object = host.word(Bits.i64(slot, 8));
                Tag tag = Tag.object(TvmSlots.FORMAT.dialect, Tag.UNNAMED, object);
                Bits.put(slot, 0, object == 0 ? 0L : TvmSlots.codeOf(context.reach, tag));
                Bits.put(slot, 8, object);
            }
            return new LivedContext.LivedPad(context, new ArrayRegion(slot), 0, slot.length);
        } finally {
            life.exit();
        }
    }

    @Override
    public OwnedAny retain(int index) {
        life.enter();
        try {
            TvmFrame frame = host.acquire();
            try {
                frame.own(address(index));
                return OwnedPad.of(host, frame.takeResult());
            } finally {
                host.release(frame);
            }
        } finally {
            life.exit();
        }
    }

    @Override
    public void ret(@Nullable Object value) {
        life.enter();
        try {
            if (!putPlain(0, value)) {
                retObject(value);
            }
        } finally {
            life.exit();
        }
    }

    @Override
    void put(int index, int code, int length, long word) {
        drop();
        first = first(code, length);
        second = word;
    }

    private void retObject(@Nullable Object value) {
        if (value instanceof CharSequence || value instanceof Character) {
            String text = value.toString();
            if (!putSmall(0, text)) {
                retText(text);
            }
            return;
        }
        byte[] owned = host.owned(value);
        drop();
        first = Bits.i64(owned, 0);
        second = Bits.i64(owned, 8);
    }

    /** A new string, whose reference goes along. */
    private void retText(String text) {
        KeptObject string = KeptObject.string(host.calls, KeptObject.bytes(host.strings, text));
        boolean done = false;
        try {
            string.write(host.strings, text);
            put(0, TvmSlots.STR, 0, string.address);
            done = true;
        } finally {
            if (!done) {
                host.calls.release(string.address);
            }
        }
    }

    /** Hands over the result. */
    void finish(long address) {
        if (first != 0) {
            host.write(address, first, second);
            first = 0;
        }
    }

    void drop() {
        if ((int) first >= TvmSlots.OBJECT) {
            long object = second;
            first = 0;
            host.calls.release(object);
        }
        first = 0;
    }

    void end() {
        life.end();
        if (pins != null) {
            pins.release();
        }
    }
}
