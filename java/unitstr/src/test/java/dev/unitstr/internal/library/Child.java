package dev.unitstr.internal.library;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A JVM that is started for a test, on the JDK that runs it, with the classes of this module on its class path. */
public final class Child {
    private final List<String> options = new ArrayList<>();
    private final List<Path> classPath = new ArrayList<>();
    private Path directory = Path.of("");

    /** What it printed, and how it ended. */
    public record Result(int exit, String out, String err) {}

    public Child() {
        classPath.add(root(Version.class));
        classPath.add(root(Child.class));
        try {
            classPath.add(Path.of(Version.class
                            .getResource("/dev/unitstr/version.properties")
                            .toURI())
                    .getParent()
                    .getParent()
                    .getParent()); // Gradle keeps resources apart
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public Child options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    public Child on(Path classes) {
        classPath.add(classes);
        return this;
    }

    public Child in(Path workingDirectory) {
        directory = workingDirectory;
        return this;
    }

    /** The directory that a class was loaded from, be it patched into a module or not. */
    private static Path root(Class<?> type) {
        try {
            Path file =
                    Path.of(type.getResource(type.getSimpleName() + ".class").toURI());
            return file.getParent().getParent().getParent().getParent().getParent();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public Process start(Path err, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")); // it starts faster
        command.addAll(options);
        command.add("-cp");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(main.getName());
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeAll(Set.of("UNITSTR_LIBRARY", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    public Result run(Class<?> main, String... args) throws IOException, InterruptedException {
        Path err = Files.createTempFile("unitstr", ".err");
        try {
            Process process = start(err, main, args);
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }
}
