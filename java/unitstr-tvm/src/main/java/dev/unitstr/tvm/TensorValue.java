package dev.unitstr.tvm;

import dev.unitstr.internal.values.OwnTensor;
import java.nio.ByteBuffer;

/**
 * A tensor: numbers of one type in contiguous memory, with a shape ({@code ffi.Tensor} and {@code DLTensor*} in
 * libtvm_ffi).
 *
 * <pre>{@code
 * TensorValue image = TensorValue.allocate(DataType.FLOAT32, 1, 3, 224, 224);
 * image.data().asFloatBuffer().put(pixels);
 * try (OwnedValue result = model.callOwned(image)) {
 *     FloatBuffer scores = result.asTensor().data().asFloatBuffer();
 * }
 * }</pre>
 *
 * <p>Tensors come from {@link Value#asTensor()} and from {@link #allocate}. Both are arguments of {@link TvmFunction};
 * one that Java has allocated is passed as a {@code DLTensor*}, which the function must not use after it has returned,
 * and can be neither an element of a list nor the result of a Java function. Shape, type and device are those at the
 * time of {@code asTensor()}.
 *
 * <p>Only data in CPU memory and without gaps can be read and written. No method synchronises with native code, or with
 * other threads, that write the data at the same time.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TensorValue {
    /**
     * Allocates a tensor in native memory, at an address that is a multiple of 64. All bytes are 0. The memory is freed
     * after neither this tensor nor a buffer of its {@link #data()} is reachable.
     *
     * @param type the type of the elements, which take whole bytes together
     * @param shape the size of each dimension; none for a single number
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a size is negative, there are more than 64 dimensions, or the data takes more
     *     than 2,147,482,000 bytes
     * @throws UnsupportedOperationException under the conditions of {@link TvmRuntime#open}
     * @throws OutOfMemoryError if the memory cannot be allocated
     */
    static TensorValue allocate(DataType type, long... shape) {
        return OwnTensor.allocate(type, shape);
    }

    /**
     * Returns the size of each dimension.
     *
     * @return a new array; empty for a single number
     */
    long[] shape();

    /**
     * Returns the type of the elements.
     *
     * @return the type
     */
    DataType dataType();

    /**
     * Returns the device whose memory holds the data.
     *
     * @return the device
     */
    Device device();

    /**
     * Returns the data as bytes in native order, row by row: the last index changes fastest.
     *
     * <p>For a tensor that is a counted object, this is a read-only view of its memory, which keeps the tensor alive: also
     * after the value is closed, or the call whose argument it is has returned, until the buffer is unreachable. For a
     * tensor of {@link #allocate} it is a view that can be written. For a borrowed tensor ({@code DLTensor*}, the kind
     * {@link ValueKind#TENSOR}), whose memory is valid only until its caller continues, it is a read-only copy.
     *
     * <p>Cost: a view takes a reference to the tensor and registers a cleanup action, so keep the buffer.
     *
     * @return a buffer from position 0 to its limit, in native byte order
     * @throws UnsupportedOperationException if the data is not in CPU memory (device type 1), has gaps or another order
     *     (its strides are not those of its shape), has more than 2,147,483,647 bytes, or is at an address that was not
     *     obtained from a {@link TvmRuntime}. On Java 22 and later, use
     *     {@code dev.unitstr.ffm.values.SegmentValues.tensorSegment} in the last two cases
     * @throws ValueFormatException if the data may not be read
     * @throws IllegalStateException if the value is closed, or the call whose argument it is has returned
     */
    ByteBuffer data();

    /**
     * Writes all data, for a Java function that receives a tensor for its result.
     *
     * @param source the bytes between its position and its limit, which do not change, in native order
     * @throws NullPointerException if {@code source} is null
     * @throws IllegalArgumentException if {@code source} does not have exactly the bytes of this tensor
     * @throws UnsupportedOperationException if the data is not in CPU memory, or has gaps or another order
     * @throws ValueFormatException if the data may not be written
     * @throws IllegalStateException if the value is closed, or the call whose argument it is has returned
     */
    void copyFrom(ByteBuffer source);
}
