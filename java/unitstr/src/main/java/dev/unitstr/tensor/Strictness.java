package dev.unitstr.tensor;

/**
 * How exactly the bytes of a tensor have to be what a well-behaved writer writes. What could lead out of the memory is
 * refused in any case.
 *
 * @since 0.1.0
 */
public enum Strictness {
    /**
     * What the real readers accept too: overlong lengths in {@link TensorLayout#TF_LEGACY}, gaps at either end of
     * {@link TensorLayout#TFLITE}.
     */
    LENIENT,
    /** What the real writers write. The default. */
    STANDARD,
    /**
     * What our writers write: for {@link StringKind#OFFSET} the count is that of the elements, strings lie in the order
     * of their elements without overlap, and unused bytes are zero. Order and overlap are looked at by
     * {@link StringTensor#validate()}.
     */
    STRICT
}
