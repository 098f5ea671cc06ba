package dev.unitstr.ffm.tensor;

import dev.unitstr.MalformedTextException;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.tensor.RegionMutableTensor;
import dev.unitstr.internal.tensor.RegionTensorBuilder;
import dev.unitstr.internal.tensor.TensorPlan;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Writes tensors of strings into memory segments, and maps files of them.
 *
 * {@snippet :
 * try (Arena arena = Arena.ofConfined()) {
 *     MemorySegment data = SegmentTensors.write(arena, TensorLayout.TFLITE, "AB", "xyz123", "");
 *
 *     // Views of one arena, as TensorFlow takes them; choices are the builder's
 *     StringTensorBuilder builder =
 *             StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.VIEW).addAll(texts);
 *     MemorySegment tensor = SegmentTensors.build(builder, arena);
 * }
 * }
 *
 * @since 0.1.0
 */
public final class SegmentTensors {
    /** What {@code size_t} and addresses ask for. */
    private static final long ALIGNMENT = 8;

    private SegmentTensors() {}

    /**
     * Writes texts in UTF-8 into new memory.
     *
     * @param allocator what allocates the memory: an arena, for instance
     * @param layout how the tensor is to lie in memory
     * @param strings the texts
     * @return a segment with nothing else in it
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout can't hold it
     */
    public static MemorySegment write(SegmentAllocator allocator, TensorLayout layout, String... strings) {
        Objects.requireNonNull(allocator, "allocator");
        return build(StringTensorBuilder.of(layout).addAll(strings), allocator);
    }

    /**
     * Writes a tensor into new memory: one allocation, after all that can be wrong with the strings was found.
     *
     * @param builder what has the strings
     * @param allocator what allocates the memory: an arena, for instance
     * @return a segment with nothing else in it
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code builder} is not one of ours, or if elements are to have addresses and
     *     the segment is on the heap
     * @throws IndexOutOfBoundsException if the segment is smaller than the allocator was asked for
     * @throws TensorFormatException as {@link StringTensorBuilder#byteSize()}
     * @throws MalformedTextException as {@link StringTensorBuilder#byteSize()}
     */
    public static MemorySegment build(StringTensorBuilder builder, SegmentAllocator allocator) {
        TensorPlan plan = ours(builder).plan();
        MemorySegment segment = Objects.requireNonNull(allocator, "allocator").allocate(plan.bytes(), ALIGNMENT);
        MemorySegment exact = segment.asSlice(0, plan.bytes());
        SegmentRegion region = new SegmentRegion(exact);
        region.checkWritable();
        if (plan.hasAddresses()) {
            region.address(); // or it says why there is none
        }
        plan.write(region, 0);
        return exact;
    }

    /**
     * Writes a tensor into memory that is there.
     *
     * @param builder what has the strings
     * @param memory the memory
     * @param offset where the tensor starts, in bytes from the start of {@code memory}
     * @return how much was written, in bytes
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code builder} is not one of ours, if {@code memory} is read-only, or if
     *     elements are to have addresses and {@code memory} is on the heap
     * @throws IndexOutOfBoundsException if there is not so much room from {@code offset} on
     * @throws IllegalStateException if the segment's arena was closed
     * @throws WrongThreadException if this thread may not access the segment
     * @throws TensorFormatException as {@link StringTensorBuilder#byteSize()}
     * @throws MalformedTextException as {@link StringTensorBuilder#byteSize()}
     */
    public static long writeTo(StringTensorBuilder builder, MemorySegment memory, long offset) {
        RegionTensorBuilder ours = ours(builder);
        return ours.writeTo(new SegmentRegion(Objects.requireNonNull(memory, "memory")), "offset", offset);
    }

