package dev.unitstr.bench;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * How many times faster than the JDK: the quotient of two times of one run. A benchmark and its counterpart have the same
 * name, in two classes of one package; the name of the JDK's class starts with {@code Jdk}.
 */
final class Ratios {
    private Ratios() {}

    /** A line for each benchmark that has a counterpart among the results. */
    static String table(Collection<RunResult> results) {
        Map<String, Double> jdk = new HashMap<>();
        for (RunResult result : results) {
            Name name = Name.of(result.getParams());
            if (name.isJdk()) {
                jdk.put(name.cell(), score(result));
            }
        }
        StringBuilder table = new StringBuilder(line("%nJDK time / ours: above 1 ours is faster%n"));
        table.append(line("%-42s %-7s %9s %9s %6s%n", "cell", "binding", "JDK ns", "ours ns", "ratio"));
        for (RunResult result : results) {
            Name name = Name.of(result.getParams());
            Double theirs = jdk.get(name.cell());
            if (!name.isJdk() && theirs != null) {
                double ours = score(result);
                String binding = result.getParams().getParam("binding");
                String cell = name.type() + "." + name.method();
                table.append(line("%-42s %-7s %9.1f %9.1f %6.2f%n", cell, binding, theirs, ours, theirs / ours));
            }
        }
        return table.toString();
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private record Name(String packageName, String type, String method) {
        static Name of(BenchmarkParams params) {
            String name = params.getBenchmark();
            int method = name.lastIndexOf('.');
            int type = name.lastIndexOf('.', method - 1);
            return new Name(name.substring(0, type), name.substring(type + 1, method), name.substring(method + 1));
        }

        boolean isJdk() {
            return type.startsWith("Jdk");
        }

        String cell() {
            return packageName + "." + method;
        }
    }
}
