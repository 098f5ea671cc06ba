/**
 * String tensors: many strings in one region of memory, in the layouts of TensorFlow and TFLite.
 * {@link dev.unitstr.tensor.StringTensor} reads them, {@link dev.unitstr.tensor.StringTensors} writes them. For memory
 * segments, see {@code dev.unitstr.ffm.tensor}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.tensor;
