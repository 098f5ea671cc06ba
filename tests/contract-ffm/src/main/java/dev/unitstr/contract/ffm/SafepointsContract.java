package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.ChildJvm;
import dev.unitstr.contract.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JVM need not wait for the end of an operation on long text: it reaches safepoints inside one. */
public abstract class SafepointsContract {
    @Test
    void areReachedInsideEveryLongOperation() {
        ChildJvm child = ChildJvm.of(SafepointsProbe.class).with("-Xmx1g");
        if (!Run.denied()) {
            child.with("-Ddev.unitstr.binding=" + Run.binding());
        }
        List<String> expected = List.of(
                "decode",
                "getString",
                "unitsToTerminator",
                "contentEquals",
                "copy",
                "encodedUnits",
                "copyTruncated",
                "getStrings",
                "tensor toStrings",
                "tensor validate",
                Run.binding());
        assertEquals(expected, child.run().lines());
    }
}
