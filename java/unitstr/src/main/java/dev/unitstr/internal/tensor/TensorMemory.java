package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;

/**
 * The memory of a tensor and the operations that access it.
 *
 * @param region the memory
 * @param strings the string operations
 */
record TensorMemory(Region region, RegionStrings strings) {
    Binding binding() {
        return strings.binding();
    }

    long byteSize() {
        return region.byteSize();
    }

    /** Checks liveness and, for an address, that a binding can access it. */
    void checkAccess(long bytes) {
        RegionStrings.checkAccess(binding(), region, bytes);
    }

    void read(long offset, byte[] target, int bytes) {
        if (bytes == 0) {
            return;
        }
        RawBytes.read(binding(), region, offset, target, bytes);
    }

    void write(byte[] source, int bytes, long offset) {
        if (bytes == 0) {
            return;
        }
        RawBytes.write(binding(), source, bytes, region, offset);
    }
}
