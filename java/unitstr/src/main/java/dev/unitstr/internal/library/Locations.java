package dev.unitstr.internal.library;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
