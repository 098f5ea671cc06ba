package dev.unitstr.internal.library;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code libunitstr} ({@code unitstr.dll}, {@code libunitstr.dylib}), in this order:
 *
 * <ol>
 *   <li>the file that {@code -Ddev.unitstr.library.file}, else {@code UNITSTR_LIBRARY} in the environment, names; if
 *       one of them is set, no other place is tried
 *   <li>the directory that {@code -Ddev.unitstr.library.path} names
 *   <li>the directories of {@code java.library.path}
 *   <li>the natives jars that the class loader of the binding sees, one after another, each extracted to a directory of the user's own: in the user's cache ({@code $XDG_CACHE_HOME} or
 *       {@code ~/.cache}, {@code ~/Library/Caches}, {@code %LOCALAPPDATA%}), else in {@code java.io.tmpdir};
 *       {@code -Ddev.unitstr.tmpdir} names a directory to use in place of both
 * </ol>
 *
 * <p>An empty property or variable counts as not set. A library is used only after its table passed
 * {@link Abi.Header#check}, and one from the natives jar only if it has this jar's version too.
 *
 * <p>Extracted files are named by version and hash, closed to other users, written under a temporary name, and never
 * changed or deleted; one that is there is used only if owner, mode and content are right, and then also if nothing can
 * be written. Where JNI refuses a file
 * that another class loader has loaded, a copy of it under another name is loaded in its place.
 */
public final class NativeLibrary {
    /** The name of the library's file on this platform. */
    public static final String FILE = System.mapLibraryName("unitstr");

    private static final Map<String, Opened<?>> OPENED = new ConcurrentHashMap<>();

    private NativeLibrary() {}

    /**
     * Loads the library from the first place that works.
     *
     * @param <T> what loading gives
     * @param loader how a binding loads
     * @return the library
     * @throws UnsatisfiedLinkError if no place works, or native access is denied (then the cause is the
     *     {@code IllegalCallerException}); the message names the platform, the JVM, each place with its reason, and
     *     what to do
     */
    public static <T> Opened<T> open(Loader<T> loader) {
        NativeAccess.wasEnabled(loader.getClass()); // for the doctor: loading changes the answer
        Opened<T> opened = new LibrarySearch<>(loader, SearchEnvironment.JVM).run();
        OPENED.put(loader.binding(), opened);
        return opened;
    }

    /**
     * What a binding loaded.
     *
     * @param binding {@link Loader#binding}
     * @return the library; empty if {@link #open} was not called or failed
     */
    public static Optional<Opened<?>> opened(String binding) {
        return Optional.ofNullable(OPENED.get(binding));
    }

    /**
     * How a binding loads a file. The restricted call is made by the implementing class, in its module.
     *
     * @param <T> what loading gives
     */
    public interface Loader<T> {
        /**
         * The binding, for messages.
         *
         * @return its name: {@code ffm} or {@code jni}
         */
        String binding();

        /**
         * Loads a file.
         *
         * @param file its real path
         * @return the library
         * @throws LinkageError if the file cannot be loaded, or is another library
         * @throws IllegalArgumentException if the file cannot be loaded
         * @throws IllegalCallerException if native access is denied
         */
        T load(Path file);

        /**
         * Asks the library for its table of {@link Abi#MAJOR}; calls nothing else.
         *
         * @param library what {@link #load} returned
         * @return what the table says of itself, or null if the library has none of that version
         * @throws LinkageError if the library is another one
         */
        Abi.@Nullable Header header(T library);

        /**
         * Asks the library for its version, after its table was found to be right.
         *
         * @param library what {@link #load} returned
         * @return a version such as {@code 1.2.3}
         */
        String version(T library);

        /**
         * Whether a library that was loaded and found wrong keeps another one from being loaded, because native methods
         * are bound to it.
         *
         * @return true if the search has to end there
         */
        default boolean stays() {
            return false;
        }
    }

    /**
     * The library that was loaded.
     *
     * @param <T> what loading gives
     * @param library what {@link Loader#load} returned
     * @param file its real path
     * @param place how it was found, in words
     * @param header what its table says of itself
     * @param version its version
     */
    public record Opened<T>(T library, Path file, String place, Abi.Header header, String version) {}
}
