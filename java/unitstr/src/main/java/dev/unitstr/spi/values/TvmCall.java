package dev.unitstr.spi.values;

import dev.unitstr.internal.BufferRegion;
import dev.unitstr.spi.Region;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.CallContext;
import dev.unitstr.values.OwnedAny;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call of a Java function: at the same time the lifetime of its arguments, as each call allocates one. */
final class TvmCall extends CallLife implements CallContext {
    /** What arguments have for memory of their own: they can't be written. */
    private static final Region READ_ONLY =
            new BufferRegion(ByteBuffer.allocate(TvmSlots.SLOT).asReadOnlyBuffer());

    private final TvmRuntime runtime;
    private final long args;
    private final int count;
    private @Nullable LivedContext context;
    private @Nullable Pins pins;

    TvmCall(TvmRuntime runtime, long args, int count) {
        this.runtime = runtime;
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
            Pins taken = new Pins(runtime.host.calls);
            known = new LivedContext(runtime.host, runtime, this, taken);
            pins = taken;
            context = known;
        }
        return known;
    }

    @Override
    public AnyValue arg(int index) {
        enter();
        try {
            TvmHost host = runtime.host;
            long address = address(index);
            long first = host.word(address);
            long second = host.word(address + Long.BYTES);
            if ((int) first == TvmSlots.OBJECT_RVALUE_REF) {
                // Read through, not taken.
                second = host.word(second);
                Tag tag = Tag.object(TvmSlots.FORMAT.dialect, Tag.UNNAMED, second);
                first = second == 0 ? 0 : TvmSlots.codeOf(context().reach, tag);
            }
            return new Argument(this, first, second);
        } finally {
            exit();
        }
    }

    /** A slot of two words, which has a context only when it refers to something that is read. */
    private static final class Argument extends LivedContext.LivedPad {
        private final TvmCall call;
        private final long first;
        private final long second;

        Argument(TvmCall call, long first, long second) {
            super(null, call, READ_ONLY, 0, TvmSlots.SLOT);
            this.call = call;
            this.first = first;
            this.second = second;
        }

        @Override
        ValueContext context() {
            return call.context();
        }

        @Override
        public byte[] bits() {
            call.check();
            byte[] slot = new byte[TvmSlots.SLOT];
            Bits.put(slot, 0, first);
            Bits.put(slot, Long.BYTES, second);
            return slot;
        }

        @Override
        public long asLong() {
            if ((int) first != TvmSlots.INT) {
                return super.asLong();
            }
            call.check();
            return second;
        }
    }

    @Override
    public OwnedAny retain(int index) {
        enter();
        try {
            TvmHost host = runtime.host;
            TvmFrame frame = host.acquire();
            try {
                frame.own(address(index));
                return OwnedPad.of(host, runtime, frame.takeResult(), 0);
            } finally {
                host.release(frame);
            }
        } finally {
            exit();
        }
    }

    @Override
    void end() {
        super.end();
        if (pins != null) {
            pins.release();
        }
    }
}
