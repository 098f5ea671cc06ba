package dev.unitstr.examples.segments;

import static java.nio.charset.StandardCharsets.UTF_16LE;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Sqlite;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** UTF-16 from a database: SQLite says how long the text is, and a NUL is part of it. */
final class SqliteText {
    private SqliteText() {}

    static void show(Tour tour) throws Throwable {
        tour.stop("1. SQLite: a UTF-16 column with a NUL and an emoji inside");
        tour.note("SQLite says how long the text is. The JDK looks for a NUL.");
        try (Arena arena = Arena.ofConfined();
                Sqlite sqlite = new Sqlite();
                Sqlite.Statement select = sqlite.prepare("SELECT ?1")) {
            select.bindText16(1, SegmentStrings.allocateFrom(arena, "a\0b😀é", UnitCharsets.UTF_16));
            if (!select.step()) {
                throw new IllegalStateException("no row");
            }
            MemorySegment column = select.columnText16(0); // would be null for SQL's NULL
            long units = column.byteSize() / 2; // SQLite counts bytes

            tour.jdk("column.getString(0, UTF_16LE)", () -> column.getString(0, UTF_16LE));
            tour.ours(
                    "SegmentStrings.getString(column, 0, units, UnitCharsets.UTF_16)",
                    () -> SegmentStrings.getString(column, 0, units, UnitCharsets.UTF_16));
        }
    }
}
