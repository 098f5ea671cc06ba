package dev.unitstr.spi.values;

import dev.unitstr.spi.Region;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory that native code gives, until the garbage collector finds that nobody has its {@link Life} any more. */
final class NativeMemory extends GrowingMemory {
    private final ValueCalls calls;
    private final Region everything;
    private final List<Long> addresses = new ArrayList<>();
    private Cleaner.@Nullable Cleanable cleanable;

    private NativeMemory(ValueCalls calls) {
        this.calls = calls;
        this.everything = calls.everything();
    }

    /** Memory for as long as this life is reachable. */
    static NativeMemory of(ValueCalls calls, Life life) {
        NativeMemory memory = new NativeMemory(calls);
        List<Long> addresses = memory.addresses;
        memory.cleanable = TvmHost.CLEANER.register(life, () -> addresses.forEach(calls::free));
        return memory;
    }

    /** Gives all back at once: who has an address must not use it any more. */
    void free() {
        if (cleanable != null) {
            cleanable.clean();
        }
    }

    /** Memory that stays. */
    static NativeMemory forEver(ValueCalls calls) {
        return new NativeMemory(calls);
    }

    @Override
    protected BlockMemory.Block more(long bytes) {
        long address = calls.allocate(bytes);
        if (address <= 0) {
            throw new OutOfMemoryError("native code has no memory for " + bytes + " bytes of a list");
        }
        addresses.add(address);
        return new BlockMemory.Block(address, everything.part(address - LiveMemory.LEAST, bytes));
    }
}
