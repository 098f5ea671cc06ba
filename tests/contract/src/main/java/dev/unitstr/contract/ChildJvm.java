package dev.unitstr.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program in a JVM of its own, for what ends a JVM or has to be said at its start. */
public final class ChildJvm {
    /** Only a child that hangs takes as long, on a busy machine too; an emulator takes ten times as long. */
    private static final int SECONDS = System.getProperty("unitstr.launcher") == null ? 300 : 3_000;

    /** Messages of the JVM itself under Wine, where tests/platforms/jre sets that variable. */
    private static final Pattern OF_WINE = Pattern.compile(
            "NOTE: Picked up JDK_JAVA_OPTIONS: .*|.* warning: Attempt to get process group affinity failed: .*");

    private final Class<?> main;
    private final List<String> options = new ArrayList<>();
    private boolean allowed = !Run.denied();

    private ChildJvm(Class<?> main) {
        this.main = main;
    }

    /** A program on this JVM's class path, with native access unless it is denied to this JVM. */
    public static ChildJvm of(Class<?> main) {
        return new ChildJvm(main);
    }

    public ChildJvm with(String... more) {
        options.addAll(Arrays.asList(more));
        return this;
    }

    /** With native access denied, whatever this JVM may do. */
    public ChildJvm denied() {
        allowed = false;
        return this;
    }

    /** With native access, whatever this JVM may do. */
    public ChildJvm granted() {
        allowed = true;
        return this;
    }

    /**
     * Its output.
     *
     * @param exit its exit status
     * @param out the lines on standard output
     * @param err the lines on standard error
     */
    public record Result(int exit, List<String> out, List<String> err) {
        /** Returns its output, if it succeeded. */
        public List<String> lines() {
            if (exit != 0) {
                throw new AssertionError(toString());
            }
            return out;
        }

        /** Returns the warnings of {@code -Xcheck:jni} and others. */
        public List<String> complaints() {
            List<String> all = new ArrayList<>(out);
            all.addAll(err);
            all.removeIf(line -> !line.contains("WARNING") && !line.contains("in native method:"));
            return all;
        }

        @Override
        public String toString() {
            return "exit " + exit + "\n" + String.join("\n", out) + "\n--\n" + String.join("\n", err);
        }
    }

    /** Runs it to its end. */
    public Result run(String... arguments) {
        // A JVM of another platform cannot start one of its own: the system does not know how to run it.
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("unitstr.launcher", "").split(" ")));
        command.removeIf(String::isEmpty);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xcheck:jni", "--add-opens=java.base/java.nio=ALL-UNNAMED"));
        // Windows has another encoding for output. Java 17 knows only the second name.
        command.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8"));
        if (allowed) {
            command.add("--enable-native-access=ALL-UNNAMED");
        } else if (Runtime.version().feature() >= 24) {
            command.add("--illegal-native-access=deny");
        }
        String charsets = System.getProperty("unitstr.charsets");
        if (charsets != null) {
            command.add("-Dunitstr.charsets=" + charsets);
        }
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        try {
            Process process = new ProcessBuilder(command).start();
            process.getOutputStream().close(); // it reads nothing
            CompletableFuture<List<String>> out = lines(process.inputReader(StandardCharsets.UTF_8));
            CompletableFuture<List<String>> err = lines(process.errorReader(StandardCharsets.UTF_8));
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            Result result = new Result(process.exitValue(), out.join(), err.join());
            if (!ended) {
                throw new AssertionError("still running after " + SECONDS + " s: " + command + "\n" + result);
            }
            return result;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Reads while the program runs: it would wait if the pipe were full. */
    private static CompletableFuture<List<String>> lines(BufferedReader reader) {
        return CompletableFuture.supplyAsync(
                () -> reader.lines()
                        .filter(line -> !OF_WINE.matcher(line).matches())
                        .toList(),
                task -> new Thread(task).start());
    }
}
