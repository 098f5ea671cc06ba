package dev.unitstr.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How many times faster than the JDK: quotients of two times of one run, by CPU time where that was measured. */
final class Ratios {
    private Ratios() {}

    /** A line for each result, cell by cell. */
    static String table(List<Row> rows) {
        Map<String, Double> jdk = new LinkedHashMap<>();
        Map<String, Double> copy = new LinkedHashMap<>();
        Map<String, StringBuilder> cells = new LinkedHashMap<>();
        for (Row row : rows) {
            cells.putIfAbsent(row.cell(), new StringBuilder());
            if (row.isWrong()) {
                continue;
            }
            if (row.param("contender").equals("jdk")) {
                jdk.put(row.cell(), row.ns());
            } else if (row.param("contender").equals("copy")) {
                copy.put(row.cell(), row.ns());
            }
        }
        for (Row row : rows) {
            String who = row.isOurs() ? row.param("contender") + "/" + row.param("binding") : row.param("contender");
            String isa = row.param("isa").replaceFirst("best", "");
            if (row.isWrong()) {
                cells.get(row.cell()).append(line("%-50s %-18s %-5s wrong text%n", row.cell(), who, isa));
                continue;
            }
            cells.get(row.cell())
                    .append(line(
                            "%-50s %-18s %-5s %10.1f %8.0f %9s %9s%n",
                            row.cell(),
                            who,
                            isa,
                            row.ns(),
                            row.bytes(),
                            ratio(jdk.get(row.cell()), row),
                            ratio(copy.get(row.cell()), row)));
        }
        StringBuilder table = new StringBuilder(line("%nJDK time / theirs: above 1 they are faster%n"));
        table.append(line(
                "%-50s %-18s %-5s %10s %8s %9s %9s%n",
                "cell, JDK", "who", "isa", "ns", "B/op", "jdk / it", "copy / it"));
        cells.values().forEach(table::append);
        return table.toString();
    }

    private static String ratio(Double theirs, Row row) {
        return theirs == null ? "" : line("%.2f", theirs / row.ns());
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
