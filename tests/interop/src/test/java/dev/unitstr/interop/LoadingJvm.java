package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A JVM whose cache and temporary directory are a test's own; nothing of the user's speaks in it. */
final class LoadingJvm {
    /** The jars of unitstr that a user has. */
    static final Predicate<String> LIBRARY_JARS = jar -> !jar.contains("/unitstr-examples-");

    private final Path temp;
    private final List<String> options = new ArrayList<>();
    private final List<String> classPath = new ArrayList<>();
    private final List<String> before = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();

    LoadingJvm(Path temp) throws IOException {
        this.temp = temp;
        Files.createDirectories(temp.resolve("tmp"));
        options.add("-Xcheck:jni");
        options.add("--enable-native-access=ALL-UNNAMED");
        options.add("-Djava.io.tmpdir=" + temp.resolve("tmp"));
        options.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")); // they start faster
        options.add("-XX:-UsePerfData"); // which would be a file in the real temporary directory
    }

    private LoadingJvm(LoadingJvm other) {
        temp = other.temp;
        options.addAll(other.options);
        classPath.addAll(other.classPath);
        before.addAll(other.before);
        variables.putAll(other.variables);
    }

    /** From now on. */
    LoadingJvm option(String option) {
        options.add(option);
        return this;
    }

    /** From now on. */
    LoadingJvm variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** In a copy. */
    LoadingJvm with(String option) {
        return new LoadingJvm(this).option(option);
    }

    /** From now on. */
    LoadingJvm without(String option) {
        options.remove(option);
        return this;
    }

    /** In a copy, without root's right to write wherever it likes. */
    LoadingJvm heedingModes() throws IOException {
        LoadingJvm copy = new LoadingJvm(this);
        if (Files.getOwner(temp).getName().equals("root")) {
            copy.before.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        return copy;
    }

    LoadingJvm jars(Predicate<String> which) throws IOException {
        classPath.clear();
        Jars.ALL.stream().filter(which).forEach(classPath::add);
        return on(Path.of(LoadingMain.class.getResource("LoadingMain.class").getPath())
                .getParent()
                .getParent()
                .getParent()
                .getParent());
    }

    LoadingJvm on(Path classes) {
        classPath.add(classes.toString());
        return this;
    }

    /** Runs a program of {@link LoadingMain}, which has to end well. */
    String run(String program, String... args) throws IOException, InterruptedException {
        return run(LoadingMain.class, program, args);
    }

    /** Runs a program of a class, which has to end well. */
    String run(Class<?> main, String program, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(main.getName(), program));
        command.addAll(List.of(args));
        return exit(0, command);
    }

    /** Runs a class, which has to end with an exit status. */
    String fail(int exit, String main, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(main));
        command.addAll(List.of(args));
        return exit(exit, command);
    }

    /** Runs whatever, ending however. */
    String command(String... args) throws IOException, InterruptedException {
        Path out = temp.resolve("out.txt");
        process(out, List.of(args)).waitFor();
        return Files.readString(out);
    }

    Process start(String out, String... args) throws IOException {
        List<String> command = classPathAnd(LoadingMain.class.getName());
        command.addAll(List.of(args));
        return process(temp.resolve(out), command);
    }

    private String exit(int exit, List<String> mainAndArgs) throws IOException, InterruptedException {
        Path out = temp.resolve("out.txt");
        int actual =
                process(out, classPathAnd(mainAndArgs.toArray(String[]::new))).waitFor();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertEquals(exit, actual, printed);
        return printed;
    }

    private List<String> classPathAnd(String... more) {
        List<String> command = new ArrayList<>(List.of("-cp", String.join(File.pathSeparator, classPath)));
        command.addAll(List.of(more));
        return command;
    }

    private Process process(Path out, List<String> args) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(args);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("UNITSTR_LIBRARY|JDK_JAVA_OPTIONS|JAVA_TOOL_OPTIONS"));
        environment.put("XDG_CACHE_HOME", temp.resolve("cache").toString());
        environment.putAll(variables);
        return builder.start();
    }

    /** Compiles a library with the C compiler of this machine. */
    static Path compile(Path library, String... args) throws IOException, InterruptedException {
        Files.createDirectories(library.getParent());
        Path include = Path.of(System.getProperty("java.home"), "include");
        List<String> command = new ArrayList<>(List.of("cc", "-std=c11", "-fPIC", "-shared", "-o", library.toString()));
        command.addAll(List.of("-I" + include, "-I" + include.resolve("linux"), "-I../../rust/unitstr-c/include"));
        command.addAll(List.of(args));
        Process cc = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, cc.waitFor(), said);
        return library;
    }
}
