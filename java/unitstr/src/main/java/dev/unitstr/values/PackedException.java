package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * A packed function raised an error.
 *
 * <p>If that error came from a Java function that threw, {@link #getCause()} is the very same {@link Throwable}, also if
 * native functions passed it on in between.
 *
 * @since 0.1.0
 */
public class PackedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of error. */
    private final String kind;
    /** Where it was raised. */
    private final String nativeBacktrace;

    /**
     * This error.
     *
     * @param kind what kind, such as {@code TypeError}
     * @param message what it says
     * @param nativeBacktrace where it was raised, as the library says
     * @param cause what a Java function threw, or null
     */
    public PackedException(String kind, String message, String nativeBacktrace, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.nativeBacktrace = nativeBacktrace;
    }

    /**
     * What kind of error it is.
     *
     * @return such as {@code TypeError}, {@code ValueError}, {@code RuntimeError}
     */
    public String kind() {
        return kind;
    }

    /**
     * Where it was raised.
     *
     * @return lines, as the library says them; may be empty
     */
    public String nativeBacktrace() {
        return nativeBacktrace;
    }

    /** Kind and message. */
    @Override
    public String toString() {
        return getClass().getName() + ": " + kind + ": " + getMessage();
    }
}
