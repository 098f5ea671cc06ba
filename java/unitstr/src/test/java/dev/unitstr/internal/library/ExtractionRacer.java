package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Extracts files as fast as it can, in a JVM of its own; fails if one is not right. */
final class ExtractionRacer {
    static final int FILES = 50;

    private ExtractionRacer() {}

    public static void main(String[] args) throws IOException {
        byte[] content = content();
        for (int i = 0; i < FILES; i++) {
            Path copy = Extraction.copy(Extraction.secure(Path.of(args[0])), i + ".so", content);
            if (copy == null || !Arrays.equals(content, Files.readAllBytes(copy))) {
                throw new IllegalStateException(i + ": " + copy);
            }
        }
    }

    static byte[] content() {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        return content;
    }
}
