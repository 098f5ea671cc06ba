package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    /** There {@code java.lang} is opened to the module by its name. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheModulePathWithStringsOpenedAndNot(boolean opened) throws Exception {
        URL classes = OpenedMain.class.getProtectionDomain().getCodeSource().getLocation();
        List<String> args = new ArrayList<>(List.of(
                "--enable-native-access=dev.unitstr.ffm,ALL-UNNAMED",
                "--module-path",
                Jars.path(LoadingJvm.LIBRARY_JARS),
                "--add-modules",
                "dev.unitstr.ffm",
                "--add-exports",
                "dev.unitstr.ffm/dev.unitstr.ffm.internal.binding=ALL-UNNAMED",
                "--class-path",
                Jars.path(LoadingJvm.LIBRARY_JARS.negate()) + File.pathSeparator + Path.of(classes.toURI())));
        if (opened) {
            args.addAll(List.of("--add-opens", "java.base/java.lang=dev.unitstr.ffm"));
        }
        Jvm.Result result = Jvm.run(with(args, OpenedMain.class.getName()));
        assertEquals("dev.unitstr.ffm " + opened, result.out().strip());
        Jars.assertTour("segments", "ffm", with(args, MAIN));
    }

    private static String[] with(List<String> args, String main) {
        return Stream.concat(args.stream(), Stream.of(main)).toArray(String[]::new);
    }
}
