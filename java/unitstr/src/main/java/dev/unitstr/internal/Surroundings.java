package dev.unitstr.internal;

import dev.unitstr.spi.NativeBundle;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** What the search for the library asks of the world. Tests answer for themselves. */
public interface Surroundings {
    /** This JVM. */
    Surroundings JVM = new Surroundings() {
        @Override
        public @Nullable String property(String name) {
            return System.getProperty(name);
        }

        @Override
        public @Nullable String environment(String name) {
            return System.getenv(name);
        }

        @Override
        public Platform platform() {
            return Platform.current();
        }

        @Override
        public byte @Nullable [] bundled(String classifier) throws IOException {
            try (InputStream in = bundle(classifier)) {
                return in == null ? null : in.readAllBytes();
            }
        }
    };

    /**
     * A system property.
     *
     * @param name its name
     * @return its value, or null
     */
    @Nullable
    String property(String name);

    /**
     * A variable of the environment.
     *
     * @param name its name
     * @return its value, or null
     */
    @Nullable
    String environment(String name);

    /**
     * The platform.
     *
     * @return the platform
     */
    Platform platform();

    /**
     * The library in the natives jar.
     *
     * @param classifier the name of the platform
     * @return its bytes, or null if there is no such jar
     * @throws IOException if the jar cannot be read
     */
    byte @Nullable [] bundled(String classifier) throws IOException;

    private static @Nullable InputStream bundle(String classifier) throws IOException {
        for (NativeBundle bundle : Services.all(NativeBundle.class, problem -> {})) {
            InputStream in = bundle.platform().equals(classifier) ? bundle.open() : null;
            if (in != null) {
                return in;
            }
        }
        // This is a module and the natives jar is on the class path: its class cannot see the interface.
        ClassLoader loader = Surroundings.class.getClassLoader();
        return loader.getResourceAsStream(NativeBundle.resource(classifier));
    }
}
