package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An operating system and a processor, as named by the JVM, and the C library. An unsupported name is reported as
 * unknown, never replaced with a default.
 *
 * @param osName the property {@code os.name}
 * @param osArch the property {@code os.arch}
 * @param isMusl true if the C library of the process is musl; only on Linux
 */
public record Platform(String osName, String osArch, boolean isMusl) {
    /** The classifiers of the published natives jars. {@code java/unitstr-natives} builds them. */
    static final List<String> PUBLISHED = List.of(
            "linux-x86_64",
            "linux-aarch_64",
            "linux-x86_64-musl",
            "linux-aarch_64-musl",
            "osx-aarch_64",
            "osx-x86_64",
            "windows-x86_64");

    /** The file name of the library on the platform of this JVM. */
    static final String LIBRARY = System.mapLibraryName("unitstr");

    private static final String MUSL = "-musl";

    /**
     * Returns the platform of this JVM.
     *
     * @return the platform
     */
    public static Platform current() {
        Platform platform = new Platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), false);
        boolean isMusl =
                platform.os().equals(Optional.of("linux")) && isMusl(Path.of("/proc/self/maps"), Path.of("/lib"));
        return new Platform(platform.osName, platform.osArch, isMusl);
    }

    /**
     * Tests whether the C library of this process is musl.
     *
     * @param maps the file that lists the libraries of the process
     * @param libraries the directory of musl's loader. It is searched only if {@code maps} is not readable, because a
     *     system with glibc may have musl's loader too
     * @return true if it is musl
     */
    static boolean isMusl(Path maps, Path libraries) {
        String loader = "ld-musl-";
        try {
            return Files.readString(maps, StandardCharsets.ISO_8859_1).contains(loader);
        } catch (IOException e) {
            try (Stream<Path> files = Files.list(libraries)) {
                return files.anyMatch(file -> file.getFileName().toString().startsWith(loader));
            } catch (IOException f) {
                return false;
            }
        }
    }

    /**
     * Returns the operating system.
     *
     * @return {@code linux}, {@code osx} or {@code windows}; empty for any other
     */
    public Optional<String> os() {
        String name = osName.toLowerCase(Locale.ROOT);
        if (name.equals("linux")) {
            return Optional.of("linux");
        }
        if (name.startsWith("mac os x") || name.equals("darwin")) {
            return Optional.of("osx");
        }
        return name.startsWith("windows") ? Optional.of("windows") : Optional.empty();
    }

    /**
     * Returns the processor architecture.
     *
     * @return {@code x86_64} or {@code aarch_64}; empty for any other
     */
    public Optional<String> arch() {
        return switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x86-64" -> Optional.of("x86_64");
            case "aarch64", "arm64" -> Optional.of("aarch_64");
            default -> Optional.empty();
        };
    }

    /**
     * Returns the classifier in the names of jars and their resources.
     *
     * @return a classifier such as {@code linux-x86_64}, with {@code -musl} if that is the C library; empty if there
     *     is none for this platform
     */
    public Optional<String> classifier() {
        return os().flatMap(os -> arch().map(arch -> os + "-" + arch + (isMusl ? MUSL : "")));
    }

    /**
     * Returns the classifiers of the natives jars to try.
     *
     * @return {@link #classifier}, and on Linux then the one for the other C library, because this process may have a
     *     compatibility layer for it; empty if there is none for this platform
     */
    public List<String> classifiers() {
        return classifier().stream()
                .flatMap(name ->
                        osName.equalsIgnoreCase("linux") ? Stream.of(name, otherLibrary(name)) : Stream.of(name))
                .toList();
    }

    private String otherLibrary(String classifier) {
        return isMusl ? classifier.substring(0, classifier.length() - MUSL.length()) : classifier + MUSL;
    }

    /**
     * Returns the natives jar for this platform.
     *
     * @return its Maven coordinates; empty if none is published
     */
    public Optional<String> artifact() {
        return classifier()
                .filter(PUBLISHED::contains)
                .map(name -> "dev.unitstr:unitstr-natives:" + Version.TEXT + ":" + name);
    }

    @Override
    public String toString() {
        return classifier().orElse("unknown") + " (os.name " + osName + ", os.arch " + osArch + ")";
    }
}
