package dev.unitstr.examples.segments;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.CLibrary;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A C function that takes two texts and fills a buffer, as a method handle that takes and returns strings. */
final class UpperCase {
    private UpperCase() {}

    static void show(Tour tour) {
        tour.stop("7. ICU: a C function with a buffer, called with Strings");
        tour.note("int u_strToUpper(UChar *to, int capacity, const UChar *from, int units, const char *locale, …)");
        MethodHandle function = CLibrary.open("libicuuc.so.72", "libicu72")
                .function("u_strToUpper_72", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        MethodHandle upper = StringCalls.adapt(
                function,
                StringResult.ofBuffer(0, 1, 64, UnitCharsets.UTF_16).withReturnedLength(),
                StringParameter.of(2, 3, UnitCharsets.UTF_16),
                StringParameter.ofTerminated(4, US_ASCII));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = arena.allocate(JAVA_INT);
            tour.jdk(
                    "from = arena.allocateFrom(\"straße 😀\", UTF_16LE); to = arena.allocate(2 * 64, 2); "
                            + "units = (int) function.invokeExact(to, 64, from, 9, arena.allocateFrom(\"de\"), error); "
                            + "to.getString(0, UTF_16LE)",
                    () -> {
                        MemorySegment from = arena.allocateFrom("straße 😀", UTF_16LE);
                        MemorySegment to = arena.allocate(2 * 64, 2);
                        int units = (int) function.invokeExact(to, 64, from, 9, arena.allocateFrom("de"), error);
                        check(error);
                        return units < 64 ? to.getString(0, UTF_16LE) : null;
                    });
            tour.ours("(String) upper.invokeExact(\"straße 😀\", \"de\", error)", () -> {
                String text = (String) upper.invokeExact("straße 😀", "de", error);
                check(error);
                return text;
            });
        }
    }

    /** Looks at an UErrorCode: below 0 are warnings. After an error, ICU does nothing until it is 0 again. */
    private static void check(MemorySegment error) {
        int code = error.get(JAVA_INT, 0);
        if (code > 0) {
            throw new IllegalStateException("ICU says " + code);
        }
    }
}
