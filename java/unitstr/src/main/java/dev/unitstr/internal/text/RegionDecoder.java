package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.TextDecoder;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.ByteOrderMark;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes chunks in the encodings that unitstr converts itself. Bytes at the end of a chunk that begin a sequence are
 * held; the next chunk first completes them, in {@link #held}, and is then decoded where it is.
 */
public class RegionDecoder implements TextDecoder {
    /** The maximum number of bytes that begin a sequence of any encoding without completing it. */
    private static final int MOST_HELD = 3;
    /** Held bytes and enough of the next chunk to complete them. */
    private static final int JOINT = 8;

    static final byte[] NOTHING = {};

    final Binding binding;
    final Coding coding;
    private final Repairer repairer;
    private final byte[] held = new byte[JOINT];
    private final byte[] fresh = new byte[JOINT];
    private int heldBytes;
    /** The encoding in the byte order of the text; null before its first unit, which may be a mark. */
    private @Nullable Encoding encoding;
    /** The number of bytes decoded, without those held. */
    long bytesRead;

    private long charsWritten;
    private boolean mustReset;

    RegionDecoder(Binding binding, Coding coding) {
        this.binding = binding;
        this.coding = coding;
        this.repairer = new Repairer(coding);
        this.encoding = start(coding);
    }

    private static @Nullable Encoding start(Coding coding) {
        boolean markIsText = (coding.flags() & Flags.CONTINUED) != 0;
        return markIsText && coding.encoding() != null ? coding.encoding().fixed() : null;
    }

    /**
     * Implements {@link TextDecoder#of(Charset, MalformedPolicy)}.
     *
     * @param charset the charset of the text
     * @param policy how to handle malformed text
     * @return a new decoder
     */
    public static TextDecoder of(Charset charset, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        return of(RegionStrings.chosen().binding(), coding);
    }

    static RegionDecoder of(Binding binding, Coding coding) {
        return coding.encoding() != null ? new RegionDecoder(binding, coding) : new LegacyDecoder(binding, coding);
    }

    @Override
    public void decode(ByteBuffer src, int index, long bytes, Appendable dst) throws IOException {
        decode(BufferTexts.region(Objects.requireNonNull(src, "src")), index, bytes, dst);
    }

    @Override
    public void decode(NativeMemory src, long offset, long bytes, Appendable dst) throws IOException {
        decode(BufferTexts.region(Objects.requireNonNull(src, "src")), offset, bytes, dst);
    }

    /**
     * Decodes the next chunk.
     *
     * @param src the memory to read
     * @param offset the offset of the chunk, in bytes
     * @param bytes the size of the chunk, in bytes
     * @param dst receives the chars
     * @throws IOException if {@code dst} throws it
     */
    public final void decode(Region src, long offset, long bytes, Appendable dst) throws IOException {
        Objects.requireNonNull(dst, "dst");
        append(chunk(src, offset, bytes), dst);
    }

    @Override
    public final void flush(Appendable dst) throws IOException {
        Objects.requireNonNull(dst, "dst");
        append(last(), dst);
    }

    private void append(Chunk chunk, Appendable dst) throws IOException {
        mustReset = true; // unless the chunk is decoded to its end
        while (chunk.hasNext()) {
            if (dst instanceof StringBuilder builder) {
                chunk.nextTo(builder);
            } else {
                String text = chunk.nextString();
                if (!text.isEmpty()) {
                    dst.append(text);
                }
            }
            chunk.throwError();
        }
        mustReset = chunk.isLast;
    }

    @Override
    public int decode(ByteBuffer src, int index, long bytes, char[] dst, int dstIndex) {
        return decode(BufferTexts.region(Objects.requireNonNull(src, "src")), index, bytes, dst, dstIndex);
    }

    @Override
    public int decode(NativeMemory src, long offset, long bytes, char[] dst, int dstIndex) {
        return decode(BufferTexts.region(Objects.requireNonNull(src, "src")), offset, bytes, dst, dstIndex);
    }

    /**
     * Decodes the next chunk into an array.
     *
     * @param src the memory to read
     * @param offset the offset of the chunk, in bytes
     * @param bytes the size of the chunk, in bytes
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars
     */
    public final int decode(Region src, long offset, long bytes, char[] dst, int dstIndex) {
        Objects.requireNonNull(dst, "dst");
        Chunk chunk = chunk(src, offset, bytes);
        checkFits(bytes, dst, dstIndex);
        return store(chunk, dst, dstIndex);
    }

    @Override
    public final int flush(char[] dst, int dstIndex) {
        Objects.requireNonNull(dst, "dst");
        Chunk chunk = last();
        checkFits(0, dst, dstIndex);
        return store(chunk, dst, dstIndex);
    }

    private int store(Chunk chunk, char[] dst, int dstIndex) {
        mustReset = true;
        int at = dstIndex;
        while (chunk.hasNext()) {
            at += chunk.nextChars(dst, at);
            chunk.throwError();
        }
        mustReset = chunk.isLast;
        return at - dstIndex;
    }

    private void checkFits(long bytes, char[] dst, int dstIndex) {
        long most = maxChars(bytes);
        if (dstIndex < 0 || dstIndex > dst.length - most) {
            throw new IndexOutOfBoundsException("dstIndex is " + dstIndex + ": from there, " + most
                    + " chars, the maximum for " + bytes + " bytes and " + heldBytes()
                    + " bytes held, are not within dst, which has " + dst.length + " chars");
        }
    }

    private Chunk chunk(Region src, long offset, long bytes) {
        Checks.notNegative("bytes", bytes);
        Checks.bytes(RegionStrings.place(src, "offset"), offset, bytes, src);
        RegionStrings.checkAccess(binding, src, offset, bytes);
        return chunk(src, offset, offset + bytes, false);
    }

    private Chunk last() {
        return chunk(new ArrayRegion(NOTHING), 0, 0, true);
    }

    private Chunk chunk(Region src, long from, long end, boolean isLast) {
        if (mustReset) {
            throw new IllegalStateException(
                    "the decoder was flushed, is in a call, or a call failed: reset it before another text");
        }
        return newChunk(src, from, end, isLast);
    }

    Chunk newChunk(Region src, long from, long end, boolean isLast) {
        return new Units(src, from, end, isLast);
    }

    @Override
    public void reset() {
        heldBytes = 0;
        encoding = start(coding);
        repairer.reset();
        bytesRead = 0;
        charsWritten = 0;
        mustReset = false;
    }

    @Override
    public long maxChars(long bytes) {
        Checks.notNegative("bytes", bytes);
        return most(bytes, heldBytes, 1);
    }

    /** Returns the maximum number of chars of some bytes, given that of one byte. */
    final long most(long bytes, int held, double charsPerByte) {
        int replacement =
                coding.repairs() ? coding.policy().replacement().orElse("").length() : 0;
        return (long) Math.ceil(((double) bytes + held) * Math.max(charsPerByte, replacement)); // saturates
    }

    @Override
    public final Charset charset() {
        return coding.charset();
    }

    @Override
    public int heldBytes() {
        return heldBytes;
    }

    @Override
    public final long unitsRead() {
        return (bytesRead + coding.unitSize() - 1) / coding.unitSize();
    }

    @Override
    public final long charsWritten() {
        return charsWritten;
    }

    /** The part of a chunk that has not been decoded. */
    abstract class Chunk {
        final Region region;
        /** The offset of the next byte in the region. */
        long at;

        final long end;
        final boolean isLast;

        @Nullable
        RuntimeException error;

        Chunk(Region region, long from, long end, boolean isLast) {
            this.region = region;
            this.at = from;
            this.end = end;
            this.isLast = isLast;
        }

        abstract boolean hasNext();

        /** Decodes a piece. */
        abstract String string();

        /** Decodes a piece into an array, which is long enough. */
        abstract int chars(char[] dst, int dstIndex);

        /** Decodes a piece and appends it; returns the number of chars. */
        abstract int append(StringBuilder dst);

        final String nextString() {
            String text = string();
            charsWritten += text.length();
            return text;
        }

        final void nextTo(StringBuilder dst) {
            charsWritten += append(dst);
        }

        final int nextChars(char[] dst, int dstIndex) {
            int chars = chars(dst, dstIndex);
            charsWritten += chars;
            return chars;
        }

        /** Throws if the last piece was malformed. */
        final void throwError() {
            if (error != null) {
                throw error;
            }
        }
    }

    private final class Units extends Chunk {
        /** The chars in place of the malformed sequence after the last piece. */
        private String repaired = "";
        /** Whether the bytes held have not been decoded since the last error. */
        private boolean again;
        /** The size of the next piece: small after an error, because each error copies what follows in its piece. */
        private int most = Binding.CHUNK_BYTES;

        Units(Region region, long from, long end, boolean isLast) {
            super(region, from, end, isLast);
        }

        @Override
        boolean hasNext() {
            return at < end || heldBytes > 0 && (isLast || again);
        }

        @Override
        String string() {
            Scratch scratch = Scratch.acquire();
            try {
                byte[] latin1 = scratch.bytes(piece());
                char[] chars = scratch.chars(piece());
                String text = TextReader.string(next(latin1, chars, 0), latin1, chars);
                return text.concat(repaired);
            } finally {
                scratch.release(); // before user code runs
            }
        }

        @Override
        int chars(char[] dst, int dstIndex) {
            Scratch scratch = Scratch.acquire();
            try {
                // Not directly into dst: a binding may store beyond the length that it reports.
                char[] chars = scratch.chars(piece());
                int written = Packed.written(next(scratch.bytes(piece()), chars, Flags.CHARS));
                System.arraycopy(chars, 0, dst, dstIndex, written);
                repaired.getChars(0, repaired.length(), dst, dstIndex + written);
                return written + repaired.length();
            } finally {
                scratch.release();
            }
        }

        @Override
        int append(StringBuilder dst) {
            Scratch scratch = Scratch.acquire();
            try {
                char[] chars = scratch.chars(piece());
                int written = Packed.written(next(scratch.bytes(piece()), chars, Flags.CHARS));
                dst.append(chars, 0, written).append(repaired);
                return written + repaired.length();
            } finally {
                scratch.release();
            }
        }

        /** Returns the size of the arrays that the next piece requires. */
        private int piece() {
            return (int) Math.min(Math.max(end - at, JOINT), Binding.CHUNK_BYTES);
        }

        private long next(byte[] latin1, char[] chars, int flags) {
            repaired = "";
            again = false;
            return heldBytes > 0 || encoding == null ? joint(latin1, chars, flags) : direct(latin1, chars, flags);
        }

        /** Decodes the bytes held, with some of the chunk. */
        private long joint(byte[] latin1, char[] chars, int flags) {
            int added = (int) Math.min(end - at, JOINT - heldBytes);
            hold(added);
            if (encoding == null && !findOrder()) {
                return Packed.of(Packed.DONE, 0, 0, 0, 0);
            }
            int all = heldBytes;
            Objects.checkFromIndexSize(0, all, JOINT); // another thread may have changed it, which is not allowed
            int more = isLast ? 0 : Flags.MORE;
            long packed = decode(held, 0, all, flags | more, latin1, chars);
            int read = Packed.read(packed);
            if (Packed.isMalformed(packed)) {
                System.arraycopy(held, read, fresh, 0, Packed.bad(packed));
                read += repair(packed);
                again = true;
            }
            int rest = all - read;
            if (rest > added) { // the chunk does not complete the sequence
                System.arraycopy(held, all - rest, held, 0, rest);
                heldBytes = rest;
            } else {
                heldBytes = 0;
                at -= rest;
            }
            return packed;
        }

        /** Finds the byte order and drops the mark, once the first unit is complete, or the text ends before. */
        private boolean findOrder() {
            if (heldBytes < coding.unitSize() && !isLast) {
                return false;
            }
            ByteOrderMark mark = ByteOrderMark.find(coding.encoding(), held, heldBytes);
            encoding = mark.encoding();
            bytesRead = mark.bytes();
            heldBytes -= mark.bytes();
            System.arraycopy(held, mark.bytes(), held, 0, heldBytes);
            return true;
        }

        private long direct(byte[] latin1, char[] chars, int flags) {
            int piece = (int) Math.min(end - at, most);
            long packed = decode(region.base(), region.start() + at, piece, flags | Flags.MORE, latin1, chars);
            most = Packed.isMalformed(packed) ? TextReader.AFTER_ERROR : Math.min(4 * most, Binding.CHUNK_BYTES);
            int read = Packed.read(packed);
            at += read;
            if (Packed.isMalformed(packed)) {
                RawBytes.read(binding, region, at, fresh, Packed.bad(packed));
                at += repair(packed);
            } else if (at + (piece - read) == end) {
                hold(piece - read);
            }
            return packed;
        }

        /** Appends bytes of the chunk to those held. */
        private void hold(int bytes) {
            if (bytes > 0) {
                RawBytes.read(binding, region, at, fresh, bytes);
                System.arraycopy(fresh, 0, held, heldBytes, bytes);
                heldBytes += bytes;
                at += bytes;
            }
        }

        /** Decodes bytes that are not the first, and checks the result: memory may change from call to call. */
        private long decode(@Nullable Object base, long place, int bytes, int flags, byte[] latin1, char[] chars) {
            int all = flags | coding.flags() | Flags.CONTINUED;
            long packed = binding.decode(base, place, bytes, encoding.id(), all, latin1, chars);
            int rest = packed < 0 ? 0 : bytes - Packed.read(packed);
            boolean sound = packed >= 0
                    && switch (Packed.status(packed)) {
                        case Packed.DONE -> rest == 0;
                        case Packed.INCOMPLETE -> (flags & Flags.MORE) != 0 && rest > 0 && rest <= MOST_HELD;
                        case Packed.MALFORMED -> coding.stopsAtErrors() && rest >= Packed.bad(packed);
                        default -> false;
                    };
            boolean wide = (flags & Flags.CHARS) == 0 || Packed.isChars(packed) || Packed.written(packed) == 0;
            if (!sound || !wide) {
                throw TextErrors.unexpected(binding, packed);
            }
            if (repairer.hasPair(packed, chars, bytesRead)) {
                byte[] piece = new byte[bytes - rest];
                if (base == held) {
                    System.arraycopy(held, 0, piece, 0, piece.length);
                } else {
                    RawBytes.read(binding, region, place - region.start(), piece, piece.length);
                }
                packed = repairer.endBeforePair(packed, piece, encoding);
                System.arraycopy(piece, Packed.read(packed), fresh, 0, Packed.bad(packed));
            }
            bytesRead += Packed.read(packed);
            return packed;
        }

        /** Decodes the malformed sequence, which is in {@link #fresh}; returns its size, or 0 if it is reported. */
        private int repair(long packed) {
            int bad = Packed.bad(packed);
            String text = repairer.decode(fresh, bad, bytesRead);
            if (text == null) {
                error = TextErrors.decoding(binding, packed, coding.charset(), bytesRead - Packed.read(packed));
                return 0;
            }
            int count = Repairs.bytes(bad, coding);
            bytesRead += count;
            repaired = text;
            return count;
        }
    }
}
