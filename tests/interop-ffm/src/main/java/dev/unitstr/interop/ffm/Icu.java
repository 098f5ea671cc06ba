package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.unitstr.examples.segments.bindings.CLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** ICU's conversions between Unicode forms: what is malformed becomes a substitute, and ICU counts the substitutes. */
final class Icu {
    private static final String VERSION = "_72";

    private final MemorySegment length = Arena.global().allocate(JAVA_INT);
    private final MemorySegment substitutes = Arena.global().allocate(JAVA_INT);
    private final MemorySegment error = Arena.global().allocate(JAVA_INT);

    private final MethodHandle utf16ToUtf8;
    private final MethodHandle utf8ToUtf16;
    private final MethodHandle utf16ToUtf32;
    private final MethodHandle utf32ToUtf16;

    /** A result: how many units were written, and how many of the code points among them are substitutes. */
    record Converted(int units, int substitutes) {}

    Icu() {
        CLibrary library = CLibrary.open("libicuuc.so.72", "libicu72");
        utf16ToUtf8 = conversion(library, "u_strToUTF8WithSub");
        utf8ToUtf16 = conversion(library, "u_strFromUTF8WithSub");
        utf16ToUtf32 = conversion(library, "u_strToUTF32WithSub");
        utf32ToUtf16 = conversion(library, "u_strFromUTF32WithSub");
    }

    Converted utf16ToUtf8(MemorySegment from, int units, MemorySegment to, int substitute) throws Throwable {
        return convert(utf16ToUtf8, from, units, to, to.byteSize(), substitute);
    }

    Converted utf8ToUtf16(MemorySegment from, int units, MemorySegment to, int substitute) throws Throwable {
        return convert(utf8ToUtf16, from, units, to, to.byteSize() / 2, substitute);
    }

    Converted utf16ToUtf32(MemorySegment from, int units, MemorySegment to, int substitute) throws Throwable {
        return convert(utf16ToUtf32, from, units, to, to.byteSize() / 4, substitute);
    }

    Converted utf32ToUtf16(MemorySegment from, int units, MemorySegment to, int substitute) throws Throwable {
        return convert(utf32ToUtf16, from, units, to, to.byteSize() / 2, substitute);
    }

    private static MethodHandle conversion(CLibrary library, String name) {
        return library.function(
                name + VERSION, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    }

    private Converted convert(
            MethodHandle function, MemorySegment from, int units, MemorySegment to, long capacity, int substitute)
            throws Throwable {
        error.set(JAVA_INT, 0, 0);
        MemorySegment result = (MemorySegment)
                function.invokeExact(to, (int) capacity, length, from, units, substitute, substitutes, error);
        int code = error.get(JAVA_INT, 0);
        if (code > 0 || result.equals(MemorySegment.NULL)) { // below zero are warnings: no room for a terminator
            throw new IllegalStateException("ICU says " + code);
        }
        return new Converted(length.get(JAVA_INT, 0), substitutes.get(JAVA_INT, 0));
    }
}