    /**
     * Maps a file of any size, not to be written. Nothing in it is trusted: addresses are refused.
     *
     * <p>A file that is cut short while it is mapped may end the process when it is read.
     *
     * @param file the file
     * @param layout how the tensor lies in the file
     * @param count how many elements it has
     * @param arena when it is closed, the mapping ends
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws IllegalStateException if the arena was closed
     * @throws WrongThreadException if the arena belongs to another thread
     * @throws IOException if the file can't be read
     * @throws TensorFormatException as {@link SegmentTensor#of(MemorySegment, long, TensorLayout)}
     */
    public static SegmentTensor map(Path file, TensorLayout layout, long count, Arena arena) throws IOException {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(arena, "arena");
        try (FileChannel channel = FileChannel.open(Objects.requireNonNull(file, "file"), StandardOpenOption.READ)) {
            MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return SegmentTensor.of(all, count, layout);
        }
    }

    /**
     * Elements in a segment that can be changed where they are: those that are there already.
     *
     * @param memory the tensor's memory, all of it; native
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException as {@link MutableStringTensor#of}, or if {@code memory} is read-only or on the heap
     * @throws IllegalStateException if the segment's arena was closed
     * @throws WrongThreadException if this thread may not access the segment
     * @throws UnsupportedOperationException if there is no native library, or an older one; where the library is reached
     *     by JNI the operations throw this: an address can be given instead
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for so many elements
     */
    public static MutableStringTensor mutable(MemorySegment memory, long count, TensorLayout layout) {
        return RegionMutableTensor.of(new SegmentRegion(memory), count, layout);
    }

    /**
     * Empty strings in new memory that can be changed where they are. What they come to own is not freed with it:
     * {@link MutableStringTensor#deallocAll()} does that.
     *
     * @param allocator what allocates the memory: an arena, for instance
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException as {@link #mutable}
     * @throws UnsupportedOperationException as {@link #mutable}
     */
    public static MutableStringTensor init(SegmentAllocator allocator, long count, TensorLayout layout) {
        long bytes = Objects.requireNonNull(layout, "layout").tableBytes(count);
        MemorySegment memory = Objects.requireNonNull(allocator, "allocator").allocate(bytes, ALIGNMENT);
        return RegionMutableTensor.of(new SegmentRegion(memory), count, layout).emptied();
    }

    /**
     * Empty strings with room for some bytes each, in new memory: {@link MutableStringTensor#preallocate}.
     *
     * @param allocator what allocates the memory: an arena, for instance
     * @param count how many elements
     * @param room the bytes that each has room for
     * @param layout {@link TensorLayout#RFC16} or {@link TensorLayout#RFC24}
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException as {@link MutableStringTensor#preallocate}
     * @throws UnsupportedOperationException as {@link #mutable}
     */
    public static MutableStringTensor preallocate(
            SegmentAllocator allocator, int count, int room, TensorLayout layout) {
        long table = Objects.requireNonNull(layout, "layout").tableBytes(count);
        long bytes = table + Math.multiplyExact((long) count, Math.max(room, 0));
        MemorySegment memory = Objects.requireNonNull(allocator, "allocator").allocate(bytes, ALIGNMENT);
        return RegionMutableTensor.preallocate(new SegmentRegion(memory), count, room, layout);
    }

    /**
     * Makes an element show a segment, which has to stay as long as it does: nothing here keeps it.
     *
     * @param strings the tensor of the element
     * @param index which element
     * @param shown what it shows; native
     * @throws IllegalArgumentException if {@code shown} is on the heap
     * @throws IllegalStateException if the arena of {@code shown} was closed
     * @throws WrongThreadException if this thread may not access it
     * @see MutableStringTensor#assignView(long, long, long)
     */
    public static void assignView(MutableStringTensor strings, long index, MemorySegment shown) {
        SegmentRegion region = new SegmentRegion(shown);
        long address = region.address();
        region.checkAccess();
        Objects.requireNonNull(strings, "strings").assignView(index, address, shown.byteSize());
    }

    private static RegionTensorBuilder ours(StringTensorBuilder builder) {
        if (Objects.requireNonNull(builder, "builder") instanceof RegionTensorBuilder ours) {
            return ours;
        }
        throw new IllegalArgumentException("builder is a " + builder.getClass().getName() + ": not one of ours");
    }
}
