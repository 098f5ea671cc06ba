package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.examples.segments.bindings.CLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** libunistring's checks: where text is malformed first. */
final class Unistring {
    private final MethodHandle checkUtf8;
    private final MethodHandle checkUtf16;
    private final MethodHandle checkUtf32;

    Unistring() {
        CLibrary library = CLibrary.open("libunistring.so.2", "libunistring2");
        checkUtf8 = library.function("u8_check", ADDRESS, ADDRESS, JAVA_LONG);
        checkUtf16 = library.function("u16_check", ADDRESS, ADDRESS, JAVA_LONG);
        checkUtf32 = library.function("u32_check", ADDRESS, ADDRESS, JAVA_LONG);
    }

    /**
     * Checks text.
     *
     * @param unitSize 1, 2 or 4 bytes: UTF-8, UTF-16 or UTF-32 in the order of this machine
     * @param text the memory
     * @param units how much of it, in units
     * @return the offset of the first error in bytes, or -1 if there is none
     */
    long firstError(int unitSize, MemorySegment text, long units) throws Throwable {
        MethodHandle check = switch (unitSize) {
            case 1 -> checkUtf8;
            case 2 -> checkUtf16;
            default -> checkUtf32;
        };
        MemorySegment error = (MemorySegment) check.invokeExact(text, units);
        return error.equals(MemorySegment.NULL) ? -1 : error.address() - text.address();
    }
}
