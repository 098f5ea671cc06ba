package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.contract.ChildJvm;
import dev.unitstr.contract.Run;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How long the JVM waits for a thread that reads a long text: no longer than for one that copies it. */
public abstract class SafepointsContract {
    private static final Pattern REACHING = Pattern.compile("Reaching safepoint: +(\\d+) ns");

    @Test
    void areNotHeldOffByLongTexts() {
        ChildJvm child = ChildJvm.of(SafepointsProbe.class).with("-Xmx256m", "-Xlog:safepoint");
        if (!Run.denied()) {
            child.with("-Ddev.unitstr.binding=" + Run.binding());
        }
        ChildJvm.Result result = child.run();
        List<String> lines = result.lines();
        assertEquals(Run.binding(), lines.get(lines.indexOf(SafepointsProbe.END) + 1), result::toString);
        long ours = median(lines, SafepointsProbe.OURS, SafepointsProbe.COPY);
        long copy = median(lines, SafepointsProbe.COPY, SafepointsProbe.END);
        assertTrue(ours <= copy, () -> "ours " + ours + " ns, a copy " + copy + " ns\n" + result);
    }

    private static long median(List<String> lines, String from, String to) {
        List<Long> waits = lines.subList(lines.indexOf(from), lines.indexOf(to)).stream()
                .flatMap(line -> REACHING.matcher(line).results())
                .map(match -> Long.valueOf(match.group(1)))
                .sorted()
                .toList();
        assertTrue(waits.size() >= SafepointsProbe.SAFEPOINTS / 2, () -> "too few safepoints: " + lines);
        return waits.get(waits.size() / 2);
    }
}
