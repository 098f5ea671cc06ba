package dev.unitstr.interop.ffm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Sqlite;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that goes into SQLite and comes back, in both its encodings: a NUL is text to both sides. */
class SqliteTest {
    private static final String TEXT = "a\0b😀é";

    @ParameterizedTest(name = "{index}") // the texts are not fit for a report
    @ValueSource(strings = {TEXT, "", "\0", "plain", "中文", "😀"})
    void utf16(String text) throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Sqlite sqlite = Debian.open(Sqlite::new);
                Sqlite.Statement select = sqlite.prepare("SELECT ?1")) {
            select.bindText16(1, SegmentStrings.allocateFrom(arena, text, UnitCharsets.UTF_16));
            assertTrue(select.step());
            assertText16(text, select.columnText16(0));
            assertText8(text, select.columnText(0)); // SQLite converts
        }
    }

    @ParameterizedTest(name = "{index}") // the texts are not fit for a report
    @ValueSource(strings = {TEXT, "", "\0", "plain", "中文", "😀"})
    void utf8(String text) throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Sqlite sqlite = Debian.open(Sqlite::new);
                Sqlite.Statement select = sqlite.prepare("SELECT ?1")) {
            select.bindText(1, SegmentStrings.allocateFrom(arena, text, UTF_8));
            assertTrue(select.step());
            assertText8(text, select.columnText(0));
            assertText16(text, select.columnText16(0));
        }
    }

    @Test
    void plainJdkStopsAtTheNul() throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Sqlite sqlite = Debian.open(Sqlite::new);
                Sqlite.Statement select = sqlite.prepare("SELECT ?1")) {
            select.bindText16(1, SegmentStrings.allocateFrom(arena, TEXT, UnitCharsets.UTF_16));
            assertTrue(select.step());
            MemorySegment column = select.columnText16(0);
            assertEquals(12, column.byteSize());
            assertEquals("a", column.getString(0, UnitCharsets.UTF_16));
            assertEquals("a", select.columnText(0).getString(0));
        }
    }

    @Test
    void partOfABufferIsBound() throws Throwable {
        try (Arena arena = Arena.ofConfined();
                Sqlite sqlite = Debian.open(Sqlite::new);
                Sqlite.Statement select = sqlite.prepare("SELECT ?1")) {
            MemorySegment buffer = arena.allocate(64, 2).fill((byte) 0x55);
            long units = SegmentStrings.copy("<" + TEXT + ">", UnitCharsets.UTF_16, 1, buffer, 6, TEXT.length());
            assertEquals(6, units);
            select.bindText16(1, buffer.asSlice(6, units * 2));
            assertTrue(select.step());
            assertText16(TEXT, select.columnText16(0));
        }
    }

    @Test
    void sqlNullIsNull() throws Throwable {
        try (Sqlite sqlite = Debian.open(Sqlite::new);
                Sqlite.Statement select = sqlite.prepare("SELECT NULL, ''")) {
            assertTrue(select.step());
            assertNull(select.columnText16(0));
            assertNull(select.columnText(0));
            assertText16("", select.columnText16(1));
            assertText8("", select.columnText(1));
            assertFalse(select.step());
        }
    }

    @Test
    void anErrorIsNotTheLastRow() throws Throwable {
        try (Sqlite sqlite = Debian.open(Sqlite::new)) {
            assertThrows(IllegalStateException.class, () -> sqlite.prepare("SELEKT"));
            try (Sqlite.Statement select = sqlite.prepare("SELECT abs(-9223372036854775807 - 1)")) {
                assertEquals(
                        "SQLite says 1",
                        assertThrows(IllegalStateException.class, select::step).getMessage());
            }
        }
    }

    private static void assertText16(String text, MemorySegment column) {
        assertEquals(2L * text.length(), column.byteSize());
        assertEquals(text, SegmentStrings.getString(column, 0, column.byteSize() / 2, UnitCharsets.UTF_16));
        assertTrue(SegmentStrings.contentEquals(column, 0, column.byteSize() / 2, UnitCharsets.UTF_16, text));
    }

    private static void assertText8(String text, MemorySegment column) {
        assertEquals(text.getBytes(UTF_8).length, column.byteSize());
        assertEquals(text, SegmentStrings.getString(column, 0, column.byteSize()));
        assertTrue(SegmentStrings.contentEquals(column, 0, column.byteSize(), UTF_8, text));
    }
}
