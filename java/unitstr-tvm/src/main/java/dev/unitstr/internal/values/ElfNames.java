package dev.unitstr.internal.values;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the functions that a module exports from the dynamic symbol table of its file (ELF, 64-bit, little-endian). */
final class ElfNames {
    private static final String PREFIX = "__tvm_ffi_";
    /** Other symbols with this prefix, which describe the module or a function. */
    private static final List<String> OTHERS = List.of("_library_ctx", "_library_bin", "_metadata_", "_doc_");

    private static final long MAGIC = 0x0001_0102_464C_457FL;
    private static final long MAGIC_MASK = 0x0000_FFFF_FFFF_FFFFL;
    private static final int HEAD_BYTES = 64;
    private static final int SECTION_BYTES = 64;
    private static final int SYMBOL_BYTES = 24;
    private static final int DYNAMIC_SYMBOLS = 11;

    private ElfNames() {}

    /**
     * Reads the names of the functions, without the prefix.
     *
     * @param file the file
     * @return the names, sorted; null if the file is not such a file or cannot be read
     */
    static @Nullable List<String> of(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            return names(channel);
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
            return null; // another format, or a malformed file
        }
    }

    private static @Nullable List<String> names(FileChannel file) throws IOException {
        ByteBuffer head = bytes(file, 0, HEAD_BYTES);
        if ((head.getLong(0) & MAGIC_MASK) != (MAGIC & MAGIC_MASK)) {
            return null;
        }
        int count = head.getShort(60) & 0xFFFF;
        ByteBuffer sections = bytes(file, head.getLong(40), (long) count * SECTION_BYTES);
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            int at = i * SECTION_BYTES;
            if (sections.getInt(at + 4) == DYNAMIC_SYMBOLS) {
                ByteBuffer symbols = section(file, sections, at);
                ByteBuffer texts = section(file, sections, Math.multiplyExact(sections.getInt(at + 40), SECTION_BYTES));
                for (int symbol = 0; symbol + SYMBOL_BYTES <= symbols.limit(); symbol += SYMBOL_BYTES) {
                    if (symbols.getShort(symbol + 6) != 0) { // zero: an import
                        add(names, text(texts, symbols.getInt(symbol)));
                    }
                }
            }
        }
        return List.copyOf(names);
    }

    private static void add(TreeSet<String> names, String symbol) {
        if (symbol.startsWith(PREFIX)) {
            String name = symbol.substring(PREFIX.length());
            if (OTHERS.stream().noneMatch(name::startsWith)) {
                names.add(name);
            }
        }
    }

    private static String text(ByteBuffer texts, int at) {
        int end = at;
        while (texts.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - at];
        texts.get(at, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static ByteBuffer section(FileChannel file, ByteBuffer sections, int at) throws IOException {
        return bytes(file, sections.getLong(at + 24), sections.getLong(at + 32));
    }

    private static ByteBuffer bytes(FileChannel file, long at, long count) throws IOException {
        if (at < 0 || count < 0 || count > file.size()) {
            throw new IOException("not in the file");
        }
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(count)).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("not in the file");
            }
        }
        return bytes.flip();
    }
}
