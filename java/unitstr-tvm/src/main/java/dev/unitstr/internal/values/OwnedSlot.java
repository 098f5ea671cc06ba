package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A slot that owns the object it refers to. */
public final class OwnedSlot extends RegionSlot implements OwnedValue {
    /** The messages of the exceptions for reads after the end. */
    private static final Map<ValueKind, String> CLOSED = new EnumMap<>(ValueKind.class);

    static {
        for (ValueKind kind : ValueKind.values()) {
            CLOSED.put(
                    kind,
                    "the " + kind
                            + " is closed: use it, or copy it by toJava(), before close(); a Java function must not"
                            + " close the value that it returns");
        }
    }

    private final TvmHost host;
    private final OwnedLifetime life;
    private final Release release;
    /** The memory that the object holds and that its fields do not show. */
    private final long bytes;
    /** The size of a list or dict when its memory was counted. */
    private volatile long counted;
    /** The address of a string object; 0 for any other value. */
    private final long string;

    private OwnedSlot(
            TvmHost host, ValueContext context, OwnedLifetime life, Release release, long bytes, byte[] slot) {
        super(context, new ArrayRegion(slot), 0, slot.length);
        this.host = host;
        this.life = life;
        this.release = release;
        this.bytes = bytes;
        this.string = Bits.i32(slot, 0) == TvmSlots.STR ? Bits.i64(slot, Long.BYTES) : 0;
    }

    /** Releases the value. Does not refer to it, so that the garbage collector finds it. */
    private static final class Release implements Runnable {
        private final TvmHost host;
        private final long object;
        private final Pins pins;
        /** What is counted for the object; negative after the release. */
        private long held;

        Release(TvmHost host, long object, long held, Pins pins) {
            this.host = host;
            this.object = object;
            this.held = held;
            this.pins = pins;
        }

        /** Counts at least so many bytes for the object, and returns how many more these are. */
        synchronized long raise(long least) {
            long more = held < 0 ? 0 : Math.max(0, least - held);
            held += more;
            return more;
        }

        private synchronized long end() {
            long bytes = held;
            held = -1;
            return bytes;
        }

        @Override
        public void run() {
            pins.release();
            if (object != 0) {
                host.unclosed.remove(end());
                host.calls.release(object);
            }
        }
    }

    /**
     * Creates a slot that takes over the reference of another one.
     *
     * @param runtime the runtime of the value; null if unknown
     * @param bytes the approximate native memory that the object holds and that its fields do not show
     */
    static OwnedSlot of(TvmHost host, @Nullable BoundRuntime runtime, byte[] slot, long bytes) {
        long object = Bits.i32(slot, 0) >= TvmSlots.OBJECT ? Bits.i64(slot, 8) : 0;
        long held = object == 0 ? 0 : host.heldBytes(slot, true) + bytes;
        // Elements refer to the lifetime, not to this object, because they may outlive it.
        Pins pins = new Pins(host.calls);
        Release release = new Release(host, object, held, pins);
        OwnedLifetime life = new OwnedLifetime(Objects.requireNonNull(CLOSED.get(TvmSlots.kind(slot))), release);
        if (object != 0) {
            host.unclosed.add(held);
        }
        return new OwnedSlot(host, new ValueContext(host, runtime, life, pins), life, release, bytes, slot);
    }

    /**
     * Counts the memory of a list or dict that has grown, without that of its elements: another thread may pass it to native
     * code that removes them. The caller has entered the lifetime.
     */
    void countAgain(byte[] slot) {
        int code = Bits.i32(slot, 0);
        if (code != TvmSlots.LIST && code != TvmSlots.DICT) {
            return;
        }
        long size = host.count(Bits.i64(slot, Long.BYTES));
        long before = counted;
        if (size - before > before / 8 + 16) {
            counted = size;
            long more = release.raise(host.heldBytes(slot, false) + bytes);
            if (more > 0) {
                host.unclosed.add(more);
            }
        }
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
