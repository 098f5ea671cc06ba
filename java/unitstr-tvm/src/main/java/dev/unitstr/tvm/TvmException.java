package dev.unitstr.tvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a function of libtvm_ffi raises an error.
 *
 * <p>If the error started as an exception of a Java function, {@link #getCause()} returns the same {@link Throwable},
 * even if native functions passed it on. The native backtrace is at the top of the stack trace, as frames of the class
 * {@code native}.
 *
 * @since 0.1.0
 */
public class TvmException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** One line of a backtrace, in libtvm_ffi's format. */
    private static final Pattern FRAME = Pattern.compile("File \"(.*)\", line (\\d+), in (.*)");

    /** The error kind, such as {@code TypeError}. */
    private final String kind;
    /** The native backtrace; may be empty. */
    private final String nativeBacktrace;

    /**
     * Creates an exception.
     *
     * @param kind the error kind, such as {@code TypeError}; null means {@code RuntimeError}
     * @param message the error message, or null
     * @param nativeBacktrace the backtrace as libtvm_ffi formats it, innermost frame first; null if there is none
     * @param cause the exception that a Java function threw, or null
     */
    @SuppressWarnings("this-escape") // calls methods of Throwable only
    public TvmException(
            @Nullable String kind,
            @Nullable String message,
            @Nullable String nativeBacktrace,
            @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind == null ? "RuntimeError" : kind;
        this.nativeBacktrace = nativeBacktrace == null ? "" : nativeBacktrace;
        addNativeFrames();
    }

    /** Inserts the native frames at the top of the stack trace, where every logger shows them. */
    private void addNativeFrames() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (String line : nativeBacktrace.split("\n")) {
            String text = line.strip();
            Matcher frame = FRAME.matcher(text);
            if (frame.matches()) {
                String file = frame.group(1);
                int number = frame.group(2).length() > 9 ? -1 : Integer.parseInt(frame.group(2));
                frames.add(new StackTraceElement("native", frame.group(3), file, number));
            } else if (!text.isEmpty() && !text.startsWith("at ")) { // "at" lines are Java frames of the cause
                frames.add(new StackTraceElement("native", text, null, -1));
            }
        }
        if (!frames.isEmpty()) {
            frames.addAll(Arrays.asList(getStackTrace()));
            setStackTrace(frames.toArray(new StackTraceElement[0]));
        }
    }

    /**
     * Returns the error kind.
     *
     * @return the kind, such as {@code TypeError}, {@code ValueError} or {@code RuntimeError}
     */
    public String kind() {
        return kind;
    }

    /**
     * Returns the native backtrace.
     *
     * @return the lines as libtvm_ffi formats them; may be empty
     */
    public String nativeBacktrace() {
        return nativeBacktrace;
    }

    /** Returns the class name, the error kind and the message. */
    @Override
    public String toString() {
        return getClass().getName() + ": " + kind + ": " + getMessage();
    }
}
