package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Curses;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Real {@code wchar_t}: the buffer is full of something else before, and the count says how much is text after. */
class CursesTest {
    private static final int WCHAR_BYTES = UnitCharsets.unitSize(UnitCharsets.WCHAR);
    private static final String TEXT = "héllo 中文 😀!";

    @Test
    void wideCharactersComeBack() throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Curses curses = Debian.open(Curses::new)) {
            MemorySegment text = SegmentStrings.allocateFrom(arena, TEXT, UnitCharsets.WCHAR);
            assertEquals(11, text.byteSize() / WCHAR_BYTES);
            curses.write(1, 2, text, 11);

            MemorySegment line = arena.allocate(20L * WCHAR_BYTES, 4).fill((byte) 0x55);
            assertEquals(12, curses.read(1, 2, line, 12));
            assertEquals(TEXT + " ", SegmentStrings.getString(line, 0, 12, UnitCharsets.WCHAR));
            assertEquals(0, line.get(JAVA_INT, 12L * WCHAR_BYTES)); // so it takes room for one more
            assertEquals(0x55555555, line.get(JAVA_INT, 13L * WCHAR_BYTES));
            assertEquals("中文", SegmentStrings.getString(line, 6L * WCHAR_BYTES, 2, UnitCharsets.WCHAR));
        }
    }

    @Test
    void theCountIsAllThereIs() throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Curses curses = Debian.open(Curses::new)) {
            curses.write(0, 0, SegmentStrings.allocateFrom(arena, TEXT, UnitCharsets.WCHAR), 11);
            MemorySegment buffer = arena.allocate(12L * WCHAR_BYTES, 4).fill((byte) 0x55);
            assertEquals(11, curses.read(0, 0, buffer, 11));
            MemorySegment line = buffer.asSlice(0, 11L * WCHAR_BYTES);
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> SegmentStrings.unitsToTerminator(line, 0, UnitCharsets.WCHAR));
            assertEquals(TEXT, SegmentStrings.getStringTerminated(line, 0, 11, UnitCharsets.WCHAR));
        }
    }

    @Test
    void cStaysInTheBuffers() throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Curses curses = Debian.open(Curses::new)) {
            MemorySegment ten = arena.allocate(10L * WCHAR_BYTES, 4);
            for (int units : new int[] {-1, 11}) { // -1: for C, up to a terminator, or the whole line
                assertThrows(IndexOutOfBoundsException.class, () -> curses.write(0, 0, ten, units));
                assertThrows(IndexOutOfBoundsException.class, () -> curses.read(0, 0, ten, units));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> curses.read(0, 0, ten, 10), "and a terminator");
            assertThrows(IndexOutOfBoundsException.class, () -> curses.read(0, 0, ten.asSlice(0, 0), 0));
            assertEquals(9, curses.read(0, 0, ten, 9));
        }
    }

    @Test
    void theLinkerKnowsTheSameWidth() {
        assertEquals(Linker.nativeLinker().canonicalLayouts().get("wchar_t").byteSize(), WCHAR_BYTES);
    }
}
