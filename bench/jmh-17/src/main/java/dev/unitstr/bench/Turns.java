package dev.unitstr.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * A fork's side of {@link Referee}: each iteration but the first, which makes the texts and checks the results, waits until
 * it is this JVM's turn. A turn ends when the next iteration waits or the JVM ends, so what JMH does between iterations
 * disturbs nobody either.
 */
public final class Turns implements InternalProfiler {
    private static final String PORT = "bench.turns";

    private boolean isSetUp;
    private boolean isPinned;
    private Socket referee;

    /** The option of a fork whose referee listens there. */
    static String option(int port) {
        return "-D" + PORT + "=" + port;
    }

    static boolean isOption(String argument) {
        return argument.startsWith("-D" + PORT);
    }

    /** For JMH. */
    public Turns() {}

    @Override
    public String getDescription() {
        return "Waits for the turn of this JVM before each iteration";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (!isSetUp) {
            isSetUp = true;
            return;
        }
        try {
            if (iteration.getType() == IterationType.MEASUREMENT && !isPinned) {
                isPinned = true;
                pin();
            }
            if (referee == null) {
                referee = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger(PORT));
            } else {
                referee.getOutputStream().write(0);
            }
            if (referee.getInputStream().read() < 0) {
                throw new EOFException("the referee is gone");
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * All contenders are measured on the same processor: another one may be faster or slower, by what shares a core with it.
     * Warm-ups run on all of them: where they ran on one, setString of UTF-16 took a third less time, which no program sees
     * that runs on all. The reason is probably how it was compiled.
     */
    private static void pin() throws IOException, InterruptedException {
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            Matcher first = Pattern.compile("Cpus_allowed_list:\\s*(\\d+)").matcher(Files.readString(status));
            if (first.find()) {
                String pid = String.valueOf(ProcessHandle.current().pid());
                Process taskset = new ProcessBuilder(
                                "taskset", "--all-tasks", "--cpu-list", "--pid", first.group(1), pid)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                if (taskset.waitFor() != 0) {
                    throw new IOException("taskset failed");
                }
            }
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of();
    }
}
