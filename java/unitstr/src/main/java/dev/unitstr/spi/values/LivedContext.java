package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.PackedFunction;
import dev.unitstr.values.Surrogates;
import dev.unitstr.values.Ucs4String;
import dev.unitstr.values.ValueError;
import dev.unitstr.values.ValueKind;
import dev.unitstr.values.ValueLimits;
import dev.unitstr.values.ValueList;
import dev.unitstr.values.ValueMap;
import org.jspecify.annotations.Nullable;

/** Values that can be read for some time only: each access asks whether it is over, and holds it up while it reads. */
final class LivedContext extends ValueContext {
    private final Life life;
    private final @Nullable TvmRuntime runtime;
    /** Null if no native code takes anything out of what is read. */
    private final @Nullable Pins pins;

    /** Values of libtvm_ffi; {@code pins} are to be released when the lifetime is over. */
    LivedContext(TvmHost host, @Nullable TvmRuntime runtime, Life life, Pins pins) {
        this(Dialect.TVM_FFI, host.memory, host.strings, life, null, runtime, pins);
    }

    LivedContext(Dialect dialect, Memory memory, RegionStrings strings, Life life, @Nullable ObjectStore store) {
        this(dialect, memory, strings, life, store, null, null);
    }

    private LivedContext(
            Dialect dialect,
            Memory memory,
            RegionStrings strings,
            Life life,
            @Nullable ObjectStore store,
            @Nullable TvmRuntime runtime,
            @Nullable Pins pins) {
        super(dialect, new LivedMemory(memory, life), strings, store);
        this.life = life;
        this.runtime = runtime;
        this.pins = pins;
    }

    @Override
    protected ValueContext like(Dialect dialect, Memory memory, RegionStrings strings) {
        return new LivedContext(dialect, memory, strings, life, null, runtime, pins);
    }

    @Override
    @Nullable
    TvmRuntime runtime() {
        return runtime;
    }

    @Override
    protected RegionPad make(Region region, long offset, int bytes) {
        return new LivedPad(this, region, offset, bytes);
    }

    @Override
    void pin(long object) {
        if (pins != null) {
            pins.add(object);
        }
    }

    private static final class LivedMemory extends Memory {
        private final Memory memory;
        private final Life life;

        LivedMemory(Memory memory, Life life) {
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

    /** Nothing of it goes while it is read. */
    static class LivedPad extends RegionPad {
        private final Life life;

        LivedPad(LivedContext context, Region region, long offset, int bytes) {
            this(context, context.life, region, offset, bytes);
        }

        LivedPad(@Nullable LivedContext context, Life life, Region region, long offset, int bytes) {
            super(context, region, offset, bytes);
            this.life = life;
        }

        @Override
        public byte[] bits() {
            life.check();
            return super.bits();
        }

        @Override
        public ValueKind kind() {
            life.enter();
            try {
                return super.kind();
            } finally {
                life.exit();
            }
        }

        @Override
        public int objectCode() {
            life.enter();
            try {
                return super.objectCode();
            } finally {
                life.exit();
            }
        }

        @Override
        public String asString(MalformedPolicy policy) {
            life.enter();
            try {
                return super.asString(policy);
            } finally {
                life.exit();
            }
        }

        @Override
        public byte[] asBytes() {
            life.enter();
            try {
                return super.asBytes();
            } finally {
                life.exit();
            }
        }

        @Override
        public int byteLength() {
            life.enter();
            try {
                return super.byteLength();
            } finally {
                life.exit();
            }
        }

        @Override
        public Ucs4String asUcs4(MalformedPolicy policy, Surrogates surrogates) {
            life.enter();
            try {
                return super.asUcs4(policy, surrogates);
            } finally {
                life.exit();
            }
        }

        @Override
        public ValueList asList() {
            life.enter();
            try {
                return super.asList();
            } finally {
                life.exit();
            }
        }

        @Override
        public ValueMap asMap() {
            life.enter();
            try {
                return super.asMap();
            } finally {
                life.exit();
            }
        }

        @Override
        public ValueError asError() {
            life.enter();
            try {
                return super.asError();
            } finally {
                life.exit();
            }
        }

        @Override
        public PackedFunction asFunction() {
            life.enter();
            try {
                return super.asFunction();
            } finally {
                life.exit();
            }
        }

        @Override
        public @Nullable Object toJava(ValueLimits limits) {
            life.enter();
            try {
                return super.toJava(limits);
            } finally {
                life.exit();
            }
        }

        /** A copy: what it shows may be gone before the view is. */
        @Override
        public <T> T place(Viewer<T> view) {
            byte[] bytes = asBytes();
            return view.of(new ArrayRegion(bytes), 0, bytes.length);
        }
    }
}
