package dev.unitstr.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
        Results first = Results.fresh(file);
        Results second = Results.fresh(Results.sibling(file, "-again"));
        measure(out, gates, WARMUPS, first);
        List<Gate> open = Verdict.open(gates, first, second);
        if (!open.isEmpty()) {
            measure(out, open, LONG_WARMUPS, second);
        }
        List<Verdict> wrong = Verdict.all(gates, first, second).stream()
                .filter(Verdict::isOpen)
                .toList();
        for (Verdict verdict : wrong) {
            if (verdict.kind() == Verdict.Kind.SHORT) { // why another was not measured is printed already
                out.printf(
                        Locale.ROOT,
                        "%s allocates %.1f B/op, wanted: %s%n",
                        verdict.gate().cell(),
                        verdict.measured(),
                        verdict.gate().wanted());
            }
        }
        out.printf("%d of %d allocate too much, or were not measured%n", wrong.size(), gates.size());
        return wrong.isEmpty();
    }

    private static void measure(PrintStream out, List<Gate> gates, int warmups, Results results) throws IOException {
        List<Work> work = gates.stream().map(Gate::ours).toList();
        new Measurer(out).run(new Plan("allocations", warmups, 1, TIME, JVM, work, WrongTexts.NONE), results);
    }
}
