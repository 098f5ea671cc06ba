package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Says why a file cannot be the library, before the JVM is asked: it would print a warning of its own for a file that
 * is no library, and the foreign function interface gives no reason at all.
 */
final class Candidates {
    /** The reason for a directory that no library can be loaded from. */
    static final String NOEXEC = "its file system is mounted noexec";

    private static final int ELF_HEADER = 64;
    private static final int ELF_MAGIC = 0x7F454C46;
    private static final int CLASS_64 = 2;
    private static final int DATA_LITTLE = 1;
    private static final int EM_X86_64 = 62;
    private static final int EM_AARCH64 = 183;

    private Candidates() {}

    /**
     * Looks at a file.
     *
     * @param file the file
     * @param platform the platform that is to load it
     * @return why loading it would fail; empty if nothing speaks against trying
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
     * Looks at the content of a file.
     *
     * @param content the content
     * @param platform the platform that is to load it
     * @return why loading it would fail; empty if nothing speaks against trying
     */
    static Optional<String> objection(byte[] content, Platform platform) {
        return objection(ByteBuffer.wrap(content, 0, Math.min(ELF_HEADER, content.length)), content.length, platform);
    }

    private static Optional<String> objection(ByteBuffer head, long size, Platform platform) {
        return platform.os().orElse("").equals("linux") ? elf(head, size, platform) : Optional.empty();
    }

    /**
     * Says in a few words what is wrong with a file or directory.
     *
     * @param e what an operation on it threw
     * @return the reason, without the name of the file
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
     * Says in a few words why the JVM did not load a file.
     *
     * @param e what it threw
     * @param file the file
     * @return the reason, without the name of the file
     */
    static String reason(Throwable e, Path file) {
        String message = String.valueOf(e.getMessage());
        if (onNoexec(file, mounts()) || message.contains("failed to map segment")) {
            return NOEXEC;
        }
        for (String prefix = file + ": "; message.startsWith(prefix); ) { // once by the JVM, once by the linker
            message = message.substring(prefix.length());
        }
        return message;
    }

    private static Optional<String> elf(ByteBuffer head, long size, Platform platform) {
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
        int machine = Short.toUnsignedInt(head.getShort(18));
        int ours = platform.arch().orElse("").equals("aarch_64") ? EM_AARCH64 : EM_X86_64;
        if (machine != ours) {
            return Optional.of("wrong architecture: made for " + machine(machine) + ", this JVM is " + machine(ours));
        }
        // The section headers come last in a file: what was cut off is found here, the linker would find it as SIGBUS.
        long needs = head.getLong(40)
                + (long) Short.toUnsignedInt(head.getShort(58)) * Short.toUnsignedInt(head.getShort(60));
        if (needs > size) {
            return Optional.of("truncated: its headers speak of " + needs + " bytes, the file has " + size);
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
     * Whether the file system of a file refuses to run what is on it.
     *
     * @param file the file
     * @param mounts the text of {@code /proc/self/mounts}
     * @return whether the mount that holds the file has the option {@code noexec}
     */
    static boolean onNoexec(Path file, String mounts) {
        Path best = null;
        boolean noexec = false;
        for (String line : mounts.split("\n")) {
            String[] fields = line.split(" ");
            if (fields.length < 4) {
                continue;
            }
            Path point = Path.of(unescape(fields[1]));
            // A later mount on the same point hides the earlier one.
            if (file.startsWith(point) && (best == null || point.getNameCount() >= best.getNameCount())) {
                best = point;
                noexec = List.of(fields[3].split(",")).contains("noexec");
            }
        }
        return noexec;
    }

    /**
     * The mounts of this process.
     *
     * @return the text of {@code /proc/self/mounts}; empty where there is none
     */
    static String mounts() {
        try {
            return Files.readString(Path.of("/proc/self/mounts"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Blanks and backslashes in the table are octal escapes. */
    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
