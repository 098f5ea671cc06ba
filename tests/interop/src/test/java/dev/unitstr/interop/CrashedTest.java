package dev.unitstr.interop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The JVM's report of a crash in the native library leads to the user's method, each time in a JVM of its own.
 *
 * <p>The JVM finds its way by frame pointers alone: a critical call of FFM leaves no other trace of the Java frames.
 */
class CrashedTest {
    private static final String[] NATIVE = Jars.FFM ? new String[] {"ffm", "jni"} : new String[] {"jni"};

    private Path report;
    private LoadingJvm jvm;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        Path temp = directory.toRealPath();
        report = temp.resolve("hs_err.log");
        jvm = new LoadingJvm(temp)
                .jars(LoadingJvm.LIBRARY_JARS)
                .option("-XX:-CreateCoredumpOnCrash")
                .option("-XX:ErrorFile=" + report);
    }

    /** A tier that this processor lacks is the next lower one. */
    @ParameterizedTest
    @CsvSource({"read", "readLong", "readTerminated", "readBatch", "readTensor", "write", "writeLong", "writeBatch"})
    void withEachTier(String what) throws Exception {
        for (String tier : List.of("scalar", "avx2", "avx512")) {
            jvm.variable("UNITSTR_ISA", tier);
            assertFound(what, "libunitstr", jvm);
        }
    }

    @Test
    void inLibc() throws Exception {
        assertFound("initTensor", "libc", jvm);
    }

    @Test
    void belowCodeThatC2Compiled() throws Exception {
        jvm.without("-XX:TieredStopAtLevel=1").option("--add-opens=java.base/java.nio=ALL-UNNAMED");
        for (String binding : NATIVE) {
            assertFound("readOften", "libunitstr", jvm.with("-Ddev.unitstr.binding=" + binding));
        }
    }

    /** Asserts that the native frames begin in a library and lead to the method of {@link CrashedMain}. */
    private void assertFound(String what, String library, LoadingJvm one) throws Exception {
        Files.deleteIfExists(report);
        String printed = one.fail(1, CrashedMain.class.getName(), what);
        assertTrue(Files.exists(report), printed);
        List<String> frames = Files.readAllLines(report, ISO_8859_1).stream()
                .dropWhile(line -> !line.startsWith("Native frames:"))
                .skip(1)
                .takeWhile(line -> line.matches("[A-Za-z] .*"))
                .toList();
        assertTrue(!frames.isEmpty() && frames.get(0).startsWith("C  [" + library), () -> what + ": " + frames);
        for (String method : List.of(what, "main")) {
            Pattern expected = Pattern.compile("[jJ] .*\\bCrashedMain\\." + method + "\\(");
            assertTrue(frames.stream().anyMatch(line -> expected.matcher(line).find()), () -> what + ": " + frames);
        }
    }
}
