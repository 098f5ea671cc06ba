package dev.unitstr.interop;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jars of this build, and the examples among them run as a user would. */
final class Jars {
    /** Whether this JDK has memory segments. */
    static final boolean FFM = Runtime.version().feature() >= 22;

    /** The binding that is chosen when nothing stands in the way. */
    static final String BEST = FFM ? "ffm" : "jni";

    /** The jars of this project on the class path of the tests. */
    static final List<String> ALL = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.matches(".*/unitstr-[^/]*\\.jar"))
            .toList();

    /** Those that are modules. */
    static final Predicate<String> MODULES = jar -> !jar.contains("/unitstr-examples-segments-");

    /** The one that Java 17 needs. */
    static final Predicate<String> BASE = jar -> jar.matches(".*/unitstr-[0-9][^/]*\\.jar");

    /** The one that holds the native library. */
    static final Predicate<String> NATIVES = jar -> jar.contains("/unitstr-natives-");

    private Jars() {}

    static String path(Predicate<String> which) {
        return ALL.stream().filter(which).collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs an example under -Xcheck:jni and compares what it prints.
     *
     * @param example its name
     * @param binding the binding that it is to name
     * @param args what {@code java} is told
     */
    static void assertTour(String example, String binding, String... args) throws IOException, InterruptedException {
        List<String> expected = new ArrayList<>(expected(example));
        expected.set(0, expected.get(0) + ", by " + binding);
        Jvm.Result result =
                Jvm.run(Stream.concat(Stream.of("-Xcheck:jni"), Stream.of(args)).toArray(String[]::new));
        List<String> actual = new ArrayList<>(result.out().lines().toList());
        actual.replaceAll(line -> line.replaceFirst("^unitstr [^:]*: (.*), on JDK [^,]*, ", "$1, "));
        if (result.exit() != 0 || !actual.equals(expected)) {
            throw new AssertionError(String.format(
                    "exit %d%n-- expected --%n%s%n-- printed --%n%s",
                    result.exit(), String.join(System.lineSeparator(), expected), result.out()));
        }
    }

    private static List<String> expected(String example) throws IOException {
        String file = example + ".txt";
        try (InputStream in = Jars.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("no " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
