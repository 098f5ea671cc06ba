package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RawBytes;

/** Memory at an address whose bytes Java copies by means of a binding. */
final class CopiedRegion extends Region {
    private final Binding binding;
    private final Region memory;

    CopiedRegion(Binding binding, Region memory) {
        this.binding = binding;
        this.memory = memory;
    }

    @Override
    public long byteSize() {
        return memory.byteSize();
    }

    @Override
    public void checkWritable() {
        memory.checkWritable();
    }

    @Override
    public void checkAccess() {
        memory.checkAccess();
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        if (bytes > 0) {
            RawBytes.read(binding, memory, offset, target, targetIndex, bytes);
        }
    }
}
