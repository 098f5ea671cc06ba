/**
 * The implementation of string tensors, for {@code dev.unitstr.tensor} and {@code dev.unitstr.ffm.tensor}.
 *
 * <p>The classes have no cycle. From the lowest: {@code Numbers}, {@code Elements}, {@code TensorReader} and {@code
 * TensorPlan}, {@code TensorWriter} and {@code RegionMutableTensor}, {@code OwnedTensorWriter}, {@code
 * RegionTensorBuilder}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.tensor;
