package dev.unitstr.tensor;

/**
 * Where an element stores its string.
 *
 * @since 0.1.0
 */
public enum StringKind {
    /** In the element itself. */
    SMALL,
    /** In a block of the C heap that the element owns. */
    LARGE,
    /** In the tensor's memory, at an offset from the element. */
    OFFSET,
    /** At an address whose memory the element does not own. */
    VIEW,
    /** At an address whose memory the element does not own but may write to, up to a capacity. */
    PREALLOC,
    /**
     * In the tensor's memory, located by a table of offsets: {@link TensorLayout#TF_LEGACY} and
     * {@link TensorLayout#TFLITE}.
     */
    PLAIN;

    /**
     * Tests whether the string is at an address in this process.
     *
     * @return true for {@link #LARGE}, {@link #VIEW} and {@link #PREALLOC}
     */
    public boolean isAddress() {
        return this == LARGE || this == VIEW || this == PREALLOC;
    }
}
