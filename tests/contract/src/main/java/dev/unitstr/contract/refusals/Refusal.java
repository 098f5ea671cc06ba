package dev.unitstr.contract.refusals;

import dev.unitstr.contract.Run;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.function.Executable;

/**
 * A wrong call of the public API, and what it throws: the same with every binding.
 *
 * @param type the class of the exception
 * @param says the message, in which "…" stands for any text
 * @param call the call
 */
public record Refusal(Class<? extends Throwable> type, String says, Executable call) {
    private static final String ANY = "…";

    /** What no message says: words of the JVM, names of internal classes, and numbers without a meaning for the user. */
    private static final Pattern UNHELPFUL = Pattern.compile(String.join(
            "|",
            "Cannot (invoke|read|load|store|assign|throw|enter)",
            "[Oo]ut of bound", // an index of the JVM's, not of the user's
            "cannot be cast",
            "(?<!it is |expected |accepted are )\\bnull\\b(?! pointer| struct)",
            "dev\\.unitstr\\.(ffm\\.)?internal",
            "\\b(Region|Abstract|Bound|Imported|Own|Tvm|Rfc97(?!List\\b))[A-Z]\\w*",
            "\\[L[a-z]|\\[\\[?[BCDIJSZ]\\b",
            "[\\w$]@[0-9a-f]{4,}",
            "\\b(type|kind|status|error|format) -?\\d+\\b"));

    private static final Pattern ONE_WORD = Pattern.compile("\\S*");

    public static Refusal argument(String says, Executable call) {
        return new Refusal(IllegalArgumentException.class, says, call);
    }

    public static Refusal bounds(String says, Executable call) {
        return new Refusal(IndexOutOfBoundsException.class, says, call);
    }

    public static Refusal state(String says, Executable call) {
        return new Refusal(IllegalStateException.class, says, call);
    }

    public static Refusal unsupported(String says, Executable call) {
        return new Refusal(UnsupportedOperationException.class, says, call);
    }

    /** A buffer that is read-only: the exception of the JDK has no message. */
    public static Refusal readOnly(Executable call) {
        return new Refusal(ReadOnlyBufferException.class, "", call);
    }

    public static Refusal of(Class<? extends Throwable> type, String says, Executable call) {
        return new Refusal(type, says, call);
    }

    /** A call that is refused for what is in the memory, which plain Java cannot read: that says so. */
    public Refusal inNativeMemory() {
        return Run.reachesAddresses() ? this : unsupported(ANY + Run.NEEDS_NATIVE + ANY, call);
    }

    /** Makes the call; returns the complaints about it. Adds the methods of the API that it called to a list. */
    List<String> complaints(List<PublicApi.Member> called) {
        Throwable thrown;
        try {
            call.execute();
            return List.of("a call is not refused: expected \"" + says + "\"");
        } catch (Throwable e) {
            thrown = e;
        }
        String message = String.valueOf(thrown.getMessage());
        List<PublicApi.Member> members = PublicApi.called(thrown, call.getClass());
        called.addAll(members);
        List<String> complaints = new ArrayList<>();
        if (thrown.getClass() != type) {
            complaints.add("has the type " + thrown.getClass().getName() + ": expected " + type.getName());
        }
        if (type != ReadOnlyBufferException.class) {
            if (!pattern().matcher(message).matches()) {
                complaints.add("expected \"" + says + "\"");
            }
            boolean isName = type == NullPointerException.class && !message.equals("null");
            if (UNHELPFUL.matcher(message).find()
                    || !isName && ONE_WORD.matcher(message).matches()) {
                complaints.add("does not help");
            }
        }
        if (!members.isEmpty() && members.stream().noneMatch(each -> each.documents(type))) {
            complaints.add(type.getSimpleName() + " is not documented");
        }
        return complaints.stream()
                .map(each -> place(thrown) + " " + members + " \"" + message + "\": " + each)
                .toList();
    }

    private Pattern pattern() {
        String regex = Arrays.stream(says.split(ANY, -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL);
    }

    /** The line of the call. */
    private String place(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> PublicApi.isTable(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("a call");
    }
}
