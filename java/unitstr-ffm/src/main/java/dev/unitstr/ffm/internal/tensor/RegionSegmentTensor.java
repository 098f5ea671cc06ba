package dev.unitstr.ffm.internal.tensor;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.internal.tensor.RegionTensor;
import dev.unitstr.internal.tensor.TensorMemory;
import dev.unitstr.internal.tensor.TensorReader;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A tensor in a memory segment. */
public final class RegionSegmentTensor extends RegionTensor<SegmentTensor> implements SegmentTensor {
    private final MemorySegment memory;

    private RegionSegmentTensor(MemorySegment memory, TensorReader reader, boolean parallel) {
        super(reader, parallel);
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
    public static SegmentTensor of(MemorySegment memory, long count, TensorLayout layout, Trust trust) {
        return new RegionSegmentTensor(memory, TensorReader.of(memory(memory), count, layout, trust), false);
    }

    /**
     * Implements {@link SegmentTensor#of(MemorySegment, TensorLayout)}.
     *
     * @param memory the tensor's memory
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static SegmentTensor of(MemorySegment memory, TensorLayout layout, Trust trust) {
        return new RegionSegmentTensor(memory, TensorReader.of(memory(memory), layout, trust), false);
    }

    /**
     * Returns the memory of a tensor, for the binding of this jar.
     *
     * @param memory the segment
     * @return the memory
     */
    public static TensorMemory memory(MemorySegment memory) {
        return new TensorMemory(new SegmentRegion(Objects.requireNonNull(memory, "memory")), ChosenStrings.chosen());
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
    protected SegmentTensor with(TensorReader reader, boolean parallel) {
        return new RegionSegmentTensor(memory, reader, parallel);
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
