package dev.unitstr.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints from which size on a native call is faster than the JDK alone, on this machine: what the thresholds of unitstr
 * are set by. The routes are measured without unitstr's own checks and scratch.
 */
final class Calibrate {
    private static final String NATIVE = "route-native";
    private static final String JAVA = "route-java";

    private Calibrate() {}

    static void run(PrintStream out, List<String> args) throws IOException {
        Plan plan = Plan.read(Path.of(args.get(0)));
        Results results = Results.resume(Path.of(args.get(1)));
        new Measurer(out).run(plan, results);

        Map<String, TreeMap<Integer, Map<String, Double>>> texts = new LinkedHashMap<>();
        for (Row row : results.rows()) {
            String text = String.format(
                    Locale.ROOT,
                    "%-8s JDK %d %-5s %-10s %s",
                    row.benchmark().contains("Segments") ? "segments" : "buffers",
                    row.feature(),
                    row.direction(),
                    row.param("charset"),
                    row.param("content"));
            texts.computeIfAbsent(text, t -> new TreeMap<>())
                    .computeIfAbsent(Integer.parseInt(row.param("size")), s -> new LinkedHashMap<>())
                    .put(row.param("contender"), row.ns());
        }
        out.printf("%nchars: ns of the JDK alone / ns of a native call%n");
        texts.forEach((text, sizes) -> out.println(text + ": " + crossover(sizes) + line(sizes)));
    }

    private static String line(TreeMap<Integer, Map<String, Double>> sizes) {
        StringBuilder line = new StringBuilder();
        sizes.forEach((size, ns) ->
                line.append(String.format(Locale.ROOT, "  %d: %.1f / %.1f", size, ns.get(JAVA), ns.get(NATIVE))));
        return line.toString();
    }

    /** The last size at which the order changes; between two sizes the difference is taken for linear. */
    static String crossover(TreeMap<Integer, Map<String, Double>> sizes) {
        int lastSize = 0;
        double last = Double.NaN;
        String crossover = "";
        for (Map.Entry<Integer, Map<String, Double>> entry : sizes.entrySet()) {
            Double java = entry.getValue().get(JAVA);
            Double ours = entry.getValue().get(NATIVE);
            if (java == null || ours == null) {
                continue;
            }
            double gain = java - ours;
            if (Double.isNaN(last)) {
                crossover = gain > 0 ? "native always" : "JDK always";
            } else if (last > 0 != gain > 0) {
                long at = Math.round(lastSize + (entry.getKey() - lastSize) * last / (last - gain));
                crossover = gain > 0 ? "native from " + at : "JDK from " + at;
            }
            last = gain;
            lastSize = entry.getKey();
        }
        return crossover;
    }
}
