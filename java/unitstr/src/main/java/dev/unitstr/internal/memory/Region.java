package dev.unitstr.internal.memory;

/**
 * Memory that a caller handed in: a heap buffer, a direct buffer, an address with a capacity, or (in
 * {@code dev.unitstr.ffm}) a memory segment.
 *
 * <p>Offsets are in bytes from the start of the region. The engines have checked every offset and size against
 * {@link #byteSize()} before a binding sees them, and has called {@link #checkAccess()}; the methods here that
 * touch memory check liveness again, because another thread may close the memory in between.
 */
public abstract class Region {
    /** For subclasses. */
    protected Region() {}

    /**
     * How much memory there is.
     *
     * @return the size in bytes; may be as large as {@link Long#MAX_VALUE}, so never add to it
     */
    public abstract long byteSize();

    /**
     * What to add to the message of an exception about bounds, for memory whose size is often not what the caller
     * expects.
     *
     * @return text that starts with a comma or semicolon; usually empty
     */
    public String boundsHint() {
        return "";
    }

    /**
     * Where this memory starts, to tell which place in it a pointer means. Only to subtract from pointers.
     *
     * @return the address
     * @throws IllegalArgumentException if it has none, or none that Java knows
     */
    public long address() {
        throw new IllegalArgumentException("the address of this memory is not known: pointers can't be told to point"
                + " into it. Give its address and capacity, or a native segment");
    }

    /**
     * A part of this memory, of the same lifetime; for native memory only.
     *
     * @param offset where it starts, in bytes
     * @param bytes how much of it there is
     * @return the part
     * @throws IllegalArgumentException if this is not native memory
     */
    public Region part(long offset, long bytes) {
        throw new IllegalArgumentException(
                "this memory has no address that is known: give an address, or a native" + " segment");
    }

    /**
     * Whether other threads than this one may use this memory, as far as can be known.
     *
     * @return false only if they may not
     */
    public boolean isShared() {
        return true;
    }

    /**
     * Throws if this memory can't be written: {@link IllegalArgumentException} for segments,
     * {@link java.nio.ReadOnlyBufferException} for buffers. Looks at no bounds and no liveness.
     */
    public abstract void checkWritable();

    /**
     * Throws if this memory is closed ({@link IllegalStateException}) or belongs to another thread
     * ({@code WrongThreadException}). Touches no byte of it.
     */
    public abstract void checkAccess();

    /**
     * Copies bytes out of this memory, in bulk.
     *
     * @param offset where to start, in bytes
     * @param target where they go, from index 0
     * @param bytes how many
     */
    public final void copyOut(long offset, byte[] target, int bytes) {
        copyOut(offset, target, 0, bytes);
    }

    /**
     * Copies bytes out of this memory, in bulk.
     *
     * @param offset where to start, in bytes
     * @param target where they go
     * @param targetIndex where in {@code target} the first goes
     * @param bytes how many
     */
    public abstract void copyOut(long offset, byte[] target, int targetIndex, int bytes);

    /**
     * Copies texts to an array, one after the other; those without a gap between them together. What is between others
     * may not be mapped.
     *
     * @param spans for each text its offset and its size in bytes
     * @param count how many
     * @param target takes them
     */
    public final void copyOutTexts(long[] spans, int count, byte[] target) {
        int end = 0;
        int runStart = 0;
        long runOffset = 0;
        for (int i = 0; i < count; i++) {
            long offset = spans[2 * i];
            if (offset != runOffset + (end - runStart)) {
                copyOut(runOffset, target, runStart, end - runStart);
                runOffset = offset;
                runStart = end;
            }
            end += (int) spans[2 * i + 1];
        }
        copyOut(runOffset, target, runStart, end - runStart);
    }

    /**
     * Copies bytes into this memory, in bulk.
     *
     * @param source where they come from, from index 0
     * @param offset where to start, in bytes
     * @param bytes how many
     */
    public abstract void copyIn(byte[] source, long offset, int bytes);

    /**
     * Searches for the first zero code unit, touching no byte after it: the bound is not trusted to be mapped.
     *
     * @param offset where to start, in bytes; units are counted from here, at any alignment
     * @param maxUnits how many units to look at, at most
     * @param unitSize 1, 2 or 4 bytes
     * @return how many units precede the zero one; {@code maxUnits} if there is none
     */
    public abstract long findZero(long offset, long maxUnits, int unitSize);
}
