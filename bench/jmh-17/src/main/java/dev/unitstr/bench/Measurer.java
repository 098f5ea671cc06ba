package dev.unitstr.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures the work of a plan, cell by cell. After each, all results so far are in the file: a run can be resumed. */
final class Measurer {
    private static final double MINUTE = 60;
    private static final int PATIENCE_MILLIS = 120_000;

    /** No port: a contender without others takes no turns. */
    private static final int ALONE = 0;

    private final PrintStream out;
    private final Map<String, String> launchers = new HashMap<>();

    Measurer(PrintStream out) {
        this.out = out;
    }

    /**
     * Measures what the file does not have yet. The contenders of a cell run at the same time and take turns on one
     * processor, an iteration each: a phase in which the machine is slow hits all of them alike.
     *
     * <p>Wrong text of a contender is a result if the list beside the plans has the cell, and a failure otherwise.
     *
     * @return how many failed
     */
    int run(Plan plan, Results results) throws IOException {
        System.setProperty("jmh.ignoreLock", "true"); // else JMH refuses runs at the same time
        List<Work> left =
                plan.work().stream().filter(work -> !results.has(work)).toList();
        Plan rest = plan.with(left);
        out.printf(
                Locale.ROOT,
                "%s: %d of %d measurements to do, %d forks, about %.1f minutes%n",
                plan.name(),
                left.size(),
                plan.work().size(),
                rest.forks(),
                rest.seconds() / MINUTE);
        long start = System.nanoTime();
        int failed = 0;
        int done = 0;
        for (List<Work> works : left.stream()
                .collect(Collectors.groupingBy(Work::cell, LinkedHashMap::new, Collectors.toList()))
                .values()) {
            List<Future<Collection<RunResult>>> runs = together(plan, works);
            for (int i = 0; i < works.size(); i++) {
                String result;
                try {
                    results.add(runs.get(i).get());
                    result = results.last();
                } catch (ExecutionException e) {
                    Optional<WrongText> wrong = WrongText.in(e);
                    if (wrong.isPresent() && plan.known().has(works.get(i))) {
                        results.addWrong(works.get(i), wrong.get());
                        result = "wrong text " + wrong.get().getMessage();
                    } else {
                        failed++;
                        result = "FAILED: "
                                + wrong.map(text -> "wrong text, which " + WrongTexts.FILE + " does not list, "
                                                + text.getMessage())
                                        .orElse(e.getCause().getMessage());
                    }
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                done++;
                double minutes = (System.nanoTime() - start) / 1e9 / MINUTE;
                out.printf(
                        Locale.ROOT, "%4d/%d %5.1f min  %-62s %s%n", done, left.size(), minutes, works.get(i), result);
            }
        }
        return failed;
    }

    private List<Future<Collection<RunResult>>> together(Plan plan, List<Work> works) throws IOException {
        ExecutorService runners = Executors.newFixedThreadPool(works.size());
        List<Future<Collection<RunResult>>> runs = new ArrayList<>();
        boolean takeTurns = works.size() > 1;
        try (Referee referee = new Referee(works.size(), PATIENCE_MILLIS)) {
            for (Work work : works) {
                runs.add(runners.submit(() -> {
                    try {
                        return measure(plan, work, takeTurns ? referee.port() : ALONE);
                    } finally {
                        referee.leave();
                    }
                }));
            }
            if (takeTurns) {
                referee.run();
            }
        } catch (SocketTimeoutException e) {
            // The forks fail, and so do their runs.
            ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        } finally {
            runners.shutdown();
        }
        return runs;
    }

    private Collection<RunResult> measure(Plan plan, Work work, int port) throws IOException, RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        List<String> arguments = new ArrayList<>(plan.jvm());
        if (port != ALONE) {
            options.addProfiler(Turns.class); // first, so that no other profiler measures the waiting
            arguments.add(Turns.option(port));
        }
        options.include("^" + Pattern.quote(work.benchmark()) + "$");
        work.params().forEach(options::param);
        options.forks(work.forks())
                .warmupIterations(plan.warmups())
                .warmupTime(plan.time())
                .measurementIterations(plan.iterations())
                .measurementTime(plan.time())
                .addProfiler(CpuProfiler.class)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        if (work.contender().endsWith("opened")) {
            arguments.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        }
        options.jvmArgs(arguments.toArray(String[]::new));
        if (work.jdk().isPresent() || !work.isa().equals("best")) {
            options.jvm(launcher(work));
        }
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        OutputFormat format = OutputFormatFactory.createFormatInstance(
                new PrintStream(log, true, StandardCharsets.UTF_8), VerboseMode.NORMAL);
        try {
            return new Runner(options.build(), format).run();
        } catch (RunnerException e) {
            throw new RunnerException(e.getMessage() + "\n" + log.toString(StandardCharsets.UTF_8), e);
        }
    }

    /** A command that starts a JVM as this work needs it. JMH gives a fork this process's environment and no other. */
    private synchronized String launcher(Work work) throws IOException {
        String java = work.jdk().isPresent() ? home(work.jdk().get()) : System.getProperty("java.home");
        String isa = work.isa().equals("best") ? "" : "UNITSTR_ISA=" + work.isa() + " ";
        String script = "#!/bin/sh\n" + isa + "exec '" + java + "/bin/java' \"$@\"\n";
        String known = launchers.get(script);
        if (known != null) {
            return known;
        }
        var onlyMine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path file = Files.createTempFile("unitstr-java", ".sh", onlyMine);
        file.toFile().deleteOnExit();
        Files.writeString(file, script);
        launchers.put(script, file.toString());
        return file.toString();
    }

    /** Like tools/jdk, which the Makefile asks. */
    private static String home(int feature) throws IOException {
        String property = System.getProperty("bench.jdk" + feature);
        if (property != null) {
            return property;
        }
        try (Stream<Path> homes = Files.list(Path.of("/usr/lib/jvm"))) {
            for (Path home : homes.sorted().toList()) {
                Path release = home.resolve("release");
                if (Files.isReadable(release)
                        && Files.readString(release).contains("JAVA_VERSION=\"" + feature + ".")) {
                    return home.toString();
                }
            }
        }
        throw new IOException("no JDK " + feature + " in /usr/lib/jvm; name one by -Dbench.jdk" + feature + "=…");
    }
}
