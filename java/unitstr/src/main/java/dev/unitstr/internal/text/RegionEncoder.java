package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.TextEncoder;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * Encodes chunks into the encodings that unitstr converts itself. A high surrogate at the end of a chunk is held and
 * encoded before the next chunk.
 */
public class RegionEncoder implements TextEncoder {
    private static final char NONE = 0;
    /** An upper bound of the size of the end of a text, in bytes: a replacement has at most 256 chars. */
    private static final int MOST_END = 2048;

    final Binding binding;
    final Coding coding;
    private final TextWriter writer;
    /** The high surrogate at the end of the last chunk, or {@link #NONE}. */
    char held;

    private long charsRead;
    private long bytesWritten;
    private boolean mustReset;

    RegionEncoder(Binding binding, Coding coding) {
        this.binding = binding;
        this.coding = coding;
        this.writer = new TextWriter(binding, false);
    }

    /**
     * Implements {@link TextEncoder#of(Charset, MalformedPolicy)}.
     *
     * @param charset the charset of the encoded text
     * @param policy how to handle malformed text
     * @return a new encoder
     */
    public static TextEncoder of(Charset charset, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        return of(RegionStrings.chosen().binding(), coding);
    }

    static RegionEncoder of(Binding binding, Coding coding) {
        RegionStrings.checkEncodes(coding.encoding(), coding.charset());
        return coding.encoding() != null ? new RegionEncoder(binding, coding) : new LegacyEncoder(binding, coding);
    }

    @Override
    public Copied encode(CharSequence src, int srcIndex, ByteBuffer dst, int dstIndex, long maxUnits) {
        Objects.requireNonNull(src, "src");
        return encode(src, srcIndex, BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstIndex, maxUnits);
    }

    @Override
    public Copied encode(CharSequence src, int srcIndex, NativeMemory dst, long dstOffset, long maxUnits) {
        Objects.requireNonNull(src, "src");
        return encode(src, srcIndex, BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstOffset, maxUnits);
    }

    /**
     * Encodes as much of the next chunk as fits.
     *
     * @param src the chunk
     * @param srcIndex the index of the first char
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and of code units written
     */
    public final Copied encode(CharSequence src, int srcIndex, Region dst, long dstOffset, long maxUnits) {
        Objects.requireNonNull(src, "src");
        CharSequence text =
                Chars.hasBulkCopy(src) ? src : src.toString(); // user code must not run while arrays are borrowed
        Checks.notNegative("maxUnits", maxUnits);
        Checks.index("srcIndex", srcIndex, text.length(), "the chunk");
        check(dst, dstOffset, maxUnits);
        checkNotEnded();
        mustReset = true;
        Copied copied = write(text, srcIndex, dst, dstOffset, maxUnits * coding.unitSize());
        mustReset = false;
        return copied;
    }

    @Override
    public long flush(ByteBuffer dst, int dstIndex, long maxUnits) {
        return flush(BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstIndex, maxUnits);
    }

    @Override
    public long flush(NativeMemory dst, long dstOffset, long maxUnits) {
        return flush(BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstOffset, maxUnits);
    }

    /**
     * Ends the text.
     *
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write
     * @return the number of code units written
     */
    public final long flush(Region dst, long dstOffset, long maxUnits) {
        Checks.notNegative("maxUnits", maxUnits);
        check(dst, dstOffset, maxUnits);
        mustReset = true;
        long bytes = writeEnd(dst, dstOffset, maxUnits * coding.unitSize());
        if (bytes < 0) {
            long end = endBytes() / coding.unitSize();
            mustReset = false;
            throw new IndexOutOfBoundsException(
                    "maxUnits is " + maxUnits + ": the end of the text has " + Checks.units(end, coding.unitSize()));
        }
        return bytes / coding.unitSize();
    }

    /** Returns the size of the end of the text, which did not fit, in bytes. */
    private long endBytes() {
        char c = held;
        long before = bytesWritten;
        long bytes = writeEnd(new ArrayRegion(new byte[MOST_END]), 0, MOST_END);
        held = c;
        bytesWritten = before;
        return bytes;
    }

    private void check(Region dst, long dstOffset, long maxUnits) {
        dst.checkWritable();
        Checks.range(RegionStrings.place(dst, "dstOffset"), dstOffset, maxUnits, coding.unitSize(), dst);
        RegionStrings.checkAccess(binding, dst, dstOffset, maxUnits);
        if (mustReset) {
            throw new IllegalStateException(
                    "the encoder was flushed, is in a call, or a call failed: reset it before another text");
        }
    }

    /** Checks that the end of the text has not been encoded. */
    void checkNotEnded() {}

