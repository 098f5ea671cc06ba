package dev.unitstr.examples.segments.bindings;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** An empty SQLite database in memory. It counts text in bytes, UTF-16 too. */
@SuppressWarnings("restricted") // SQLite says how long a text is: its segment is made here
public final class Sqlite implements AutoCloseable {
    private static final MemorySegment TRANSIENT = MemorySegment.ofAddress(-1); // SQLITE_TRANSIENT: it takes a copy
    private static final int ROW = 100;
    private static final int DONE = 101;

    private final CLibrary library = CLibrary.open("libsqlite3.so.0", "libsqlite3-0");
    private final MethodHandle prepare =
            library.function("sqlite3_prepare_v2", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    private final MethodHandle bindText =
            library.function("sqlite3_bind_text", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private final MethodHandle bindText16 =
            library.function("sqlite3_bind_text16", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private final MethodHandle step = library.function("sqlite3_step", JAVA_INT, ADDRESS);
    private final MethodHandle columnText = library.function("sqlite3_column_text", ADDRESS, ADDRESS, JAVA_INT);
    private final MethodHandle columnBytes = library.function("sqlite3_column_bytes", JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle columnText16 = library.function("sqlite3_column_text16", ADDRESS, ADDRESS, JAVA_INT);
    private final MethodHandle columnBytes16 = library.function("sqlite3_column_bytes16", JAVA_INT, ADDRESS, JAVA_INT);
    private final MethodHandle finish = library.function("sqlite3_finalize", JAVA_INT, ADDRESS);
    private final MethodHandle close = library.function("sqlite3_close", JAVA_INT, ADDRESS);

    private final MemorySegment database;

    /**
     * Opens the database.
     *
     * @throws MissingLibrary if there is no SQLite
     * @throws Throwable what a method handle may throw
     */
    public Sqlite() throws Throwable {
        MethodHandle open = library.function("sqlite3_open", JAVA_INT, ADDRESS, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            int code = (int) open.invokeExact(arena.allocateFrom(":memory:"), pointer);
            database = pointer.get(ADDRESS, 0);
            if (code != 0) {
                close(); // there is a database also if it can't be opened
            }
            check(code);
        }
    }

    /**
     * Prepares a statement.
     *
     * @param sql the statement; its parameters and columns are text
     * @return the statement, to be closed
     * @throws Throwable what a method handle may throw
     */
    public Statement prepare(String sql) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            check((int) prepare.invokeExact(database, arena.allocateFrom(sql), -1, pointer, MemorySegment.NULL));
            return new Statement(pointer.get(ADDRESS, 0));
        }
    }

    @Override
    public void close() {
        try {
            check((int) close.invokeExact(database));
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static void check(int code) {
        if (code != 0) {
            throw new IllegalStateException("SQLite says " + code);
        }
    }

    /** SQLite takes a negative number for a text with a terminator. */
    private static int bytes(MemorySegment text) {
        return Math.toIntExact(text.byteSize());
    }

    /** A prepared statement; what it returns is valid until its next step. */
    public final class Statement implements AutoCloseable {
        private final MemorySegment statement;

        private Statement(MemorySegment statement) {
            this.statement = statement;
        }

        /**
         * Sets a parameter to UTF-8 text.
         *
         * @param parameter its number, from 1
         * @param text the whole segment, without a terminator
         * @throws Throwable what a method handle may throw
         */
        public void bindText(int parameter, MemorySegment text) throws Throwable {
            check((int) bindText.invokeExact(statement, parameter, text, bytes(text), TRANSIENT));
        }

        /**
         * Sets a parameter to UTF-16 text.
         *
         * @param parameter its number, from 1
         * @param text the whole segment, without a terminator
         * @throws Throwable what a method handle may throw
         */
        public void bindText16(int parameter, MemorySegment text) throws Throwable {
            check((int) bindText16.invokeExact(statement, parameter, text, bytes(text), TRANSIENT));
        }

        /**
         * Goes to the next row.
         *
         * @return whether there is one
         * @throws Throwable what a method handle may throw
         */
        public boolean step() throws Throwable {
            int code = (int) step.invokeExact(statement);
            check(code == ROW || code == DONE ? 0 : code);
            return code == ROW;
        }

        /**
         * A column's text in UTF-8.
         *
         * @param column its number, from 0
         * @return exactly the text; null for SQL's NULL
         * @throws Throwable what a method handle may throw
         */
        public MemorySegment columnText(int column) throws Throwable {
            MemorySegment text = (MemorySegment) columnText.invokeExact(statement, column);
            int bytes = (int) columnBytes.invokeExact(statement, column);
            return text.address() == 0 ? null : text.reinterpret(bytes);
        }

        /**
         * A column's text in UTF-16.
         *
         * @param column its number, from 0
         * @return exactly the text; null for SQL's NULL
         * @throws Throwable what a method handle may throw
         */
        public MemorySegment columnText16(int column) throws Throwable {
            MemorySegment text = (MemorySegment) columnText16.invokeExact(statement, column);
            int bytes = (int) columnBytes16.invokeExact(statement, column);
            return text.address() == 0 ? null : text.reinterpret(bytes);
        }

        @Override
        public void close() {
            try {
                finish.invoke(statement); // it returns what the last step did
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }
    }
}
