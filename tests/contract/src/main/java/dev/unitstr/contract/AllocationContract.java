package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that are documented to allocate nothing do not, in a JVM that has used every kind of memory. */
@EveryRun
@Tag("jdk")
@Tag("route")
class AllocationContract {
    /** A call in plain Java may allocate objects that describe the memory, but nothing that grows with the text. */
    private static final int PLAIN_JAVA_BYTES = 256;

    /**
     * Waits for the compiler. While its queue is long it compiles with few counts of how often the JDK's part of a downcall
     * was called, inlines less of it, and then the sessions of arrays stay on the heap: 32 bytes each.
     */
    private static final String BATCH = "-Xbatch";

    @Test
    void nothingIsAllocatedButTheResult() {
        int more = Run.binding().equals("java") ? PLAIN_JAVA_BYTES : 0;
        ChildJvm child = ChildJvm.of(Kinds.HERE.allocationProbe())
                .with(BATCH, "-Xmx256m", "-Ddev.unitstr.binding=" + Run.binding())
                .with(Run.options());
        if (Run.opened()) {
            child.with("--add-opens=java.base/java.lang=ALL-UNNAMED");
        }
        ChildJvm.Result result = child.run(Integer.toString(more));
        List<String> lines = result.lines();
        assertEquals(1, lines.size(), result::toString);
        assertTrue(lines.get(0).endsWith(" measured"), result::toString);
    }
}
