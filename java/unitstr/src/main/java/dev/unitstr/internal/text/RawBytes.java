package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * Copies bytes of memory of any kind. Memory at an address is read and written by the binding, as ISO-8859-1 text, whose
 * bytes are the chars.
 */
public final class RawBytes {
    /** Zeros to write. */
    private static final char[] ZEROS = new char[4096];

    private static final int PIECE = Binding.CHUNK_BYTES / 2;

    private RawBytes() {}

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
        read(binding, region, offset, target, 0, bytes);
    }

    /**
     * Reads bytes into an array.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param target the destination array
     * @param targetIndex the index in {@code target} of the first byte
     * @param bytes the number of bytes
     */
    public static void read(Binding binding, Region region, long offset, byte[] target, int targetIndex, int bytes) {
        if (copyOut(binding, region, offset, target, targetIndex, bytes)) {
            return;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(Math.min(bytes, PIECE));
            char[] chars = scratch.chars(Math.min(bytes, PIECE));
            for (int at = 0; at < bytes; at += PIECE) {
                int piece = Math.min(bytes - at, PIECE);
                readPiece(binding, region, offset + at, latin1, piece, chars);
                System.arraycopy(latin1, 0, target, targetIndex + at, piece);
            }
        } finally {
            scratch.release();
        }
    }

    /**
     * Reads bytes that one call of the binding can read.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param target an array of a scratch, written from index 0 on
     * @param bytes the number of bytes, at most {@link Binding#CHUNK_BYTES}
     * @param chars an array of a scratch for the same number of chars
     */
    public static void readPiece(Binding binding, Region region, long offset, byte[] target, int bytes, char[] chars) {
        if (copyOut(binding, region, offset, target, 0, bytes)) {
            return;
        }
        long start = region.start() + offset;
        long packed = binding.decode(region.base(), start, bytes, Encoding.LATIN_1.id(), Flags.REPLACE, target, chars);
        if (packed < 0 || Packed.written(packed) != bytes || Packed.isChars(packed)) {
            throw TextErrors.unexpected(binding, packed);
        }
    }

    /** Copies bytes without a native call, if Java can access the memory. */
    private static boolean copyOut(
            Binding binding, Region region, long offset, byte[] target, int targetIndex, int bytes) {
        if (!region.isAddress()) {
            region.copyOut(offset, target, targetIndex, bytes);
            return true;
        }
        if (bytes == 0) {
            return true;
        }
        Region all = binding.allMemory();
        if (all == null) {
            return false;
        }
        all.copyOut(region.start() + offset - AddressRegion.LEAST_ADDRESS, target, targetIndex, bytes);
        return true;
    }

    /**
     * Reads bytes that one call of the binding can read, if all of them are ASCII.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param target an array of a scratch, written from index 0 on
     * @param bytes the number of bytes, at most {@link Binding#CHUNK_BYTES}
     * @param chars an array of a scratch for the same number of chars
     * @return whether all bytes are ASCII; if not, the content of the array is unspecified
     */
    public static boolean readAscii(
            Binding binding, Region region, long offset, byte[] target, int bytes, char[] chars) {
        if (!region.isAddress()) {
            region.copyOut(offset, target, bytes);
            return ReadRoute.isAscii(target, bytes);
        }
        long start = region.start() + offset;
        long packed = binding.decode(region.base(), start, bytes, Encoding.ASCII.id(), Flags.REPORT, target, chars);
        if (packed < 0) {
            throw TextErrors.unexpected(binding, packed);
        }
        return Packed.status(packed) == Packed.DONE;
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
        if (!region.isAddress()) {
            region.copyIn(bytes, offset, count);
            return;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(Math.min(count, PIECE));
            for (int at = 0; at < count; at += PIECE) {
                writePiece(binding, bytes, at, Math.min(count - at, PIECE), region, offset + at, chars);
            }
        } finally {
            scratch.release();
        }
    }

    /**
     * Writes bytes that one call of the binding can write.
     *
     * @param bytes the array
     * @param index the index of the first byte to write
     * @param chars a scratch array for {@code count} chars
     */
    static void writePiece(
            Binding binding, byte[] bytes, int index, int count, Region region, long offset, char[] chars) {
        for (int i = 0; i < count; i++) {
            chars[i] = (char) (bytes[index + i] & 0xFF);
        }
        long start = region.start() + offset;
        long packed = binding.encode(chars, count, region.base(), start, count, Encoding.LATIN_1.id(), Flags.REPLACE);
        if (packed < 0 || Packed.written(packed) != count) {
            throw TextErrors.unexpected(binding, packed);
        }
    }

    /**
     * Fills memory with zeros.
     *
     * @param binding accesses the memory
     * @param base the memory
     * @param place the offset in {@code base} at which to start, in bytes, or the address
     * @param bytes the number of bytes
     */
    public static void zero(Binding binding, @Nullable Object base, long place, long bytes) {
        for (long done = 0; done < bytes; done += ZEROS.length) {
            int count = (int) Math.min(bytes - done, ZEROS.length);
            int id = Encoding.LATIN_1.id();
            long packed = binding.encode(ZEROS, count, base, place + done, count, id, Flags.REPLACE);
            if (packed < 0 || Packed.written(packed) != count) {
                throw TextErrors.unexpected(binding, packed);
            }
        }
    }
}
