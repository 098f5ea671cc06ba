package dev.unitstr.cli;

import dev.unitstr.internal.tensor.TensorFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Reads and writes files. Their content is not trusted, and another process may change them while they are read. */
final class TensorFile {
    /**
     * The maximum size in bytes of a file that is read into memory. Larger files are mapped; if such a file is
     * truncated, reading the mapping throws an error.
     */
    private static final int MOST_READ = 64 << 20;

    /** The maximum length of an array on every JVM. */
    private static final int MOST_OF_INPUT = Integer.MAX_VALUE - 8;

    private TensorFile() {}

    /**
     * Reads or maps a part of a file.
     *
     * @param file the file; {@code -} for standard input
     * @param in standard input
     * @param offset the start of the part in bytes
     * @param length the size of the part in bytes; null for the rest of the file
     * @param isWhole whether a part of the file is of no use, so that messages do not advise to select one
     * @return the part
     * @throws IOException if the file cannot be read
     */
    static ByteBuffer read(Path file, InputStream in, long offset, @Nullable Long length, boolean isWhole)
            throws IOException {
        if (isStandard(file)) {
            return part(file, ByteBuffer.wrap(all(in)), offset, length);
        }
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file
                    + (Files.isDirectory(file)
                            ? ": it is a directory, not a file"
                            : ": it is a pipe, a socket or a device, not a file; - reads standard input"));
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long part = partBytes(file, channel.size(), offset, length);
            if (part > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(file + " has " + part + " bytes to read: more than "
                        + Integer.MAX_VALUE + ", the maximum; "
                        + (isWhole
                                ? "such a file is read as a whole, so write it as several smaller files"
                                : "select a part with --offset and --length"));
            }
            return part > MOST_READ
                    ? channel.map(FileChannel.MapMode.READ_ONLY, offset, part)
                    : all(file, channel, offset, (int) part);
        }
    }

    private static long partBytes(Path file, long size, long offset, @Nullable Long length) {
        if (offset < 0 || offset > size) {
            throw new IllegalArgumentException(
                    "--offset is " + offset + ": not between 0 and " + size + ", the size of " + name(file));
        }
        long part = length == null ? size - offset : length;
        if (part < 0 || part > size - offset) {
            throw new IllegalArgumentException("--length is " + part + ": not between 0 and " + (size - offset)
                    + ", the size of " + name(file) + " after --offset");
        }
        return part;
    }

    private static ByteBuffer part(Path file, ByteBuffer all, long offset, @Nullable Long length) {
        long part = partBytes(file, all.limit(), offset, length);
        return all.slice((int) offset, (int) part);
    }

    private static byte[] all(InputStream in) throws IOException {
        byte[] all = in.readNBytes(MOST_OF_INPUT);
        if (all.length == MOST_OF_INPUT && in.read() >= 0) {
            throw new IllegalArgumentException("standard input has more than " + MOST_OF_INPUT + " bytes, the maximum");
        }
        return all;
    }

    private static ByteBuffer all(Path file, FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes);
        while (all.hasRemaining()) {
            if (channel.read(all, offset + all.position()) < 0) {
                throw new EOFException(file + " was truncated while it was read");
            }
        }
        return all.flip();
    }

    /** Tests whether a name refers to standard input or output. A file of this name can be given as {@code ./-}. */
    static boolean isStandard(Path file) {
        return file.toString().equals("-");
    }

    /** Returns the name of an input file for messages. */
    static String name(Path file) {
        return isStandard(file) ? "standard input" : file.toString();
    }

    /** Writes a file atomically. */
    static void write(Path file, ByteBuffer bytes) throws IOException {
        TensorFiles.replace(file, channel -> {
            for (ByteBuffer rest = bytes.duplicate(); rest.hasRemaining(); ) {
                channel.write(rest);
            }
        });
    }

    /** Returns the failure that the JVM reports as InternalError: SIGBUS while a mapped file is read. */
    static IOException truncated(Path file, InternalError e) {
        return new IOException(file + " was truncated while it was read", e);
    }
}
