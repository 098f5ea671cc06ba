package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.UnitStr;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars as bundles of an OSGi framework, Apache Felix. */
class OsgiTest {
    private static final String RESOLVED = " " + UnitStr.version() + " resolved";

    @TempDir
    private Path temp;

    @Test
    void allJars() throws Exception {
        Set<String> expected = new TreeSet<>(withoutTvm(", sees TvmRuntime"));
        expected.add("dev.unitstr.tvm" + RESOLVED);
        assertEquals(expected, new TreeSet<>(run(LoadingJvm.LIBRARY_JARS)));
    }

    @Test
    void withoutTvm() throws Exception {
        Predicate<String> tvm = jar -> jar.contains("/unitstr-tvm-");
        assertEquals(withoutTvm(""), Set.copyOf(run(LoadingJvm.LIBRARY_JARS.and(tvm.negate()))));
    }

    private static Set<String> withoutTvm(String seen) {
        return Set.of(
                "dev.unitstr" + RESOLVED,
                "dev.unitstr.natives" + RESOLVED,
                "dev.unitstr.ffm" + (Jars.FFM ? RESOLVED : RESOLVED.replace("resolved", "not resolved")),
                Jars.BEST + " read 3 code points" + (Jars.FFM ? ", sees SegmentStrings" : "") + seen);
    }

    @Test
    void withoutMemorySegments() throws Exception {
        assertEquals(
                Set.of("dev.unitstr" + RESOLVED, "dev.unitstr.natives" + RESOLVED, "jni read 3 code points"),
                Set.copyOf(run(Jars.BASE.or(Jars.NATIVES))));
    }

    private List<String> run(Predicate<String> which) throws Exception {
        Path directory = temp.toRealPath();
        LoadingJvm jvm = new LoadingJvm(directory).jars(jar -> false);
        if (Jars.FFM) {
            jvm.option("--sun-misc-unsafe-memory-access=allow"); // for Felix
        }
        jvm.on(Path.of(FrameworkFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()));
        String[] jars = Jars.ALL.stream().filter(which).toArray(String[]::new);
        String framework = directory.resolve("framework").toString();
        return jvm.run(OsgiMain.class, framework, jars).lines().toList();
    }
}
