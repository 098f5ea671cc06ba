package dev.unitstr;

/**
 * Thrown when the native library panics and stops the operation, which is a defect of unitstr. The destination memory
 * of the operation may hold a part of the result. Later operations work normally.
 *
 * @since 0.1.0
 */
public class NativePanicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param panic the panic message of the native code; may be empty
     */
    public NativePanicException(String panic) {
        super(panic.isEmpty() ? "the native library panicked" : "the native library panicked: " + panic);
    }
}
