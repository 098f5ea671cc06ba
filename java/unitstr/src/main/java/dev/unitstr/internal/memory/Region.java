package dev.unitstr.internal.memory;

import org.jspecify.annotations.Nullable;

/**
 * Memory that a caller passed: a heap buffer, a direct buffer, an address with a capacity, or (in
 * {@code dev.unitstr.ffm}) a memory segment.
 *
 * <p>Offsets are in bytes from the start of the region. The callers of a binding check every offset and size against
 * {@link #byteSize()} and call {@link #checkAccess()} before they call the binding. The methods of this class that
 * access memory check liveness again, because another thread may close the memory in between.
 */
public abstract class Region {
    /** For subclasses. */
    protected Region() {}

    /**
     * Returns the size of the memory.
     *
     * @return the size in bytes; may be {@link Long#MAX_VALUE}, so an addition may overflow
     */
    public abstract long byteSize();

    /**
     * Returns the object that holds this memory, in the form in which a binding takes it; {@link Memory} lists the
     * forms. A region of a form of its own is its own base, and overrides the methods that access memory.
     *
     * @return the base; null if {@link #start} is an address
     */
    public @Nullable Object base() {
        return this;
    }

    /**
     * Returns the start of this memory in its {@link #base}.
     *
     * @return the offset of the first byte, or its address
     */
    public long start() {
        return 0;
    }

    /**
     * Tests whether this memory is at an address, so that only native code can access it, and the caller of the
     * operation is responsible for its lifetime.
     *
     * @return true if {@link #base} is null
     */
    public final boolean isAddress() {
        return base() == null;
    }

    /**
     * Returns a hint for the message of an out-of-bounds exception, for memory whose size often differs from the
     * caller's expectation.
     *
     * @return text that starts with a comma or semicolon; empty for most regions
     */
    public String boundsHint() {
        return "";
    }

    /**
     * Returns the address of this memory, to convert pointers to offsets by subtraction. For no other use.
     *
     * @return the address
     * @throws IllegalArgumentException if the memory has no address, or none that is known in Java
     */
    public long address() {
        throw new IllegalArgumentException(
                "the address of this memory is unknown: it is not possible to test whether pointers point"
                        + " into it. Give its address and capacity, or a native segment");
    }

    /**
     * Returns a part of this memory, with the same lifetime. For native memory only.
     *
     * @param offset the start of the part, in bytes
     * @param bytes the size of the part, in bytes
     * @return the part
     * @throws IllegalArgumentException if this is not native memory
     */
    public Region part(long offset, long bytes) {
        throw new IllegalArgumentException(
                "the address of this memory is unknown: pass an address, or a native segment");
    }

    /**
     * Tests whether other threads may access this memory.
     *
     * @return false only if other threads are known to have no access
     */
    public boolean isShared() {
        return true;
    }

    /**
     * Throws if this memory is read-only: {@link IllegalArgumentException} for segments,
     * {@link java.nio.ReadOnlyBufferException} for buffers. Does not check bounds or liveness.
     */
    public abstract void checkWritable();

    /**
     * Returns the lowest offset that may be accessed.
     *
     * @return 0, unless this is native memory that begins below {@link AddressRegion#LEAST_ADDRESS}
     */
    public long leastOffset() {
        return 0;
    }

    /**
     * Checks the address of a part of this memory. The caller has checked that the part is within this memory.
     *
     * @param offset the start of the part, in bytes
     * @param bytes the size of the part; 0 if nothing is read or written
     * @throws IllegalArgumentException if {@code bytes} is not 0, and the address is below
     *     {@link AddressRegion#LEAST_ADDRESS}
     */
    public final void checkAddress(long offset, long bytes) {
        if (bytes != 0 && offset < leastOffset()) {
            throw AddressRegion.notMapped("address", address() + offset);
        }
    }

    /**
     * Throws if this memory is closed ({@link IllegalStateException}) or belongs to another thread
     * ({@code WrongThreadException}). Accesses no byte.
     */
    public abstract void checkAccess();

    /**
     * Copies bytes out of this memory, in bulk.
     *
     * @param offset the offset in the memory, in bytes
     * @param target the destination array, written from index 0 on
     * @param bytes the number of bytes
     */
    public final void copyOut(long offset, byte[] target, int bytes) {
        copyOut(offset, target, 0, bytes);
    }

    /**
     * Copies bytes out of this memory, in bulk.
     *
     * @param offset the offset in the memory, in bytes
     * @param target the destination array
     * @param targetIndex the index in {@code target} of the first byte
     * @param bytes the number of bytes
     */
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        Memory.copyOut(base(), start() + offset, target, targetIndex, bytes);
    }

    /**
     * Copies texts to an array, one after the other. Adjacent texts are copied at once. Gaps between texts are not
     * read, because they may not be mapped.
     *
     * @param spans the offset and the size of each text, in bytes
     * @param count the number of elements
     * @param target the destination array
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
     * @param source the source array, read from index 0 on
     * @param offset the offset in the memory, in bytes
     * @param bytes the number of bytes
     */
    public void copyIn(byte[] source, long offset, int bytes) {
        Memory.copyIn(source, base(), start() + offset, bytes);
    }

    /**
     * Searches for the first zero code unit. Reads nothing beyond the page that holds it, because memory up to the
     * bound may not be mapped.
     *
     * @param offset the offset of the first unit, in bytes; any alignment
     * @param maxUnits the maximum number of units to search
     * @param unitSize 1, 2 or 4 bytes
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     */
    public long findZero(long offset, long maxUnits, int unitSize) {
        return Memory.findZero(base(), start() + offset, maxUnits, unitSize);
    }
}
