package dev.unitstr.tensor;

/**
 * Where an element has its string.
 *
 * @since 0.1.0
 */
public enum StringKind {
    /** Inside of the element. */
    SMALL,
    /** In a block of C's heap that the element owns. */
    LARGE,
    /** In the same memory, at a distance from the element. */
    OFFSET,
    /** At an address that the element does not own. */
    VIEW,
    /** At an address that the element does not own but may write to, up to a capacity. */
    PREALLOC,
    /** In the same memory, by a table of offsets: {@link TensorLayout#TF_LEGACY} and {@link TensorLayout#TFLITE}. */
    PLAIN;

    /**
     * Whether the string is at an address, anywhere in this process.
     *
     * @return true for {@link #LARGE}, {@link #VIEW} and {@link #PREALLOC}
     */
    public boolean isAddress() {
        return this == LARGE || this == VIEW || this == PREALLOC;
    }
}
