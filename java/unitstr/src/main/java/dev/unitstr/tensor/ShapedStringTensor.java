package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of a string tensor with several dimensions, in row-major order: the last index varies fastest. Nothing is
 * copied.
 *
 * <pre>{@code
 * ShapedStringTensor table = StringTensor.of(memory, 6, TensorLayout.TF24).withShape(2, 3);
 * String last = table.get(1, 2); // element 5
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ShapedStringTensor {
    private final StringTensor tensor;
    private final long[] shape;

    ShapedStringTensor(StringTensor tensor, long[] dimensions) {
        this.tensor = tensor;
        this.shape = Objects.requireNonNull(dimensions, "dimensions").clone();
        long size = 1;
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] < 0) {
                throw new IllegalArgumentException("dimensions[" + i + "] is " + shape[i] + ": negative");
            }
        }
        for (long dimension : shape) {
            // If one dimension is 0, the tensor is empty, and the product of the others may overflow.
            size = Arrays.stream(shape).anyMatch(each -> each == 0) ? 0 : multiply(size, dimension);
        }
        if (size != tensor.size()) {
            throw new IllegalArgumentException(
                    "dimensions is " + Arrays.toString(shape) + ": not the shape of " + tensor.size() + " elements");
        }
    }

    private static long multiply(long size, long dimension) {
        return size < 0 || Math.multiplyHigh(size, dimension) != 0 || size * dimension < 0 ? -1 : size * dimension;
    }

    /**
     * Returns the one-dimensional tensor of all elements.
     *
     * @return the tensor that this view was created from
     */
    public StringTensor tensor() {
        return tensor;
    }

    /**
     * Returns the sizes of the dimensions.
     *
     * @return a new array
     */
    public long[] shape() {
        return shape.clone();
    }

    /**
     * Returns the index of an element in {@link #tensor()}.
     *
     * @param indices one index for each dimension
     * @return the index in {@link #tensor()}
     * @throws NullPointerException if {@code indices} is null
     * @throws IllegalArgumentException if the number of indices is not the number of dimensions
     * @throws IndexOutOfBoundsException if an index is negative, or not below the size of its dimension
     */
    public long indexOf(long... indices) {
        if (Objects.requireNonNull(indices, "indices").length != shape.length) {
            throw new IllegalArgumentException(
                    "indices has " + indices.length + " elements: there are " + shape.length + " dimensions");
        }
        long index = 0;
        for (int i = 0; i < shape.length; i++) {
            if (indices[i] < 0 || indices[i] >= shape[i]) {
                throw new IndexOutOfBoundsException("indices[" + i + "] is " + indices[i] + ": not between 0 and "
                        + (shape[i] - 1) + ", in a dimension of " + shape[i]);
            }
            index = index * shape[i] + indices[i];
        }
        return index;
    }

    /**
     * Decodes a string, as {@link StringTensor#get(long)} does.
     *
     * @param indices one index for each dimension
     * @return the text
     * @throws IllegalArgumentException under the conditions of {@link #indexOf}
     * @throws IndexOutOfBoundsException under the conditions of {@link #indexOf}
     * @throws TensorFormatException if the element is invalid
     */
    public String get(long... indices) {
        return tensor.get(indexOf(indices));
    }

    /**
     * Decodes a string, as {@link StringTensor#get(long, Charset, MalformedPolicy)} does.
     *
     * @param charset the encoding
     * @param policy how malformed text is handled
     * @param indices one index for each dimension
     * @return the text
     * @throws IllegalArgumentException under the conditions of {@link #indexOf}
     * @throws IndexOutOfBoundsException under the conditions of {@link #indexOf}
     * @throws TensorFormatException if the element is invalid
     * @throws dev.unitstr.MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT}
     */
    public String get(Charset charset, MalformedPolicy policy, long... indices) {
        return tensor.get(indexOf(indices), charset, policy);
    }
}
