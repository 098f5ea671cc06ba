package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * This jar with a library whose table has a member more, and one that has a member less, by every native binding, each
 * time in a JVM of its own.
 *
 * <p>The libraries are one, built with the feature {@code test-abi}: the environment says which it is. A member that the
 * library lacks ends the process when it is called.
 */
class OtherLibraryTest {
    private static final String[] NATIVE = Jars.FFM ? new String[] {"ffm", "jni"} : new String[] {"jni"};
    private static final Path LIBRARY = Path.of("..", "..", "target", "test-panic", "libunitstr.so");
    private static final Path LIST = Path.of("..", "..", "abi", "v1.0.txt");

    private LoadingJvm jvm;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        jvm = new LoadingJvm(directory.toRealPath())
                .jars(LoadingJvm.LIBRARY_JARS)
                .option("--add-opens=java.base/java.nio=ALL-UNNAMED")
                .option("-Ddev.unitstr.library.file=" + LIBRARY.toRealPath());
    }

    @Test
    void aMemberMore() throws Exception {
        for (String binding : NATIVE) {
            LoadingJvm one = jvm.with("-Ddev.unitstr.binding=" + binding);
            String now = one.run(WorkoutMain.class, "all");
            assertTrue(now.startsWith(binding + "\n") && now.lines().count() > 300, now);
            one.variable("UNITSTR_TEST_ABI", "more");
            assertEquals(now, one.run(WorkoutMain.class, "all"));
            String doctor = one.fail(0, "dev.unitstr.UnitStr");
            assertTrue(doctor.contains("\n  ABI         1.1, table of " + (size() + 8) + " bytes"), doctor);
        }
    }

    @Test
    void aMemberLess() throws Exception {
        for (String binding : NATIVE) {
            LoadingJvm one = jvm.with("-Ddev.unitstr.binding=" + binding);
            one.variable("UNITSTR_TEST_ABI", "less");
            String doctor = one.fail(1, "dev.unitstr.UnitStr");
            String reason = "ABI mismatch: the library's table has " + (size() - 8) + " bytes, this jar needs at least "
                    + size();
            assertTrue(doctor.contains(LIBRARY.toRealPath() + ": " + reason), doctor);
        }
    }

    /** Plain Java is the oracle of both; what it says of addresses is another matter. */
    @Test
    void whatPlainJavaGives() throws Exception {
        String java = jvm.with("-Ddev.unitstr.binding=java").run(WorkoutMain.class, "all");
        for (String binding : NATIVE) {
            String one = jvm.with("-Ddev.unitstr.binding=" + binding).run(WorkoutMain.class, "all");
            assertEquals(
                    java.replaceFirst("java\n", binding + "\n"),
                    one.substring(0, java.length() + binding.length() - 4));
        }
    }

    /** The size of the table: a pointer for each function, after the four numbers. */
    private static long size() throws IOException {
        try (Stream<String> lines = Files.lines(LIST)) {
            return 24
                    + 8
                            * (lines.filter(line -> line.startsWith("ustr_java_api."))
                                            .count()
                                    - 4);
        }
    }
}
