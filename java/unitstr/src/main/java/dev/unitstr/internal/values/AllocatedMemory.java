package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import java.util.ArrayList;
import java.util.List;

/** Memory that native code gives, and that stays until {@link #release} runs. */
final class AllocatedMemory extends GrowingMemory {
    private final ValueCalls calls;
    private final List<Runnable> ends = new ArrayList<>();

    AllocatedMemory(ValueCalls calls) {
        this.calls = calls;
    }

    /** Gives all back, once: who has an address must not use it any more. Does not refer to this. */
    Runnable release() {
        List<Runnable> all = ends;
        return () -> all.forEach(Runnable::run);
    }

    @Override
    protected BlockMemory.Block more(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new OutOfMemoryError(bytes + " bytes of a list are more than one piece of memory can have");
        }
        ValueCalls.Block block = calls.allocate((int) bytes);
        ends.add(block.end());
        return new BlockMemory.Block(
                block.address(), calls.everything().part(block.address() - LiveMemory.LEAST, bytes));
    }
}
