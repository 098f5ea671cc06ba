package dev.unitstr.ffm.internal.values;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.values.SegmentSlot;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.internal.values.BlockMemory;
import dev.unitstr.internal.values.GrowingMemory;
import dev.unitstr.internal.values.ListTable;
import dev.unitstr.internal.values.LiveMemory;
import dev.unitstr.internal.values.OldArguments;
import dev.unitstr.internal.values.OwnList;
import dev.unitstr.internal.values.OwnTensor;
import dev.unitstr.internal.values.OwnedSlot;
import dev.unitstr.internal.values.RegionSlot;
import dev.unitstr.internal.values.RegionSlots;
import dev.unitstr.internal.values.TextPlace;
import dev.unitstr.internal.values.TvmTensor;
import dev.unitstr.internal.values.ValueContext;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The context of slots in segments. */
public final class SegmentValueContext extends ValueContext {
    private SegmentValueContext(Dialect dialect, ValueMemory memory) {
        super(dialect, reachable(memory), ChosenStrings.chosen());
    }

    private SegmentValueContext(SegmentValueContext other, Dialect dialect) {
        super(other, dialect);
    }

    /** Replaces a request for all memory with a segment, which is faster than addresses. */
    private static ValueMemory reachable(ValueMemory memory) {
        return memory == LiveMemory.ALL ? live(Arena.global()) : memory;
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#allocate}.
     *
     * @param dialect the dialect of the slots
     * @param count the number of slots
     * @param slotBytes the size of each slot in bytes
     * @param arena the arena that allocates the slots
     * @return the slots
     */
    public static SegmentSlots allocate(Dialect dialect, int count, int slotBytes, Arena arena) {
        Objects.requireNonNull(arena, "arena");
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": negative");
        }
        MemorySegment slots = arena.allocate((long) count * slotBytes, 16);
        // Only memory that Java wrote may be read: the slots, and objects in the arena.
        SegmentValueContext context = new SegmentValueContext(dialect, objects(arena));
        Array array = context.new Array(slots, slotBytes);
        array.clear();
        return array;
    }

    /** Creates memory for objects in an arena. */
    private static GrowingMemory objects(Arena arena) {
        Objects.requireNonNull(arena, "arena");
        return new GrowingMemory(bytes -> {
            // The arenas of the JDK zero their memory; one of a user's class may use memory again.
            SegmentRegion region = new SegmentRegion(arena.allocate(bytes, 16).fill((byte) 0));
            return new BlockMemory.Block(region.address(), region);
        });
    }

    /** The table of common values, created on first use. */
    private static final class Table {
        static final ListTable TABLE = new ListTable(objects(Arena.global()), ChosenStrings.chosen());
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#list}.
     *
     * @param arena the arena that allocates the list
     * @return the list
     */
    public static Rfc97List list(Arena arena) {
        return new OwnList(new SegmentValueContext(Dialect.RFC97, objects(arena)), Table.TABLE, true);
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#oldTvmArguments}.
     *
     * @param arena the arena that allocates the arguments
     * @param bools whether the function supports bool arguments
     * @return the arguments
     */
    public static OldTvmArguments oldTvmArguments(Arena arena, boolean bools) {
        return new OldArguments(new SegmentValueContext(Dialect.RFC97, objects(arena)), bools);
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#retain}.
     *
     * @param value the value
     * @param arena the arena that ends the lifetime of the result
     * @return the retained value
     */
    @SuppressWarnings("restricted") // a segment of size 0, only for the cleanup action
    public static Value retain(Value value, Arena arena) {
        Objects.requireNonNull(arena, "arena");
        OwnedSlot owned = OwnedSlot.retain(value);
        Runnable closing = owned.closing();
        try {
            // An automatic arena ends when none of its segments is reachable, so the value keeps this one.
            owned.hold(MemorySegment.ofAddress(LiveMemory.LEAST).reinterpret(0, arena, nothing -> closing.run()));
            return owned;
        } catch (Throwable e) {
            owned.close();
            throw e;
        }
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#wrap}.
     *
     * @param dialect the dialect of the slots
     * @param segment the segment that contains the slots
     * @param memory the memory that may be read
     * @return the slots
     */
    public static SegmentSlots wrap(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        SegmentValueContext context = new SegmentValueContext(dialect, memory);
        return context.new Array(segment, dialect.slotBytes());
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#wrapSlot}.
     *
     * @param dialect the dialect of the slot
     * @param segment the segment that contains the slot
     * @param memory the memory that may be read
     * @return the slot
     */
    public static SegmentSlot wrapSlot(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        SegmentValueContext context = new SegmentValueContext(dialect, memory);
        return (SegmentSlot) context.slot(new SegmentRegion(segment));
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#memory}.
     *
     * @param segments native segments
     * @return the memory
     */
    public static ValueMemory memory(MemorySegment... segments) {
        List<BlockMemory.Block> blocks = new ArrayList<>();
        for (MemorySegment segment : segments) {
            SegmentRegion region = new SegmentRegion(segment);
            region.checkAddress(0, region.byteSize());
            blocks.add(new BlockMemory.Block(region.address(), region));
        }
        return new BlockMemory(blocks);
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#live}.
     *
     * @param arena the arena that limits the lifetime of the memory
     * @return the memory
     */
    @SuppressWarnings("restricted") // trusting the addresses of a library requires native access
    public static ValueMemory live(Arena arena) {
        MemorySegment everything =
                MemorySegment.ofAddress(LiveMemory.LEAST).reinterpret(Long.MAX_VALUE - LiveMemory.LEAST, arena, null);
        return new LiveMemory(new SegmentRegion(everything));
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#stringSegment}.
     *
     * @param value the value
     * @return the segment
     */
    public static MemorySegment stringSegment(Value value) {
        return segment(Ours.cast(RegionSlot.class, value, "value").place());
    }

    /**
     * Performs {@link dev.unitstr.ffm.values.SegmentValues#tensorSegment}.
     *
     * @param tensor the tensor
     * @return the segment
     */
    @SuppressWarnings("restricted") // the tensor is held as long as the segment
    public static MemorySegment tensorSegment(TensorValue tensor) {
        if (tensor instanceof OwnTensor own) {
            return MemorySegment.ofBuffer(own.data());
        }
        TvmTensor.Place place = Ours.cast(TvmTensor.class, tensor, "tensor").place();
        Region region = place.region();
        return region != null
                ? segment(region, place.offset(), place.bytes())
                : MemorySegment.ofAddress(place.address())
                        .reinterpret(
                                place.bytes(),
                                Arena.ofAuto(),
                                memory -> place.end().run())
                        .asReadOnly();
    }

    private static MemorySegment segment(TextPlace text) {
        return segment(text.region(), text.offset(), text.bytes());
    }

    @SuppressWarnings("restricted") // the caller declared the address readable
    private static MemorySegment segment(Region region, long offset, long bytes) {
        MemorySegment all = SegmentRegion.segmentOf(region);
        if (region.isAddress()) {
            all = all.reinterpret(offset + bytes);
        }
        return all.asSlice(offset, bytes).asReadOnly();
    }

    @Override
    protected ValueContext like(Dialect dialect) {
        return new SegmentValueContext(this, dialect);
    }

    @Override
    protected RegionSlot make(Region region, long offset, int bytes) {
        return new Pad(region, offset, bytes);
    }

    @Override
    protected ByteBuffer view(TextPlace text) {
        return segment(text).asByteBuffer();
    }

    /** A slot in a segment. */
    private final class Pad extends RegionSlot implements SegmentSlot {
        Pad(Region region, long offset, int bytes) {
            super(SegmentValueContext.this, region, offset, bytes);
        }

        @Override
        public MemorySegment segment() {
            return region instanceof SegmentRegion segments
                    ? segments.segment().asSlice(offset, slotBytes())
                    : SegmentValueContext.segment(region, offset, slotBytes());
        }

        @Override
        public MemorySegment stringSegment() {
            return SegmentValueContext.segment(place());
        }
    }

    /** Slots in a segment. */
    private final class Array extends RegionSlots implements SegmentSlots {
        Array(MemorySegment segment, int slotBytes) {
            super(SegmentValueContext.this, new SegmentRegion(segment), slotBytes);
        }

        @Override
        public Pad at(int index) {
            return (Pad) super.at(index);
        }

        @Override
        public MemorySegment segment() {
            return ((SegmentRegion) region).segment();
        }
    }
}
