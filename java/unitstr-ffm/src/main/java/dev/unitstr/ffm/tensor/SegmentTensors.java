package dev.unitstr.ffm.tensor;

import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.tensor.RegionSegmentTensor;
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
 * Static methods that write string tensors to memory segments, and map files of them.
 *
 * {@snippet :
 * try (Arena arena = Arena.ofConfined()) {
 *     MemorySegment data = SegmentTensors.write(arena, TensorLayout.TFLITE, "AB", "xyz123", "");
 *
 *     // Views of one arena, which stays open until TensorFlow has deleted the tensor and its outputs
 *     StringTensorBuilder builder =
 *             StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.VIEW).addAll(texts);
 *     MemorySegment tensor = SegmentTensors.build(builder, arena);
 * }
 * }
 *
 * @since 0.1.0
 */
public final class SegmentTensors {
    /** The alignment of {@code size_t} and addresses. */
    private static final long ALIGNMENT = 8;

    private SegmentTensors() {}

    /**
     * Writes texts in UTF-8 to a new segment.
     *
     * @param allocator the allocator, such as an arena
     * @param layout the layout of the tensor
     * @param strings the texts
     * @return a segment that contains only the tensor
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout cannot hold it
     */
    public static MemorySegment write(SegmentAllocator allocator, TensorLayout layout, String... strings) {
        Objects.requireNonNull(allocator, "allocator");
        return build(StringTensorBuilder.of(layout).addAll(strings), allocator);
    }

    /**
     * Writes a tensor to a new segment. Allocates once, after all strings have been checked.
     *
     * @param builder the builder that contains the strings
     * @param allocator the allocator, such as an arena
     * @return a segment that contains only the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code builder} was not created by {@link StringTensorBuilder#of}, or if the
     *     elements contain addresses and the segment is on the heap
     * @throws IndexOutOfBoundsException if the allocator returns a segment that is smaller than requested
     * @throws TensorFormatException under the conditions of {@link StringTensorBuilder#byteSize()}
     * @throws MalformedTextException under the conditions of {@link StringTensorBuilder#byteSize()}
     */
    public static MemorySegment build(StringTensorBuilder builder, SegmentAllocator allocator) {
        RegionTensorBuilder ours = RegionTensorBuilder.ours(builder);
        TensorPlan plan = ours.plan();
        MemorySegment segment = Objects.requireNonNull(allocator, "allocator").allocate(plan.bytes(), ALIGNMENT);
        MemorySegment exact = segment.asSlice(0, plan.bytes());
        SegmentRegion region = new SegmentRegion(exact);
        region.checkWritable();
        if (plan.hasAddresses()) {
            region.address(); // throws for a heap segment, naming the reason
        }
        ours.write(plan, region, 0);
        return exact;
    }

    /**
     * Writes a tensor to an existing segment.
     *
     * @param builder the builder that contains the strings
     * @param memory the segment
     * @param offset the start of the tensor, in bytes from the start of {@code memory}
     * @return the number of bytes written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code builder} was not created by {@link StringTensorBuilder#of}, if
     *     {@code memory} is read-only, or if the elements contain addresses and {@code memory} is on the heap
     * @throws IndexOutOfBoundsException if {@code offset} is negative, or the tensor does not fit into {@code memory}
     *     from {@code offset} on
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the current thread may not access the segment
     * @throws TensorFormatException under the conditions of {@link StringTensorBuilder#byteSize()}
     * @throws MalformedTextException under the conditions of {@link StringTensorBuilder#byteSize()}
     */
    public static long writeTo(StringTensorBuilder builder, MemorySegment memory, long offset) {
        RegionTensorBuilder ours = RegionTensorBuilder.ours(builder);
        return ours.writeTo(new SegmentRegion(Objects.requireNonNull(memory, "memory")), "offset", offset);
    }

    /**
     * Maps a file of any size read-only. Its content is not trusted: addresses are rejected.
     *
     * <p>If the file is truncated while it is mapped, reading it may crash the JVM.
     *
     * @param file the file
     * @param layout the layout of the tensor
     * @param count the number of elements
     * @param arena the arena; closing it ends the mapping
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws IllegalStateException if the arena is closed
     * @throws WrongThreadException if the arena is confined to another thread
     * @throws IOException if the file cannot be read
     * @throws TensorFormatException under the conditions of {@link SegmentTensor#of(MemorySegment, long, TensorLayout)}
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
     * Returns a mutable tensor over existing elements in a segment.
     *
     * @param memory the tensor's memory; native
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException under the conditions of {@link MutableStringTensor#of}, or if {@code memory} is
     *     read-only or on the heap
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the current thread may not access the segment
     * @throws UnsupportedOperationException if there is no native library, or it is too old. With the JNI binding, the
     *     operations of the tensor throw this exception instead: use {@link MutableStringTensor#of} with an address
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for {@code count} elements
     */
    public static MutableStringTensor mutable(MemorySegment memory, long count, TensorLayout layout) {
        return RegionMutableTensor.of(RegionSegmentTensor.memory(memory), count, layout);
    }

    /**
     * Allocates a mutable tensor of empty strings. Memory that elements later own is not freed with the segment: call
     * {@link MutableStringTensor#deallocAll()}.
     *
     * @param allocator the allocator, such as an arena
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException under the conditions of {@link #mutable}
     * @throws UnsupportedOperationException under the conditions of {@link #mutable}
     */
    public static MutableStringTensor init(SegmentAllocator allocator, long count, TensorLayout layout) {
        long bytes = RegionMutableTensor.tableBytes(count, layout);
        MemorySegment memory = Objects.requireNonNull(allocator, "allocator").allocate(bytes, ALIGNMENT);
        return RegionMutableTensor.of(RegionSegmentTensor.memory(memory), count, layout)
                .emptied();
    }

    /**
     * Allocates a mutable tensor of empty strings with a fixed capacity each, as
     * {@link MutableStringTensor#preallocate} does.
     *
     * @param allocator the allocator, such as an arena
     * @param count the number of elements
     * @param room the capacity of each element in bytes
     * @param layout {@link TensorLayout#RFC16} or {@link TensorLayout#RFC24}
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException under the conditions of {@link MutableStringTensor#preallocate}
     * @throws UnsupportedOperationException under the conditions of {@link #mutable}
     */
    public static MutableStringTensor preallocate(
            SegmentAllocator allocator, int count, int room, TensorLayout layout) {
        long bytes = RegionMutableTensor.preallocatedBytes(count, room, layout);
        MemorySegment memory = Objects.requireNonNull(allocator, "allocator").allocate(bytes, ALIGNMENT);
        return RegionTensorBuilder.preallocate(RegionSegmentTensor.memory(memory), count, room, layout);
    }

    /**
     * Makes an element a view of a segment. The caller must keep the segment alive as long as the view.
     *
     * @param strings the tensor of the element
     * @param index the index of the element
     * @param shown the segment to view; native
     * @throws IllegalArgumentException if {@code shown} is on the heap
     * @throws IllegalStateException if the arena of {@code shown} is closed
     * @throws WrongThreadException if the current thread may not access {@code shown}
     * @see MutableStringTensor#assignView(long, NativeMemory)
     */
    public static void assignView(MutableStringTensor strings, long index, MemorySegment shown) {
        SegmentRegion region = new SegmentRegion(Objects.requireNonNull(shown, "shown"));
        long address = region.address();
        region.checkAccess();
        Objects.requireNonNull(strings, "strings").assignView(index, NativeMemory.of(address, shown.byteSize()));
    }
}
