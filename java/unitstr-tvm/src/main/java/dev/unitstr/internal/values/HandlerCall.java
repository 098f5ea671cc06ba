package dev.unitstr.internal.values;

import dev.unitstr.internal.text.Checks;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmCall;
import dev.unitstr.tvm.Value;
import org.jspecify.annotations.Nullable;

/** A call of a Java function. It is also the lifetime of the arguments, so that each call allocates only one object. */
final class HandlerCall extends CallLifetime implements TvmCall {
    private final BoundRuntime runtime;
    private final long args;
    private final int count;
    /** The words of argument 0. */
    private final long first;

    private final long second;
    private volatile @Nullable ValueContext context;

    HandlerCall(BoundRuntime runtime, long args, int count, long first, long second) {
        super(count > 1 || TvmSlots.refers((int) first));
        this.runtime = runtime;
        this.args = args;
        this.count = count;
        this.first = first;
        this.second = second;
    }

    @Override
    public int size() {
        return count;
    }

    /** Returns the first or, with {@code at} 8, the second word of an argument. */
    private long word(int index, int at) {
        return Checks.element(index, count, "the call", "arguments") == 0
                ? at == 0 ? first : second
                : runtime.host.word(args + (long) index * TvmSlots.SLOT + at);
    }

    private ValueContext context() {
        ValueContext current = context;
        return current != null ? current : newContext();
    }

    /** Creates the only context, so that {@link #end} releases all objects that it retained. */
    private synchronized ValueContext newContext() {
        ValueContext current = context;
        if (current == null) {
            current = new ValueContext(runtime.host, runtime, this, new Pins(runtime.host.calls));
            context = current;
        }
        return current;
    }

    @Override
    public Value arg(int index) {
        enter();
        try {
            long first = word(index, 0);
            long second = word(index, Long.BYTES);
            if ((int) first == TvmSlots.OBJECT_RVALUE_REF) {
                // Reads the object, but does not take it.
                second = runtime.host.word(second);
                Tag tag = Tag.object(TvmSlots.FORMAT.dialect, Tag.UNNAMED, second);
                first = second == 0 ? 0 : TvmSlots.codeOf(context().reach, tag);
            }
            return new Argument(this, first, second);
        } finally {
            exit();
        }
    }

    /** A slot of two words. A context is created only if the slot refers to an object that is read. */
    private static final class Argument extends RegionSlot {
        private final HandlerCall call;
        private final long first;
        private final long second;

        Argument(HandlerCall call, long first, long second) {
            this.call = call;
            this.first = first;
            this.second = second;
        }

        @Override
        ValueContext context() {
            return call.context();
        }

        @Override
        void enter() {
            call.enter(); // needs no context
        }

        @Override
        void exit() {
            call.exit();
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
    public OwnedValue retain(int index) {
        enter();
        try {
            TvmHost host = runtime.host;
            try (TvmFrame frame = host.acquire()) {
                frame.retain(word(index, 0), word(index, Long.BYTES));
                return OwnedSlot.of(host, runtime, frame.takeResult(), 0);
            }
        } finally {
            exit();
        }
    }

    @Override
    void end() {
        super.end();
        ValueContext current = context;
        if (current != null) {
            current.releasePinned();
        }
    }
}
