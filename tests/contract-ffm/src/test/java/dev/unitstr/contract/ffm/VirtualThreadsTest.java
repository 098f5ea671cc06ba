package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.ChildJvm;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand virtual threads, alive at once, in a JVM whose heap could not hold a scratch for each. */
@EveryRun
@Tag("route")
class VirtualThreadsTest {
    @Test
    void shareTheirScratch() {
        ChildJvm child = ChildJvm.of(VirtualThreadsProbe.class).with("-Xmx160m");
        if (!Run.denied()) {
            child.with("-Ddev.unitstr.binding=" + Run.binding());
        }
        ChildJvm.Result result = child.run();
        assertEquals(
                List.of(Run.binding() + ": " + VirtualThreadsProbe.THREADS + " right"),
                result.lines(),
                result::toString);
    }
}
