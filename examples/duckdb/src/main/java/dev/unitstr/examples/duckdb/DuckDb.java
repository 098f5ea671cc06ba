package dev.unitstr.examples.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ArrowExport;
import dev.unitstr.columns.ArrowStream;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.ffm.SegmentCStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A database in memory: the few functions of libduckdb that scan and write columns of text. */
@SuppressWarnings("restricted")
public final class DuckDb implements AutoCloseable {
    /** {@code duckdb_result}, which functions take by value. */
    private static final MemoryLayout RESULT = MemoryLayout.structLayout(
            JAVA_LONG.withName("a"), JAVA_LONG.withName("b"), JAVA_LONG.withName("c"), ADDRESS, ADDRESS, ADDRESS);

    private static final int VARCHAR = 17;
    /** The name of the view of a stream, which only {@link #load} reads. */
    private static final String STREAM = "unitstr_arrow_stream";
    /** The number of rows of a vector. */
    public static final int VECTOR_ROWS = 2048;

    private final Arena arena = Arena.ofShared();
    private final SymbolLookup library;
    private final MethodHandle query;
    private final MethodHandle fetch;
    private final MethodHandle destroy;
    private final MethodHandle chunkSize;
    private final MethodHandle columnCount;
    private final MethodHandle vector;
    private final MethodHandle data;
    private final MethodHandle validity;
    private final MethodHandle assign;
    private final MemorySegment database;
    private final MemorySegment connection;

