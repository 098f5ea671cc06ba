package dev.unitstr.internal;

import dev.unitstr.spi.Binding;
import dev.unitstr.spi.Encoding;
import dev.unitstr.spi.Flags;
import dev.unitstr.spi.Packed;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.Scratch;
import dev.unitstr.spi.TextErrors;

/** Copies bytes by a binding, which reaches memory that Java does not: in ISO-8859-1, text and bytes are the same. */
final class RawBytes {
    private static final int PIECE = Binding.CHUNK_BYTES / 2;

    private RawBytes() {}

    /**
     * Reads.
     *
     * @param binding what reaches the memory
     * @param region the memory
     * @param offset where to start, in bytes
     * @param bytes how many
     * @return a new array
     */
    static byte[] read(Binding binding, Region region, long offset, int bytes) {
        byte[] all = new byte[bytes];
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
                System.arraycopy(latin1, 0, all, at, piece);
                at += piece;
            }
        } finally {
            scratch.release();
        }
        return all;
    }

    /**
     * Writes.
     *
     * @param binding what reaches the memory
     * @param bytes what to write
     * @param region the memory
     * @param offset where to start, in bytes
     */
    static void write(Binding binding, byte[] bytes, Region region, long offset) {
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(Math.min(bytes.length, PIECE));
            for (int at = 0; at < bytes.length; ) {
                int piece = Math.min(bytes.length - at, PIECE);
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
