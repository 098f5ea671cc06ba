package dev.unitstr.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PreviewsTest {
    @Test
    void areOff() {
        assertFalse(Previews.ENABLED);
    }

    @Test
    void areOnIfAskedFor() throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-preview",
                        "-cp",
                        root(Previews.class) + File.pathSeparator + root(PreviewsTest.class),
                        Asking.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), said);
        assertEquals("true", said.strip());
    }

    /** The directory that a class was loaded from, be it one of a module or not. */
    private static Path root(Class<?> type) throws URISyntaxException {
        Path file = Path.of(type.getResource(type.getSimpleName() + ".class").toURI());
        return file.resolve("../".repeat(type.getName().split("\\.").length)).normalize();
    }

    /** In a JVM of its own. */
    static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            System.out.println(Previews.ENABLED);
        }
    }
}
