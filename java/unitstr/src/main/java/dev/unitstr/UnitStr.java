package dev.unitstr;

import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.JniBinding;
import dev.unitstr.internal.library.Version;
import dev.unitstr.internal.memory.Scratch;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What this copy of unitstr is, and how it works here.
 *
 * <p>The strings themselves are in {@link BufferStrings} (Java 17 and newer) and in
 * {@code dev.unitstr.ffm.SegmentStrings} (Java 22 and newer). Both work through one binding, chosen at the first use
 * in a JVM:
 *
 * <ol>
 *   <li>{@code ffm}, the foreign function and memory interface: needs the jar {@code unitstr-ffm} and Java 22
 *   <li>{@code jni}
 *   <li>{@code java}, plain Java: always works, and gives the same results
 * </ol>
 *
 * <p>The first that works is taken. The system property {@code dev.unitstr.binding} forces one of them.
 *
 * <p>This prints all there is to know about an installation that does not do what it should:
 *
 * {@snippet :
 * System.out.println(UnitStr.doctor());
 * }
 *
 * <p>So does the command {@code java -cp <class path> dev.unitstr.UnitStr}.
 *
 * @since 0.1.0
 */
public final class UnitStr {
    private UnitStr() {}

    /**
     * The version of the Java code.
     *
     * @return a version such as {@code 1.2.3}
     */
    public static String version() {
        return Version.TEXT;
    }

    /**
     * The binding in use. The first call in a JVM, here or to any other operation, loads what it needs.
     *
     * @return {@code ffm}, {@code jni} or {@code java}
     * @throws IllegalStateException if the system property {@code dev.unitstr.binding} names one that does not work;
     *     the message says why
     */
    public static String binding() {
        return Bindings.chosen().name();
    }

    /**
     * Examines this installation: the versions and paths of the jars, and other copies of them on the class path or module
     * path; the platform; the bindings that were tried and what was wrong with them; the native library; native access,
     * as it was before the first restricted call; and a test of every encoding against the JDK. Chooses a binding if none
     * was chosen yet.
     *
     * @return text of several lines, for people; its form may change
     */
    public static String doctor() {
        return Doctor.examine().text();
    }

    /**
     * Overwrites the text that earlier operations left in scratch memory of this thread and in the memory that virtual
     * threads share. Scratch memory of other platform threads, the strings themselves and the callers' memory are not
     * touched. Cost: up to some 200 KB are written.
     */
    public static void clearScratch() {
        Scratch.clear();
        JniBinding.clearScratch();
    }

    /**
     * Prints {@link #doctor()}; ends with exit status 1 if no binding works or its test failed.
     *
     * @param args are not looked at
     */
    public static void main(String[] args) {
        Doctor.Findings findings = Doctor.examine();
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(findings.text());
        if (!findings.healthy()) {
            System.exit(1);
        }
    }
}
