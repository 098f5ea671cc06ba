package dev.unitstr.internal.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.condition.JRE.JAVA_24;

import dev.unitstr.internal.library.Child;
import dev.unitstr.internal.library.Elf;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.SearchReport;
import dev.unitstr.internal.library.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/** The choice of a binding where there is no native library. */
class BindingsTest {
    private static final String ARTIFACT = "dev.unitstr:unitstr-natives:" + Version.TEXT + ":";
    private static final String SILENCE = "-Ddev.unitstr.binding=java turns this message off.";
    private static final String TO_DO =
            "to do: correct dev.unitstr.library.file, or remove it so that the other places are tried";
    private static final List<String> JUST_PLAIN_JAVA =
            List.of("-Ddev.unitstr.library.file=/gone.so", "-Ddev.unitstr.library.path=", "-Djava.library.path=/gone");

    @Test
    void plainJavaIsThereForAll() {
        assertEquals("java", Bindings.open("java").name());
        assertSame(Bindings.open("java"), Bindings.open("java"));
        assertTrue(Bindings.attempts().contains(new Bindings.Attempt("java", Optional.empty())));
    }

    @Test
    void aNameThatIsNone() {
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> Bindings.open("panama"));
        assertEquals(
                "none of the requested bindings works: panama\npanama: unknown binding, must be ffm, jni or java",
                e.getMessage());
        assertEquals(1, e.getSuppressed().length);
    }

    @Test
    void theFirstThatWorks() {
        assertEquals("java", Bindings.open("panama", "java", "jni").name());
    }

    @Test
    void plainJavaUnaskedIsSaidInOneLine() throws Exception {
        Child.Result result = child().options("-Ddev.unitstr.binding=").run(BindingsMain.class);
        assertEquals("java\njava\n", result.out());
        List<String> said =
                result.err().lines().filter(line -> line.contains("unitstr ")).toList();
        assertEquals(1, said.size(), result::err);
        assertTrue(said.get(0).contains("unitstr uses plain Java, without its native library. ("), said::toString);
        assertTrue(
                said.get(0).endsWith("jni: dev.unitstr.library.file /gone.so: no such file; " + TO_DO + ") " + SILENCE),
                said::toString);
        assertEquals(Runtime.version().feature() >= 22, said.get(0).contains("ffm"), said::toString);
    }

    @Test
    void aPlatformWithoutNativesIsSaidOnceAtInfo() throws Exception {
        Child foreign = new Child().options("-Dos.arch=riscv64");
        Child.Result result = foreign.run(BindingsMain.class);
        assertEquals("java\njava\n", result.out());
        List<String> said = result.err().lines().skip(1).toList(); // the first has the date
        assertEquals(
                List.of("INFO: unitstr uses plain Java: no native library is published for the platform unknown"
                        + " (os.name " + System.getProperty("os.name") + ", os.arch riscv64). " + SILENCE),
                said);
        String named = foreign.options("-Ddev.unitstr.library.file=/gone.so")
                .run(BindingsMain.class)
                .err();
        assertTrue(named.contains("WARNING: unitstr uses plain Java, without its native library. ("), named);
        assertEquals(
                new Child.Result(0, "java\njava\n", ""),
                foreign.options("-Ddev.unitstr.binding=java").run(BindingsMain.class));
    }

    @Test
    void theSameSearchIsReportedOnce() {
        Platform platform = Platform.current();
        List<Throwable> problems = new ArrayList<>();
        for (String binding : List.of("ffm", "jni", "other")) {
            SearchReport report = new SearchReport(binding, platform);
            report.add("here", "nothing", null);
            report.add("there", binding.equals("other") ? "something" : "nothing", null);
            problems.add(report.error());
        }
        List<String> texts = Bindings.texts(problems);
        assertEquals(problems.get(0).getMessage(), texts.get(0));
        assertEquals("as above", texts.get(1));
        assertEquals("as above, except:\n  2. there: something", texts.get(2));
        problems.add(0, new IllegalStateException("no jar"));
        assertEquals(problems.get(1).getMessage(), Bindings.texts(problems).get(1));
    }

    @Test
    void plainJavaAskedForIsNotTalkedAbout() throws Exception {
        Child.Result result = child().options("-Ddev.unitstr.binding=java").run(BindingsMain.class);
        assertEquals(new Child.Result(0, "java\njava\n", ""), result);
    }

    @Test
    void aForcedBindingThatDoesNotWorkFailsEachTime() throws Exception {
        Child.Result result = child().options("-Ddev.unitstr.binding=jni").run(BindingsMain.class);
        String half = result.out().substring(0, result.out().length() / 2);
        assertEquals(half + half, result.out());
        List<String> lines = half.lines().toList();
        assertEquals("none of the requested bindings works: jni", lines.get(0));
        assertEquals("jni: " + System.mapLibraryName("unitstr") + " was not loaded", lines.get(1));
        assertEquals("  1. dev.unitstr.library.file /gone.so: no such file", lines.get(5));
        assertEquals("suppressed NotLoaded, cause null", lines.get(7));
        assertEquals("", result.err());
    }

    @Test
    void aForcedBindingThatIsNone() throws Exception {
        Child.Result result = child().options("-Ddev.unitstr.binding=native").run(BindingsMain.class);
        assertTrue(
                result.out().startsWith("none of the requested bindings works: native\nnative: unknown binding"),
                result::out);
    }

    @Test
    void ffmForcedWithoutItsJar() throws Exception {
        Child.Result result = child().options("-Ddev.unitstr.binding=ffm").run(BindingsMain.class);
        int feature = Runtime.version().feature();
        String reason = feature < 22
                ? "requires Java 22 or later, this is Java " + feature
                : "dev.unitstr:unitstr-ffm:" + Version.TEXT + " is neither on the class path nor on the module path";
        assertTrue(result.out().contains("\nffm: " + reason + "\n"), result::out);
    }

    @Test
    void theJarThatIsMissingIsNamed(@TempDir Path temp) throws Exception {
        Child.Result result = new Child()
                .options("-Djava.library.path=" + temp, "-Ddev.unitstr.binding=jni")
                .run(BindingsMain.class);
        String artifact = ARTIFACT + Platform.current().classifier().orElseThrow();
        assertTrue(
                result.out().contains("\nto do: add " + artifact + " to the class path or the module path\n"),
                result::out);
    }

    @Test
    @EnabledForJreRange(min = JAVA_24, disabledReason = "older JDKs deny nothing")
    void deniedAccessPrintsTheFlag(@TempDir Path temp) throws Exception {
        Child denied = deniedChild(temp);
        Child.Result result = denied.run(BindingsMain.class);
        assertEquals("java\njava\n", result.out());
        List<String> said =
                result.err().lines().filter(line -> line.contains("unitstr ")).toList();
        assertEquals(1, said.size(), result::err);
        assertTrue(said.get(0).contains("Add --enable-native-access=ALL-UNNAMED to the java command."), said::toString);
        assertTrue(said.get(0).endsWith("jni: native access denied) " + SILENCE), said::toString);
    }

    @Test
    @EnabledForJreRange(min = JAVA_24, disabledReason = "older JDKs deny nothing")
    void deniedAccessToAForcedBinding(@TempDir Path temp) throws Exception {
        Child.Result result =
                deniedChild(temp).options("-Ddev.unitstr.binding=jni").run(BindingsMain.class);
        assertTrue(
                result.out().contains(": native access denied, needs --enable-native-access=ALL-UNNAMED\n"),
                result::out);
        assertTrue(
                result.out().contains("\nto do: add --enable-native-access=ALL-UNNAMED to the java command\n"),
                result::out);
        assertTrue(
                result.out().contains("\nsuppressed NotLoaded, cause java.lang.IllegalCallerException: "), result::out);
    }

    /** The file would not load, but it does not come to that. */
    private static Child deniedChild(Path temp) throws IOException {
        Path file = Files.write(temp.resolve("library.so"), Elf.library(1));
        return new Child().options("--illegal-native-access=deny", "-Ddev.unitstr.library.file=" + file);
    }

    @Test
    void whatIsSaidForAProgramsFault() {
        assertFalse(Bindings.isDenied(new LinkageError("no")));
        assertTrue(Bindings.isDenied(new LinkageError("no", new IllegalCallerException("denied"))));
        assertEquals("java.lang.NoClassDefFoundError: a/B", Bindings.text(new NoClassDefFoundError("a/B")));
        assertEquals("java.lang.UnsatisfiedLinkError", Bindings.text(new UnsatisfiedLinkError()));
    }

    private static Child child() {
        return new Child().options(JUST_PLAIN_JAVA.toArray(String[]::new));
    }
}
