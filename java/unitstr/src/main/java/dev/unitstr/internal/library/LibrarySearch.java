package dev.unitstr.internal.library;

import dev.unitstr.internal.library.SearchEnvironment.Bundled;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
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
 *
 * @param <T> the type of a loaded library
 */
public final class LibrarySearch<T> {
    private static final int MAX_COPIES = 256; // with the same content in one directory: one per live class loader
    private static final String NAMED = "dev.unitstr.library.file";
    private static final String NAMED_BY_VARIABLE = "UNITSTR_LIBRARY";
    private static final String DIRECTORY = "dev.unitstr.library.path";
    private static final String JAVA_LIBRARY_PATH = "java.library.path";
    private static final String MODULE = "dev.unitstr.natives";
    private static final String EXTRACT =
            "set -Ddev.unitstr.tmpdir to a writable directory that libraries may be loaded from";
    private static final String BUILD =
            "build libunitstr for this platform and name it with -Ddev.unitstr.library.file";

    private static final Map<String, Opened<?>> OPENED = new ConcurrentHashMap<>();

    private final Loader<T> loader;
    private final SearchEnvironment in;
    private final SearchReport report;
    private @Nullable Opened<T> found;
    private boolean over;

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

    /**
     * Loads the library from the first place that works.
     *
     * @param <L> the type of a loaded library
     * @param loader loads a file for a binding
     * @return the library
     * @throws UnsatisfiedLinkError if no place works, or if native access is denied (the cause is then the {@code
     *     IllegalCallerException}); the message contains the platform, the JVM, each place with its reason, and the
     *     action to take
     */
    public static <L> Opened<L> open(Loader<L> loader) {
        NativeAccess.wasEnabled(loader.getClass()); // for the doctor: loading changes the result
        Opened<L> opened = new LibrarySearch<>(loader, SearchEnvironment.JVM).run();
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
     * Constructs a search.
     *
     * @param loader loads a file for a binding
     * @param in the environment, for properties, variables and the natives jars
     */
    public LibrarySearch(Loader<T> loader, SearchEnvironment in) {
        this.loader = loader;
        this.in = in;
        this.report = new SearchReport(loader.binding(), in.platform());
    }

    /**
     * Runs the search.
     *
     * @return the library
     * @throws UnsatisfiedLinkError as for {@link #open}
     */
    public Opened<T> run() {
        if (!named(NAMED, in.property(NAMED)) && !named(NAMED_BY_VARIABLE, in.environment(NAMED_BY_VARIABLE))) {
            listed(DIRECTORY, in.property(DIRECTORY).stream());
            listed(
                    JAVA_LIBRARY_PATH,
                    in.property(JAVA_LIBRARY_PATH).stream()
                            .flatMap(value -> Stream.of(value.split(File.pathSeparator))));
            bundled();
        }
        if (found == null) {
            throw report.error();
        }
        return found;
    }

    /**
     * Tests whether the user named a library, or a directory for it.
     *
     * @param in the environment, for properties and variables
     * @return false if only {@code java.library.path} and the natives jars remain to be searched
     */
    public static boolean isNamed(SearchEnvironment in) {
        return Stream.of(in.property(NAMED), in.environment(NAMED_BY_VARIABLE), in.property(DIRECTORY))
                .anyMatch(Optional::isPresent);
    }

    /** Tries the file that the user named, if there is one; then no other place is tried. */
    private boolean named(String by, Optional<String> file) {
        if (file.isEmpty()) {
            report.absent(by, "not set");
            return false;
        }
        report.advise("correct " + by + ", or remove it so that the other places are tried");
        file(by, file.get());
        return true;
    }

    private void listed(String property, Stream<String> directories) {
        List<String> names = directories.filter(name -> !name.isEmpty()).toList();
        if (names.isEmpty() && !over) {
            report.absent(property, "not set");
        }
        for (String name : names) {
            file(property, name + File.separator + Platform.LIBRARY);
        }
    }

    /** Tries a file that the user provides. */
    private void file(String place, String name) {
        if (over) {
            return;
        }
        String shown = place + " " + name;
        try {
            Path file = Path.of(name).toRealPath();
            if (load(shown, file, false) == Outcome.IN_USE) {
                privateCopy(place, file);
            }
        } catch (InvalidPathException e) {
            report.add(shown, "not a file name: " + e.getReason(), e);
        } catch (IOException e) {
            if (place.equals(JAVA_LIBRARY_PATH) && e instanceof NoSuchFileException) {
                report.absent(shown, Candidates.reason(e)); // the JVM sets it to the directories of the system
            } else {
                report.add(shown, Candidates.reason(e), e);
            }
        }
    }

    /** Loads a private copy of a file: JNI loads a file into only one class loader. */
    private void privateCopy(String place, Path file) {
        report.advise(EXTRACT + ": JNI loads a file into one class loader only, so this one needs a copy");
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            report.add(place + " " + file, Candidates.reason(e), e);
            return;
        }
        extract("copy of " + file, "copy", content, false);
    }

