package dev.unitstr.bench;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of a gate.
 *
 * @param ours what was measured of us, or null
 * @param theirs what was measured of those who are compared with, or null
 * @param again whether it is the second measurement, after the first fell short
 */
record Verdict(Gate gate, Row ours, Row theirs, boolean again) {
    enum Kind {
        SHORT,
        UNMEASURED,
        /** Measured, and judged by nobody. */
        TOLD,
        PASS
    }

    /** Judges each gate by its first measurement or, if that falls short, by the second, which may not be there. */
    static List<Verdict> all(List<Gate> gates, Results first, Results second) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Gate gate : gates) {
            Verdict verdict = of(gate, first, false);
            Verdict other = of(gate, second, true);
            verdicts.add(verdict.isOpen() && other.kind() != Kind.UNMEASURED ? other : verdict);
        }
        return verdicts;
    }

    /** The gates that are to be measured again, or at all. */
    static List<Gate> open(List<Gate> gates, Results first, Results second) {
        return all(gates, first, second).stream()
                .filter(Verdict::isOpen)
                .map(Verdict::gate)
                .toList();
    }

    private static Verdict of(Gate gate, Results results, boolean again) {
        return new Verdict(gate, row(gate.ours(), results), row(gate.theirs(), results), again);
    }

    private static Row row(Work work, Results results) {
        return results.rows().stream()
                .filter(row -> row.key().equals(work.key()))
                .findFirst()
                .orElse(null);
    }

    Kind kind() {
        if (ours == null || theirs == null) {
            return Kind.UNMEASURED;
        }
        if (gate.told()) {
            return Kind.TOLD;
        }
        return isReached() ? Kind.PASS : Kind.SHORT;
    }

    private boolean isReached() {
        return gate.passes(measured());
    }

    /** Whether it is to be measured again, or at all. */
    boolean isOpen() {
        return kind() == Kind.SHORT || kind() == Kind.UNMEASURED;
    }

    /** Whether it is as wanted, or nobody judges it. */
    boolean isFine() {
        return kind() == Kind.PASS || gate.told();
    }

    /** The ratio, the bytes or the time; NaN if it was not measured. */
    double measured() {
        return ours == null || theirs == null ? Double.NaN : gate.measured(ours, theirs);
    }

    /** A line of the table. */
    String line() {
        String cell = String.format(Locale.ROOT, "%-52s %-18s", gate.cell(), gate.wanted());
        if (ours == null || theirs == null) {
            return "none  " + cell + "not measured";
        }
        return String.format(
                Locale.ROOT,
                "%-5s %s %8.2f  %s%s",
                switch (kind()) {
                    case PASS -> "pass";
                    case TOLD -> isReached() ? "told" : "told!";
                    default -> "SHORT";
                },
                cell,
                measured(),
                switch (gate.unit()) {
                    case RATIO -> forks(ours) + " ns against " + forks(theirs);
                    case BYTES -> "";
                    case TIME -> forks(ours) + " ns";
                },
                again ? "  (again)" : "");
    }

    private static String forks(Row row) {
        StringBuilder forks = new StringBuilder();
        for (double fork : row.forks()) {
            forks.append(forks.length() == 0 ? "" : " ").append(String.format(Locale.ROOT, "%.1f", fork));
        }
        return forks.toString();
    }

    /** For the report. */
    JsonObject json() {
        Work work = gate.ours();
        JsonObject json = new JsonObject();
        json.addProperty("suite", work.suite());
        json.addProperty("direction", work.direction());
        json.addProperty("charset", work.charset());
        json.addProperty("content", work.content());
        json.addProperty("size", work.size());
        json.addProperty("arena", work.arena());
        json.addProperty("ours", label(work));
        json.addProperty("isa", work.isa());
        json.addProperty("jdk", work.feature());
        json.addProperty("against", isRatio() ? label(gate.theirs()) : "");
        json.addProperty("unit", gate.unit().toString());
        json.addProperty("gate", gate.bound());
        json.addProperty("measured", kind() == Kind.UNMEASURED ? null : measured());
        json.addProperty("pass", kind() != Kind.UNMEASURED && isReached());
        json.addProperty("told", gate.told());
        json.addProperty("again", again);
        if (ours != null && theirs != null && isRatio()) {
            json.addProperty("ns", ours.ns());
            json.addProperty("theirNs", theirs.ns());
        }
        return json;
    }

    private boolean isRatio() {
        return gate.unit() == Gate.Unit.RATIO;
    }

    /** The name of a contender in the report. */
    private static String label(Work work) {
        return work.binding().equals("none") ? work.contender() : work.contender() + " " + work.binding();
    }
}
