package dev.unitstr.cli;

import dev.unitstr.cli.Exit.Refusal;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files of which nothing is trusted, not even that they stay as they are. */
final class TensorFile {
    /** What is read into memory. Larger ones are mapped, and reading a mapping of a file that was cut short is an error. */
    private static final int MOST_READ = 64 << 20;

    private TensorFile() {}

    /**
     * Reads or maps a part of a file.
     *
     * @param file the file
     * @param offset where the part starts, in bytes
     * @param length how long it is, in bytes; null for the rest
     * @return the part
     * @throws IOException if it can't be read
     */
    static ByteBuffer read(Path file, long offset, @Nullable Long length) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file)) {
            throw new Refusal("not a file, but a directory, a pipe or a device: " + file);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (offset < 0 || offset > size) {
                throw new Refusal("--offset is " + offset + ": not between 0 and " + size + ", the size of " + file);
            }
            long part = length == null ? size - offset : length;
            if (part < 0 || part > size - offset) {
                throw new Refusal("--length is " + part + ": not between 0 and " + (size - offset)
                        + ", what there is of " + file + " from --offset on");
            }
            if (part > Integer.MAX_VALUE) {
                throw new Refusal(file + " has " + part + " bytes to look at: more than " + Integer.MAX_VALUE
                        + ", the most that are looked at; --offset and --length choose a part");
            }
            return part > MOST_READ
                    ? channel.map(FileChannel.MapMode.READ_ONLY, offset, part)
                    : all(channel, offset, (int) part);
        }
    }

    private static ByteBuffer all(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes);
        while (all.hasRemaining()) {
            if (channel.read(all, offset + all.position()) < 0) {
                throw new EOFException("the file was cut short while it was read");
            }
        }
        return all.flip();
    }

    /** Writes a file that is there as a whole or not at all. */
    static void write(Path file, byte[] bytes) throws IOException {
        Path target = file.toAbsolutePath();
        // Not Files.createTempFile, whose files only their owner may read.
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
