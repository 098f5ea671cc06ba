package dev.unitstr.internal.memory;

import java.util.Objects;

/** An internal byte array, into which a string is encoded. */
public final class ArrayRegion extends Region {
    private final byte[] array;

    /**
     * Creates a region for an array.
     *
     * @param array the array
     */
    public ArrayRegion(byte[] array) {
        this.array = Objects.requireNonNull(array, "array");
    }

    /**
     * Returns the array.
     *
     * @return the wrapped array
     */
    public byte[] array() {
        return array;
    }

    @Override
    public Object base() {
        return array;
    }

    @Override
    public long byteSize() {
        return array.length;
    }

    @Override
    public void checkWritable() {}

    @Override
    public void checkAccess() {}
}
