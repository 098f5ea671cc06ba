package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import java.util.ArrayList;
import java.util.List;

/** Memory that native code allocates. It stays allocated until {@link #release} runs. */
final class AllocatedMemory extends GrowingMemory {
    private final ValueCalls calls;
    private final List<Runnable> ends = new ArrayList<>();

    AllocatedMemory(ValueCalls calls) {
        this.calls = calls;
    }

    /**
     * Returns an action that frees all blocks; run it once, and use no address after that. It does not refer to this
     * object.
     */
    Runnable release() {
        List<Runnable> all = ends;
        return () -> all.forEach(Runnable::run);
    }

    @Override
    protected BlockMemory.Block more(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("a list of " + bytes + " bytes exceeds the maximum size of a block of memory");
        }
        ValueCalls.Block block = calls.allocate((int) bytes);
        ends.add(block.end());
        return new BlockMemory.Block(
                block.address(), calls.everything().part(block.address() - LiveMemory.LEAST, bytes));
    }
}
