package dev.unitstr.internal.library;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The environment of the library search; replaced in tests. */
public interface SearchEnvironment {
    /** The environment of this JVM. */
    SearchEnvironment JVM = new SearchEnvironment() {
        @Override
        public Optional<String> property(String name) {
            return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isEmpty());
        }

        @Override
        public Optional<String> environment(String name) {
            return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
        }

        @Override
        public Platform platform() {
            return Platform.current();
        }

        @Override
        public List<Bundled> bundled(String classifier, @Nullable ClassLoader caller) {
            Map<String, Bundled> byJar = new LinkedHashMap<>();
            // Often the same loader; they differ if this jar is in a parent loader and the binding is in its child.
            for (ClassLoader loader : Arrays.asList(caller, SearchEnvironment.class.getClassLoader())) {
                String resource = NativeBundle.resource(classifier);
                for (URL url : Locations.all(loader, resource)) {
                    String jar = Locations.root(url, resource);
                    byJar.putIfAbsent(jar, new Bundled(jar, () -> open(url)));
                }
                // The loader of this module may not see other modules.
                for (NativeBundle bundle : Services.all(NativeBundle.class, loader, problem -> {})) {
                    if (bundle.getClass().getResource("/" + resource) != null) {
                        String jar = Locations.of(bundle.getClass());
                        byJar.putIfAbsent(jar, new Bundled(jar, () -> bundle.open(classifier)));
                    }
                }
            }
            for (Locations.Unreadable file : Locations.unreadable(caller, name -> isFor(classifier, name))) {
                byJar.putIfAbsent(file.jar(), new Bundled(file.jar(), () -> {
                    throw file.problem();
                }));
            }
            return new ArrayList<>(byJar.values());
        }

        /** Tests the name of a natives jar. The one of all platforms counts as a jar for glibc, so that it is named once. */
        private static boolean isFor(String classifier, String name) {
            return name.startsWith("unitstr-natives-")
                    && name.endsWith(".jar")
                    && (name.endsWith("-" + classifier + ".jar")
                            || !classifier.endsWith("-musl")
                                    && Platform.PUBLISHED.stream().noneMatch(one -> name.endsWith("-" + one + ".jar")));
        }
    };

    /**
     * A natives jar.
     *
     * @param jar the location of the jar
     * @param source opens the library in the jar
     */
    record Bundled(String jar, Source source) {
        /** Opens the library in a natives jar. */
        interface Source {
            /**
             * Opens the library.
             *
             * @return a stream of its bytes, or null if the jar has none
             * @throws IOException if the jar cannot be read
             */
            @Nullable
            InputStream open() throws IOException;
        }

        /**
         * Reads the library.
         *
         * @return its bytes, or null if the jar has none
         * @throws IOException if the jar cannot be read
         */
        byte @Nullable [] read() throws IOException {
            try (InputStream in = source.open()) {
                return in == null ? null : in.readAllBytes();
            }
        }
    }

    /**
     * Returns the value of a system property.
     *
     * @param name the name of the property
     * @return the value; empty if it is not set, or has no chars
     */
    Optional<String> property(String name);

    /**
     * Returns the value of an environment variable.
     *
     * @param name the name of the variable
     * @return the value; empty if it is not set, or has no chars
     */
    Optional<String> environment(String name);

    /**
     * Returns the platform.
     *
     * @return the platform
     */
    Platform platform();

    /**
     * Returns all natives jars for a platform, at the end those that cannot be opened.
     *
     * @param classifier the classifier of the platform
     * @param caller the class loader of the binding that searches; null for the boot loader
     * @return the jars, in the order of the path
     */
    List<Bundled> bundled(String classifier, @Nullable ClassLoader caller);

    /** Opens a URL without the jar cache of the JVM, which would keep the file open. */
    private static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }
}
