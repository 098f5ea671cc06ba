package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the native code does wrong arrives as an exception, and the next call works: tried in a JVM of its own. */
public abstract class PanicContract {
    @Test
    void becomesAnExceptionAndTheNextCallWorks() {
        ChildJvm.Result result = ChildJvm.of(PanicProbe.class)
                .with("-Ddev.unitstr.library.file=" + PanicProbe.library())
                .run(Run.binding());
        assertEquals(PanicProbe.expected(Run.binding()), result.lines(), result::toString);
        assertEquals(List.of(), result.complaints());
    }
}
