package org.example.segments;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentCStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** A user's code for a pointer that C returned: a column of SQLite. */
final class Sqlite {
    private Sqlite() {}

    // [README: column]
    static final MethodHandle COLUMN_TEXT16 = sqlite("sqlite3_column_text16", ADDRESS, ADDRESS, JAVA_INT);
    static final MethodHandle COLUMN_BYTES16 = sqlite("sqlite3_column_bytes16", JAVA_INT, ADDRESS, JAVA_INT);

    /** const void *sqlite3_column_text16(sqlite3_stmt *, int) returns UTF-16, and a null pointer for SQL's NULL. */
    static String column(MemorySegment statement, int column) throws Throwable {
        MemorySegment text = (MemorySegment) COLUMN_TEXT16.invokeExact(statement, column);
        int bytes = (int) COLUMN_BYTES16.invokeExact(statement, column); // after the text
        return SegmentCStrings.getString(text, bytes / 2, UnitCharsets.UTF_16); // null for a null pointer
    }
    // [README: end]

    private static MethodHandle sqlite(String name, MemoryLayout result, MemoryLayout... parameters) {
        SymbolLookup library = SymbolLookup.libraryLookup("libsqlite3.so.0", Arena.global());
        return Linker.nativeLinker()
                .downcallHandle(library.find(name).orElseThrow(), FunctionDescriptor.of(result, parameters));
    }

    /** The only column of the only row of a statement. */
    static String select(String sql) throws Throwable {
        MethodHandle open = sqlite("sqlite3_open", JAVA_INT, ADDRESS, ADDRESS);
        MethodHandle prepare = sqlite("sqlite3_prepare_v2", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        MethodHandle step = sqlite("sqlite3_step", JAVA_INT, ADDRESS);
        MethodHandle finish = sqlite("sqlite3_finalize", JAVA_INT, ADDRESS);
        MethodHandle close = sqlite("sqlite3_close", JAVA_INT, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment database = arena.allocate(ADDRESS);
            MemorySegment statement = arena.allocate(ADDRESS);
            MemorySegment text = arena.allocateFrom(sql);
            try {
                int status = (int) open.invokeExact(arena.allocateFrom(":memory:"), database);
                if (status == 0) {
                    status = (int)
                            prepare.invokeExact(database.get(ADDRESS, 0), text, -1, statement, MemorySegment.NULL);
                }
                if (status != 0 || (int) step.invokeExact(statement.get(ADDRESS, 0)) != 100) { // SQLITE_ROW
                    throw new IllegalStateException("SQLite refuses " + sql);
                }
                return column(statement.get(ADDRESS, 0), 0);
            } finally { // both take a null pointer
                finish.invoke(statement.get(ADDRESS, 0));
                close.invoke(database.get(ADDRESS, 0));
            }
        }
    }
}
