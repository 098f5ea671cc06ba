package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import java.util.Objects;

/**
 * The memory of a tensor and the operations that access it.
 *
 * @param region the memory
 * @param strings the string operations
 */
public record TensorMemory(Region region, RegionStrings strings) {
    /**
     * Returns memory for the binding of this JVM.
     *
     * @param memory a {@link java.nio.ByteBuffer} or a {@link dev.unitstr.NativeMemory}
     * @return the memory
     */
    public static TensorMemory of(Object memory) {
        return new TensorMemory(BufferTexts.region(Objects.requireNonNull(memory, "memory")), RegionStrings.chosen());
    }

    /** Returns the memory at an address in an element of a tensor in this memory. */
    TensorMemory at(long address, long bytes) {
        TensorMemory there = new TensorMemory(new AddressRegion(address, bytes), strings);
        there.checkAccess(0, bytes);
        return there;
    }

    Binding binding() {
        return strings.binding();
    }

    long byteSize() {
        return region.byteSize();
    }

    /** Checks liveness and, if bytes are accessed from an offset on, the address; and that a binding can access it. */
    void checkAccess(long offset, long bytes) {
        RegionStrings.checkAccess(binding(), region, offset, bytes);
    }

    void read(long offset, byte[] target, int bytes) {
        if (bytes > 0) {
            RawBytes.read(binding(), region, offset, target, bytes);
        }
    }

    void write(byte[] source, int bytes, long offset) {
        if (bytes > 0) {
            RawBytes.write(binding(), source, bytes, region, offset);
        }
    }
}
