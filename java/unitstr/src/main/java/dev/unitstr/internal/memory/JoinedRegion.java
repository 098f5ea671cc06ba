package dev.unitstr.internal.memory;

/**
 * Several regions as one, so that strings in different buffers are read as one batch. An offset has the number of a part
 * in its upper bits. Only Java accesses this region: no binding accepts it as a base.
 */
public final class JoinedRegion extends Region {
    /** The number of lower bits of an offset, which hold the offset in the part. */
    private static final int BITS = 36;

    /** The maximum number of parts. */
    public static final int MOST_PARTS = 1 << Long.SIZE - 1 - BITS;

    private final Region[] parts;

    /**
     * Creates a region.
     *
     * @param parts the parts, at most {@link #MOST_PARTS}; none of which is at an address
     */
    public JoinedRegion(Region... parts) {
        this.parts = parts;
    }

    /**
     * Returns the offset of the first byte of a part.
     *
     * @param part the number of the part
     * @return the offset, to which an offset in the part of less than 2<sup>36</sup> may be added
     */
    public static long startOf(int part) {
        return (long) part << BITS;
    }

    /**
     * Returns a part.
     *
     * @param offset an offset in the part
     * @return the part
     */
    public Region partAt(long offset) {
        return parts[(int) (offset >>> BITS)];
    }

    /**
     * Returns an offset in a part.
     *
     * @param offset an offset in this region
     * @return the offset in {@link #partAt}
     */
    public static long offsetInPart(long offset) {
        return offset & (1L << BITS) - 1;
    }

    @Override
    public long byteSize() {
        return Long.MAX_VALUE;
    }

    @Override
    public void checkWritable() {
        throw new UnsupportedOperationException("a joined region is only read");
    }

    /** Checks the first part. The others are checked when they are accessed. */
    @Override
    public void checkAccess() {
        parts[0].checkAccess();
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        partAt(offset).copyOut(offsetInPart(offset), target, targetIndex, bytes);
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        checkWritable();
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        return partAt(offset).findZero(offsetInPart(offset), maxUnits, unitSize);
    }
}
