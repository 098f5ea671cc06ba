package dev.unitstr.examples.segments.bindings;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.unitstr.UnitCharsets;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/** A curses screen that nobody sees: it draws to {@code /dev/null}. Its text is {@code wchar_t}. */
public final class Curses implements AutoCloseable {
    private static final int LC_ALL = 6;

    private final CLibrary c = CLibrary.standard();
    private final CLibrary curses = CLibrary.open("libncursesw.so.6", "libncursesw6");
    private final MethodHandle fclose = c.function("fclose", JAVA_INT, ADDRESS);
    private final MethodHandle write = curses.function("mvaddnwstr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle read = curses.function("mvinnwstr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle endwin = curses.function("endwin", JAVA_INT);
    private final MethodHandle delscreen = curses.procedure("delscreen", ADDRESS);

    private final MemorySegment file;
    private final MemorySegment screen;

    /**
     * Opens the screen.
     *
     * @throws MissingLibrary if there is no ncurses
     * @throws Throwable what a method handle may throw
     */
    public Curses() throws Throwable {
        MethodHandle setlocale = c.function("setlocale", ADDRESS, JAVA_INT, ADDRESS);
        MethodHandle fopen = c.function("fopen", ADDRESS, ADDRESS, ADDRESS);
        MethodHandle newterm = curses.function("newterm", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment locale = (MemorySegment) setlocale.invokeExact(LC_ALL, arena.allocateFrom("C.UTF-8"));
            file = (MemorySegment) fopen.invokeExact(arena.allocateFrom("/dev/null"), arena.allocateFrom("w+"));
            if (file.address() == 0) {
                throw new IllegalStateException("no /dev/null"); // curses does not look
            }
            screen = (MemorySegment) newterm.invokeExact(arena.allocateFrom("xterm"), file, file);
            if (locale.address() == 0 || screen.address() == 0) {
                close();
                throw new IllegalStateException("no locale C.UTF-8, or no terminal xterm");
            }
        }
    }

    /**
     * Writes text.
     *
     * @param row the row
     * @param column the column
     * @param text the text
     * @param units how much of it, in {@code wchar_t}
     * @throws Throwable what a method handle may throw
     */
    public void write(int row, int column, MemorySegment text, int units) throws Throwable {
        // C knows no end
        Objects.checkFromIndexSize(0, units, text.byteSize() / UnitCharsets.unitSize(UnitCharsets.WCHAR));
        check((int) write.invokeExact(row, column, text, units));
    }

    /**
     * Reads text.
     *
     * @param row the row
     * @param column the column
     * @param text takes the text and a terminator: room for {@code units + 1}
     * @param units how much to read, in {@code wchar_t}
     * @return how much was read, in {@code wchar_t}
     * @throws Throwable what a method handle may throw
     */
    public int read(int row, int column, MemorySegment text, int units) throws Throwable {
        Objects.checkFromIndexSize(0, units, text.byteSize() / UnitCharsets.unitSize(UnitCharsets.WCHAR) - 1);
        int count = (int) read.invokeExact(row, column, text, units);
        check(count < 0 ? count : 0);
        return count;
    }

    @Override
    public void close() {
        try {
            endwin.invoke(); // it fails: /dev/null has no terminal mode to restore
            delscreen.invokeExact(screen);
            fclose.invoke(file);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static void check(int code) {
        if (code != 0) {
            throw new IllegalStateException("curses says " + code);
        }
    }
}
