package dev.unitstr.interop.tvm;

import dev.unitstr.UnitStr;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import java.nio.file.Path;

/**
 * A Java function that native code calls, which calls itself by native code, and so on, on the main thread of a JVM that was
 * started with {@code -Xss1m}. Another class than {@link Live}, because it needs a JVM whose code is still cold.
 */
public final class Nested {
    private static final String NAME = "nested.down";

    private Nested() {}

    /**
     * Runs it.
     *
     * @param args the library, how many levels must fit the stack, and the library's own functions for tests
     */
    public static void main(String[] args) {
        TvmRuntime runtime = TvmRuntime.open(Path.of(args[0]));
        long levels = Long.parseLong(args[1]);
        runtime.load(Path.of(args[2]));
        TvmFunction apply = runtime.function("testing.apply"); // one more frame of the library for each level
        runtime.register(NAME, call -> {
            long below = call.arg(0).asLong();
            return below == 0
                    ? 0
                    : 1 + apply.call(runtime.function(NAME), below - 1).asLong();
        });
        expect(levels, runtime.function(NAME).call(levels).asLong());
        try {
            runtime.function(NAME).call(1_000_000);
            throw new AssertionError("a million levels fit");
        } catch (TvmException e) {
            expect("RecursionError", e.kind());
        }
        expect(3L, runtime.function(NAME).call(3).asLong()); // the stack is whole again
        System.out.println("ok " + levels + " nested calls by " + UnitStr.binding());
    }

    private static void expect(Object expected, Object given) {
        if (!expected.equals(given)) {
            throw new AssertionError("expected " + expected + ", not " + given);
        }
    }
}
