package dev.unitstr.bench;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs JMH with the arguments that JMH takes, and ends with a table of ratios. */
public final class Main {
    private Main() {}

    /**
     * Runs the benchmarks.
     *
     * @param args JMH's own, see {@code -h}
     * @throws Exception what JMH throws
     */
    public static void main(String... args) throws Exception {
        CommandLineOptions options = new CommandLineOptions(args);
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            org.openjdk.jmh.Main.main(args);
        } else {
            System.out.print(Ratios.table(new Runner(options).run()));
        }
    }
}
