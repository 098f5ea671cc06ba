package dev.unitstr.ffm.internal.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.internal.tensor.RegionTensor;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A tensor in a memory segment. */
public final class RegionSegmentTensor extends RegionTensor implements SegmentTensor {
    private final MemorySegment memory;

    private RegionSegmentTensor(MemorySegment memory, State state) {
        super(state);
        this.memory = memory;
    }

    /**
     * Implements {@link SegmentTensor#of(MemorySegment, long, TensorLayout, Trust)}.
     *
     * @param memory the tensor's memory
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static RegionSegmentTensor of(MemorySegment memory, long count, TensorLayout layout, Trust trust) {
        return of(ChosenStrings.chosen(), memory, count, layout, trust);
    }

    /**
     * Returns a tensor that uses the given string operations.
     *
     * @param strings the string operations
     * @param memory the tensor's memory
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static RegionSegmentTensor of(
            RegionStrings strings, MemorySegment memory, long count, TensorLayout layout, Trust trust) {
        SegmentRegion region = memory == null ? null : new SegmentRegion(memory);
        return new RegionSegmentTensor(memory, State.of(strings, region, count, layout, trust));
    }

    /**
     * Implements {@link SegmentTensor#of(MemorySegment, TensorLayout)}.
     *
     * @param memory the tensor's memory
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static RegionSegmentTensor of(MemorySegment memory, TensorLayout layout, Trust trust) {
        SegmentRegion region = memory == null ? null : new SegmentRegion(memory);
        return new RegionSegmentTensor(memory, State.of(RegionStrings.chosen(), region, layout, trust));
    }

    @Override
    @SuppressWarnings("restricted") // code that trusts the addresses of a tensor must allow native access
    public MemorySegment segment(long index) {
        Place place = place(index);
        if (place.isInside()) {
            return memory.asSlice(place.at(), place.bytes()).asReadOnly();
        }
        return MemorySegment.ofAddress(place.at())
                .reinterpret(place.bytes(), new LifetimeOf(memory), null)
                .asReadOnly();
    }

    @Override
    public ByteBuffer view(long index) {
        return segment(index).asByteBuffer();
    }

    @Override
    protected RegionSegmentTensor with(State state) {
        return new RegionSegmentTensor(memory, state);
    }

    @Override
    public RegionSegmentTensor withStrictness(Strictness strictness) {
        return (RegionSegmentTensor) super.withStrictness(strictness);
    }

    @Override
    public RegionSegmentTensor withMaxBytes(long bytes) {
        return (RegionSegmentTensor) super.withMaxBytes(bytes);
    }

    @Override
    public RegionSegmentTensor withMaxTotalBytes(long bytes) {
        return (RegionSegmentTensor) super.withMaxTotalBytes(bytes);
    }

    @Override
    public RegionSegmentTensor withAddresses(NativeMemory... ranges) {
        return (RegionSegmentTensor) super.withAddresses(ranges);
    }

    @Override
    public RegionSegmentTensor parallel() {
        return (RegionSegmentTensor) super.parallel();
    }

    /** An arena with the lifetime of a segment. */
    private record LifetimeOf(MemorySegment segment) implements Arena {
        @Override
        public MemorySegment allocate(long byteSize, long byteAlignment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MemorySegment.Scope scope() {
            return segment.scope();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }
}
