package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a file can be the library before the JVM loads it. For a file that is not a library, the JVM would
 * print a warning, and the foreign function and memory API gives no reason.
 */
final class Candidates {
    /** The reason for a directory from which no library can be loaded. */
    static final String NOEXEC = "its file system is mounted noexec";

    private static final int ELF_HEADER = 64;
    private static final int ELF_MAGIC = 0x7F454C46;
    private static final int CLASS_64 = 2;
    private static final int DATA_LITTLE = 1;
    private static final int EM_X86_64 = 62;
    private static final int EM_AARCH64 = 183;

    private Candidates() {}

    /**
     * Checks a file.
     *
     * @param file the file
     * @param platform the platform on which the file is to be loaded
     * @return the reason why loading would fail; empty if no problem was found
     */
    static Optional<String> objection(Path file, Platform platform) {
        try {
            if (!Files.isRegularFile(file.toRealPath())) {
                return Optional.of("not a file");
            }
            try (FileChannel channel = FileChannel.open(file)) {
                ByteBuffer head = ByteBuffer.allocate(ELF_HEADER);
                while (head.hasRemaining() && channel.read(head) >= 0) {}
                return objection(head.flip(), channel.size(), platform);
            }
        } catch (IOException e) {
            return Optional.of(reason(e));
        }
    }

    /**
     * Checks the content of a file.
     *
     * @param content the content
     * @param platform the platform on which the file is to be loaded
     * @return the reason why loading would fail; empty if no problem was found
     */
    static Optional<String> objection(byte[] content, Platform platform) {
        return objection(ByteBuffer.wrap(content, 0, Math.min(ELF_HEADER, content.length)), content.length, platform);
    }

    private static Optional<String> objection(ByteBuffer head, long size, Platform platform) {
        // Nothing is known of the libraries of other platforms. Those that are known have 64 bits and are
        // little-endian.
        return platform.os().equals(Optional.of("linux"))
                ? platform.arch().flatMap(arch -> elf(head, size, arch))
                : Optional.empty();
    }

    /**
     * Returns a short reason why an operation on a file or directory failed.
     *
     * @param e the exception of the operation
     * @return the reason, without the file name
     */
    static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "not readable: permission denied";
        }
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return "not readable: " + (reason != null ? reason : e);
    }

    /**
     * Returns a short reason why the JVM did not load a file.
     *
     * @param e the exception of the JVM
     * @param file the file
     * @return the reason, without the file name
     */
    static String reason(Throwable e, Path file) {
        String message = e.getMessage() != null ? e.getMessage() : e.toString();
        boolean inMemory = file.startsWith("/proc/self/fd"); // the options of the mount /proc do not apply to it
        if (!inMemory && onNoexec(file, Path.of("/proc/self/mounts")) || message.contains("failed to map segment")) {
            return NOEXEC;
        }
        for (String prefix = file + ": "; message.startsWith(prefix); ) { // from the JVM, the linker or both
            message = message.substring(prefix.length());
        }
        return message;
    }

    private static Optional<String> elf(ByteBuffer head, long size, String arch) {
        if (head.remaining() < 16 || head.getInt(0) != ELF_MAGIC) {
            return Optional.of("not an ELF file");
        }
        if (head.get(4) != CLASS_64) {
            return Optional.of("wrong ELF class: 32-bit, this JVM is 64-bit");
        }
        if (head.get(5) != DATA_LITTLE) {
            return Optional.of("wrong byte order: big-endian, this JVM is little-endian");
        }
        if (head.remaining() < ELF_HEADER) {
            return Optional.of("truncated: the ELF header has " + ELF_HEADER + " bytes, the file " + size);
        }
        head.order(ByteOrder.LITTLE_ENDIAN);
        String machine = machine(Short.toUnsignedInt(head.getShort(18)));
        if (!machine.equals(arch)) {
            return Optional.of("wrong architecture: built for " + machine + ", this JVM is " + arch);
        }
        // The section headers are at the end of a file, so this detects a truncated file. The linker would fail with
        // SIGBUS.
        long needs = head.getLong(40)
                + (long) Short.toUnsignedInt(head.getShort(58)) * Short.toUnsignedInt(head.getShort(60));
        if (needs > size) {
            return Optional.of("truncated: its headers require " + needs + " bytes, the file has " + size);
        }
        return Optional.empty();
    }

    private static String machine(int number) {
        return switch (number) {
            case EM_X86_64 -> "x86_64";
            case EM_AARCH64 -> "aarch_64";
            default -> "ELF machine " + number;
        };
    }

    /**
     * Tests whether a file is on a file system that forbids execution.
     *
     * @param file the file
     * @param mounts the file that lists the mounts of this process
     * @return true if the mount that holds the file has the option {@code noexec}; false if {@code mounts} does not exist
     */
    static boolean onNoexec(Path file, Path mounts) {
        String table;
        try {
            // Path encodes names in this charset. Bytes that are not text in it become U+FFFD: the mount matches no
            // file.
            String charset = System.getProperty("sun.jnu.encoding", "ISO-8859-1");
            table = new String(Files.readAllBytes(mounts), Charset.forName(charset));
        } catch (IOException e) {
            return false;
        }
        Path best = null;
        boolean noexec = false;
        for (String line : table.lines().toList()) {
            String[] fields = line.split(" ");
            if (fields.length < 4) {
                continue;
            }
            Path point;
            try {
                point = Path.of(unescape(fields[1]));
            } catch (InvalidPathException e) {
                continue; // a name that this locale cannot express; no path of this JVM is there
            }
            // A later mount at the same mount point hides the earlier one.
            if (file.startsWith(point) && (best == null || point.getNameCount() >= best.getNameCount())) {
                best = point;
                noexec = List.of(fields[3].split(",")).contains("noexec");
            }
        }
        return noexec;
    }

    /** Replaces octal escapes, which the table uses for blanks and backslashes. */
    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
