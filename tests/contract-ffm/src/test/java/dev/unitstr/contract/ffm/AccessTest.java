package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.contract.ChildJvm;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.internal.text.RegionStrings;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Native access, granted and denied. */
@EveryRun
@Tag("route")
class AccessTest {
    private static final String FLAG = "--enable-native-access=ALL-UNNAMED";

    private static boolean works(String binding) {
        return !Run.denied() || binding.equals("java");
    }

    /** Asked for by name: it, or the reason why not, the same at each call. */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jni", "java"})
    void oneBindingOnly(String name) {
        if (works(name)) {
            assertEquals(name, RegionStrings.using(name).binding().name());
            assertSame(
                    RegionStrings.using(name).binding(),
                    RegionStrings.using(name).binding());
            return;
        }
        String first = refusal(name);
        assertEquals(first, refusal(name));
        assertTrue(first.contains(FLAG), first);
    }

    private static String refusal(String name) {
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> RegionStrings.using(name));
        assertEquals(1, e.getSuppressed().length);
        assertInstanceOf(IllegalCallerException.class, e.getSuppressed()[0].getCause());
        return e.getMessage();
    }

    @Test
    void theFirstThatWorks() {
        assertEquals(
                Run.denied() ? "java" : "ffm",
                RegionStrings.using("ffm", "jni", "java").binding().name());
    }

    /** The property forces one binding on the verbs: they work by it, or fail, each time and for the same reason. */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jni", "java", "none"})
    void oneBindingForced(String name) {
        ChildJvm.Result result = ChildJvm.of(AccessProbe.class)
                .with("-Ddev.unitstr.binding=" + name)
                .run();
        List<String> lines = result.lines();
        if (works(name) && !name.equals("none")) {
            assertEquals(AccessProbe.results(name), lines, result::toString);
            return;
        }
        assertTrue(lines.get(0).startsWith("IllegalStateException"), result::toString);
        assertTrue(lines.get(0).contains(name.equals("none") ? "none" : FLAG), result::toString);
        assertEquals(AccessProbe.results(name).size(), lines.size(), result::toString);
        lines.forEach(line -> assertEquals(lines.get(0), line));
    }

    @Test
    void isSaidOnceToBeMissing() {
        ChildJvm.Result result = ChildJvm.of(AccessProbe.class).denied().run();
        assertEquals(AccessProbe.results("java"), result.lines(), result::toString);
        List<String> told = result.err().stream()
                .filter(line -> line.contains("native-access"))
                .toList();
        assertEquals(1, told.size(), result::toString);
        assertTrue(told.get(0).contains(FLAG + " "), result::toString);
    }

    @Test
    void isNotMentionedWhenGranted() {
        ChildJvm.Result result = ChildJvm.of(AccessProbe.class).granted().run();
        assertEquals(AccessProbe.results("ffm"), result.lines(), result::toString);
        assertEquals(List.of(), result.err(), result::toString);
    }
}
