package dev.unitstr.spark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.StandardOpenOption;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file to read: local, or in any file system of Hadoop, from which it is read as a whole.
 *
 * @param path the file
 * @param bytes its size in bytes when the job was planned
 * @param configuration the configuration of its file system
 */
record OpenFile(Path path, long bytes, Configuration configuration) {
    /** Returns an exception with the message of another, and the file. */
    static IOException failure(String path, Throwable cause) {
        return new IOException(path + ": " + (cause.getMessage() == null ? cause : cause.getMessage()), cause);
    }

    /** Tests whether the file can be mapped, so that each of its parts can be read without the others. */
    static boolean isLocal(FileSystem fileSystem) {
        return "file".equals(fileSystem.getUri().getScheme());
    }

    /**
     * Returns the content: a mapping, or a buffer that has an array.
     *
     * @throws IOException if the file cannot be read, or is too large
     */
    ByteBuffer content() throws IOException {
        FileSystem fileSystem = path.getFileSystem(configuration);
        if (!isLocal(fileSystem)) {
            return ByteBuffer.wrap(bytes(fileSystem));
        }
        try (FileChannel channel = local()) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size());
        }
    }

    /** Returns a channel that reads the file, which the caller closes. */
    SeekableByteChannel channel() throws IOException {
        FileSystem fileSystem = path.getFileSystem(configuration);
        return isLocal(fileSystem) ? local() : new ByteArrayReadableSeekableByteChannel(bytes(fileSystem));
    }

    private FileChannel local() throws IOException {
        FileChannel channel =
                FileChannel.open(java.nio.file.Path.of(path.toUri().getPath()), StandardOpenOption.READ);
        try {
            check(channel.size());
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private byte[] bytes(FileSystem fileSystem) throws IOException {
        check(fileSystem.getFileStatus(path).getLen());
        byte[] content = new byte[size()];
        try (FSDataInputStream in = fileSystem.open(path)) {
            in.readFully(0, content);
        }
        return content;
    }

    /** The parts of a file that has changed would not be the parts of one file. */
    private void check(long now) throws IOException {
        if (now != bytes) {
            throw new IOException("the file has " + now + " bytes: it had " + bytes + " when the job was planned");
        }
    }

    private int size() throws IOException {
        int most = Integer.MAX_VALUE - 8;
        if (bytes > most) {
            throw new IOException("the file has " + bytes + " bytes: more than " + most + ", the maximum");
        }
        return (int) bytes;
    }
}
