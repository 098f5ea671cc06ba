package dev.unitstr.bench;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One result of JMH's JSON, or of {@link Results#addWrong}: wrong text has no time. */
final class Row {
    private final JsonObject json;

    Row(JsonObject json) {
        this.json = json;
    }

    String benchmark() {
        return json.get("benchmark").getAsString();
    }

    String direction() {
        return benchmark().substring(benchmark().lastIndexOf('.') + 1);
    }

    Map<String, String> params() {
        Map<String, String> params = new TreeMap<>();
        if (json.has("params")) {
            json.getAsJsonObject("params")
                    .entrySet()
                    .forEach(e -> params.put(e.getKey(), e.getValue().getAsString()));
        }
        return params;
    }

    String param(String name) {
        return params().getOrDefault(name, "");
    }

    int feature() {
        return Runtime.Version.parse(json.get("jdkVersion").getAsString()).feature();
    }

    /** See {@link Work#key}. */
    String key() {
        return benchmark() + params() + feature();
    }

    boolean isWrong() {
        return json.has(Results.WRONG);
    }

    /** Who did what: a line of {@link WrongTexts}. */
    String line() {
        return String.join(" ", param("contender"), direction(), param("charset") + param("layout"), param("content"));
    }

    boolean isOurs() {
        return param("contender").startsWith("unitstr");
    }

    /** What tells one cell from another, without who converts. */
    String cell() {
        return String.join(
                " ",
                direction(),
                param("charset") + param("layout"), // a cell has one of them
                param("content"),
                param("size"),
                param("arena"),
                "" + feature());
    }

    double wall() {
        return json.getAsJsonObject("primaryMetric").get("score").getAsDouble();
    }

    /** CPU time if that was measured and is all there is, else time on the wall: the median of the forks. */
    double ns() {
        return median(forks());
    }

    /** Each fork's median: other work on the machine spoils single iterations. */
    double[] forks() {
        return medians(times());
    }

    /**
     * How many times as long as another contender this one takes. If they took turns, each iteration is compared with that
     * of the same turn, because the machine was as fast or slow for both.
     */
    double ratio(Row other) {
        double[][] ours = times();
        double[][] others = other.times();
        if (turns().isEmpty() || !turns().equals(other.turns()) || ours.length != others.length) {
            return ns() / other.ns();
        }
        double[][] ratios = new double[ours.length][];
        for (int fork = 0; fork < ratios.length; fork++) {
            double[] one = ours[fork];
            double[] two = others[fork];
            ratios[fork] = IntStream.range(0, Math.min(one.length, two.length))
                    .mapToDouble(i -> one[i] / two[i])
                    .toArray();
        }
        return median(medians(ratios));
    }

    /** The option that names the referee; the contenders of a cell have the same. */
    private Optional<String> turns() {
        JsonArray arguments = json.has("jvmArgs") ? json.getAsJsonArray("jvmArgs") : new JsonArray();
        return arguments.asList().stream()
                .map(JsonElement::getAsString)
                .filter(Turns::isOption)
                .findFirst();
    }

    /** The times of each fork's iterations. */
    private double[][] times() {
        JsonObject cpu = metric(CpuProfiler.LABEL);
        boolean others = param("contender").endsWith("parallel"); // threads that are not measured
        return raw(cpu == null || others ? json.getAsJsonObject("primaryMetric") : cpu);
    }

    private static double[][] raw(JsonObject metric) {
        return new Gson().fromJson(metric.get("rawData"), double[][].class);
    }

    private static double[] medians(double[][] forks) {
        return Arrays.stream(forks).mapToDouble(Row::median).toArray();
    }

    /** Bytes allocated per operation, or NaN. */
    double bytes() {
        JsonObject metric = metric("gc.alloc.rate.norm");
        return metric == null ? Double.NaN : median(medians(raw(metric)));
    }

    private JsonObject metric(String name) {
        JsonObject metrics = json.getAsJsonObject("secondaryMetrics");
        for (String key : metrics.keySet()) {
            if (key.replaceFirst("^\\W+", "").equals(name)) { // older JMH puts a dot in front
                return metrics.getAsJsonObject(key);
            }
        }
        return null;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
