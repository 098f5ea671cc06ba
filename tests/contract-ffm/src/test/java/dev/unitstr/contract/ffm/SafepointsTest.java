package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.ChildJvm;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The JVM need not wait for the end of an operation on long text: it reaches safepoints inside one. {@link
 * dev.unitstr.contract.ChunksContract} counts how much text a binding is given at a time, for the operations that write
 * nothing too.
 */
@EveryRun
@Tag("route")
class SafepointsTest {
    @Test
    void areReachedInsideALongOperation() {
        ChildJvm child = ChildJvm.of(SafepointsProbe.class).with("-Xmx1g");
        if (!Run.denied()) {
            child.with("-Ddev.unitstr.binding=" + Run.binding());
        }
        List<String> expected = List.of("decode", "copy", "copyTruncated", "getStrings", Run.binding());
        assertEquals(expected, child.run().lines());
    }
}
