package dev.unitstr.interop.tensorflow;

/** A way to make a tensor of strings. */
interface Writer {
    /** What the tables call it. */
    String title();

    /** Whether it takes only texts of at most 22 bytes. */
    default boolean isSmall() {
        return false;
    }

    /** Whether it needs a TensorFlow whose views may have owners. */
    default boolean needsOwners() {
        return false;
    }

    /** Makes a tensor of one dimension. */
    Given write(TensorFlow tf, byte[][] texts) throws Throwable;
}
