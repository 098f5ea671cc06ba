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
    public long byteSize() {
        return array.length;
    }

    @Override
    public void checkWritable() {}

    @Override
    public void checkAccess() {}

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        System.arraycopy(array, Math.toIntExact(offset), target, targetIndex, bytes);
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        System.arraycopy(source, 0, array, Math.toIntExact(offset), bytes);
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        for (long unit = 0; unit < maxUnits; unit++) {
            int start = Math.toIntExact(offset + unit * unitSize);
            int bits = 0;
            for (int i = start; i < start + unitSize; i++) {
                bits |= array[i];
            }
            if (bits == 0) {
                return unit;
            }
        }
        return maxUnits;
    }
}
