package dev.unitstr.internal.library;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the jars, directories and run-time images that hold a class or a resource. */
public final class Locations {
    private Locations() {}

    /**
     * Where a class was loaded from.
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
     * Whether this jar was linked into a run-time image.
     *
     * @return true if {@code jlink} put it there
     */
    public static boolean isImage() {
        return of(Locations.class).startsWith("jrt:");
    }

    /**
     * All copies of a resource that a class loader and its parents see.
     *
     * @param loader the class loader; null for the boot loader
     * @param resource the path of the resource, without a slash at its start
     * @return URLs in the loader's order; empty if the loader fails
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
     * The path of a class file.
     *
     * @param type the class
     * @return a path without a slash at its start
     */
    public static String resource(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    /**
     * The jar, directory or image that holds a resource.
     *
     * @param url the URL of the resource
     * @param resource its path in the jar
     * @return a path, or a URL if it is not that of a file
     */
    public static String root(URL url, String resource) {
        String root = url.toString();
        if (root.endsWith(resource)) {
            root = root.substring(0, root.length() - resource.length());
        }
        root = root.replaceFirst("^jar:", "").replaceFirst("(!?/)$", "");
        try {
            return root.startsWith("file:") ? Path.of(URI.create(root)).toString() : root;
        } catch (IllegalArgumentException e) { // a class loader made a URL that is no URI, with a space for example
            return root;
        }
    }
}
