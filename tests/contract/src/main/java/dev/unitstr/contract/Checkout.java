package dev.unitstr.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sources that this run tests. */
public final class Checkout {
    private static final Path ROOT = find();

    private Checkout() {}

    /** The directory that holds {@code tests/vectors}. */
    public static Path root() {
        return ROOT;
    }

    /** Returns the location from which a class was loaded. */
    public static Path codeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toRealPath();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Path find() {
        try {
            for (Path directory = Path.of("").toRealPath(); directory != null; directory = directory.getParent()) {
                if (Files.isRegularFile(directory.resolve("Cargo.toml"))
                        && Files.isDirectory(directory.resolve("tests"))) {
                    return directory;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no checkout above " + Path.of("").toAbsolutePath());
    }
}
