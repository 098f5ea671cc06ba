package dev.unitstr.internal.library;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Finds the jars, directories and run-time images that contain a class or a resource. */
public final class Locations {
    private Locations() {}

    /**
     * Returns the location from which a class was loaded.
     *
     * @param type the class
     * @return the path of a jar or directory, or a URL such as {@code jrt:/dev.unitstr}
     */
    public static String of(Class<?> type) {
        String resource = resource(type);
        URL url = type.getResource("/" + resource);
        return url == null ? "unknown" : root(url, resource);
    }

    /**
     * Tests whether this jar was linked into a run-time image.
     *
     * @return true if {@code jlink} linked it
     */
    public static boolean isImage() {
        return of(Locations.class).startsWith("jrt:");
    }

    /**
     * Returns all copies of a resource that are visible to a class loader, including those of its parents.
     *
     * @param loader the class loader; null for the boot loader
     * @param resource the path of the resource, without a leading slash
     * @return URLs in the order of the class loader; empty if the class loader fails
     */
    public static List<URL> all(@Nullable ClassLoader loader, String resource) {
        try {
            return new ArrayList<>(Collections.list(
                    loader == null ? ClassLoader.getSystemResources(resource) : loader.getResources(resource)));
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * A jar on a class path that the JVM ignores without a word, because it cannot open it.
     *
     * @param jar the path of the jar
     * @param problem the exception
     */
    public record Unreadable(String jar, IOException problem) {
        /**
         * Returns the reason.
         *
         * @return the reason, without the path
         */
        public String reason() {
            return Candidates.reason(problem);
        }
    }

    /**
     * Returns the jars that a class loader should find and cannot open.
     *
     * @param loader the class loader; only the class path, and the URLs of a {@link URLClassLoader}, are known
     * @param name tests the file name of a jar; only the jars that pass are opened
     * @return the jars
     */
    public static List<Unreadable> unreadable(@Nullable ClassLoader loader, Predicate<String> name) {
        Set<String> path = new LinkedHashSet<>();
        for (ClassLoader one = loader; one != null; one = one.getParent()) {
            if (one == ClassLoader.getSystemClassLoader()) {
                path.addAll(List.of(System.getProperty("java.class.path", "").split(File.pathSeparator)));
            } else if (one instanceof URLClassLoader urls && urls.getURLs() != null) {
                for (URL url : urls.getURLs()) {
                    if (url.getProtocol().equals("file")) {
                        path.add(root(url, ""));
                    }
                }
            }
        }
        List<Unreadable> unreadable = new ArrayList<>();
        for (String entry : path) {
            File file = new File(entry);
            if (name.test(file.getName()) && !file.isDirectory()) {
                try {
                    new ZipFile(file).close();
                } catch (IOException e) {
                    unreadable.add(new Unreadable(entry, e));
                } catch (InvalidPathException e) {
                    // The JVM does not use such an entry either.
                }
            }
        }
        return unreadable;
    }

    /**
     * Returns the end of a message about the class path of a class.
     *
     * @param type the class
     * @return the name of its class loader, and its jar; empty if the JVM's own class path or module path has the class
     */
    public static String ofLoader(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader == ClassLoader.getSystemClassLoader()) {
            return "";
        }
        String name =
                loader.getName() != null ? loader.getName() : loader.getClass().getName();
        return " of the class loader " + name + " (which loaded " + of(type) + ")";
    }

    /**
     * Returns the path of a class file.
     *
     * @param type the class
     * @return the path, without a leading slash
     */
    public static String resource(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    /**
     * Returns the jar, directory or image that contains a resource.
     *
     * @param url the URL of the resource
     * @param resource the path of the resource in the jar
     * @return a path, or a URL if the location is not a file
     */
    public static String root(URL url, String resource) {
        String root = url.toString();
        if (root.endsWith(resource)) {
            root = root.substring(0, root.length() - resource.length());
        }
        root = root.replaceFirst("^jar:", "").replaceFirst("(!?/)$", "");
        try {
            return root.startsWith("file:") ? Path.of(URI.create(root)).toString() : root;
        } catch (IllegalArgumentException e) { // the URL is not a valid URI, for example because of a space
            return root;
        }
    }
}
