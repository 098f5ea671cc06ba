package dev.unitstr.ffm.internal.text;

import dev.unitstr.Ucs4String;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.text.AbstractUcs4;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/** A UCS-4 text in a segment, which is not copied. */
public final class SegmentUcs4 extends AbstractUcs4 {
    private static final ValueLayout.OfInt UNIT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment segment;

    private SegmentUcs4(MemorySegment segment, int count) {
        super(count);
        this.segment = segment;
    }

    /**
     * Returns a view of a whole segment.
     *
     * @param segment units of 4 bytes
     * @return the text
     */
    public static Ucs4String of(MemorySegment segment) {
        long bytes = Objects.requireNonNull(segment, "segment").byteSize();
        if (bytes % 4 != 0) {
            throw partial("segment", bytes);
        }
        if (bytes / 4 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "segment has " + bytes / 4 + " code points: more than " + Integer.MAX_VALUE);
        }
        new SegmentRegion(segment).checkAddress(0, bytes);
        return new SegmentUcs4(segment.asReadOnly(), (int) (bytes / 4));
    }

    @Override
    protected int unit(int index) {
        return segment.get(UNIT, 4L * index);
    }

    @Override
    protected Ucs4String part(int from, int units) {
        return new SegmentUcs4(segment.asSlice(4L * from, 4L * units), units);
    }
}
