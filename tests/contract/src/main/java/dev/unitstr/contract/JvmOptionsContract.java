package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JVMs that keep strings and arrays in another way: without compact strings, and with other garbage collectors. */
@EveryRun
@Tag("jdk")
@Tag("route")
class JvmOptionsContract {
    private static final String WIDE_STRINGS = "-XX:-CompactStrings";
    private static final List<String> COLLECTORS =
            List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC", "-XX:+UseShenandoahGC");

    private final boolean collectors =
            Kinds.HERE.triesCollectors() && Run.reachesAddresses() && Run.isa().isEmpty() && !Run.opened();

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of(WIDE_STRINGS));
        if (collectors) {
            options.addAll(COLLECTORS);
            // Under Wine, ZGC cannot reserve its heap: tests/platforms/contract says so.
            options.removeIf(option -> option.equals(System.getProperty("unitstr.unsupported")));
        }
        return Run.someInCheck(options, "options");
    }

    @Test
    void makeNoDifference() {
        options().forEach(this::makesNoDifference);
    }

    private void makesNoDifference(String option) {
        // Said, and so without the warning where native access is denied.
        String binding = "-Ddev.unitstr.binding=" + Run.binding();
        ChildJvm child = ChildJvm.of(JvmOptionsProbe.class)
                .with("-Xmx96m", option, binding)
                .with(Run.options());
        if (Run.opened()) {
            child.with("--add-opens=java.base/java.lang=ALL-UNNAMED");
        }
        ChildJvm.Result result = child.run();
        assertEquals(List.of(Run.binding() + ": all right"), result.lines(), () -> option + ": " + result);
        assertEquals(List.of(), result.complaints(), () -> option + ": " + result);
    }
}
