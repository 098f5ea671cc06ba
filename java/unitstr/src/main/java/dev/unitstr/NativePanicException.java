package dev.unitstr;

/**
 * The native library met a state that it believed impossible, and stopped the operation. A defect of unitstr: memory
 * that the operation was to write may hold a part of the result. Later operations work.
 *
 * @since 0.1.0
 */
public class NativePanicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes one.
     *
     * @param panic what the native code said; may be empty
     */
    public NativePanicException(String panic) {
        super(panic.isEmpty() ? "the native library panicked" : "the native library panicked: " + panic);
    }
}
