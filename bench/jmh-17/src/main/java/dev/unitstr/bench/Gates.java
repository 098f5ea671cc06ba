package dev.unitstr.bench;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Judges. What falls short is measured again, in fresh JVMs, both sides of it; the second result counts. Ratios are of
 * the CPU times of one run, each the median of its forks.
 */
final class Gates {
    private static final int FORKS = 3;
    private static final int ITERATIONS = 10;
    private static final TimeValue TIME = TimeValue.milliseconds(100);

    /** On a busy machine the compiler's threads come late; so it is waited for. */
    private static final List<String> JVM = List.of("-Xbatch");

    private Gates() {}

    static boolean run(PrintStream out, List<String> args) throws IOException {
        int forks = args.size() > 2 ? Integer.parseInt(args.get(2)) : FORKS;
        Pattern filter = Pattern.compile(args.size() > 3 ? args.get(3) : "");
        Path file = Path.of(args.get(1));
        List<Gate> gates = Gate.read(Path.of(args.get(0)), forks).stream()
                .filter(gate -> filter.matcher(gate.cell()).find())
                .toList();

        Results first = Results.fresh(sibling(file, "-first"));
        first.describe("gates");
        int failed = new Measurer(out).run(plan("gates", gates), first);
        List<Gate> failing = gates.stream().filter(gate -> !passes(gate, first)).toList();

        Results second = Results.fresh(sibling(file, "-again"));
        if (!failing.isEmpty()) {
            failed += new Measurer(out).run(plan("again", failing), second);
        }
        JsonArray json = new JsonArray();
        List<String> table = new ArrayList<>();
        int passed = 0;
        for (Gate gate : gates) {
            boolean again = failing.contains(gate);
            Results results = again ? second : first;
            double measured = measured(gate, results);
            boolean passes = passes(gate, results);
            passed += passes ? 1 : 0;
            table.add(String.format(
                    Locale.ROOT,
                    "%-5s %-52s %-14s %8.2f  %s%s",
                    passes ? "pass" : "SHORT",
                    gate.cell(),
                    gate.wanted(),
                    measured,
                    detail(gate, results),
                    again ? "  (again)" : ""));
            json.add(entry(gate, measured, passes));
        }
        out.printf("%nour time or bytes against what is wanted%n");
        table.stream()
                .sorted((a, b) -> a.startsWith("S") == b.startsWith("S") ? 0 : a.startsWith("S") ? 1 : -1)
                .forEach(out::println);
        out.printf("%d of %d pass, %d short, %d not measured%n", passed, gates.size(), gates.size() - passed, failed);
        Results.write(file, json);
        return passed == gates.size();
    }

    private static Plan plan(String name, List<Gate> gates) {
        Map<String, Work> work = new LinkedHashMap<>();
        for (Gate gate : gates) {
            work.putIfAbsent(gate.ours().key(), gate.ours());
            work.putIfAbsent(gate.theirs().key(), gate.theirs());
        }
        // Neighbours in time: a cell's contenders after each other.
        List<Work> ordered = work.values().stream()
                .sorted((a, b) -> cell(a).compareTo(cell(b)))
                .toList();
        return new Plan(name, ITERATIONS, ITERATIONS, TIME, JVM, ordered);
    }

    private static String cell(Work work) {
        return String.join(" ", work.suite(), work.direction(), work.charset(), work.content(), "" + work.size());
    }

    private static boolean passes(Gate gate, Results results) {
        double measured = measured(gate, results);
        return !Double.isNaN(measured) && gate.passes(measured);
    }

    private static double measured(Gate gate, Results results) {
        Row ours = row(gate.ours(), results);
        Row theirs = row(gate.theirs(), results);
        return ours == null || theirs == null ? Double.NaN : gate.measured(ours.ns(), theirs.ns(), ours.bytes());
    }

    private static String detail(Gate gate, Results results) {
        Row ours = row(gate.ours(), results);
        Row theirs = row(gate.theirs(), results);
        if (ours == null || theirs == null) {
            return "not measured";
        }
        return gate.bytes() ? "" : forks(ours) + " ns against " + forks(theirs);
    }

    private static String forks(Row row) {
        StringBuilder forks = new StringBuilder();
        for (double fork : row.forks()) {
            forks.append(forks.length() == 0 ? "" : " ").append(String.format(Locale.ROOT, "%.1f", fork));
        }
        return forks.toString();
    }

    private static Row row(Work work, Results results) {
        for (Row row : results.rows()) {
            if (row.key().equals(work.key())) {
                return row;
            }
        }
        return null;
    }

    private static JsonObject entry(Gate gate, double measured, boolean pass) {
        Work ours = gate.ours();
        JsonObject entry = new JsonObject();
        entry.addProperty("direction", ours.direction());
        entry.addProperty("charset", ours.charset());
        entry.addProperty("content", ours.content());
        entry.addProperty("size", ours.size());
        entry.addProperty("binding", ours.binding());
        entry.addProperty("isa", ours.isa());
        entry.addProperty("jdk", ours.feature());
        entry.addProperty("against", gate.bytes() ? "" : gate.theirs().contender());
        entry.addProperty("gate", gate.least());
        entry.addProperty("measured", Double.isNaN(measured) ? null : measured);
        entry.addProperty("pass", pass);
        entry.addProperty("unit", gate.bytes() ? "B/op" : "ratio");
        return entry;
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", suffix + ".json"));
    }
}
