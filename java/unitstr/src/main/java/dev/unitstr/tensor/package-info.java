/**
 * Many strings in one piece of memory, as TensorFlow and TFLite lay them out: {@link dev.unitstr.tensor.StringTensor}
 * reads them, {@link dev.unitstr.tensor.StringTensors} writes them. The forms for memory segments are in
 * {@code dev.unitstr.ffm.tensor}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.tensor;
