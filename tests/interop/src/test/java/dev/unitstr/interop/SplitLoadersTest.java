package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders that each have a part of our jars, on a JDK that reads all of them. */
class SplitLoadersTest {
    @Test
    void segmentsInAChildAreReadByTheChildsBinding(@TempDir Path directory) throws Exception {
        LoadingJvm jvm = new LoadingJvm(directory.toRealPath()).jars(LoadingJvm.LIBRARY_JARS);
        assertEquals("hi by ffm\n", jvm.run("split"));
        assertEquals("hi by ffm\n", jvm.with("-Ddev.unitstr.binding=ffm").run("split"));
        assertEquals("hi by java\n", jvm.with("-Ddev.unitstr.binding=java").run("split"));
    }
}
