package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/** The context of values with a limited lifetime. Each access checks the lifetime and extends it while it reads. */
final class ScopedContext extends ValueContext {
    private final Lifetime life;
    private final @Nullable BoundRuntime runtime;
    /** The retained objects; null if native code removes no objects from the containers that are read. */
    private final @Nullable Pins pins;

    /** Constructs the context of values of libtvm_ffi. Release {@code pins} after the end of the lifetime. */
    ScopedContext(TvmHost host, @Nullable BoundRuntime runtime, Lifetime life, Pins pins) {
        this(Dialect.TVM_FFI, host.memory, host.strings, life, null, runtime, pins);
    }

    ScopedContext(
            Dialect dialect, AddressSpace memory, RegionStrings strings, Lifetime life, @Nullable GrowingMemory store) {
        this(dialect, memory, strings, life, store, null, null);
    }

    private ScopedContext(
            Dialect dialect,
            AddressSpace memory,
            RegionStrings strings,
            Lifetime life,
            @Nullable GrowingMemory store,
            @Nullable BoundRuntime runtime,
            @Nullable Pins pins) {
        super(dialect, new LivedMemory(memory, life), strings, store);
        this.life = life;
        this.runtime = runtime;
        this.pins = pins;
    }

    @Override
    protected ValueContext like(Dialect dialect, AddressSpace memory, RegionStrings strings) {
        return new ScopedContext(dialect, memory, strings, life, null, runtime, pins);
    }

    @Override
    @Nullable
    BoundRuntime runtime() {
        return runtime;
    }

    @Override
    protected RegionSlot make(Region region, long offset, int bytes) {
        return new ScopedSlot(this, region, offset, bytes);
    }

    @Override
    void pin(long object) {
        if (pins != null) {
            pins.add(object);
        }
    }

    private static final class LivedMemory extends AddressSpace {
        private final AddressSpace memory;
        private final Lifetime life;

        LivedMemory(AddressSpace memory, Lifetime life) {
            this.memory = memory;
            this.life = life;
        }

        @Override
        protected Spot find(long address, long bytes) {
            life.check();
            return memory.find(address, bytes);
        }

        @Override
        protected long reach(long address) {
            life.check();
            return memory.reach(address);
        }
    }

    @Override
    void enter() {
        life.enter();
    }

    @Override
    void exit() {
        life.exit();
    }

    /** A slot whose operations keep the values alive while they read. */
    static class ScopedSlot extends RegionSlot {
        private final Lifetime life;

        ScopedSlot(ScopedContext context, Region region, long offset, int bytes) {
            this(context, context.life, region, offset, bytes);
        }

        ScopedSlot(@Nullable ScopedContext context, Lifetime life, Region region, long offset, int bytes) {
            super(context, region, offset, bytes);
            this.life = life;
        }

        @Override
        public byte[] bits() {
            life.check();
            return super.bits();
        }

        @Override
        void enter() {
            life.enter(); // context() may be expensive
        }

        @Override
        void exit() {
            life.exit();
        }

        /** Passes a copy, because the lifetime of the original may end before that of the view. */
        @Override
        public <T> T place(Viewer<T> view) {
            byte[] bytes = asBytes();
            return view.of(new ArrayRegion(bytes), 0, bytes.length);
        }
    }
}
