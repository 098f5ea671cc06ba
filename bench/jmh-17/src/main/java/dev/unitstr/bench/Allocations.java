package dev.unitstr.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.options.TimeValue;

/** A test: what must not allocate does not, by JMH's measure. The list is one of gates, with bytes only. */
final class Allocations {
    private static final TimeValue TIME = TimeValue.milliseconds(100);

    /** Code that is not compiled yet allocates what compiled code does not: the compiler is waited for. */
    private static final List<String> JVM = List.of("-Xbatch", "-Xms200m", "-Xmx200m", "-Xmn64m");

    private Allocations() {}

    static boolean run(PrintStream out, List<String> args) throws IOException {
        List<Gate> gates = Gate.read(Path.of(args.get(0)), 1);
        List<Work> work = gates.stream().map(Gate::ours).toList();
        Results results = Results.fresh(Path.of(args.get(1)));
        int failed = new Measurer(out).run(new Plan("allocations", 4, 1, TIME, JVM, work), results);
        List<String> wrong = new ArrayList<>();
        for (Gate gate : gates) {
            for (Row row : results.rows()) {
                if (row.key().equals(gate.ours().key()) && !gate.passes(row.bytes())) {
                    wrong.add(String.format(
                            Locale.ROOT,
                            "%s allocates %.1f B/op, wanted: %s",
                            gate.cell(),
                            row.bytes(),
                            gate.wanted()));
                }
            }
        }
        wrong.forEach(out::println);
        out.printf("%d of %d allocate too much, %d not measured%n", wrong.size(), gates.size(), failed);
        return failed == 0 && wrong.isEmpty();
    }
}
