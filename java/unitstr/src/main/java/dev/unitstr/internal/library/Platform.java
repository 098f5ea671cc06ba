package dev.unitstr.internal.library;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An operating system and a processor, as named by the JVM. An unsupported name is reported as unknown, never replaced
 * with a default.
 *
 * @param osName the property {@code os.name}
 * @param osArch the property {@code os.arch}
 */
public record Platform(String osName, String osArch) {
    /** The classifiers of the published natives jars. {@code java/unitstr-natives} builds them. */
    static final List<String> PUBLISHED = List.of("linux-x86_64");

    /**
     * Returns the platform of this JVM.
     *
     * @return the platform
     */
    public static Platform current() {
        return new Platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
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
     * @return a classifier such as {@code linux-x86_64}; empty if there is none for this platform
     */
    public Optional<String> classifier() {
        return os().flatMap(os -> arch().map(arch -> os + "-" + arch));
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

    /**
     * Returns the module name of the natives jar for this platform.
     *
     * @return a name such as {@code dev.unitstr.natives.x86_64_linux}; javac warns about names that end in a digit
     * @throws java.util.NoSuchElementException if the platform is unknown
     */
    String nativesModule() {
        return "dev.unitstr.natives." + arch().orElseThrow() + "_" + os().orElseThrow();
    }

    @Override
    public String toString() {
        return classifier().orElse("unknown") + " (os.name " + osName + ", os.arch " + osArch + ")";
    }
}
