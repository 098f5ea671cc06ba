package dev.unitstr.bench;

import com.google.gson.JsonArray;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Judges how many times as long another contender takes: for each turn, the ratio of both CPU times; then the median of all
 * turns. What falls short is measured again, in fresh JVMs, both sides of it; the second result counts. With {@code judge}
 * nothing is measured: what lies beside the file of the verdicts is judged anew, be it unfinished, or by other gates than it
 * was measured for. With {@code again} what falls short there is measured, as after a first run on a machine that had other
 * work.
 */
final class Gates {
    private static final String JUDGE = "judge";
    private static final String AGAIN = "again";
    private static final List<String> MODES = List.of(JUDGE, AGAIN);
    private static final int FORKS = 1;

    /** With {@link #JVM}, the compiler is done after 15 in the slowest cells. */
    private static final int WARMUPS = 20;

    private static final int ITERATIONS = 24;

    /** Short, so that a turn of all contenders is over before the machine becomes faster or slower. */
    private static final TimeValue TIME = TimeValue.milliseconds(20);

    /** On a busy machine the compiler's threads come late; so it is waited for. */
    private static final List<String> JVM = List.of("-Xbatch");

    private Gates() {}

    static boolean run(PrintStream out, List<String> args) throws IOException {
        List<String> options = new ArrayList<>(args.subList(2, args.size()));
        String mode = options.isEmpty() || !MODES.contains(options.get(0)) ? "" : options.remove(0);
        boolean counted = !options.isEmpty() && options.get(0).matches("\\d+");
        int forks = counted ? Integer.parseInt(options.remove(0)) : FORKS;
        Pattern filter = Pattern.compile(options.isEmpty() ? "" : options.get(0));
        Path file = Path.of(args.get(1));
        List<Gate> gates = Gate.read(Path.of(args.get(0)), forks).stream()
                .filter(gate -> filter.matcher(gate.cell()).find())
                .toList();
        Path firstFile = Results.sibling(file, "-first");
        Path secondFile = Results.sibling(file, "-again");
        if (!mode.isEmpty() && !Files.exists(firstFile)) {
            throw new IOException(firstFile + " is not there: measure first");
        }
        Results first = mode.isEmpty() ? Results.fresh(firstFile) : Results.resume(firstFile);
        Results second = mode.equals(JUDGE) ? Results.resume(secondFile) : Results.fresh(secondFile);
        if (mode.isEmpty()) {
            first.describe("gates");
            new Measurer(out).run(plan("gates", gates), first);
        }
        if (!mode.equals(JUDGE)) {
            again(out, gates, first, second);
        }
        return judge(out, Verdict.all(gates, first, second), file, firstFile);
    }

    private static void again(PrintStream out, List<Gate> gates, Results first, Results second) throws IOException {
        List<Gate> failing = Verdict.open(gates, first, second);
        if (!failing.isEmpty()) {
            new Measurer(out).run(plan("again", failing), second);
        }
    }

    /** Prints the results of the gates and writes them for the report; returns true if all are reached. */
    private static boolean judge(PrintStream out, List<Verdict> verdicts, Path file, Path first) throws IOException {
        JsonArray json = new JsonArray();
        verdicts.forEach(verdict -> json.add(verdict.json()));
        Results.write(file, json);
        // Where and when it was measured, which may not be here and now.
        if (Files.exists(Results.meta(first))) {
            Files.copy(Results.meta(first), Results.meta(file), StandardCopyOption.REPLACE_EXISTING);
        }
        out.printf("%nour time or bytes against what is wanted%n");
        verdicts.stream().sorted(Comparator.comparing(Verdict::kind)).forEach(verdict -> out.println(verdict.line()));
        long told = verdicts.stream().filter(verdict -> verdict.gate().told()).count();
        out.printf(
                "%d of %d pass, %d short, %d not measured, %d more are only told: %s%n",
                count(verdicts, Verdict.Kind.PASS),
                verdicts.size() - told,
                count(verdicts, Verdict.Kind.SHORT),
                count(verdicts, Verdict.Kind.UNMEASURED),
                told,
                file);
        return verdicts.stream().allMatch(Verdict::isFine);
    }

    private static long count(List<Verdict> verdicts, Verdict.Kind kind) {
        return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
    }

    private static Plan plan(String name, List<Gate> gates) {
        Map<String, Work> work = new LinkedHashMap<>();
        for (Gate gate : gates) {
            work.putIfAbsent(gate.ours().key(), gate.ours());
            work.putIfAbsent(gate.theirs().key(), gate.theirs());
        }
        return new Plan(name, WARMUPS, ITERATIONS, TIME, JVM, List.copyOf(work.values()), WrongTexts.NONE);
    }
}