    /** Loads the library and opens a database. */
    public DuckDb(Path file) {
        library = SymbolLookup.libraryLookup(file, Arena.global());
        query = find("duckdb_query", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        fetch = find("duckdb_fetch_chunk", ADDRESS, RESULT);
        destroy = find("duckdb_destroy_data_chunk", null, ADDRESS);
        chunkSize = find("duckdb_data_chunk_get_size", JAVA_LONG, ADDRESS);
        columnCount = find("duckdb_data_chunk_get_column_count", JAVA_LONG, ADDRESS);
        vector = find("duckdb_data_chunk_get_vector", ADDRESS, ADDRESS, JAVA_LONG);
        data = find("duckdb_vector_get_data", ADDRESS, ADDRESS);
        validity = find("duckdb_vector_get_validity", ADDRESS, ADDRESS);
        assign = find("duckdb_vector_assign_string_element_len", null, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
        database = arena.allocate(ADDRESS);
        connection = arena.allocate(ADDRESS);
        try {
            check("duckdb_open", call(find("duckdb_open", JAVA_INT, ADDRESS, ADDRESS), MemorySegment.NULL, database));
            MethodHandle connect = find("duckdb_connect", JAVA_INT, ADDRESS, ADDRESS);
            check("duckdb_connect", call(connect, database.get(ADDRESS, 0), connection));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private MethodHandle find(String name, MemoryLayout result, MemoryLayout... parameters) {
        FunctionDescriptor type =
                result == null ? FunctionDescriptor.ofVoid(parameters) : FunctionDescriptor.of(result, parameters);
        return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), type);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(String what, Object state) {
        if ((int) state != 0) {
            throw new IllegalStateException(what + " failed");
        }
    }

    private MemorySegment connection() {
        return connection.get(ADDRESS, 0);
    }

    /** Runs a statement. */
    public void execute(String sql) {
        query(sql, chunk -> {});
    }

    // [duckdb: chunk]
    /** Some rows of a result, in DuckDB's memory. */
    public final class Chunk {
        private final MemorySegment chunk;

        private Chunk(MemorySegment chunk) {
            this.chunk = chunk;
        }

        /** The number of columns. */
        public int columns() {
            return (int) (long) call(columnCount, chunk);
        }

        /** A column of type VARCHAR, which can be read until the chunk is destroyed. */
        public StringColumn strings(int column) {
            int rows = (int) (long) call(chunkSize, chunk);
            MemorySegment vector = (MemorySegment) call(DuckDb.this.vector, chunk, (long) column);
            long data = ((MemorySegment) call(DuckDb.this.data, vector)).address();
            long bits = ((MemorySegment) call(validity, vector)).address();
            NativeMemory nulls = bits == 0 ? null : NativeMemory.of(bits, (rows + 63) / 64 * 8L);
            return StringColumn.ofDuckDb(rows, nulls, NativeMemory.of(data, 16L * rows));
        }
    }
    // [duckdb: end]

    /** Runs a query and passes on each chunk of its result. */
    public void query(String sql, Consumer<Chunk> reader) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment result = call.allocate(RESULT);
            try {
                if ((int) call(query, connection(), call.allocateFrom(sql), result) != 0) {
                    throw new IllegalStateException(error(result));
                }
                while (true) {
                    MemorySegment chunk = (MemorySegment) call(fetch, result);
                    if (chunk.address() == 0) { // the end, or an error
                        String error = error(result);
                        if (error != null) {
                            throw new IllegalStateException(error);
                        }
                        return;
                    }
                    try {
                        reader.accept(new Chunk(chunk));
                    } finally {
                        call(destroy, call.allocateFrom(ADDRESS, chunk));
                    }
                }
            } finally {
                call(find("duckdb_destroy_result", null, ADDRESS), result);
            }
        }
    }

    /** Returns what went wrong; null if nothing did. */
    private String error(MemorySegment result) {
        MemorySegment text = (MemorySegment) call(find("duckdb_result_error", ADDRESS, ADDRESS), result);
        return SegmentCStrings.getStringTerminated(text, UTF_8);
    }

    // [duckdb: load]
    /** Copies record batches to a temporary table, which replaces one with the same name. */
    public void load(String table, List<Map<String, StringColumn>> batches) {
        MethodHandle scan = find("duckdb_arrow_scan", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        try (Arena call = Arena.ofConfined()) {
            MemorySegment stream = call.allocate(5 * JAVA_LONG.byteSize(), JAVA_LONG.byteAlignment());
            ArrowExport.stream(batches, stream.address());
            try {
                check("duckdb_arrow_scan", call(scan, connection(), call.allocateFrom(STREAM), stream));
                // Any other query on the view could return wrong rows.
                execute("CREATE OR REPLACE TEMP TABLE " + quoted(table) + " AS SELECT * FROM " + STREAM);
            } finally {
                // This fails in a transaction that has failed, and its ROLLBACK drops the view.
                MemorySegment drop = call.allocateFrom("DROP VIEW IF EXISTS " + STREAM);
                call(query, connection(), drop, MemorySegment.NULL);
                ArrowStream.of(stream.address()).close();
            }
        }
    }
    // [duckdb: end]

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Writes some rows to a vector. */
    public interface Filler {
        void fill(MemorySegment vector, int first, int rows) throws Throwable;
    }

    /** Returns the 16 bytes of each row of a vector. */
    public MemorySegment data(MemorySegment vector, int rows) {
        return ((MemorySegment) call(data, vector)).reinterpret(16L * rows);
    }

    /** Appends encoded strings to a table with one column of type VARCHAR: each is copied by a call. */
    public void append(String table, byte[][] strings) {
        try (Arena texts = Arena.ofConfined()) {
            MemorySegment text = texts.allocate(1 << 16);
            append(table, strings.length, (vector, first, rows) -> {
                for (int i = 0; i < rows; i++) {
                    byte[] bytes = strings[first + i];
                    MemorySegment.copy(bytes, 0, text, JAVA_BYTE, 0, bytes.length);
                    assign.invokeExact(vector, (long) i, text, (long) bytes.length);
                }
            });
        }
    }

    /** Appends rows to a table with one column of type VARCHAR. DuckDB copies them. */
    public void append(String table, int count, Filler filler) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment appender = call.allocate(ADDRESS);
            MemorySegment types = call.allocate(ADDRESS);
            MemorySegment chunk = call.allocate(ADDRESS);
            try {
                MethodHandle create = find("duckdb_appender_create", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
                check("appender", call(create, connection(), MemorySegment.NULL, call.allocateFrom(table), appender));
                MethodHandle logicalType = find("duckdb_create_logical_type", ADDRESS, JAVA_INT);
                types.set(ADDRESS, 0, (MemorySegment) call(logicalType, VARCHAR));
                MethodHandle createChunk = find("duckdb_create_data_chunk", ADDRESS, ADDRESS, JAVA_LONG);
                chunk.set(ADDRESS, 0, (MemorySegment) call(createChunk, types, 1L));
                append(appender.get(ADDRESS, 0), chunk.get(ADDRESS, 0), count, filler);
            } finally { // each does nothing if there is none
                call(destroy, chunk);
                call(find("duckdb_destroy_logical_type", null, ADDRESS), types);
                call(find("duckdb_appender_destroy", JAVA_INT, ADDRESS), appender);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void append(MemorySegment appender, MemorySegment chunk, int count, Filler filler) throws Throwable {
        MethodHandle reset = find("duckdb_data_chunk_reset", null, ADDRESS);
        MethodHandle setSize = find("duckdb_data_chunk_set_size", null, ADDRESS, JAVA_LONG);
        MethodHandle append = find("duckdb_append_data_chunk", JAVA_INT, ADDRESS, ADDRESS);
        for (int done = 0; done < count; done += VECTOR_ROWS) {
            int rows = Math.min(VECTOR_ROWS, count - done);
            filler.fill((MemorySegment) call(vector, chunk, 0L), done, rows);
            call(setSize, chunk, (long) rows);
            check("append", call(append, appender, chunk));
            call(reset, chunk);
        }
        check("append", call(find("duckdb_appender_close", JAVA_INT, ADDRESS), appender));
    }

    @Override
    public void close() {
        call(find("duckdb_disconnect", null, ADDRESS), connection);
        call(find("duckdb_close", null, ADDRESS), database);
        arena.close();
    }
}
