package dev.unitstr.bench;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** One result of JMH's JSON. */
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
        JsonObject cpu = metric(CpuProfiler.LABEL);
        boolean others = param("contender").endsWith("parallel"); // threads that are not measured
        return medians(cpu == null || others ? json.getAsJsonObject("primaryMetric") : cpu);
    }

    private static double[] medians(JsonObject metric) {
        JsonArray forks = metric.getAsJsonArray("rawData");
        double[] medians = new double[forks.size()];
        for (int i = 0; i < medians.length; i++) {
            double[] iterations = forks.get(i).getAsJsonArray().asList().stream()
                    .mapToDouble(JsonElement::getAsDouble)
                    .toArray();
            medians[i] = median(iterations);
        }
        return medians;
    }

    /** Bytes allocated per operation, or NaN. */
    double bytes() {
        JsonObject metric = metric("gc.alloc.rate.norm");
        return metric == null ? Double.NaN : median(medians(metric));
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
