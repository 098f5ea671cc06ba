package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code libunitstr} ({@code unitstr.dll}, {@code libunitstr.dylib}), in this order:
 *
 * <ol>
 *   <li>the file that {@code -Ddev.unitstr.library.file}, or else {@code UNITSTR_LIBRARY} in the environment, names;
 *       if one of them is set, no other place is tried
 *   <li>the directory that {@code -Ddev.unitstr.library.path} names
 *   <li>the directories of {@code java.library.path}
 *   <li>the natives jars that are visible to the class loader of the binding, one after another. Each is extracted to
 *       a directory of this user: in the user's cache ({@code $XDG_CACHE_HOME} or {@code ~/.cache}, {@code
 *       ~/Library/Caches}, {@code %LOCALAPPDATA%}), or else in {@code java.io.tmpdir}; {@code -Ddev.unitstr.tmpdir}
 *       names a directory to use instead of both. If no library can be loaded from there, the FFM binding on Linux
 *       loads a file in memory ({@code memfd_create})
 * </ol>
 *
 * <p>An empty property or variable is treated as not set. A library is used only if its table passes {@link
 * Abi.Header#check}. A library from a natives jar must also have the version of this jar.
 *
 * <p>Extracted files have names with version and hash, are closed to other users, are written under a temporary name,
 * and are never changed or deleted. An existing file is used only if its owner, mode and content are right, even where
 * the directory is not writable. If JNI refuses a file because another class loader has loaded it, a copy with another
 * name is loaded instead.
 */
public final class NativeLibrary {
    /** The file name of the library on this platform. */
    public static final String FILE = System.mapLibraryName("unitstr");

    private static final Map<String, Opened<?>> OPENED = new ConcurrentHashMap<>();

    private NativeLibrary() {}

    /**
     * Loads the library from the first place that works.
     *
     * @param <T> the type of a loaded library
     * @param loader loads a file for a binding
     * @return the library
     * @throws UnsatisfiedLinkError if no place works, or if native access is denied (the cause is then the {@code
     *     IllegalCallerException}); the message contains the platform, the JVM, each place with its reason, and the
     *     action to take
     */
    public static <T> Opened<T> open(Loader<T> loader) {
        NativeAccess.wasEnabled(loader.getClass()); // for the doctor: loading changes the result
        Opened<T> opened = new LibrarySearch<>(loader, SearchEnvironment.JVM).run();
        OPENED.put(loader.binding(), opened);
        return opened;
    }

    /**
     * Returns the library that a binding loaded.
     *
     * @param binding the name of the binding: {@link Loader#binding}
     * @return the library; empty if {@link #open} was not called or failed for this binding
     */
    public static Optional<Opened<?>> opened(String binding) {
        return Optional.ofNullable(OPENED.get(binding));
    }

    /**
     * Loads a file for a binding. The implementing class makes the restricted call, so its module needs native access.
     *
     * @param <T> the type of a loaded library
     */
    public interface Loader<T> {
        /**
         * Returns the name of the binding, for messages.
         *
         * @return {@code ffm} or {@code jni}
         */
        String binding();

        /**
         * Loads a file.
         *
         * @param file the real path of the file
         * @return the library
         * @throws LinkageError if the file cannot be loaded, or is a different library
         * @throws IllegalArgumentException if the file cannot be loaded
         * @throws IllegalCallerException if native access is denied
         */
        T load(Path file);

        /**
         * Copies a library to a file in memory, for a system on which no directory is both writable and executable.
         * Called on Linux only.
         *
         * @param content the content of the library
         * @return a path for {@link #load}, valid until the JVM ends; null if this binding cannot create such a file
         * @throws IOException if the system refuses
         * @throws IllegalCallerException if native access is denied
         */
        default @Nullable Path memoryFile(byte[] content) throws IOException {
            return null;
        }

        /**
         * Returns the header of the table that the library has for {@link Abi#MAJOR}. Calls no other function of the
         * library.
         *
         * @param library the result of {@link #load}
         * @return the header, or null if the library has no table of that version
         * @throws LinkageError if it is a different library
         */
        Abi.@Nullable Header header(T library);

        /**
         * Returns the version of the library. Called after its table passed the check.
         *
         * @param library the result of {@link #load}
         * @return a version such as {@code 1.2.3}
         */
        String version(T library);

        /**
         * Tests whether a loaded library that is not the right one prevents another one from being loaded, because
         * native methods are bound to it.
         *
         * @return true if the search must end after such a library
         */
        default boolean stays() {
            return false;
        }
    }

    /**
     * A loaded library.
     *
     * @param <T> the type of the library
     * @param library the result of {@link Loader#load}
     * @param file the real path of the file
     * @param place a description of the place where the file was found
     * @param header the header of its table
     * @param version the version of the library
     */
    public record Opened<T>(T library, Path file, String place, Abi.Header header, String version) {}
}
