package dev.unitstr.interop.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.examples.duckdb.DuckDb;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

    /** The memory of streams that no query reads, which DuckDB does not release. */
    private static void streams(DuckDb database) throws IOException {
        byte[][] strings = new byte[10][1 << 20];
        List<Map<String, StringColumn>> batches = List.of(Map.of(
                "s", StringColumnBuilder.of(ColumnFormat.UTF8).addAll(strings).build()));
        long before = resident();
        for (int i = 0; i < 100; i++) {
            database.scan("unread", batches);
            if (i % 2 == 0) { // otherwise the next one replaces it
                database.drop("unread");
            }
        }
        long growth = resident() - before;
        row("streams", growth < 500 << 20, "100 of 10 MB, memory grew by " + (growth >> 20) + " MB");
    }

    private static long resident() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
    }

    /** Writes strings to a table, and reads the table. */
    private static long written(DuckDb database, Runnable writer) {
        database.execute("CREATE OR REPLACE TABLE written(s VARCHAR)");
        writer.run();
        long[] sum = {0};
        database.query(
                "SELECT sum(hash(s)::HUGEINT)::VARCHAR, count(*)::VARCHAR FROM written",
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
            streams(database);
            Map<String, String> kinds = new java.util.LinkedHashMap<>();
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
                Map<String, Way> ways = new java.util.LinkedHashMap<>();
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
            Map<String, Way> ways = new java.util.LinkedHashMap<>();
            ways.put(
                    "Arrow stream",
                    () -> written(database, () -> {
                        database.scan("source", List.of(Map.of("s", column)));
                        database.execute("INSERT INTO written SELECT s FROM source");
                        database.drop("source");
                    }));
            ways.put("assign each", () -> written(database, () -> database.append("written", encoded)));
            ways.put("whole vectors", () -> written(database, () -> append(database, encoded)));
            compare("write", strings, ways);
        }
        if (failed > 0) {
            System.exit(1);
        }
    }
}