    /** Tries the natives jars one after another, so that a defective one does not hide a good one. */
    private void bundled() {
        List<Bundled> jars = in.platform().classifiers().stream()
                .flatMap(name -> in.bundled(name, loader.getClass().getClassLoader()).stream())
                .toList();
        if (jars.isEmpty() && !over) {
            notBundled();
        }
        for (Bundled jar : jars) {
            if (!over) {
                bundled(jar);
            }
        }
    }

    private void notBundled() {
        Optional<String> artifact = in.platform().artifact();
        String others = others();
        if (artifact.isEmpty()) {
            report.advise(BUILD);
            report.absent("natives jar", "none is published for this platform");
        } else if (Locations.isImage() && others.isEmpty()) {
            report.advise("add --add-modules " + MODULE + " to the jlink command that made this image");
            report.absent("natives jar", "the module " + MODULE + " is not in this run-time image");
        } else {
            String path = "the module path" + Locations.ofLoader(loader.getClass());
            String reason = artifact.get() + " is neither on the class path nor on " + path + others;
            report.advise("add " + artifact.get() + " to the class path or " + path);
            if (others.isEmpty()) {
                report.absent("natives jar", reason); // the action says the same
            } else {
                report.add("natives jar", reason, null);
            }
        }
    }

    /** Returns what to add to a message if there are natives jars for other platforms only. */
    private String others() {
        Map<String, String> platforms = new LinkedHashMap<>();
        for (String name : Platform.PUBLISHED) {
            for (Bundled jar : in.bundled(name, loader.getClass().getClassLoader())) {
                platforms.merge(jar.jar(), name, (some, one) -> some + ", " + one);
            }
        }
        StringBuilder others = new StringBuilder();
        platforms.forEach((jar, names) ->
                others.append("; ").append(jar).append(" is only for ").append(names));
        return others.toString();
    }

    private void bundled(Bundled jar) {
        String place = "natives jar " + jar.jar();
        report.advise(in.platform()
                .artifact()
                .map(artifact -> "replace " + jar.jar() + " by " + artifact)
                .orElse(BUILD));
        try {
            byte[] content = jar.read();
            Optional<String> objection = content == null
                    ? Optional.of("it has no library for ABI " + Abi.MAJOR)
                    : Candidates.objection(content, in.platform());
            if (objection.isPresent()) {
                report.add(place, objection.get(), null);
            } else {
                report.advise(EXTRACT);
                extract(place, Version.TEXT, content, true);
            }
        } catch (IOException e) {
            report.add(place, Candidates.reason(e), e);
        }
    }

    /** Tries a copy in each directory. Only loading shows whether a directory allows it. */
    private void extract(String place, String stem, byte[] content, boolean bundled) {
        for (Extraction.Directory directory : Extraction.directories(in)) {
            if (over || extract(place, stem, content, bundled, directory) == Outcome.WRONG) {
                return;
            }
        }
        if (!over && in.platform().os().equals(Optional.of("linux"))) {
            inMemory(place + ", memory", content, bundled);
        }
    }

    /** Tries a copy in memory, after no directory was both writable and executable. */
    private void inMemory(String place, byte[] content, boolean bundled) {
        try {
            Path file = loader.memoryFile(content);
            if (file != null) {
                attempt(place, file, bundled);
            }
        } catch (IllegalCallerException e) {
            denied(place, e);
        } catch (IOException e) {
            report.add(place, e instanceof NoSuchFileException ? "/proc is not mounted" : Extraction.reason(e), e);
        }
    }

