package dev.unitstr.ffm.internal.memory;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A memory segment, heap or native. Every access uses the segment, never its address, so that the JDK checks liveness
 * and the thread each time.
 */
public final class SegmentRegion extends Region implements WordAccess {
    private static final byte[] NOTHING = {};
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** A thread that is never started, and thus differs from every caller. */
    private static final Thread ANOTHER = Thread.ofVirtual().unstarted(() -> {});

    private final MemorySegment segment;

    /**
     * Creates a region for a segment.
     *
     * @param segment the segment
     * @throws NullPointerException if {@code segment} is null
     */
    public SegmentRegion(MemorySegment segment) {
        this.segment = Objects.requireNonNull(segment, "segment");
    }

    /**
     * Returns the segment.
     *
     * @return the segment that the caller passed
     */
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public long byteSize() {
        return segment.byteSize();
    }

    /** A downcall that returns a pointer, and a pointer read from memory, yield a segment of size 0. */
    @Override
    public String boundsHint() {
        if (segment.byteSize() != 0 || !segment.isNative()) {
            return "";
        }
        return segment.address() == 0
                ? "; this is a null pointer"
                : "; if this is a pointer from native code, MemorySegment.reinterpret(bytes) gives it its size";
    }

    @Override
    public long address() {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("the segment is on the heap: it has no address");
        }
        return segment.address();
    }

    @Override
    public long leastOffset() {
        return segment.isNative() ? AddressRegion.leastOffset(segment.address()) : 0;
    }

    @Override
    public SegmentRegion part(long offset, long bytes) {
        return new SegmentRegion(segment.asSlice(offset, bytes));
    }

    @Override
    public boolean isShared() {
        return segment.isAccessibleBy(ANOTHER);
    }

    @Override
    public void checkWritable() {
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("the segment is read-only");
        }
    }

    @Override
    public void checkAccess() {
        checkAccess(segment);
    }

    /**
     * Throws the exception of an access, without accessing memory: the JDK checks a copy of zero bytes like any other
     * copy.
     *
     * @param segment the segment
     * @throws IllegalStateException if the scope of the segment is closed
     * @throws WrongThreadException if the segment is confined to another thread
     */
    public static void checkAccess(MemorySegment segment) {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, NOTHING, 0, 0);
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, target, targetIndex, bytes);
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        MemorySegment.copy(source, 0, segment, ValueLayout.JAVA_BYTE, offset, bytes);
    }

    @Override
    public long getWord(long offset) {
        return segment.get(WORD, offset);
    }

    @Override
    public void putWord(long offset, long word) {
        segment.set(WORD, offset, word);
    }

    @Override
    public boolean isCheap() {
        return true;
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        for (long i = 0; i < maxUnits; i++) { // one unit at a time: the bytes after the zero unit may not be mapped
            if (isZero(offset + i * unitSize, unitSize)) {
                return i;
            }
        }
        return maxUnits;
    }

    private boolean isZero(long offset, int unitSize) {
        return switch (unitSize) {
            case 1 -> segment.get(ValueLayout.JAVA_BYTE, offset) == 0;
            case 2 -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset) == 0;
            default -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, offset) == 0;
        };
    }

    /**
     * Returns the memory of a region, from its first byte on.
     *
     * @param region the region
     * @return the segment; for memory at an address, of size 0
     */
    public static MemorySegment segmentOf(Region region) {
        Object base = region.base();
        return base == null ? MemorySegment.ofAddress(region.start()) : segmentOfBase(base);
    }

    /**
     * Returns the memory of a base.
     *
     * @param base a base of {@link Region#base}, but not null
     * @return the segment
     */
    public static MemorySegment segmentOfBase(Object base) {
        if (base instanceof SegmentRegion region) {
            return region.segment();
        }
        if (base instanceof ByteBuffer buffer) {
            return MemorySegment.ofBuffer(buffer.duplicate().clear()); // keeps the arena of the buffer alive, if any
        }
        return MemorySegment.ofArray((byte[]) base);
    }

    /**
     * Returns all memory from {@link #LEAST_ADDRESS} on.
     *
     * @return the region, the same at each call
     */
    public static SegmentRegion allMemory() {
        return AllMemory.REGION;
    }

    /** All memory from {@link AddressRegion#LEAST_ADDRESS} on. */
    static final class AllMemory {
        static final SegmentRegion REGION = new SegmentRegion(segment());

        @SuppressWarnings("restricted") // the addresses come from native code, which this process trusts
        private static MemorySegment segment() {
            return MemorySegment.ofAddress(LEAST_ADDRESS).reinterpret(Long.MAX_VALUE - LEAST_ADDRESS);
        }
    }
}