    Copied write(CharSequence src, int srcIndex, Region dst, long dstOffset, long capacityBytes) {
        int length = src.length();
        int at = srcIndex;
        long written = 0;
        int most = TextWriter.PIECE;
        Scratch scratch = Scratch.acquire();
        try {
            while (at < length) {
                int before = held == NONE ? 0 : 1;
                int fresh = Math.min(length - at, most - before);
                most = Math.min(4 * most, TextWriter.PIECE);
                char[] chars = scratch.chars(before + fresh);
                chars[0] = held;
                Chars.copy(src, at, fresh, chars, before);
                long packed = encode(chars, before + fresh, dst, dstOffset + written, capacityBytes - written, true);
                written += Packed.written(packed);
                int read = Packed.read(packed) - before; // -1 if the surrogate held was not encoded
                boolean full = Packed.status(packed) == Packed.OUTPUT_FULL;
                if (Packed.isMalformed(packed)) {
                    char c = chars[Packed.read(packed)];
                    long repaired = repair(packed, c, dst, dstOffset + written, capacityBytes - written);
                    full = repaired == TextWriter.FULL;
                    read += full ? 0 : Packed.bad(packed);
                    written += full ? 0 : repaired;
                    most = TextWriter.AFTER_ERROR;
                }
                if (read >= 0) {
                    held = NONE;
                    at += read;
                    charsRead += read;
                }
                if (full) {
                    break;
                }
                if (at == length - 1 && Packed.status(packed) == Packed.INCOMPLETE) {
                    held = chars[before + fresh - 1];
                    at++;
                    charsRead++;
                }
            }
        } finally {
            scratch.release();
        }
        return new Copied(at - srcIndex, written / coding.unitSize());
    }

    /** Encodes the surrogate held; returns the number of bytes, or -1 if it does not fit. */
    long writeEnd(Region dst, long dstOffset, long capacityBytes) {
        if (held == NONE) {
            return 0;
        }
        long packed = encode(new char[] {held}, 1, dst, dstOffset, capacityBytes, false);
        long bytes = Packed.isMalformed(packed)
                ? repair(packed, held, dst, dstOffset, capacityBytes)
                : Packed.status(packed) == Packed.OUTPUT_FULL ? TextWriter.FULL : Packed.written(packed);
        if (bytes == TextWriter.FULL) {
            return TextWriter.FULL;
        }
        held = NONE;
        return bytes;
    }

    /** Writes the bytes in place of an error; returns their number, or {@link TextWriter#FULL}. */
    private long repair(long packed, char c, Region dst, long dstOffset, long capacityBytes) {
        boolean continued = bytesWritten > 0;
        long repaired = writer.writeRepaired(c, coding, dst, dstOffset, capacityBytes, continued);
        if (repaired == TextWriter.REPORTED) {
            throw error(packed);
        }
        bytesWritten += Math.max(repaired, 0);
        return repaired;
    }

    private RuntimeException error(long packed) {
        long start = charsRead - (held == NONE ? 0 : 1);
        return TextErrors.encoding(binding, packed, coding.charset(), start, unitsWritten());
    }

    /** Encodes a piece that starts with the surrogate held, if there is one, and checks the result. */
    private long encode(char[] chars, int count, Region dst, long dstOffset, long capacityBytes, boolean hasMore) {
        int flags = coding.flags() | (hasMore ? Flags.MORE : 0) | (bytesWritten > 0 ? Flags.CONTINUED : 0);
        int id = coding.encoding().id();
        long packed = binding.encode(chars, count, dst.base(), dst.start() + dstOffset, capacityBytes, id, flags);
        if (packed < 0 || Packed.written(packed) > capacityBytes) {
            throw TextErrors.unexpected(binding, packed);
        }
        bytesWritten += Packed.written(packed);
        int read = Packed.read(packed);
        boolean sound = switch (Packed.status(packed)) {
            case Packed.DONE -> read == count;
            case Packed.INCOMPLETE -> hasMore && read == count - 1;
            case Packed.OUTPUT_FULL -> read < count;
            case Packed.MALFORMED, Packed.UNMAPPABLE -> coding.repairs() && read <= count - Packed.bad(packed);
            default -> false;
        };
        if (!sound) {
            throw error(packed);
        }
        return packed;
    }

    @Override
    public void reset() {
        held = NONE;
        charsRead = 0;
        bytesWritten = 0;
        mustReset = false;
    }

    @Override
    public final Charset charset() {
        return coding.charset();
    }

    @Override
    public final long charsRead() {
        return charsRead;
    }

    @Override
    public final long unitsWritten() {
        return bytesWritten / coding.unitSize();
    }

    /** Counts chars and bytes that a subclass encoded. */
    final void count(long chars, long bytes) {
        charsRead += chars;
        bytesWritten += bytes;
    }
}
