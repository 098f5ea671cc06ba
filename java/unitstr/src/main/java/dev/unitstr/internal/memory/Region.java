package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory that a caller passed: a heap buffer, a direct buffer, an address with a capacity, or (in
 * {@code dev.unitstr.ffm}) a memory segment.
 *
 * <p>Offsets are in bytes from the start of the region. The callers of a binding check every offset and size against
 * {@link #byteSize()} and call {@link #checkAccess()} before they call the binding. The methods of this class that
 * access memory check liveness again, because another thread may close the memory in between.
 *
 * <p>A binding takes memory as a base and an offset in bytes:
 *
 * <table>
 * <caption>The forms of memory</caption>
 * <tr><th>base</th><th>offset</th></tr>
 * <tr><td>null</td><td>an address, which only native code can access</td></tr>
 * <tr><td>{@code byte[]}</td><td>an index</td></tr>
 * <tr><td>{@link ByteBuffer} of any kind</td><td>an absolute index</td></tr>
 * <tr><td>a region that {@link #base} returned</td><td>an offset in it; only its methods access it</td></tr>
 * </table>
 *
 * <p>The base is an object that the caller of an operation already has. A fast path that passes it creates no
 * region, which escape analysis might not remove.
 */
public abstract class Region {
    /**
     * The lowest address that may be accessed, of every kind of native memory: no process has memory in its first page,
     * so a smaller number is a null pointer or a field of a null struct. Memory of 0 bytes may have any address, as in
     * Rust.
     */
    public static final long LEAST_ADDRESS = 4096;

    /** The size of the smallest memory page that a supported processor uses. */
    private static final int PAGE_BYTES = 4096;

    /** The number of bytes to search for a terminator first: most texts are short. */
    private static final int FIRST_WINDOW_BYTES = 128;

    /** For subclasses. */
    protected Region() {}

    /**
     * Returns the size of the memory.
     *
     * @return the size in bytes; may be {@link Long#MAX_VALUE}, so an addition may overflow
     */
    public abstract long byteSize();

    /**
     * Returns the object that holds this memory, in the form in which a binding takes it. A region of a form of its own
     * is its own base, and overrides the methods that access memory.
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
     * @return 0, unless this is native memory that begins below {@link #LEAST_ADDRESS}
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
     *     {@link #LEAST_ADDRESS}
     */
    public final void checkAddress(long offset, long bytes) {
        if (bytes != 0 && offset < leastOffset()) {
            throw notMapped("address", address() + offset);
        }
    }

    /**
     * Returns the exception for a number that is not the address of memory.
     *
     * @param what the name of the number
     * @param address the number, less than {@link #LEAST_ADDRESS}
     * @return the exception
     */
    public static IllegalArgumentException notMapped(String what, long address) {
        String why = address == 0
                ? "a null pointer"
                : address < 0
                        ? "negative"
                        : "less than " + LEAST_ADDRESS + ", where no memory is; is it a field of a null struct?";
        return new IllegalArgumentException(what + " is " + address + ": " + why);
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
        copyOut(base(), start() + offset, target, targetIndex, bytes);
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
        copyIn(source, base(), start() + offset, bytes);
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
        return findZero(base(), start() + offset, maxUnits, unitSize);
    }

    /**
     * Copies bytes out of memory, in bulk.
     *
     * @param base the base
     * @param offset the offset of the first byte
     * @param target the destination array
     * @param targetIndex the index in {@code target} of the first byte
     * @param bytes the number of bytes
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static void copyOut(@Nullable Object base, long offset, byte[] target, int targetIndex, int bytes) {
        if (base instanceof ByteBuffer buffer) {
            buffer.get(Math.toIntExact(offset), target, targetIndex, bytes);
        } else if (base instanceof byte[] array) {
            System.arraycopy(array, Math.toIntExact(offset), target, targetIndex, bytes);
        } else {
            region(base).copyOut(offset, target, targetIndex, bytes);
        }
    }

    /**
     * Copies bytes into memory, in bulk.
     *
     * @param source the source array, read from index 0 on
     * @param base the base
     * @param offset the offset of the first byte
     * @param bytes the number of bytes
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static void copyIn(byte[] source, @Nullable Object base, long offset, int bytes) {
        if (base instanceof ByteBuffer buffer) {
            buffer.put(Math.toIntExact(offset), source, 0, bytes);
        } else if (base instanceof byte[] array) {
            System.arraycopy(source, 0, array, Math.toIntExact(offset), bytes);
        } else {
            region(base).copyIn(source, offset, bytes);
        }
    }

    /**
     * Searches for the first zero code unit. Reads nothing beyond the page that holds it, because memory up to the
     * bound may not be mapped.
     *
     * @param base the base
     * @param offset the offset of the first unit; any alignment
     * @param maxUnits the maximum number of units to search
     * @param unitSize 1, 2 or 4 bytes
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     * @throws UnsupportedOperationException if the memory is at an address
     */
    public static long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        if (base instanceof ByteBuffer buffer) {
            return findZero(buffer, offset, maxUnits, unitSize, Region::findZero);
        }
        if (base instanceof byte[] array) {
            return findZero(array, Math.toIntExact(offset), Math.toIntExact(maxUnits), unitSize);
        }
        return region(base).findZero(offset, maxUnits, unitSize);
    }

    /**
     * Searches a buffer for the first zero code unit, as {@link #findZero(Object, long, long, int)} does.
     *
     * @param buffer the buffer
     * @param offset the index of the first unit; any alignment
     * @param maxUnits the maximum number of units to search
     * @param unitSize 1, 2 or 4 bytes
     * @param search searches a copy of a part of the buffer
     * @return the number of units before the zero unit, {@code maxUnits} if there is none, or the negative result of
     *     {@code search}
     */
    public static long findZero(ByteBuffer buffer, long offset, long maxUnits, int unitSize, Search search) {
        int index = Math.toIntExact(offset);
        int end = index + Math.toIntExact(maxUnits * unitSize);
        int window = FIRST_WINDOW_BYTES;
        Scratch scratch = Scratch.acquire();
        try {
            while (index < end) {
                int bytes = Math.min(window, end - index);
                if (buffer.isDirect()) {
                    bytes = Math.min(bytes, PAGE_BYTES - buffer.alignmentOffset(index, PAGE_BYTES));
                }
                int units = Math.max(bytes / unitSize, 1); // a unit may lie across the end of a page
                byte[] copy = scratch.bytes(units * unitSize);
                buffer.get(index, copy, 0, units * unitSize);
                long before = search.findZero(copy, 0, units, unitSize);
                if (before < 0) {
                    return before;
                }
                index += (int) before * unitSize;
                if (before < units) {
                    break;
                }
                window = PAGE_BYTES;
            }
            return (index - offset) / unitSize;
        } finally {
            scratch.release();
        }
    }

    /** Searches an array for the first zero code unit. */
    public interface Search {
        /**
         * Searches an array for the first zero code unit.
         *
         * @param array the array
         * @param index the index of the first unit
         * @param maxUnits the maximum number of units to search
         * @param unitSize 1, 2 or 4 bytes
         * @return the number of units before the zero unit; {@code maxUnits} if there is none; or a negative error
         */
        long findZero(byte[] array, int index, int maxUnits, int unitSize);
    }

    private static long findZero(byte[] array, int index, int maxUnits, int unitSize) {
        for (int unit = 0; unit < maxUnits; unit++) {
            int start = index + unit * unitSize;
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

    private static Region region(@Nullable Object base) {
        if (base instanceof Region region) {
            return region;
        }
        throw new UnsupportedOperationException("plain Java cannot access an address");
    }
}
