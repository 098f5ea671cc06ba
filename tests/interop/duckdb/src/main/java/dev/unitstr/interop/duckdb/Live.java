package dev.unitstr.interop.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.examples.duckdb.DuckDb;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Columns of the real libduckdb, compared with its JDBC driver: {@code Live LIBRARY ROWS STRINGS}. */
public final class Live {
    private static final int ROUNDS = 3;
    private static int failed;

    private Live() {}

    /** Something that returns a checksum. */
    private interface Way {
        long run() throws SQLException;
    }

    private static void row(String name, boolean holds, String detail) {
        System.out.println((holds ? "ok " : "FAILED ") + name + ": " + detail);
        failed += holds ? 0 : 1;
    }

    private static long sum(long sum, String text) {
        return 31 * sum + Objects.hashCode(text);
    }

    /** Runs ways in turn; prints the best CPU time of each for a row, and whether all checksums are equal. */
    private static void compare(String name, int rows, Map<String, Way> ways) throws SQLException {
        long[] best = new long[ways.size()];
        Arrays.fill(best, Long.MAX_VALUE);
        List<Long> sums = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            int i = 0;
            for (Way way : ways.values()) {
                long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                sums.add(way.run());
                best[i] = Math.min(best[i], ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
                i++;
            }
        }
        StringBuilder times = new StringBuilder();
        int i = 0;
        for (String way : ways.keySet()) {
            times.append(", ").append(way).append(' ').append(best[i++] / rows).append(" ns");
        }
        row(name, sums.stream().distinct().count() == 1, rows + " rows" + times);
    }

    /** Strings of all kinds: null, empty, in the vector, behind a pointer, with NUL and characters above U+FFFF. */
    private static String texts(int rows) {
        return "SELECT CASE WHEN i % 5 = 4 THEN NULL ELSE repeat('\ud83d\ude00\u00e9', (i % 6)::INTEGER) || 'a' || chr(0) || 'z' || i"
                + " END AS s FROM range(" + rows + ") t(i)";
    }

    private static String text(int i) {
        return i % 5 == 4 ? null : "\ud83d\ude00\u00e9".repeat(i % 6) + "a\0z" + i;
    }

    private static void contents(DuckDb database) {
        int[] next = {0, 0, 0};
        database.query(texts(3000), chunk -> {
            StringColumn column = chunk.strings(0);
            String[] all = column.toStrings();
            byte[][] bytes = column.toByteArrays();
            int[] hashes = new int[all.length];
            column.hashCodes(hashes);
            for (int i = 0; i < all.length; i++) {
                String expected = text(next[0]++);
                byte[] encoded = expected == null ? null : expected.getBytes(StandardCharsets.UTF_8);
                boolean same = Objects.equals(expected, all[i])
                        && Objects.equals(expected, column.get(i))
                        && column.isNull(i) == (expected == null)
                        && Arrays.equals(encoded, bytes[i])
                        && hashes[i] == Objects.hashCode(expected)
                        && (expected == null || column.contentEquals(i, expected));
                next[1] += same ? 0 : 1;
                next[2] += expected == null ? 1 : 0;
            }
            int[] rows = new int[all.length];
            next[1] += column.selectPrefix("a\0z", rows)
                            == Arrays.stream(all)
                                    .filter(s -> s != null && s.startsWith("a\0z"))
                                    .count()
                    ? 0
                    : 1;
            next[1] += all[7].equals(text(next[0] - all.length + 7))
                            && column.selectEqual(all[7], rows) == 1
                            && rows[0] == 7
                    ? 0
                    : 1;
        });
        row(
                "contents",
                next[0] == 3000 && next[1] == 0 && next[2] == 600,
                next[2] + " nulls, " + next[1] + " differences");
    }

    private static long scan(DuckDb database, String sql) {
        long[] sum = {0};
        database.query(sql, chunk -> {
            for (String text : chunk.strings(0).toStrings()) {
                sum[0] = sum(sum[0], text);
            }
        });
        return sum[0];
    }

