package dev.unitstr.interop.ffm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The JVM's report of a crash leads from the methods for segments to the user's method, each time in a JVM of its own.
 * {@code CrashedTest} in {@code tests/interop} does the same with addresses, for all tiers of the kernels.
 */
class CrashedSegmentsTest {
    /** A wrong pointer, as a downcall or jextract's code returns it. */
    @SuppressWarnings("restricted")
    static final class Main {
        private static final MemorySegment POINTER = MemorySegment.ofAddress(0x1234_5678_9000L);

        private Main() {}

        public static void main(String[] args) {
            switch (args[0]) {
                case "pointer" -> pointer();
                case "structField" -> structField();
                case "shortText" -> shortText();
                case "written" -> written();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }

        private static void pointer() {
            System.out.println(SegmentCStrings.getStringTerminated(POINTER, UTF_8));
        }

        private static void structField() {
            System.out.println(SegmentCStrings.getString(POINTER, 400, UnitCharsets.UTF_16));
        }

        /** Java reads it, without a native call. */
        private static void shortText() {
            System.out.println(SegmentStrings.getString(POINTER.reinterpret(20), 0, 20, UTF_8));
        }

        private static void written() {
            System.out.println(SegmentStrings.copy("漢字".repeat(50), UTF_8, 0, POINTER.reinterpret(1000), 0, 100));
        }
    }

    @ParameterizedTest
    @CsvSource({"pointer", "structField", "shortText", "written"})
    void theMethodIsAmongTheFrames(String method, @TempDir Path directory) throws Exception {
        Path report = directory.resolve("hs_err.log");
        Path printed = directory.resolve("out.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + report,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Ddev.unitstr.binding=" + System.getProperty("dev.unitstr.binding"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        method)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertEquals(1, process.waitFor(), () -> method + " ended otherwise");
        assertTrue(Files.exists(report), Files.readString(printed));
        List<String> frames = Files.readAllLines(report, ISO_8859_1).stream()
                .dropWhile(line -> !line.startsWith("Native frames:"))
                .skip(1)
                .takeWhile(line -> line.matches("[A-Za-z] .*"))
                .toList();
        for (String name : List.of(method, "main")) {
            String frame = Main.class.getName() + "." + name + "(";
            assertTrue(frames.stream().anyMatch(line -> line.contains(frame)), () -> name + ": " + frames);
        }
    }
}
