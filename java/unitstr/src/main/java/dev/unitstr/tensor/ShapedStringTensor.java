package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;

/**
 * A tensor with several dimensions: the last index moves fastest (row-major order). Nothing is copied.
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
            // An empty dimension makes all of it empty, however large the others are.
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
     * The elements, one after the other.
     *
     * @return the tensor that was given a shape
     */
    public StringTensor tensor() {
        return tensor;
    }

    /**
     * The sizes of the dimensions.
     *
     * @return a new array
     */
    public long[] shape() {
        return shape.clone();
    }

    /**
     * Which element these indices mean.
     *
     * @param indices one for each dimension
     * @return the index in {@link #tensor()}
     * @throws NullPointerException if {@code indices} is null
     * @throws IllegalArgumentException if these are not as many as there are dimensions
     * @throws IndexOutOfBoundsException if one is negative, or not below the size of its dimension
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
     * Decodes a string, as {@link StringTensor#get(long)}.
     *
     * @param indices one for each dimension
     * @return its text
     * @throws IllegalArgumentException as {@link #indexOf}
     * @throws IndexOutOfBoundsException as {@link #indexOf}
     * @throws TensorFormatException if the element is bad
     */
    public String get(long... indices) {
        return tensor.get(indexOf(indices));
    }

    /**
     * Decodes a string, as {@link StringTensor#get(long, Charset, MalformedPolicy)}.
     *
     * @param charset the encoding
     * @param policy what to do about malformed text
     * @param indices one for each dimension
     * @return its text
     * @throws IllegalArgumentException as {@link #indexOf}
     * @throws IndexOutOfBoundsException as {@link #indexOf}
     * @throws TensorFormatException if the element is bad
     * @throws dev.unitstr.MalformedTextException if the text is malformed and that is to be reported
     */
    public String get(Charset charset, MalformedPolicy policy, long... indices) {
        return tensor.get(indexOf(indices), charset, policy);
    }
}
