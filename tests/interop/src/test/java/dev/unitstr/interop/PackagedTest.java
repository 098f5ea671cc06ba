package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packaged jars as a user of byte buffers runs them: whatever the JVM has to say would be lines too many. */
class PackagedTest {
    private static final String MAIN = "dev.unitstr.examples.buffers.Demo";
    private static final String MODULE = "dev.unitstr.examples.buffers/" + MAIN;

    /** One module is named, whoever opens the library. */
    private static final String ENABLE = "--enable-native-access=dev.unitstr" + (Jars.FFM ? ".ffm" : "");

    @Test
    void runsOnTheJavaItSays() {
        assertEquals(
                System.getProperty("unitstr.java"),
                String.valueOf(Runtime.version().feature()));
    }

    @Test
    void theJarsAreThisBuilds() {
        Path root = Path.of("..", "..").toAbsolutePath().normalize();
        assertEquals(6, Jars.ALL.size(), Jars.ALL::toString);
        for (String jar : Jars.ALL) { // else they were installed once, and are old
            assertTrue(Path.of(jar).startsWith(root), jar);
        }
    }

    @Test
    void onTheClassPath() throws Exception {
        Jars.assertTour(
                "buffers",
                Jars.BEST,
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                Jars.path(jar -> true),
                MAIN);
    }

    @Test
    void onTheModulePath() throws Exception {
        Jars.assertTour("buffers", Jars.BEST, ENABLE, "--module-path", Jars.path(Jars.MODULES), "--module", MODULE);
    }

    @Test
    void onTheModulePathAndNativesOnTheClassPath() throws Exception {
        Jars.assertTour(
                "buffers",
                Jars.BEST,
                ENABLE,
                "--class-path",
                Jars.path(Jars.NATIVES),
                "--module-path",
                Jars.path(Jars.MODULES.and(Jars.NATIVES.negate())),
                "--module",
                MODULE);
    }

    @Test
    void byPlainJava() throws Exception {
        Jars.assertTour(
                "buffers",
                "java",
                "-Ddev.unitstr.binding=java",
                "--class-path",
                Jars.path(Jars.NATIVES.negate()),
                MAIN);
    }

    @Test
    void theDoctorIsContent() throws Exception {
        Jvm.Result result = Jvm.run(
                "-Xcheck:jni",
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                Jars.path(jar -> true),
                "dev.unitstr.UnitStr");
        assertEquals(0, result.exit(), result.out());
    }
}
