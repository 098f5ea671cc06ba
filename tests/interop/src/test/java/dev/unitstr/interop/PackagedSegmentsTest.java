package dev.unitstr.interop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jars as a user of memory segments runs them. */
class PackagedSegmentsTest {
    private static final String MAIN = "dev.unitstr.examples.segments.Demo";

    @Test
    void onTheClassPath() throws Exception {
        Jars.assertTour(
                "segments",
                Jars.BEST,
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                Jars.path(jar -> true),
                MAIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jni", "java"})
    void byEachBinding(String binding) throws Exception {
        Jars.assertTour(
                "segments",
                binding,
                "-Ddev.unitstr.binding=" + binding,
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                Jars.path(jar -> true),
                MAIN);
    }
}
