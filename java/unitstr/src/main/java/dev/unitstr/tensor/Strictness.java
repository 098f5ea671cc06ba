package dev.unitstr.tensor;

/**
 * How strictly the bytes of a tensor are checked against its format. Data that would cause a read outside the memory is
 * rejected at every level.
 *
 * @since 0.1.0
 */
public enum Strictness {
    /**
     * Accepts what the readers of the original libraries accept: overlong lengths in {@link TensorLayout#TF_LEGACY},
     * gaps at either end of {@link TensorLayout#TFLITE}.
     */
    LENIENT,
    /** Accepts what the writers of the original libraries write. The default. */
    STANDARD,
    /**
     * Accepts only what unitstr writes: for {@link StringKind#OFFSET}, the count equals the number of elements, strings
     * are in the order of their elements without overlap, and unused bytes are zero. Only
     * {@link StringTensor#validate()} checks order and overlap.
     */
    STRICT
}
