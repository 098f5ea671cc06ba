package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies the library to a directory that only this user can write to. The file name contains the hash of the content,
 * so a copy never changes, JVMs share it, and no JVM deletes it.
 */
final class Extraction {
    private static final Set<PosixFilePermission> PRIVATE_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> PRIVATE_FILE = PosixFilePermissions.fromString("rw-------");
    private static final int HASH_DIGITS = 16;
    private static final int ATTEMPTS = 100;

    private Extraction() {}

    /**
     * A directory for copies.
     *
     * @param name its name, for messages
     * @param maker creates it
     */
    record Directory(String name, Maker maker) {
        /** Creates the directory, or checks an existing one. */
        interface Maker {
            Path make() throws IOException;
        }
    }

    /**
     * Returns the directories to try, best first.
     *
     * @param in the environment, for properties and variables
     * @return the directory below {@code dev.unitstr.tmpdir} if that is set; otherwise one in the user's cache, and one
     *     below {@code java.io.tmpdir}
     */
    static List<Directory> directories(SearchEnvironment in) {
        Optional<String> forced = in.property("dev.unitstr.tmpdir");
        if (forced.isPresent()) {
            return List.of(new Directory("dev.unitstr.tmpdir", () -> shared(parent(Path.of(forced.get())))));
        }
        List<Directory> directories = new ArrayList<>();
        directories.add(
                new Directory("user cache", () -> secure(parent(cache(in)).resolve("unitstr"))));
        in.property("java.io.tmpdir")
                .ifPresent(tmpdir -> directories.add(new Directory("java.io.tmpdir", () -> shared(Path.of(tmpdir)))));
        return directories;
    }

    /**
     * Returns the user's cache directory.
     *
     * @param in the environment, for properties and variables
     * @return the directory, which may not exist
     * @throws IOException if the user has no home directory
     */
    static Path cache(SearchEnvironment in) throws IOException {
        String os = in.platform().os().orElse("");
        Optional<Path> set = in.environment(os.equals("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute);
        if (!os.equals("osx") && set.isPresent()) {
            return set.get();
        }
        Path home = Path.of(in.property("user.home").orElse(""));
        if (!home.isAbsolute() || !Files.isDirectory(home)) {
            throw new FileSystemException(home.toString(), null, "user.home is not a directory");
        }
        return home.resolve(os.equals("osx") ? "Library/Caches" : os.equals("windows") ? "AppData/Local" : ".cache");
    }

    /** Creates the missing directories of a path. Before JDK 20, createDirectories fails on a link to a directory. */
    private static Path parent(Path directory) throws IOException {
        return Files.isDirectory(directory)
                ? directory
                : Files.createDirectories(directory, attributes(directory, PRIVATE_DIRECTORY));
    }

    /** Returns the directory of this user in a directory that all users share. The name is different for each user. */
    private static Path shared(Path parent) throws IOException {
        String me = me(parent).getName().replaceAll("[^A-Za-z0-9._-]", "_");
        return secure(parent.resolve("unitstr-" + me));
    }

    /**
     * Creates a directory that only this user can access, or checks that an existing one is such a directory.
     *
     * @param directory the directory; its parent exists
     * @return its real path
     * @throws IOException if it cannot be created, is not a directory, or belongs to or is open to another user
     */
    static Path secure(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, attributes(directory, PRIVATE_DIRECTORY));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileSystemException(directory.toString(), null, "not a directory");
            }
        }
        Optional<String> mode = strayMode(directory, PRIVATE_DIRECTORY);
        if (mode.isPresent()) {
            throw new FileSystemException(directory.toString(), null, "mode " + mode.get() + ", must be rwx------");
        }
        UserPrincipal owner = Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(me(directory))) {
            throw new FileSystemException(directory.toString(), null, "owned by " + owner.getName());
        }
        return directory.toRealPath();
    }

    /**
     * Writes a copy into a directory.
     *
     * @param directory a directory from {@link #secure}
     * @param name the name of the copy
     * @param content the content
     * @return the copy; null if a different file has this name, which remains unchanged
     * @throws IOException if the copy cannot be written
     */
    static @Nullable Path copy(Path directory, String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return isCopy(file, content) ? file : null;
        }
        Path temporary = temporary(directory);
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                for (ByteBuffer buffer = ByteBuffer.wrap(content); buffer.hasRemaining(); ) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            // If another JVM was faster, its identical copy is replaced or kept.
            return Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            if (isCopy(file, content)) { // Windows does not replace a loaded library
                return file;
            }
            throw e;
        }
    }

    /**
     * Returns the name of a copy.
     *
     * @param stem the start of the name
     * @param library the name of the library, such as {@code libunitstr.so}
     * @param content the content of the library
     * @param number the number of the copy among copies of the same content, from 1
     * @return a name such as {@code libunitstr-1.2.3-0123456789abcdef.so}, with {@code -2} before the dot for the
     *     second copy
     */
    static String name(String stem, String library, byte[] content, int number) {
        int dot = library.lastIndexOf('.');
        return library.substring(0, dot) + "-" + stem + "-" + sha256(content).substring(0, HASH_DIGITS)
                + (number == 1 ? "" : "-" + number) + library.substring(dot);
    }

    /** Tests whether a file belongs to this user, is closed to others, and has this content. */
    private static boolean isCopy(Path file, byte[] content) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && strayMode(file, PRIVATE_FILE).isEmpty()
                && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(file.getParent()))
                && Files.size(file) == content.length
                && Arrays.equals(Files.readAllBytes(file), content); // the hash alone does not prove equality
    }

    /** Returns the permissions of a file if it has any not in {@code wanted}; empty if not, or if there are none. */
    private static Optional<String> strayMode(Path file, Set<PosixFilePermission> wanted) throws IOException {
        if (!hasModes(file)) {
            return Optional.empty();
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        return wanted.containsAll(mode) ? Optional.empty() : Optional.of(PosixFilePermissions.toString(mode));
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> mode) {
        return hasModes(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Returns the user as which this process writes files. The name in {@code user.name} may be wrong or missing. On a
     * file system that is not writable, an existing copy may still be used: on Linux, the user of a process is
     * available without a file.
     */
    private static UserPrincipal me(Path directory) throws IOException {
        Path probe;
        try {
            probe = temporary(directory);
        } catch (FileSystemException e) {
            Path self = Path.of("/proc/self");
            if (Files.isDirectory(directory) && Files.isDirectory(self)) {
                return Files.getOwner(self);
            }
            throw e;
        }
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    /**
     * Creates a new file. {@link Files#createTempFile} would initialise the JVM's secure random number generator first,
     * which takes longer than the rest of the extraction. A predictable name is harmless, because an existing file is
     * not used.
     */
    private static Path temporary(Path directory) throws IOException {
        for (int attempt = 1; ; attempt++) {
            String name = "unitstr-" + Long.toUnsignedString(System.nanoTime(), Character.MAX_RADIX) + ".tmp";
            try {
                return Files.createFile(directory.resolve(name), attributes(directory, PRIVATE_FILE));
            } catch (FileAlreadyExistsException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (IOException e) { // the file name is not helpful
                throw new FileSystemException(directory.toString(), null, reason(e));
            }
        }
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every JDK supports it
        }
    }

    /**
     * Returns a short reason why no copy can be written to a directory.
     *
     * @param e the exception of the operation
     * @return the reason
     */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "not writable: permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "not a directory";
        }
        if (e instanceof NoSuchFileException) {
            return "no such directory";
        }
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return reason != null ? reason : e.toString();
    }
}
