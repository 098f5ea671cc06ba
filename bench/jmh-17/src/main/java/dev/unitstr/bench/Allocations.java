package dev.unitstr.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A test: what must not allocate does not, by JMH's measure. The list is one of gates, with bytes only. What allocates too
 * much is measured again after a long warm-up, and fails if it still does.
 */
final class Allocations {
    private static final TimeValue TIME = TimeValue.milliseconds(100);
    private static final int WARMUPS = 4;

    /** On a busy machine, 4 warm-ups run a slow call so seldom that it is not compiled after them. */
    private static final int LONG_WARMUPS = 40;

    /** Code that is not compiled yet allocates what compiled code does not: the compiler is waited for. */
    private static final List<String> JVM = List.of("-Xbatch", "-Xms200m", "-Xmx200m", "-Xmn64m");

    private Allocations() {}

    static boolean run(PrintStream out, List<String> args) throws IOException {
        List<Gate> gates = Gate.read(Path.of(args.get(0)), 1);
        Path file = Path.of(args.get(1));
        List<Gate> wrong = measure(out, gates, WARMUPS, file);
        if (!wrong.isEmpty()) {
            wrong = measure(out, wrong, LONG_WARMUPS, Results.sibling(file, "-again"));
        }
        out.printf("%d of %d allocate too much, or were not measured%n", wrong.size(), gates.size());
        return wrong.isEmpty();
    }

    /** The gates that are not passed. */
    private static List<Gate> measure(PrintStream out, List<Gate> gates, int warmups, Path file) throws IOException {
        Results results = Results.fresh(file);
        List<Work> work = gates.stream().map(Gate::ours).toList();
        new Measurer(out).run(new Plan("allocations", warmups, 1, TIME, JVM, work), results);
        return gates.stream().filter(gate -> !passes(out, gate, results)).toList();
    }

    private static boolean passes(PrintStream out, Gate gate, Results results) {
        Optional<Row> row = results.rows().stream()
                .filter(each -> each.key().equals(gate.ours().key()))
                .findAny();
        if (row.isEmpty()) {
            return false; // the measurer has printed why
        }
        if (gate.passes(row.get().bytes())) {
            return true;
        }
        out.printf(
                Locale.ROOT,
                "%s allocates %.1f B/op, wanted: %s%n",
                gate.cell(),
                row.get().bytes(),
                gate.wanted());
        return false;
    }
}
