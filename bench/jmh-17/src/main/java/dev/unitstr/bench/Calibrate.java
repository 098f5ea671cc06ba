package dev.unitstr.bench;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures from which length on a native call is faster than unitstr's code in Java, on this machine, and writes a table
 * of these lengths and of the thresholds in {@code ReadRoute} and {@code WriteRoute}, which they set. The routes are
 * measured without the checks of arguments and without the scratch.
 */
final class Calibrate {
    /** A line of the plan, with the routes below and above the threshold, and the constant that it sets. */
    private static final Pattern LINE =
            Pattern.compile("\\d+ (\\S+) (\\S+) (\\S+) (\\S+) .* (route-\\w+),(route-\\w+) # (\\w+\\.\\w+)");

    /** Thresholds of {@code WriteRoute} that count bytes; the others count chars. All of {@code ReadRoute} count bytes. */
    private static final Set<String> IN_BYTES = Set.of("WriteRoute.SEGMENT_COMPARE_UTF_8", "WriteRoute.COMPARE");

    private static final int SAMPLE = 100;

    private Calibrate() {}

    static void run(PrintStream out, List<String> args) throws IOException {
        Path plan = Path.of(args.get(0));
        Results results = Results.resume(Path.of(args.get(1)));
        new Measurer(out).run(Plan.read(plan), results);
        JsonObject machine = Machine.describe();
        String table = table(plan, results, machine);
        Path file = Path.of(args.get(2), "thresholds-" + name(machine) + ".md");
        Files.writeString(file, table);
        out.print("\n" + table + "\n" + file + "\n");
    }

    private static String table(Path plan, Results results, JsonObject machine) throws IOException {
        StringBuilder table = new StringBuilder("# Thresholds\n\n");
        table.append(machine.get("cpu").getAsString())
                .append(", ")
                .append(machine.get("date").getAsString())
                .append(
                        ". `bench/run calibrate` writes this table: for each threshold of `ReadRoute` and `WriteRoute`, the value ")
                .append(
                        "in the code,\nand the length from which on the second of two routes takes less CPU time than the ")
                .append("first. Time: by the first / by the second, in ns.\n\n")
                .append("| threshold | value | chars | routes | crossover, chars | JDK | text | time by chars |\n")
                .append("|---|---|---|---|---|---|---|---|\n");
        for (String line : Files.readAllLines(plan)) {
            Matcher words = LINE.matcher(line);
            if (words.matches()) {
                for (String content : words.group(4).split(",")) {
                    table.append(row(words, content, results));
                }
            }
        }
        return table.toString();
    }

    private static String row(Matcher words, String content, Results results) {
        String suite = words.group(1);
        String charset = words.group(3);
        TreeMap<Integer, Map<String, Double>> sizes = new TreeMap<>();
        int jdk = 0;
        for (Row row : results.rows()) {
            boolean inSegments = row.benchmark().contains("Segments");
            if (inSegments == suite.equals("segments")
                    && row.direction().equals(words.group(2))
                    && row.param("charset").equals(charset)
                    && row.param("content").equals(content)) {
                jdk = row.feature();
                sizes.computeIfAbsent(Integer.parseInt(row.param("size")), size -> new LinkedHashMap<>())
                        .put(row.param("contender"), row.ns());
            }
        }
        String first = words.group(5);
        String second = words.group(6);
        sizes.values().removeIf(ns -> !ns.keySet().containsAll(Set.of(first, second)));
        String constant = words.group(7);
        int value = Routes.threshold(constant);
        boolean inBytes = constant.startsWith("ReadRoute.") || IN_BYTES.contains(constant);
        String text = Content.of(content).text(SAMPLE, new Random(0));
        int chars = inBytes ? value * SAMPLE / text.getBytes(Charsets.of(charset)).length : value;
        return String.format(
                Locale.ROOT,
                "| %s | %d %s | %d | %s, %s | %s | %d | %s %s |%s |%n",
                constant,
                value,
                inBytes ? "bytes" : "chars",
                chars,
                first,
                second,
                crossover(sizes, first, second),
                jdk,
                charset,
                content,
                times(sizes, first, second));
    }

    private static String times(TreeMap<Integer, Map<String, Double>> sizes, String first, String second) {
        StringBuilder times = new StringBuilder();
        sizes.forEach((size, ns) ->
                times.append(String.format(Locale.ROOT, " %d: %.1f / %.1f", size, ns.get(first), ns.get(second))));
        return times.toString();
    }

    /**
     * The last size at which the second route becomes faster than the first; between two sizes, the difference is assumed to
     * be linear.
     */
    private static String crossover(TreeMap<Integer, Map<String, Double>> sizes, String first, String second) {
        int lastSize = 0;
        double last = Double.NaN;
        String crossover = "not measured";
        for (Map.Entry<Integer, Map<String, Double>> entry : sizes.entrySet()) {
            Map<String, Double> ns = entry.getValue();
            double gain = ns.get(first) - ns.get(second);
            if (Double.isNaN(last)) {
                crossover = gain > 0 ? "below " + entry.getKey() : "above " + sizes.lastKey();
            } else if (last > 0 != gain > 0) {
                long at = Math.round(lastSize + (entry.getKey() - lastSize) * last / (last - gain));
                crossover = gain > 0 ? "" + at : "above " + sizes.lastKey();
            }
            last = gain;
            lastSize = entry.getKey();
        }
        return crossover;
    }

    /** The CPU as a part of a file name, as in the names of the other records. */
    private static String name(JsonObject machine) {
        String words = machine.get("cpu").getAsString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return words.replaceAll("^-|-$", "");
    }
}
