package dev.unitstr.internal.tensor;

import dev.unitstr.internal.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps and writes files of tensors. */
public final class TensorFiles {
    /** The maximum number of symbolic links that Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final Set<PosixFilePermission> OF_GROUP =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);

    private TensorFiles() {}

    /**
     * Maps a whole file read-only.
     *
     * @param file the file
     * @return the mapping
     * @throws IOException if the file cannot be read
     */
    public static ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(Objects.requireNonNull(file, "file"), StandardOpenOption.READ)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "file " + file + " has " + size + " bytes: more than " + Integer.MAX_VALUE
                                + ", the maximum size of a mapped buffer; SegmentTensors maps larger files");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        }
    }

    /** Writes the content of a file. */
    public interface Content {
        /**
         * Writes the content.
         *
         * @param channel the empty file
         * @throws IOException if the file cannot be written
         */
        void write(FileChannel channel) throws IOException;
    }

    /**
     * Creates or replaces a regular file atomically. If {@code file} is a symbolic link, the link remains, and its
     * target is replaced. The new file gets the permissions of the old one, and its owner and group as far as this
     * process may set them, without the permissions of the group if that cannot be set.
     *
     * @param file the file
     * @param content writes the content
     * @throws IOException if the file exists and is not a regular file, or the file cannot be written
     */
    public static void replace(Path file, Content content) throws IOException {
        Path target = target(file);
        Path directory = Objects.requireNonNull(target.getParent(), "the directory of file " + file);
        // Not Files.createTempFile: it creates files that only their owner may read.
        Path temporary = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            PosixFileAttributes old = attributes(target);
            try (FileChannel channel = create(temporary, old)) {
                content.write(channel);
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw named(file, directory, e);
        } finally {
            Files.deleteIfExists(temporary);
        }
        syncDirectory(directory);
    }

    /** Returns an exception of the same kind that names the file, and not a temporary file, which users do not know. */
    private static IOException named(Path file, Path directory, IOException e) {
        FileSystemException of = e instanceof FileSystemException each ? each : null;
        String reason = "a file cannot be written in " + directory
                + (of == null ? ": " + e.getMessage() : of.getReason() == null ? "" : ": " + of.getReason());
        FileSystemException named = of instanceof AccessDeniedException
                ? new AccessDeniedException(file.toString(), null, reason)
                : of instanceof NoSuchFileException
                        ? new NoSuchFileException(file.toString(), null, reason)
                        : new FileSystemException(file.toString(), null, reason);
        named.initCause(e);
        return named;
    }

    /**
     * Returns the file to write, after resolving all symbolic links.
     *
     * @param file the file
     * @return an absolute path of a regular file, or of a file that does not exist
     * @throws IOException if the file exists and is not a regular file
     */
    public static Path target(Path file) throws IOException {
        if (Files.exists(file)) { // the system follows the links, because the link of /dev/stdout may not name a path
            if (!Files.isRegularFile(file)) {
                String what = Files.isDirectory(file) ? "a directory" : "a pipe, a socket or a device";
                throw new FileSystemException(
                        file.toString(), null, "it is " + what + ", and only a regular file is replaced");
            }
            return file.toRealPath();
        }
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    private static @Nullable PosixFileAttributes attributes(Path target) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        return view == null || !Files.exists(target) ? null : view.readAttributes();
    }

    /** Creates a file that never has more permissions than the file it replaces. */
    private static FileChannel create(Path file, @Nullable PosixFileAttributes old) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (old == null) {
            return FileChannel.open(file, options);
        }
        Set<PosixFilePermission> permissions = new HashSet<>(old.permissions());
        permissions.removeAll(OF_GROUP); // until the file has the group to which the old file gave them
        FileChannel channel = FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(permissions));
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        try {
            view.setGroup(old.group());
            permissions.addAll(old.permissions());
            view.setOwner(old.owner());
        } catch (IOException e) {
            // Only root may change the owner, and the group to any other: then the new file has those of this process.
        }
        try {
            view.setPermissions(permissions); // restores the permissions that the umask removed
        } catch (IOException e) {
            // The file then keeps the permissions it was created with, less the umask.
        }
        return channel;
    }

    /** Syncs a directory, so that the new name is on the disk. Does nothing on systems that cannot open a directory. */
    private static void syncDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The file is complete under either name.
        }
    }

    /**
     * A file for writing, from arrays only. It is not mapped, because writing to a mapping crashes the JVM if the disk
     * is full.
     */
    static final class FileRegion extends Region {
        private final FileChannel channel;
        private final long bytes;

        FileRegion(FileChannel channel, long bytes) {
            this.channel = channel;
            this.bytes = bytes;
        }

        @Override
        public long byteSize() {
            return bytes;
        }

        @Override
        public void checkWritable() {}

        @Override
        public void checkAccess() {}

        @Override
        public void copyIn(byte[] source, long offset, int count) {
            ByteBuffer buffer = ByteBuffer.wrap(source, 0, count);
            try {
                for (long at = offset; buffer.hasRemaining(); ) {
                    at += channel.write(buffer, at);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
