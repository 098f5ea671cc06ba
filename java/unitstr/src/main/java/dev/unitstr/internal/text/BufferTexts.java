package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for a buffer or an address, for text that one call of the binding can process. It creates no
 * {@link Region}: in a JVM that has used many kinds of regions, escape analysis fails and each would be allocated. Only
 * the result is allocated.
 *
 * <p>Each operation returns null or {@link #NO_ANSWER} for anything unusual, such as invalid arguments, malformed text
 * to report, or longer text; the caller then falls back to {@link RegionStrings}, which throws the exception. Only for
 * memory that is closed or confined to another thread, this class may throw the same exception itself.
 *
 * <p>Memory is a buffer, where {@code start} is 0 and {@code byteSize} is the limit; or the buffer is null,
 * {@code start} is an address, and {@code byteSize} is the capacity.
 */
public final class BufferTexts {
    /** The result of an operation that returns a number, if the caller must fall back. */
    public static final long NO_ANSWER = -1;

    private final Binding binding;
    private final boolean shortInJava;
    private final boolean isNative;

    BufferTexts(Binding binding, boolean shortInJava) {
        this.binding = binding;
        this.shortInJava = shortInJava;
        this.isNative = binding.isNative();
    }

    /**
     * Decodes text.
     *
     * @param buffer the memory to read, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param offset the offset of the text, in bytes from {@code start}
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, or null
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
            long packed = binding.decode(buffer, start + offset, bytes, encoding.id(), flags, latin1, chars);
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
     * Decodes text into an array.
     *
     * @param buffer the memory to read, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param offset the offset of the text, in bytes from {@code start}
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param dst the array
     * @param dstIndex the index of the first char in the array
     * @param policy how to handle malformed text
     * @return the number of chars written, or {@link #NO_ANSWER}
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
                    binding.decode(buffer, start + offset, bytes, encoding.id(), flags, scratch.bytes(bytes), chars);
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
     * Compares encoded text with a string.
     *
     * @param buffer the memory to read, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param offset the offset of the text, in bytes from {@code start}
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param text the string
     * @param policy how to handle malformed text
     * @return 1 if the texts are equal, 0 if not, or {@link #NO_ANSWER}
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
            long packed = binding.contentEquals(buffer, start + offset, bytes, encoding.id(), flags, chars, length);
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
     * Returns the number of units before the first zero unit.
     *
     * @param buffer the memory to read, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param offset the offset of the text, in bytes from {@code start}
     * @param maxUnits the maximum number of units to search; -1 for all
     * @param charset the charset
     * @return the number of units; if there is no zero unit, {@code maxUnits}, or {@link #NO_ANSWER} if
     *     {@code maxUnits} is -1
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
        long units = binding.findZero(buffer, start + offset, most, encoding.unitSize());
        return units < most || maxUnits >= 0 ? Math.max(units, NO_ANSWER) : NO_ANSWER;
    }

    /**
     * Encodes a range of a string.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param buffer the memory to write, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param dstOffset the offset of the first unit to write, in bytes from {@code start}
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the number of units written, or {@link #NO_ANSWER}; then a prefix of the encoded text may have been
     *     written
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
            long packed = binding.encode(chars, numChars, buffer, start + dstOffset, capacity, encoding.id(), flags);
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
     * @param srcIndex the index of the first char to encode
     * @param buffer the memory to write, or null
     * @param start the start of the memory: 0 or an address
     * @param byteSize the size of the memory, in bytes
     * @param dstOffset the offset of the first unit to write, in bytes from {@code start}
     * @param numChars the number of chars
     * @param maxUnits the maximum number of code units to write
     * @param fillUnits the size of the field to fill, in code units: units after the text become zero; 0 to fill
     *     nothing
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, or null; then a prefix of the encoded text may
     *     have been written
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
            long packed = binding.encode(
                    chars, numChars, buffer, place, maxUnits * unitSize, encoding.id(), RegionStrings.flags(policy));
            if (Packed.isError(packed) || Packed.status(packed) != Packed.OUTPUT_FULL && !isDone(packed, numChars)) {
                return null;
            }
            int written = Packed.written(packed);
            if (written == 0) {
                return null; // no access has checked yet that the memory is alive
            }
            if (!zero(chars, buffer, place + written, fillUnits * unitSize - written)) {
                return null;
            }
            return new Copied(Packed.read(packed), written / unitSize);
        } finally {
            scratch.release();
        }
    }

    /** Fills memory with zeros, if {@code bytes} is positive. */
    private boolean zero(char[] zeros, @Nullable ByteBuffer buffer, long place, long bytes) {
        if (bytes > 0) {
            Arrays.fill(zeros, 0, (int) Math.min(bytes, zeros.length), '\0');
        }
        for (long done = 0; done < bytes; ) {
            int count = (int) Math.min(bytes - done, Math.min(zeros.length, TextWriter.PIECE));
            long packed =
                    binding.encode(zeros, count, buffer, place + done, count, Encoding.LATIN_1.id(), Flags.REPLACE);
            if (!isDone(packed, count)) {
                return false;
            }
            done += count;
        }
        return true;
    }

    /** Returns the size of a text that one call can read, in bytes; 0 or less if the caller must fall back. */
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

    /** Tests whether a range is outside the memory, or this class does not support the memory. */
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
