package dev.unitstr;

import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.JniBinding;
import dev.unitstr.internal.library.Version;
import dev.unitstr.internal.memory.Scratch;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Describes this copy of unitstr: its version, its binding, and the state of its installation.
 *
 * <p>The string operations are in {@link BufferStrings} (Java 17 and later) and in
 * {@code dev.unitstr.ffm.SegmentStrings} (Java 22 and later). Both use one binding, which is chosen at the first
 * operation in a JVM, from what the class loader of this class sees:
 *
 * <ol>
 *   <li>{@code ffm}, the foreign function and memory API: requires the jar {@code unitstr-ffm} and Java 22
 *   <li>{@code jni}
 *   <li>{@code java}, plain Java: always works, with the same results
 * </ol>
 *
 * <p>The first binding that works is used. The system property {@code dev.unitstr.binding} forces one of them.
 *
 * <p>If this class loader does not see the jar {@code unitstr-ffm}, because it is in a child, the classes of that jar use
 * {@code ffm} by themselves if it works there. {@link #doctor()} names each such child and its binding.
 *
 * <p>To diagnose an installation that does not work as expected, print the report:
 *
 * {@snippet :
 * System.out.println(UnitStr.doctor());
 * }
 *
 * <p>The command {@code java -cp <class path> dev.unitstr.UnitStr} prints the same report; {@code --json} after it prints
 * the report as JSON.
 *
 * @since 0.1.0
 */
public final class UnitStr {
    private static final int USAGE = 3;

    private static final String HELP = """
            Usage: java -jar unitstr-doctor.jar [--json | --help]
            Examines this installation of unitstr, and prints its versions, its bindings and its native library.
              --json  prints the same facts as one JSON object
              --help  prints this text
            Exit status: 0 if a native binding is in use and passed its test, 1 if no binding works or it failed
            the test, 2 if plain Java is in use, 3 if the arguments are wrong.
            Example: java --enable-native-access=ALL-UNNAMED -jar unitstr-doctor.jar --json""";

    private UnitStr() {}

    /**
     * Returns the version of the Java code.
     *
     * @return a version such as {@code 1.2.3}
     */
    public static String version() {
        return Version.TEXT;
    }

    /**
     * Returns the name of the binding in use by all operations, except those of {@code dev.unitstr.ffm} in a child of this
     * class loader. The first call of this method or of any operation in a JVM chooses the binding and loads the native
     * library if the binding requires it.
     *
     * @return {@code ffm}, {@code jni} or {@code java}
     * @throws IllegalStateException if the system property {@code dev.unitstr.binding} names a binding that does not
     *     work; the message gives the reason
     */
    public static String binding() {
        return Bindings.chosen().name();
    }

    /**
     * Returns a report on this installation: the versions and paths of the jars, and other copies of them on the class
     * path or module path; the platform; the bindings that were tried and the reasons why they failed; the native
     * library; native access, as it was before the first restricted call; the result of a test of every encoding against
     * the JDK; and the bindings of {@code dev.unitstr.ffm} in children of this class loader. Chooses a binding if none has
     * been chosen yet.
     *
     * @return text of several lines, for human readers; its format may change
     */
    public static String doctor() {
        return Doctor.examine().text();
    }

    /**
     * Overwrites the text that earlier operations left in the scratch memory of the current thread and in the scratch
     * memory shared by virtual threads. Does not change the scratch memory of other platform threads, the strings, or
     * memory of callers.
     *
     * <p>Cost: writes up to about 200 KB, and up to 8 KB for each nested call by {@code dev.unitstr.ffm.StringCalls}
     * whose memory the thread keeps, at most eight. The memory of virtual threads comes on top of that.
     */
    public static void clearScratch() {
        Scratch.clear();
        JniBinding.clearScratch();
    }

    /**
     * Prints the report of {@link #doctor()}. The exit status is
     *
     * <ul>
     *   <li>0 if a native binding ({@code ffm} or {@code jni}) is in use and passed its test
     *   <li>1 if no binding works, or the test of the binding in use failed
     *   <li>2 if plain Java is in use
     *   <li>3 if the arguments are not those below; nothing is examined then
     * </ul>
     *
     * @param args empty; or {@code --json}, which prints the same facts as one JSON object. Later versions may add
     *     members to it; or {@code --help}, which prints these arguments and the exit statuses, and has the status 0
     */
    public static void main(String[] args) {
        if (args.length == 1 && args[0].equals("--help")) {
            System.out.println(HELP);
            return;
        }
        boolean isJson = args.length == 1 && args[0].equals("--json");
        if (args.length > 0 && !isJson) {
            System.err.println("cannot use " + String.join(" ", args) + ": the only arguments are --json and --help");
            System.exit(USAGE);
        }
        Doctor.Findings findings = Doctor.examine();
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(isJson ? findings.json() : findings.text());
        if (findings.status() != 0) {
            System.exit(findings.status());
        }
    }
}
