package dev.unitstr.contract.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@SuppressWarnings("restricted")
@EveryRun
@Tag("route")
class UnitCharsetsTest {
    private static final int GENERIC_READ = 0x8000_0000;
    private static final int FILE_SHARE_READ = 1;
    private static final int OPEN_EXISTING = 3;

    /** A function of kernel32 or of the C library. */
    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup lookup =
                Run.onWindows() ? SymbolLookup.libraryLookup("kernel32", Arena.global()) : linker.defaultLookup();
        return linker.downcallHandle(lookup.find(name).orElseThrow(), FunctionDescriptor.of(result, parameters));
    }

    private static MemorySegment terminated(Arena arena, String text) {
        long units = SegmentStrings.encodedUnits(text, UnitCharsets.WCHAR);
        int unitSize = UnitCharsets.unitSize(UnitCharsets.WCHAR);
        MemorySegment wide = arena.allocate((units + 1) * unitSize, unitSize);
        SegmentStrings.copy(text, UnitCharsets.WCHAR, wide, 0);
        return wide;
    }

    @Test
    void theSystemUsesTheSameUnits() throws Throwable {
        assertEquals(
                UnitCharsets.unitSize(UnitCharsets.WCHAR),
                Linker.nativeLinker().canonicalLayouts().get("wchar_t").byteSize());
        if (Run.denied()) {
            assertThrows(IllegalCallerException.class, () -> function("wcslen", JAVA_LONG, ADDRESS));
            return;
        }
        counts(Run.onWindows() ? function("lstrlenW", JAVA_INT, ADDRESS) : function("wcslen", JAVA_LONG, ADDRESS));
        if (Run.onWindows()) {
            opensAFile();
            hasAnEnvironment();
        }
    }

    private static void counts(MethodHandle length) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            for (String text : List.of("", "a", "h\u00e9llo \u4e2d\u6587 \ud83d\ude00!", "\ud83d\ude00".repeat(300))) {
                MemorySegment wide = terminated(arena, text);
                Number units = (Number) length.invokeWithArguments(wide);
                assertEquals(SegmentStrings.encodedUnits(text, UnitCharsets.WCHAR), units.longValue());
                assertEquals(text, SegmentStrings.getString(wide, 0, units.longValue(), UnitCharsets.WCHAR));
            }
        }
    }

    private static void opensAFile() throws Throwable {
        Path file = Files.createTempFile("\u4e2d\u6587 \ud83d\ude00", ".txt");
        MethodHandle open =
                function("CreateFileW", JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = terminated(arena, file.toString());
            MemorySegment none = MemorySegment.NULL;
            long handle = (long) open.invokeExact(name, GENERIC_READ, FILE_SHARE_READ, none, OPEN_EXISTING, 0, none);
            assertNotEquals(-1, handle);
            assertNotEquals(
                    0, (int) function("CloseHandle", JAVA_INT, JAVA_LONG).invokeExact(handle));
        }
        Files.delete(file);
    }

    /** A block of terminated texts, which ends with an empty one. */
    private static void hasAnEnvironment() throws Throwable {
        MemorySegment start =
                (MemorySegment) function("GetEnvironmentStringsW", ADDRESS).invokeExact();
        MemorySegment block = start.reinterpret(Integer.MAX_VALUE);
        int variables = 0;
        long at = 0;
        for (String text = "="; !text.isEmpty(); ) {
            text = SegmentStrings.getStringTerminated(block, at, UnitCharsets.WCHAR);
            at += (text.length() + 1) * 2L;
            int equals = text.indexOf('=');
            if (equals > 0) { // not the current directories of drives, which are named =C:
                assertEquals(System.getenv(text.substring(0, equals)), text.substring(equals + 1));
                variables++;
            }
        }
        assertTrue(variables > 5, "variables: " + variables);
        assertNotEquals(
                0, (int) function("FreeEnvironmentStringsW", JAVA_INT, ADDRESS).invokeExact(start));
    }
}
