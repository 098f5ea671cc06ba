package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for a buffer or an address, for text that fits one call of the binding. No {@link Region} is made for the
 * memory: once a JVM has seen many kinds of regions, the compiler can't keep them off the heap. Nothing is allocated but
 * the result.
 *
 * <p>Each operation returns null or {@link #NO_ANSWER} for anything unusual, such as wrong arguments, malformed text that is
 * to be reported, and longer text; the caller then falls back to {@link RegionStrings}, which throws the exception. Only
 * memory that is closed or belongs to another thread may throw here, as it would there.
 *
 * <p>Memory is a buffer, with {@code start} 0 and {@code byteSize} its limit; or null, and then {@code start} is its
 * address and {@code byteSize} its capacity.
 */
public final class BufferTexts {
    /** The result of an operation that counts, when it did nothing. */
    public static final long NO_ANSWER = -1;

    private final Binding binding;
    private final boolean shortInJava;
    private final boolean isNative;

    BufferTexts(Binding binding, boolean shortInJava) {
        this.binding = binding;
        this.shortInJava = shortInJava;
        this.isNative = !(binding instanceof JavaBinding);
    }

    /**
     * Decodes units.
     *
     * @param buffer the memory to read, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param offset where to start reading, in bytes from {@code start}
     * @param units how much to read, in code units
     * @param charset the charset
     * @param policy the policy
     * @return the text, or null
     */
    public @Nullable String getString(
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long offset,
            long units,
            Charset charset,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(buffer, start, byteSize, offset, units, encoding, policy);
        if (bytes <= 0) {
            return null;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(bytes);
            char[] chars = scratch.chars(bytes);
            int flags = RegionStrings.flags(policy);
            if (shortInJava && buffer != null && ShortTexts.mayRead(bytes, encoding)) {
                buffer.get((int) offset, latin1, 0, bytes);
                String text = ShortTexts.read(latin1, bytes, encoding, chars);
                if (text != null) {
                    return text;
                }
            }
            long packed = binding.decodeAt(buffer, start + offset, bytes, encoding.id(), flags, latin1, chars);
            if (!isDone(packed, bytes)) {
                return null;
            }
            int length = Packed.written(packed);
            return Packed.isChars(packed)
                    ? new String(chars, 0, length)
                    : new String(latin1, 0, length, StandardCharsets.ISO_8859_1);
        } finally {
            scratch.release();
        }
    }

    /**
     * Decodes units into an array.
     *
     * @param buffer the memory to read, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param offset where to start reading, in bytes from {@code start}
     * @param units how much to read, in code units
     * @param charset the charset
     * @param dst the array
     * @param dstIndex where the first char goes
     * @param policy the policy
     * @return how many chars were written, or {@link #NO_ANSWER}
     */
    public int decode(
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long offset,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(buffer, start, byteSize, offset, units, encoding, policy);
        if (bytes <= 0 || dst == null || dstIndex < 0 || dstIndex > dst.length) {
            return (int) NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(bytes);
            int flags = RegionStrings.flags(policy) | Flags.CHARS;
            long packed =
                    binding.decodeAt(buffer, start + offset, bytes, encoding.id(), flags, scratch.bytes(bytes), chars);
            int written = Packed.written(packed);
            if (!isDone(packed, bytes) || written > dst.length - dstIndex) {
                return (int) NO_ANSWER;
            }
            System.arraycopy(chars, 0, dst, dstIndex, written);
            return written;
        } finally {
            scratch.release();
        }
    }

    /**
     * Compares units with a string.
     *
     * @param buffer the memory to read, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param offset where to start reading, in bytes from {@code start}
     * @param units how much to read, in code units
     * @param charset the charset
     * @param text the string
     * @param policy the policy
     * @return 1 if they are the same text, 0 if not, or {@link #NO_ANSWER}
     */
    public int contentEquals(
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long offset,
            long units,
            Charset charset,
            String text,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(buffer, start, byteSize, offset, units, encoding, policy);
        int length = text.length();
        if (bytes <= 0 || length > bytes) {
            return (int) NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(length);
            text.getChars(0, length, chars, 0);
            int flags = RegionStrings.flags(policy);
            long packed = binding.contentEqualsAt(buffer, start + offset, bytes, encoding.id(), flags, chars, length);
            if (isDone(packed, bytes)) {
                return Packed.written(packed) == length ? 1 : 0;
            }
            boolean differ = !Packed.isError(packed) && Packed.status(packed) == Packed.MISMATCH;
            return differ && flags == Flags.REPLACE ? 0 : (int) NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Counts the units before the first zero unit.
     *
     * @param buffer the memory to read, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param offset where to start reading, in bytes from {@code start}
     * @param maxUnits how many units to look at, at most; -1 for all
     * @param charset the charset
     * @return how many; if there is no zero unit, {@code maxUnits}, or {@link #NO_ANSWER} where that is -1
     */
    public long unitsToTerminator(
            @Nullable ByteBuffer buffer, long start, long byteSize, long offset, long maxUnits, Charset charset) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || isOutside(buffer, start, byteSize, offset, 0)) {
            return NO_ANSWER;
        }
        long all = (byteSize - offset) / encoding.unitSize();
        long most = maxUnits < 0 ? all : maxUnits;
        if (most == 0 || most > all) {
            return NO_ANSWER;
        }
        long units = binding.findZeroAt(buffer, start + offset, most, encoding.unitSize());
        return units < most || maxUnits >= 0 ? Math.max(units, NO_ANSWER) : NO_ANSWER;
    }

    /**
     * Encodes a range of a string, all of it.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the first char
     * @param buffer the memory to write, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param dstOffset where to start writing, in bytes from {@code start}
     * @param numChars how many chars
     * @param policy the policy
     * @return how many units were written, or {@link #NO_ANSWER}; then whatever was written is a prefix of the text
     */
    public long copy(
            String src,
            Charset charset,
            int srcIndex,
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || !isPiece(src, srcIndex, numChars) || !mayWrite(buffer, policy)) {
            return NO_ANSWER;
        }
        if (isOutside(buffer, start, byteSize, dstOffset, 0)) {
            return NO_ANSWER;
        }
        long capacity = byteSize - dstOffset;
        int flags = RegionStrings.flags(policy);
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            if (shortInJava && buffer != null && ShortTexts.mayWrite(numChars, encoding)) {
                byte[] copy = scratch.bytes(ShortTexts.MOST_BYTES);
                int bytes = ShortTexts.write(chars, numChars, encoding, flags, copy);
                if (bytes >= 0 && bytes <= capacity) {
                    buffer.put((int) dstOffset, copy, 0, bytes);
                    return bytes / encoding.unitSize();
                }
            }
            if (capacity < (long) numChars * encoding.maxBytesPerChar() + encoding.bomBytes()) {
                long packed = binding.measure(chars, numChars, encoding.id(), flags);
                if (!isDone(packed, numChars) || Packed.written(packed) > capacity) {
                    return NO_ANSWER;
                }
            }
            long packed = binding.encodeAt(chars, numChars, buffer, start + dstOffset, capacity, encoding.id(), flags);
            return isDone(packed, numChars) ? Packed.written(packed) / encoding.unitSize() : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes as much of a range of a string as fits.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the first char
     * @param buffer the memory to write, or null
     * @param start where the memory starts
     * @param byteSize how much there is, in bytes
     * @param dstOffset where to start writing, in bytes from {@code start}
     * @param numChars how many chars
     * @param maxUnits how many code units may be written
     * @param fillUnits how many code units to overwrite: those after the text become zero. 0 to fill nothing
     * @param policy the policy
     * @return chars read and units written, or null; then whatever was written is a prefix of the text
     */
    public @Nullable Copied copyTruncated(
            String src,
            Charset charset,
            int srcIndex,
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long dstOffset,
            int numChars,
            long maxUnits,
            long fillUnits,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || !isPiece(src, srcIndex, numChars) || !mayWrite(buffer, policy) || maxUnits < 0) {
            return null;
        }
        int unitSize = encoding.unitSize();
        long mostUnits = Math.max(maxUnits, fillUnits);
        if (mostUnits > Integer.MAX_VALUE || isOutside(buffer, start, byteSize, dstOffset, mostUnits * unitSize)) {
            return null;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            long place = start + dstOffset;
            long packed = binding.encodeAt(
                    chars, numChars, buffer, place, maxUnits * unitSize, encoding.id(), RegionStrings.flags(policy));
            if (Packed.isError(packed) || Packed.status(packed) != Packed.OUTPUT_FULL && !isDone(packed, numChars)) {
                return null;
            }
            int written = Packed.written(packed);
            if (written == 0) {
                return null; // nobody has asked whether the memory is still there
            }
            if (!zero(chars, buffer, place + written, fillUnits * unitSize - written)) {
                return null;
            }
            return new Copied(Packed.read(packed), written / unitSize);
        } finally {
            scratch.release();
        }
    }

    /** Fills memory with zeros, if {@code bytes} is above 0. */
    private boolean zero(char[] zeros, @Nullable ByteBuffer buffer, long place, long bytes) {
        if (bytes > 0) {
            Arrays.fill(zeros, 0, (int) Math.min(bytes, zeros.length), '\0');
        }
        for (long done = 0; done < bytes; ) {
            int count = (int) Math.min(bytes - done, Math.min(zeros.length, TextWriter.PIECE));
            long packed =
                    binding.encodeAt(zeros, count, buffer, place + done, count, Encoding.LATIN_1.id(), Flags.REPLACE);
            if (!isDone(packed, count)) {
                return false;
            }
            done += count;
        }
        return true;
    }

    /** The size of a text that one call reads, in bytes; 0 or less if there is nothing that this class reads. */
    private int textBytes(
            @Nullable ByteBuffer buffer,
            long start,
            long byteSize,
            long offset,
            long units,
            @Nullable Encoding encoding,
            MalformedPolicy policy) {
        if (encoding == null || policy == null || units < 0 || units > Binding.CHUNK_BYTES) {
            return 0;
        }
        int bytes = (int) units * encoding.unitSize();
        return bytes > Binding.CHUNK_BYTES || isOutside(buffer, start, byteSize, offset, bytes) ? 0 : bytes;
    }

    /** Whether a place is outside the memory, or the memory is not what this class reads or writes. */
    private boolean isOutside(@Nullable ByteBuffer buffer, long start, long byteSize, long offset, long bytes) {
        return !isNative
                || offset < 0
                || offset > byteSize - bytes
                || buffer == null && (start <= 0 || byteSize > Long.MAX_VALUE - start);
    }

    private static boolean mayWrite(@Nullable ByteBuffer buffer, MalformedPolicy policy) {
        return policy != null && (buffer == null || !buffer.isReadOnly());
    }

    private static boolean isPiece(String src, int srcIndex, int numChars) {
        return numChars > 0 && numChars <= TextWriter.PIECE && srcIndex >= 0 && srcIndex <= src.length() - numChars;
    }

    private static boolean isDone(long packed, int read) {
        return !Packed.isError(packed) && Packed.status(packed) == Packed.DONE && Packed.read(packed) == read;
    }
}
