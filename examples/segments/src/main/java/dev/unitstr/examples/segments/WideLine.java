package dev.unitstr.examples.segments;

import static java.nio.charset.StandardCharsets.UTF_32LE;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Curses;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code wchar_t} from the screen: a line is read once, and then taken apart by column. */
final class WideLine {
    private WideLine() {}

    static void show(Tour tour) throws Throwable {
        tour.stop("2. ncursesw: two characters from the middle of a wchar_t line");
        tour.note("curses counts wchar_t. The JDK reads on to the terminator.");
        try (Arena arena = Arena.ofConfined();
                Curses curses = new Curses()) {
            int unitSize = UnitCharsets.unitSize(UnitCharsets.WCHAR);
            curses.write(1, 2, SegmentStrings.allocateFrom(arena, "héllo 中文 😀!", UnitCharsets.WCHAR), 11);
            MemorySegment line = arena.allocate(80L * unitSize, 4);
            curses.read(1, 2, line, 11);

            tour.jdk("line.getString(6 * unitSize, UTF_32LE)", () -> line.getString(6 * unitSize, UTF_32LE));
            tour.ours(
                    "SegmentStrings.getString(line, 6 * unitSize, 2, UnitCharsets.WCHAR)",
                    () -> SegmentStrings.getString(line, 6 * unitSize, 2, UnitCharsets.WCHAR));
        }
    }
}
