package dev.unitstr.tvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A packed function raised an error.
 *
 * <p>If that error came from a Java function that threw, {@link #getCause()} is the very same {@link Throwable}, also if
 * native functions passed it on in between. The native backtrace is on top of the stack trace, as frames of the class
 * {@code native}.
 *
 * @since 0.1.0
 */
public class TvmException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A line of a backtrace, as the library writes it. */
    private static final Pattern FRAME = Pattern.compile("File \"(.*)\", line (\\d+), in (.*)");

    /** What kind of error. */
    private final String kind;
    /** Where it was raised. */
    private final String nativeBacktrace;

    /**
     * An error.
     *
     * @param kind what kind, such as {@code TypeError}; null means {@code RuntimeError}
     * @param message what it says, or null
     * @param nativeBacktrace where it was raised, as the library says, the innermost frame first; null means nothing is
     *     known
     * @param cause what a Java function threw, or null
     */
    @SuppressWarnings("this-escape") // to methods of Throwable only
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

    /** Puts the native frames on top of the stack trace, where every logger shows them. */
    private void addNativeFrames() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (String line : nativeBacktrace.split("\n")) {
            String text = line.strip();
            Matcher frame = FRAME.matcher(text);
            if (frame.matches()) {
                String file = frame.group(1);
                int number = frame.group(2).length() > 9 ? -1 : Integer.parseInt(frame.group(2));
                frames.add(new StackTraceElement("native", frame.group(3), file, number));
            } else if (!text.isEmpty() && !text.startsWith("at ")) { // those are the cause's own, of Java
                frames.add(new StackTraceElement("native", text, null, -1));
            }
        }
        if (!frames.isEmpty()) {
            frames.addAll(Arrays.asList(getStackTrace()));
            setStackTrace(frames.toArray(new StackTraceElement[0]));
        }
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