    private Outcome extract(
            String place, String stem, byte[] content, boolean bundled, Extraction.Directory directory) {
        Path made = null;
        try {
            made = directory.maker().make();
            for (int number = 1; number <= MAX_COPIES; number++) {
                Path file = Extraction.copy(made, Extraction.name(stem, Platform.LIBRARY, content, number), content);
                Outcome outcome = file == null ? Outcome.IN_USE : load(place + ", " + file, file, bundled);
                if (outcome != Outcome.IN_USE) {
                    return outcome;
                }
            }
            report.add(place + ", " + made, "all " + MAX_COPIES + " file names are in use", null);
        } catch (IOException e) {
            // An error of writing, as on a full disk, does not name the file.
            Object where = e instanceof FileSystemException f && f.getFile() != null ? f.getFile() : made;
            String shown = directory.name() + (where == null ? "" : " " + where);
            report.add(place + ", " + shown, Extraction.reason(e), e);
        } catch (InvalidPathException e) {
            report.add(place + ", " + directory.name(), "not a directory name: " + e.getReason(), e);
        }
        return Outcome.REFUSED;
    }

    /** The result of trying a file. */
    private enum Outcome {
        LOADED,
        /** The file could not be loaded from there. */
        REFUSED,
        /** The file was loaded, but is not the library that this jar needs. A copy elsewhere would not help. */
        WRONG,
        /** Another class loader has loaded the file, or a different file has its name. */
        IN_USE
    }

    private Outcome load(String place, Path file, boolean bundled) {
        Optional<String> objection = Candidates.objection(file, in.platform());
        if (objection.isPresent()) {
            in.platform()
                    .artifact()
                    .filter(name -> objection.get().startsWith("wrong "))
                    .ifPresent(name -> report.advise("replace " + file + " by the library in " + name));
            return refused(place, objection.get(), null);
        }
        return attempt(place, file, bundled);
    }

    private Outcome attempt(String place, Path file, boolean bundled) {
        T library;
        try {
            library = loader.load(file);
        } catch (IllegalCallerException e) {
            return denied(place, e);
        } catch (LinkageError | IllegalArgumentException e) {
            if (String.valueOf(e.getMessage()).contains("already loaded in another classloader")) {
                report.add(place, "already loaded in another class loader", e);
                return Outcome.IN_USE;
            }
            String reason = Candidates.reason(e, file);
            if (bundled && !reason.equals(Candidates.NOEXEC)) {
                report.advise(BUILD);
            }
            return refused(place, reason, e);
        }
        return check(place, file, library, bundled);
    }

    private Outcome check(String place, Path file, T library, boolean bundled) {
        Abi.Header header;
        try {
            header = loader.header(library);
        } catch (LinkageError e) {
            report.add(place, "a different library: " + e.getMessage(), e);
            return Outcome.WRONG;
        }
        try {
            if (header == null) {
                throw new UnsatisfiedLinkError("ABI mismatch: the library has no ABI " + Abi.MAJOR
                        + ".x, this jar needs " + Abi.MAJOR + "." + Abi.MINOR);
            }
            header.check();
            String version = loader.version(library);
            if (bundled && !version.equals(Version.TEXT)) {
                throw new UnsatisfiedLinkError(
                        "version mismatch: the natives jar has version " + version + ", this jar " + Version.TEXT);
            }
            found = new Opened<>(library, file, place, header, version);
            over = true;
            return Outcome.LOADED;
        } catch (LinkageError e) {
            over = loader.stays();
            if (bundled) {
                report.advise("use the natives jar of version " + Version.TEXT + ", and no other");
            } else if (over) {
                report.advise("remove " + file + ", or replace it by that of version " + Version.TEXT);
            }
            report.add(
                    place, e.getMessage() + (over ? "; it cannot be unloaded, so no other library is tried" : ""), e);
            return Outcome.WRONG;
        }
    }

    private Outcome denied(String place, IllegalCallerException e) {
        over = true; // no other place can work
        report.denied(place, NativeAccess.flag(loader.getClass()), e);
        return Outcome.REFUSED;
    }

    private Outcome refused(String place, String reason, @Nullable Throwable e) {
        report.add(place, reason, e);
        return Outcome.REFUSED;
    }
}
