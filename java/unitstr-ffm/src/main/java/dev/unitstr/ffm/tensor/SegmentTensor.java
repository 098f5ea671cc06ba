package dev.unitstr.ffm.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.internal.tensor.RegionSegmentTensor;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.MemorySegment;

/**
 * A {@link StringTensor} in a memory segment of any size and kind.
 *
 * {@snippet :
 * // data and size from TensorFlow's C API: TF_TensorData and TF_TensorByteSize
 * MemorySegment data = address.reinterpret(byteSize);
 * SegmentTensor tensor = SegmentTensor.of(data, n, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED);
 * String[] all = tensor.toStrings(); // before TF_DeleteTensor; the strings are copies
 *
 * // A file: nothing in it is trusted
 * try (Arena arena = Arena.ofConfined()) {
 *     SegmentTensor tokens = SegmentTensors.map(Path.of("tokens.tensor"), TensorLayout.TF24, n, arena);
 *     String first = tokens.get(0);
 * }
 * }
 *
 * <p>If the segment's arena is closed, every method that accesses memory throws {@link IllegalStateException}. If the
 * current thread may not access the segment, it throws {@link WrongThreadException}.
 *
 * @since 0.1.0
 */
public interface SegmentTensor extends StringTensor {
    /**
     * Returns a tensor in a segment. Equivalent to {@link #of(MemorySegment, long, TensorLayout, Trust)} with
     * {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @return the tensor
     */
    static SegmentTensor of(MemorySegment memory, long count, TensorLayout layout) {
        return of(memory, count, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * Returns a tensor in a segment whose bytes state the number of elements, with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory
     * @param layout {@link TensorLayout#TFLITE}; no other layout stores the number of elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the current thread may not access the segment
     * @throws TensorFormatException with {@code COUNT} if the stored count is negative; otherwise under the conditions
     *     of {@link #of(MemorySegment, long, TensorLayout, Trust)}
     */
    static SegmentTensor of(MemorySegment memory, TensorLayout layout) {
        return RegionSegmentTensor.of(memory, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * Returns a tensor in a segment.
     *
     * @param memory the tensor's memory; native, mapped or heap, at any alignment
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the current thread may not access the segment
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for {@code count} elements;
     *     with {@code COUNT} if the bytes of a {@link TensorLayout#TFLITE} tensor state another count. Whether the last
     *     string ends where the memory does is tested when that string is read ({@code END_OFFSET})
     */
    static SegmentTensor of(MemorySegment memory, long count, TensorLayout layout, Trust trust) {
        return RegionSegmentTensor.of(memory, count, layout, trust);
    }

    /**
     * Returns a read-only segment over the bytes of a string of any kind. The segment of a
     * {@link dev.unitstr.tensor.StringKind#SMALL SMALL} string reflects changes of its element.
     *
     * @param index the index of the element
     * @return a read-only segment with the lifetime of the tensor's memory
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the tensor's arena is closed
     * @throws IllegalCallerException if the string is at an address and native access is denied to this module
     * @throws TensorFormatException if the element is invalid
     */
    MemorySegment segment(long index);

    @Override
    SegmentTensor withStrictness(Strictness strictness);

    @Override
    SegmentTensor withMaxBytes(long bytes);

    @Override
    SegmentTensor withMaxTotalBytes(long bytes);

    @Override
    SegmentTensor withAddresses(NativeMemory... ranges);

    @Override
    SegmentTensor parallel();
}
