package dev.unitstr.spi.tensor;

import dev.unitstr.spi.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/** Files of tensors. */
public final class TensorFiles {
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
     * Writes a file that is there as a whole or not at all.
     *
     * @param file the file
     * @param plan what to write
     * @return its size, in bytes
     * @throws IOException if it can't be written
     */
    static long write(Path file, TensorPlan plan) throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = Objects.requireNonNull(target.getParent(), "the directory of file " + file);
        // Not Files.createTempFile, whose files only their owner may read.
        Path temporary = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                plan.write(new FileRegion(channel, plan.bytes()), 0);
                channel.force(true);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        syncDirectory(directory);
        return plan.bytes();
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
