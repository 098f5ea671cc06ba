package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;

/**
 * Copies bytes with a binding, which can access memory that Java cannot: as ISO-8859-1 text, whose bytes are the chars.
 */
public final class RawBytes {
    private static final int PIECE = Binding.CHUNK_BYTES / 2;

    private RawBytes() {}

    /**
     * Reads bytes into a new array.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param bytes the number of bytes
     * @return a new array
     */
    static byte[] read(Binding binding, Region region, long offset, int bytes) {
        byte[] all = new byte[bytes];
        read(binding, region, offset, all, bytes);
        return all;
    }

    /**
     * Reads bytes into an array.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param target the destination array, written from index 0 on
     * @param bytes the number of bytes
     */
    public static void read(Binding binding, Region region, long offset, byte[] target, int bytes) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(Math.min(bytes, PIECE));
            char[] chars = scratch.chars(Math.min(bytes, PIECE));
            for (int at = 0; at < bytes; ) {
                int piece = Math.min(bytes - at, PIECE);
                long packed =
                        binding.decode(region, offset + at, piece, Encoding.LATIN_1.id(), Flags.REPLACE, latin1, chars);
                if (packed < 0 || Packed.written(packed) != piece || Packed.isChars(packed)) {
                    throw TextErrors.unexpected(binding, packed);
                }
                System.arraycopy(latin1, 0, target, at, piece);
                at += piece;
            }
        } finally {
            scratch.release();
        }
    }

    /**
     * Writes an array.
     *
     * @param binding accesses memory that Java cannot access
     * @param bytes the bytes to write
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     */
    static void write(Binding binding, byte[] bytes, Region region, long offset) {
        write(binding, bytes, bytes.length, region, offset);
    }

    /**
     * Writes a part of an array.
     *
     * @param binding accesses memory that Java cannot access
     * @param bytes the bytes to write, from index 0 on
     * @param count the number of bytes
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     */
    public static void write(Binding binding, byte[] bytes, int count, Region region, long offset) {
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(Math.min(count, PIECE));
            for (int at = 0; at < count; ) {
                int piece = Math.min(count - at, PIECE);
                for (int i = 0; i < piece; i++) {
                    chars[i] = (char) (bytes[at + i] & 0xFF);
                }
                long packed =
                        binding.encode(chars, piece, region, offset + at, piece, Encoding.LATIN_1.id(), Flags.REPLACE);
                if (packed < 0 || Packed.written(packed) != piece) {
                    throw TextErrors.unexpected(binding, packed);
                }
                at += piece;
            }
        } finally {
            scratch.release();
        }
    }
}
