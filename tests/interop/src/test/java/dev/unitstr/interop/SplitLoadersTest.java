package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitStr;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders that each have a part of our jars, on a JDK that reads all of them. */
class SplitLoadersTest {
    private static final String PARENT =
            " of the class loader java.net.URLClassLoader (which loaded " + Jars.path(Jars.BASE) + ")";
    private static final String CHILD = " of the class loader java.net.URLClassLoader (which loaded "
            + Jars.path(jar -> jar.matches(".*/unitstr-ffm-[0-9][^/]*\\.jar")) + ")";
    private static final String ARTIFACT = "dev.unitstr:unitstr-natives:" + UnitStr.version() + ":linux-x86_64";

    @Test
    void segmentsInAChildAreReadByTheChildsBinding(@TempDir Path directory) throws Exception {
        LoadingJvm jvm = new LoadingJvm(directory.toRealPath()).jars(LoadingJvm.LIBRARY_JARS);
        String printed = jvm.run("split");
        assertTrue(printed.startsWith("hi by ffm\n"), printed);
        assertTrue(printed.contains("\nbinding       java\n"), printed);
        String segments = "\nsegments      ffm, for unitstr-ffm" + CHILD + "\n              library "
                + directory.toRealPath().resolve("cache/unitstr/libunitstr-");
        assertTrue(printed.contains(segments), printed);
        assertTrue(
                printed.contains(": unitstr" + PARENT + " uses plain Java, without its native library. (ffm:"
                        + " dev.unitstr:unitstr-ffm:" + UnitStr.version()
                        + " is neither on the class path nor on the module path" + PARENT + "; jni: to do: add "
                        + ARTIFACT + " to the class path or the module path" + PARENT + ") -D"),
                printed);
        assertFalse(printed.contains("unitstr-ffm" + CHILD + " uses"), printed);
        printed = jvm.with("-Ddev.unitstr.binding=ffm").run("split");
        assertTrue(printed.startsWith("hi by ffm\n"), printed);
        assertTrue(printed.contains(segments), printed);
        printed = jvm.with("-Ddev.unitstr.binding=java").run("split");
        assertTrue(printed.startsWith("hi by java\n"), printed);
        assertFalse(printed.contains("\nsegments "), printed);
    }

    @Test
    void aChildWithoutItsNativesJarSaysSo(@TempDir Path directory) throws Exception {
        String printed = new LoadingJvm(directory.toRealPath())
                .jars(LoadingJvm.LIBRARY_JARS.and(Jars.NATIVES.negate()))
                .run("split");
        String action = "to do: add " + ARTIFACT + " to the class path or the module path" + CHILD;
        assertTrue(printed.contains("hi by java\n"), printed);
        assertTrue(
                printed.contains(": unitstr-ffm" + CHILD + " uses plain Java, without its native library. (ffm: "
                        + action + ") -D"),
                printed);
        assertTrue(printed.contains("\nsegments      java, for unitstr-ffm" + CHILD + "\n              lib"), printed);
        assertTrue(printed.contains("\n              " + action + "\n"), printed);
    }
}
