package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueError;
import dev.unitstr.values.ValueKind;
import dev.unitstr.values.ValueLimits;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/** Values that can be read for some time only: each access asks whether it is over. */
final class LivedContext extends ValueContext {
    private final Life life;

    LivedContext(Memory memory, RegionStrings strings, Life life) {
        this(Dialect.TVM_FFI, memory, strings, life, null);
    }

    LivedContext(Dialect dialect, Memory memory, RegionStrings strings, Life life, @Nullable ObjectStore store) {
        super(dialect, new LivedMemory(memory, life), strings, store);
        this.life = life;
    }

    @Override
    protected ValueContext like(Dialect dialect, Memory memory, RegionStrings strings) {
        return new LivedContext(dialect, memory, strings, life, null);
    }

    @Override
    protected RegionPad make(Region region, long offset, int bytes) {
        return new LivedPad(this, region, offset, bytes);
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

    /** Stays reachable while it is read: the garbage collector gives back what nobody refers to. */
    static class LivedPad extends RegionPad {
        private final Life life;

        LivedPad(LivedContext context, Region region, long offset, int bytes) {
            super(context, region, offset, bytes);
            this.life = context.life;
        }

        @Override
        public byte[] bits() {
            life.check();
            return super.bits();
        }

        @Override
        public String asString(MalformedPolicy policy) {
            try {
                return super.asString(policy);
            } finally {
                Reference.reachabilityFence(life);
            }
        }

        @Override
        public byte[] asBytes() {
            try {
                return super.asBytes();
            } finally {
                Reference.reachabilityFence(life);
            }
        }

        @Override
        public ValueKind kind() {
            try {
                return super.kind();
            } finally {
                Reference.reachabilityFence(life);
            }
        }

        @Override
        public ValueError asError() {
            try {
                return super.asError();
            } finally {
                Reference.reachabilityFence(life);
            }
        }

        @Override
        public @Nullable Object toJava(ValueLimits limits) {
            try {
                return super.toJava(limits);
            } finally {
                Reference.reachabilityFence(life);
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
