package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A panic of native code becomes an exception, and the next call works. Runs in its own JVM. */
@EveryRun
@Tag("jdk")
@Tag("route")
class PanicContract {
    @Test
    void becomesAnExceptionAndTheNextCallWorks() {
        ChildJvm.Result result = ChildJvm.of(PanicProbe.class)
                .with("-Ddev.unitstr.library.file=" + PanicProbe.library())
                .run(Run.binding());
        assertEquals(PanicProbe.expected(Run.binding()), result.lines(), result::toString);
        assertEquals(List.of(), result.complaints());
    }
}
