package dev.unitstr.bench.tensor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The library of what others call, see {@code rivals.c}. */
public final class Rivals {
    private Rivals() {}

    static {
        try (InputStream library = Rivals.class.getResourceAsStream("/dev/unitstr/bench/librivals.so")) {
            Path file = Files.createTempFile("rivals", ".so");
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            System.load(file.toString());
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads it. */
    public static void load() {
        // By the initialiser.
    }

    /**
     * What the cheapest call by JNI costs.
     *
     * @return 0
     */
    public static native long nothing();

    /**
     * Makes all strings in native code.
     *
     * @param table the address of the elements
     * @param count how many
     * @param longest the longest of them, in bytes
     * @param strings takes them
     */
    public static native void newStrings(long table, int count, int longest, String[] strings);
}
