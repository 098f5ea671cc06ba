package dev.unitstr.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Mapped files. They are gone when the JVM ends. */
public final class Mapping {
    private static final int SHARED = 4 * 1024 * 1024;
    private static final int SMALL = SHARED / 16;

    private static ByteBuffer rest = ByteBuffer.allocate(0);

    private Mapping() {}

    /** How to map a part of a file. */
    public interface Mapper<M> {
        M map(FileChannel file) throws IOException;
    }

    /** Makes a file, maps some of it, and closes it. */
    public static <M> M withFile(Mapper<M> mapper) {
        try {
            Path path = Files.createTempFile("unitstr", ".map");
            try (FileChannel file = FileChannel.open(
                    path,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SPARSE,
                    StandardOpenOption.DELETE_ON_CLOSE)) {
                return mapper.map(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Mapped memory that nobody else has; many small ones share a file. */
    public static synchronized ByteBuffer allocate(int bytes) {
        if (bytes > SMALL) {
            return withFile(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, bytes));
        }
        if (rest.remaining() < bytes) {
            rest = withFile(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, SHARED));
        }
        ByteBuffer buffer = rest.slice(rest.position(), bytes);
        rest.position(rest.position() + bytes);
        return buffer;
    }
}
