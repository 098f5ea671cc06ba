package dev.unitstr.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs a plan, the gates, the check of allocations or the calibration; with other arguments JMH, which takes its own.
 */
public final class Main {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Main() {}

    /**
     * Runs.
     *
     * @param args {@code plan FILE RESULTS [fresh]}, {@code checks RESULTS FILE…},
     *     {@code gates FILE RESULTS [forks|judge [filter]]},
     *     {@code allocations FILE RESULTS}, {@code calibrate FILE RESULTS DIRECTORY}, or JMH's, see {@code -h}
     * @throws Exception what JMH throws
     */
    public static void main(String... args) throws Exception {
        List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "plan" -> plan(rest);
            case "checks" -> checks(rest);
            case "gates" -> System.exit(Gates.run(OUT, rest) ? 0 : 1);
            case "allocations" -> System.exit(Allocations.run(OUT, rest) ? 0 : 1);
            case "calibrate" -> Calibrate.run(OUT, rest);
            default -> jmh(args);
        }
    }

    private static void plan(List<String> args) throws Exception {
        Plan plan = Plan.read(Path.of(args.get(0)));
        Path file = Path.of(args.get(1));
        Results results = args.contains("fresh") ? Results.fresh(file) : Results.resume(file);
        results.describe(plan.name());
        int failed = new Measurer(OUT).run(plan, results);
        OUT.print(Ratios.table(results.rows()));
        tell(plan, results);
        OUT.println("\n" + failed + " failed; results in " + file + ", which the next run goes on with: "
                + "add the argument fresh to begin anew");
        System.exit(failed == 0 ? 0 : 1);
    }

    /** Runs each cell of plans for a millisecond: no times, but all checks of results. */
    private static void checks(List<String> args) throws Exception {
        Results results = Results.fresh(Path.of(args.get(0)));
        int failed = 0;
        for (String file : args.subList(1, args.size())) {
            Plan plan = Plan.read(Path.of(file)).checks();
            failed += new Measurer(OUT).run(plan, results);
            tell(plan, results);
        }
        OUT.println("\n" + failed + " failed; wrong text of other libraries is in " + args.get(0));
        System.exit(failed == 0 ? 0 : 1);
    }

    /** Tells of contenders that are better than their reputation. */
    private static void tell(Plan plan, Results results) {
        plan.known()
                .right(results.rows())
                .forEach(cell -> OUT.println("right now, though " + WrongTexts.FILE + " lists it: " + cell));
    }

    private static void jmh(String... args) throws Exception {
        CommandLineOptions options = new CommandLineOptions(args);
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            org.openjdk.jmh.Main.main(args);
        } else {
            OUT.print(Ratios.table(Results.rows(new Runner(options).run())));
        }
    }
}
