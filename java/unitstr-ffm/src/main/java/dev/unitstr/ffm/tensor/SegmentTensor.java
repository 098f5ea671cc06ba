package dev.unitstr.ffm.tensor;

import dev.unitstr.ffm.internal.tensor.RegionSegmentTensor;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.MemorySegment;

/**
 * A tensor of strings in a memory segment: all that {@link StringTensor} says, for segments of any size and kind.
 *
 * {@snippet :
 * // What TensorFlow's C API gives: TF_TensorData and TF_TensorByteSize
 * MemorySegment data = address.reinterpret(byteSize);
 * SegmentTensor tensor = SegmentTensor.of(data, n, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED);
 * String[] all = tensor.toStrings();
 *
 * // A file: nothing in it is trusted
 * try (Arena arena = Arena.ofConfined()) {
 *     SegmentTensor tokens = SegmentTensors.map(Path.of("tokens.tensor"), TensorLayout.TF24, n, arena);
 *     String first = tokens.get(0);
 * }
 * }
 *
 * <p>After the segment's arena was closed every method that looks at memory throws {@link IllegalStateException}, in a
 * thread that may not access it {@link WrongThreadException}.
 *
 * @since 0.1.0
 */
public interface SegmentTensor extends StringTensor {
    /**
     * {@link #of(MemorySegment, long, TensorLayout, Trust)} with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, all of it
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     */
    static SegmentTensor of(MemorySegment memory, long count, TensorLayout layout) {
        return of(memory, count, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * A tensor in a segment whose bytes say how many elements there are, with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, all of it
     * @param layout {@link TensorLayout#TFLITE}; the bytes of all other layouts do not say the count
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}
     * @throws IllegalStateException if the segment's arena was closed
     * @throws WrongThreadException if this thread may not access the segment
     * @throws TensorFormatException with {@code COUNT} if the count in the bytes is negative; else as
     *     {@link #of(MemorySegment, long, TensorLayout, Trust)}
     */
    static SegmentTensor of(MemorySegment memory, TensorLayout layout) {
        return RegionSegmentTensor.of(memory, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * A tensor in a segment.
     *
     * @param memory the tensor's memory, all of it; native, mapped or on the heap, at any alignment
     * @param count how many elements
     * @param layout how they lie in memory
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws IllegalStateException if the segment's arena was closed
     * @throws WrongThreadException if this thread may not access the segment
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for so many elements, with
     *     {@code COUNT} or {@code END_OFFSET} if {@link TensorLayout#TFLITE} says otherwise
     */
    static SegmentTensor of(MemorySegment memory, long count, TensorLayout layout, Trust trust) {
        return RegionSegmentTensor.of(memory, count, layout, trust);
    }

    /**
     * A string's bytes where they are, not to be written, whatever kind the element is of. A segment of kind
     * {@link dev.unitstr.tensor.StringKind#SMALL SMALL} changes with its element.
     *
     * @param index which element
     * @return a read-only segment of the same lifetime as the tensor's memory
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the tensor's arena was closed
     * @throws IllegalCallerException if the string is at an address and native access is denied to this module
     * @throws TensorFormatException if the element is bad
     */
    MemorySegment segment(long index);

    @Override
    SegmentTensor withStrictness(Strictness strictness);

    @Override
    SegmentTensor withMaxBytes(long bytes);

    @Override
    SegmentTensor withMaxTotalBytes(long bytes);

    @Override
    SegmentTensor withAddresses(long... startsAndEnds);

    @Override
    SegmentTensor parallel();
}
