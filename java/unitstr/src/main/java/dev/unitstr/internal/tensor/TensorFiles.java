package dev.unitstr.internal.tensor;

import dev.unitstr.internal.memory.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files of tensors. */
public final class TensorFiles {
    /** As many symbolic links as Linux follows. */
    private static final int MOST_LINKS = 40;

    private TensorFiles() {}

    /**
     * Maps a file, not to be written.
     *
     * @param file the file
     * @return all of it
     * @throws IOException if it can't be read
     */
    public static ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(Objects.requireNonNull(file, "file"), StandardOpenOption.READ)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("file " + file + " has " + size + " bytes: more than "
                        + Integer.MAX_VALUE + ", the most of a mapped buffer; SegmentTensors maps larger ones");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        }
    }

    /**
     * Writes a tensor into a file that is there as a whole or not at all.
     *
     * @param file the file
     * @param plan what to write
     * @return its size, in bytes
     * @throws IOException if it can't be written
     */
    static long write(Path file, TensorPlan plan) throws IOException {
        try {
            replace(file, channel -> plan.write(new FileRegion(channel, plan.bytes()), 0));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return plan.bytes();
    }

    /** What writes a file. */
    public interface Content {
        /**
         * Writes all of it.
         *
         * @param channel the file, empty
         * @throws IOException if it can't be written
         */
        void write(FileChannel channel) throws IOException;
    }

    /**
     * Replaces a regular file, or makes one, so that it is there as a whole or not at all. A symbolic link stays: the file
     * that it leads to is replaced. The new file has the permissions of the old one, and its owner and group as far as this
     * process may set them.
     *
     * @param file the file
     * @param content what to write
     * @throws IOException if there is something else than a regular file, or the file can't be written
     */
    public static void replace(Path file, Content content) throws IOException {
        Path target = target(file);
        Path directory = Objects.requireNonNull(target.getParent(), "the directory of file " + file);
        // Not Files.createTempFile, whose files only their owner may read.
        Path temporary = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            PosixFileAttributes old = attributes(target);
            try (FileChannel channel = create(temporary, old)) {
                content.write(channel);
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        syncDirectory(directory);
    }

    /**
     * Where a file is to be written: behind all symbolic links.
     *
     * @param file the file
     * @return an absolute path of a regular file, or of none yet
     * @throws IOException if there is something else than a regular file
     */
    public static Path target(Path file) throws IOException {
        if (Files.exists(file)) { // links are followed, as the system follows them: /dev/stdout leads to no path
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

    /** A new file, from its first moment with no more permissions than the one that it replaces. */
    private static FileChannel create(Path file, @Nullable PosixFileAttributes old) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (old == null) {
            return FileChannel.open(file, options);
        }
        FileChannel channel = FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(old.permissions()));
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        try {
            view.setGroup(old.group());
            view.setOwner(old.owner());
        } catch (IOException e) {
            // Only root gives files away; then the new one belongs to who wrote it.
        }
        try {
            view.setPermissions(old.permissions()); // what the umask took away
        } catch (IOException e) {
            // Then it has fewer: the file was made with these, less the umask.
        }
        return channel;
    }

    /** The new name is on the disk only when the directory is. Not all systems open one; then it is theirs to do. */
    private static void syncDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The file is whole under either name.
        }
    }

    /** A file that is written, from an array only: a mapping would end the process when the disk is full. */
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

        @Override
        public void copyOut(long offset, byte[] target, int targetIndex, int count) {
            throw new UnsupportedOperationException("the file is open to write only");
        }

        @Override
        public long findZero(long offset, long maxUnits, int unitSize) {
            throw new UnsupportedOperationException("the file is open to write only");
        }
    }
}