    private static long jdbc(Connection connection, String sql) throws SQLException {
        long sum = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                sum = sum(sum, result.getString(1));
            }
        }
        return sum;
    }

    /** Appends strings by copying whole vectors, in which long strings have addresses. */
    private static void append(DuckDb database, byte[][] strings) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1 << 20, 8);
            database.append("written", strings.length, (vector, first, rows) -> {
                StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8_VIEW)
                        .addAll(Arrays.copyOfRange(strings, first, first + rows));
                List<MemorySegment> column =
                        SegmentColumns.segments(SegmentColumns.build(builder, (size, alignment) -> memory));
                MemorySegment views = column.get(1);
                long texts = column.get(2).address();
                for (int i = 0; i < rows; i++) {
                    if (views.get(JAVA_INT, 16L * i) > 12) { // Arrow's view has an offset where DuckDB's has an address
                        views.set(JAVA_LONG, 16L * i + 8, texts + views.get(JAVA_INT, 16L * i + 12));
                    }
                }
                database.data(vector, rows).copyFrom(views);
            });
        }
    }

    private static final List<ColumnFormat> FORMATS = List.of(
            ColumnFormat.UTF8, ColumnFormat.LARGE_UTF8, ColumnFormat.UTF8_VIEW, ColumnFormat.BINARY, ColumnFormat.UTF8);

    private static final List<String> NAMES = List.of("city", "country", "note", "data", "code");

    /** A cell of the loaded table: short and long strings, empty ones, nulls, and bytes that are not text. */
    private static String cell(int column, int row) {
        return switch (column) {
            case 0 -> "city " + row + (row % 2 == 0 ? "" : ", which has a long name");
            case 1 -> List.of("CH", "NO", "IT").get(row % 3);
            case 2 -> row % 3 == 1 ? null : row % 3 == 2 ? "" : "Z\u00fcrich " + row;
            case 3 -> row % 5 == 4 ? null : "\0bytes " + row % 7;
            default -> row % 2 == 0 ? "even" : null;
        };
    }

    private static List<Map<String, StringColumn>> batches(int count, int rows) {
        List<Map<String, StringColumn>> batches = new ArrayList<>();
        for (int batch = 0; batch < count; batch++) {
            Map<String, StringColumn> columns = new LinkedHashMap<>();
            for (int i = 0; i < NAMES.size(); i++) {
                StringColumnBuilder builder = StringColumnBuilder.of(FORMATS.get(i));
                if (i == 4) {
                    builder.dictionary(IndexType.INT32);
                }
                for (int row = batch * rows; row < (batch + 1) * rows; row++) {
                    builder.add(cell(i, row));
                }
                columns.put(NAMES.get(i), builder.build());
            }
            batches.add(columns);
        }
        return batches;
    }

    private static final List<String> QUERIES = List.of(
            "SELECT country FROM %s",
            "SELECT note FROM %s",
            "SELECT data, city FROM %s",
            "SELECT * FROM %s",
            "SELECT code, country, note, data, city FROM %s",
            "SELECT city FROM %s WHERE city = 'city 1, which has a long name'",
            "SELECT count(*)::VARCHAR FROM %s",
            "SELECT count(*)::VARCHAR FROM %s WHERE country = 'NO'",
            "SELECT city FROM %s WHERE note IS NULL AND country = 'NO'",
            "SELECT city, code FROM %s WHERE note = '' OR code IS NOT NULL",
            "SELECT country FROM %s WHERE data >= '\\x00bytes 1'::BLOB AND city LIKE 'city %%1%%'",
            "SELECT note FROM %s ORDER BY country, city DESC LIMIT 2 OFFSET 1",
            "SELECT * FROM %s ORDER BY city DESC LIMIT 1",
            "SELECT country FROM %s LIMIT 2 OFFSET 1",
            "SELECT country FROM (SELECT country, note FROM %s LIMIT 2) WHERE country <> 'CH'",
            "SELECT max(note), min(country) FROM %s WHERE city > 'city 1'",
            "SELECT country, count(DISTINCT note)::VARCHAR FROM %s GROUP BY country ORDER BY country",
            "SELECT a.note FROM %s a JOIN plain b ON a.city = b.city WHERE b.country = 'IT' ORDER BY a.city",
            "SELECT b.note FROM plain b WHERE b.city IN (SELECT city FROM %s WHERE note IS NULL) ORDER BY b.city",
            "SELECT a.note FROM %1$s a SEMI JOIN %1$s b ON a.city = b.city AND b.country = 'IT' ORDER BY a.city",
            "SELECT a.country, b.note FROM %1$s a JOIN %1$s b USING (city) WHERE b.country <> 'CH' ORDER BY a.city",
            "SELECT country FROM %1$s UNION ALL SELECT note FROM %1$s WHERE country = 'IT'",
            "SELECT (SELECT max(country) FROM %1$s) || min(city) FROM %1$s",
            "WITH x AS (SELECT * FROM %s) SELECT p.note FROM x p JOIN x q USING (city) ORDER BY p.city",
            "SELECT country, note FROM %s_view_of_view WHERE code = 'even'",
            "SELECT DISTINCT country FROM %s_view_of_view ORDER BY country",
            "SELECT note FROM %s WHERE rowid BETWEEN 1 AND 2",
            "SELECT city FROM %s WINDOW w AS (PARTITION BY country ORDER BY city) QUALIFY row_number() OVER w = 1"
                    + " ORDER BY city",
            "EXECUTE %s_by_country('NO')",
            "EXECUTE %s_by_country('IT')");

    /** Runs queries twice each on a loaded table and on one that DuckDB filled row by row: the rows must be equal. */
    private static void queries(DuckDb database, int batches, int rows) {
        StringBuilder insert = new StringBuilder("INSERT INTO plain VALUES ");
        for (int row = 0; row < batches * rows; row++) {
            insert.append(row == 0 ? "(" : ", (");
            for (int i = 0; i < NAMES.size(); i++) {
                String cell = cell(i, row);
                String text = cell == null ? null : "'" + cell.replace("\0", "\\x00") + (i == 3 ? "'::BLOB" : "'");
                insert.append(i == 0 ? "" : ", ").append(text);
            }
            insert.append(')');
        }
        database.execute("CREATE OR REPLACE TABLE plain(city VARCHAR, country VARCHAR, note VARCHAR, data BLOB, code"
                + " VARCHAR)");
        database.execute(insert.toString());
        database.load("loaded", batches(batches, rows));
        for (String table : List.of("plain", "loaded")) {
            database.execute("CREATE OR REPLACE TEMP VIEW " + table + "_view AS SELECT note, country, city, code FROM "
                    + table + " WHERE country <> 'CH'");
            database.execute("CREATE OR REPLACE TEMP VIEW " + table
                    + "_view_of_view AS SELECT code, note, country FROM " + table + "_view WHERE city > 'city 1'");
            database.execute("PREPARE " + table + "_by_country AS SELECT note, city FROM " + table
                    + " WHERE country = $1 ORDER BY city DESC LIMIT 3");
        }
        int wrong = 0;
        for (int round = 0; round < 2; round++) {
            for (String query : QUERIES) {
                String expected = rows(database, query.formatted("plain"));
                String got = rows(database, query.formatted("loaded"));
                if (!expected.equals(got) || expected.isEmpty()) {
                    wrong++;
                    System.out.println(query + ": " + got.lines().limit(3).toList() + ", expected "
                            + expected.lines().limit(3).toList());
                }
            }
        }
        String what = 2 * QUERIES.size() + " on " + NAMES.size() + " columns, " + batches + " batches of " + rows
                + " rows, " + wrong + " wrong";
        row("queries", wrong == 0, what);
    }

    private static String rows(DuckDb database, String sql) {
        StringBuilder rows = new StringBuilder();
        database.query(sql, chunk -> {
            List<byte[][]> columns = new ArrayList<>();
            for (int i = 0; i < chunk.columns(); i++) {
                columns.add(chunk.strings(i).toByteArrays());
            }
            for (int row = 0; row < columns.get(0).length; row++) {
                for (byte[][] column : columns) {
                    rows.append(Arrays.toString(column[row]));
                }
                rows.append('\n');
            }
        });
        return rows.toString();
    }

    /** Names that have to be quoted, a name that a view has, and a transaction of the caller. */
    private static void names(DuckDb database) {
        List<Map<String, StringColumn>> one = batches(1, 3);
        database.load("a \"b\"; c", one);
        boolean quoted = rows(database, "SELECT country FROM \"a \"\"b\"\"; c\"")
                .equals(rows(database, "SELECT country FROM plain LIMIT 3"));
        database.execute("CREATE TEMP VIEW taken AS SELECT 'view' AS v");
        String refused = "";
        try {
            database.load("taken", one);
        } catch (IllegalStateException e) {
            refused = e.getMessage();
        }
        boolean kept = rows(database, "SELECT v FROM taken").contains("[118, 105, 101, 119]");
        database.execute("BEGIN");
        database.load("rolled_back", one);
        database.execute("ROLLBACK");
        database.execute("BEGIN");
        String inTransaction = "";
        try {
            database.load("taken", one);
        } catch (IllegalStateException e) {
            inTransaction = e.getMessage();
        }
        database.execute("ROLLBACK");
        String left = rows(
                database,
                "SELECT name FROM (SELECT view_name AS name FROM duckdb_views() WHERE NOT internal UNION ALL SELECT"
                        + " table_name FROM duckdb_tables()) WHERE name IN ('unitstr_arrow_stream', 'rolled_back')");
        row(
                "names",
                quoted && kept && left.isEmpty() && refused.contains("taken") && inTransaction.equals(refused),
                refused.lines().findFirst().orElse("not refused"));
    }

    /** Functions of libduckdb that the example does not use. */
    @SuppressWarnings("restricted")
    private record Library(SymbolLookup symbols) {
        MemorySegment address(String function, Object... arguments) {
            return (MemorySegment) call(ADDRESS, function, arguments);
        }

        void call(String function, Object... arguments) {
            call(null, function, arguments);
        }

        private Object call(ValueLayout result, String function, Object... arguments) {
            MemoryLayout[] layouts = Arrays.stream(arguments)
                    .map(each -> each instanceof MemorySegment ? ADDRESS : each instanceof Long ? JAVA_LONG : JAVA_INT)
                    .toArray(MemoryLayout[]::new);
            FunctionDescriptor type =
                    result == null ? FunctionDescriptor.ofVoid(layouts) : FunctionDescriptor.of(result, layouts);
            try {
                return Linker.nativeLinker()
                        .downcallHandle(symbols.find(function).orElseThrow(), type)
                        .invokeWithArguments(arguments);
            } catch (Throwable e) {
                throw new IllegalStateException(function, e);
            }
        }
    }

    /** A vector that is not flat: its rows are right after a copy, as docs/duckdb.md says. */
    @SuppressWarnings("restricted")
    private static void vectors(Path file) {
        Library library = new Library(SymbolLookup.libraryLookup(file, Arena.global()));
        try (Arena arena = Arena.ofConfined()) {
            String[] texts = {"zero", "one, which is longer", "two"};
            MemorySegment type = arena.allocateFrom(ADDRESS, library.address("duckdb_create_logical_type", 17));
            MemorySegment from =
                    arena.allocateFrom(ADDRESS, library.address("duckdb_create_vector", type.get(ADDRESS, 0), 3L));
            for (int i = 0; i < texts.length; i++) {
                MemorySegment text = arena.allocateFrom(texts[i]);
                library.call("duckdb_vector_assign_string_element_len", from.get(ADDRESS, 0), (long) i, text, (long)
                        texts[i].length());
            }
            int[] order = {2, 0, 2, 1};
            MemorySegment rows = library.address("duckdb_create_selection_vector", (long) order.length);
            MemorySegment.copy(
                    order,
                    0,
                    library.address("duckdb_selection_vector_get_data_ptr", rows)
                            .reinterpret(4L * order.length),
                    JAVA_INT,
                    0,
                    order.length);
            library.call("duckdb_slice_vector", from.get(ADDRESS, 0), rows, (long) order.length);
            MemorySegment all = library.address("duckdb_create_selection_vector", (long) order.length);
            MemorySegment numbers =
                    library.address("duckdb_selection_vector_get_data_ptr", all).reinterpret(4L * order.length);
            for (int i = 0; i < order.length; i++) {
                numbers.setAtIndex(JAVA_INT, i, i);
            }
            MemorySegment flat = arena.allocateFrom(
                    ADDRESS, library.address("duckdb_create_vector", type.get(ADDRESS, 0), (long) order.length));
            library.call(
                    "duckdb_vector_copy_sel",
                    from.get(ADDRESS, 0),
                    flat.get(ADDRESS, 0),
                    all,
                    (long) order.length,
                    0L,
                    0L);
            long data = library.address("duckdb_vector_get_data", flat.get(ADDRESS, 0))
                    .address();
            String[] copied = StringColumn.ofDuckDb(order.length, null, NativeMemory.of(data, 16L * order.length))
                    .toStrings();
            long sliced = library.address("duckdb_vector_get_data", from.get(ADDRESS, 0))
                    .address();
            String[] direct = StringColumn.ofDuckDb(texts.length, null, NativeMemory.of(sliced, 16L * texts.length))
                    .toStrings();
            boolean holds =
                    List.of("two", "zero", "two", "one, which is longer").equals(List.of(copied));
            row("vectors", holds, "sliced, then copied: " + List.of(copied) + "; not copied: " + List.of(direct));
            library.call("duckdb_destroy_selection_vector", rows);
            library.call("duckdb_destroy_selection_vector", all);
            library.call("duckdb_destroy_vector", flat);
            library.call("duckdb_destroy_vector", from);
            library.call("duckdb_destroy_logical_type", type);
        }
    }

    /** The memory of streams and tables that were dropped or replaced. */
    private static void memory(DuckDb database) throws IOException {
        byte[][] strings = new byte[10][1 << 20];
        List<Map<String, StringColumn>> batches = List.of(Map.of(
                "s", StringColumnBuilder.of(ColumnFormat.UTF8).addAll(strings).build()));
        long before = resident();
        for (int i = 0; i < 100; i++) {
            database.load("unread", batches);
            if (i % 2 == 0) { // otherwise the next one replaces it
                database.execute("DROP TABLE unread");
            }
        }
        database.execute("DROP TABLE unread");
        long growth = resident() - before;
        row("memory", growth < 500 << 20, "100 tables of 10 MB, memory grew by " + (growth >> 20) + " MB");
    }

    private static long resident() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
    }

    /** Writes strings to a table, and reads the table. */
    private static long written(DuckDb database, Runnable writer) {
        database.execute("CREATE OR REPLACE TABLE written(s VARCHAR)");
        writer.run();
        return sumOf(database, "written");
    }

    private static long sumOf(DuckDb database, String table) {
        long[] sum = {0};
        database.query(
                "SELECT sum(hash(s)::HUGEINT)::VARCHAR, count(*)::VARCHAR FROM " + table,
                chunk -> sum[0] =
                        sum(sum(0, chunk.strings(0).get(0)), chunk.strings(1).get(0)));
        return sum[0];
    }

    /**
     * Runs all rows.
     *
     * @param args the library, the number of rows to scan and the number of strings to write
     * @throws SQLException if the driver fails
     * @throws IOException if the size of the process cannot be read
     */
    public static void main(String... args) throws SQLException, IOException {
        int rows = Integer.parseInt(args[1]);
        int strings = Integer.parseInt(args[2]);
        try (DuckDb database = new DuckDb(Path.of(args[0]));
                Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            database.execute("SET threads = 1");
            contents(database);
            vectors(Path.of(args[0]));
            memory(database);
            database.execute("SET threads = 4");
            database.execute("PRAGMA disable_progress_bar");
            queries(database, 1, 3);
            queries(database, 7, 5000);
            names(database);
            database.execute("SET threads = 1");
            Map<String, String> kinds = new LinkedHashMap<>();
            kinds.put("scan of short ASCII", "'city ' || (i % 1000)");
            kinds.put("scan of 40 bytes", "'a somewhat longer text, number ' || (1000000 + i)");
            kinds.put("scan of short text", "'Z\u00fcrich ' || (i % 1000)");
            for (Map.Entry<String, String> kind : kinds.entrySet()) {
                String create = "CREATE OR REPLACE TABLE t AS SELECT " + kind.getValue() + " AS s FROM range(" + rows
                        + ") t(i)";
                database.execute(create);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET threads = 1");
                    statement.execute(create);
                }
                Map<String, Way> ways = new LinkedHashMap<>();
                ways.put("unitstr", () -> scan(database, "SELECT s FROM t"));
                ways.put("JDBC", () -> jdbc(connection, "SELECT s FROM t"));
                compare(kind.getKey(), rows, ways);
            }
            byte[][] encoded = new byte[strings][];
            for (int i = 0; i < strings; i++) {
                encoded[i] = ("Z\u00fcrich, number " + i).getBytes(StandardCharsets.UTF_8);
            }
            StringColumn column =
                    StringColumnBuilder.of(ColumnFormat.UTF8).addAll(encoded).build();
            Map<String, Way> ways = new LinkedHashMap<>();
            ways.put("Arrow stream", () -> {
                database.load("source", List.of(Map.of("s", column)));
                return sumOf(database, "source");
            });
            ways.put("assign each", () -> written(database, () -> database.append("written", encoded)));
            ways.put("whole vectors", () -> written(database, () -> append(database, encoded)));
            compare("write", strings, ways);
        }
        if (failed > 0) {
            System.exit(1);
        }
    }
}
