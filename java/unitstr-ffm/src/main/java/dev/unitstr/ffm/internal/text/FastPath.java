package dev.unitstr.ffm.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.ffm.internal.binding.StringBackingArray;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The short way for the operations that are called most, when {@link FfmBinding} is the chosen binding: text that fits
 * one native call, no {@link dev.unitstr.internal.memory.Region}, no allocation besides the result.
 *
 * <p>It takes only what goes well. For all else, wrong arguments and malformed text to be reported among it, it has no
 * answer, and the caller asks {@link dev.unitstr.internal.text.RegionStrings}, which throws what there is to throw. A null,
 * closed or foreign segment alone may show here, as it would there.
 */
public final class FastPath {
    /** The answer of the operations that count, when they have none. */
    public static final long NO_ANSWER = -1;

    /**
     * So many chars become ASCII one by one: a char takes 2 to 3 ns, a native call with all around it 15 to 20, whatever
     * the length ({@code write UTF-8 ascii} of 5, 20 and 32 chars, AMD EPYC with AVX-512 (Zen 5), JDK 25, 2026-11-22).
     */
    private static final int ONE_BY_ONE = 7;

    private static final int CHUNK_CHARS = Binding.CHUNK_BYTES / Character.BYTES;

    private FastPath() {}

    /**
     * Decodes units.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes
     * @param units how much to read
     * @param charset the encoding
     * @param policy what to do with malformed text
     * @return the string, or null for no answer
     */
    public static @Nullable String getString(
            MemorySegment segment, long offset, long units, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || units < 0 || units > Binding.CHUNK_BYTES) {
            return null;
        }
        int bytes = (int) units * encoding.unitSize();
        if (bytes > Binding.CHUNK_BYTES || isOutside(segment, offset, bytes)) {
            return null;
        }
        if (bytes == 0) {
            SegmentRegion.checkAccess(segment);
            return "";
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(bytes);
            char[] chars = scratch.chars(bytes);
            long packed = FfmBinding.decode(segment, offset, bytes, encoding.id(), flags(policy), latin1, chars);
            if (!isDone(packed)) {
                return null;
            }
            int length = Packed.written(packed);
            if (Packed.isChars(packed)) {
                return StringBackingArray.AVAILABLE
                        ? StringBackingArray.of(chars, length)
                        : new String(chars, 0, length);
            }
            return latin1(latin1, length);
        } finally {
            scratch.release();
        }
    }

    /**
     * Decodes units into an array.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes
     * @param units how much to read
     * @param charset the encoding
     * @param dst the array
     * @param dstIndex where the first char goes
     * @param policy what to do with malformed text
     * @return how many chars were written, or {@link #NO_ANSWER}
     */
    public static int decode(
            MemorySegment segment,
            long offset,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || units <= 0 || units > Binding.CHUNK_BYTES) {
            return (int) NO_ANSWER;
        }
        int bytes = (int) units * encoding.unitSize();
        if (bytes > Binding.CHUNK_BYTES
                || isOutside(segment, offset, bytes)
                || dst == null
                || dstIndex < 0
                || dstIndex > dst.length) {
            return (int) NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            // Not straight into dst: native code may store past what it reports.
            char[] chars = scratch.chars(bytes);
            byte[] latin1 = scratch.bytes(bytes);
            int flags = flags(policy) | Flags.CHARS;
            long packed = FfmBinding.decode(segment, offset, bytes, encoding.id(), flags, latin1, chars);
            if (!isDone(packed) || Packed.written(packed) > dst.length - dstIndex) {
                return (int) NO_ANSWER;
            }
            System.arraycopy(chars, 0, dst, dstIndex, Packed.written(packed));
            return Packed.written(packed);
        } finally {
            scratch.release();
        }
    }

    /**
     * Counts the units before the first zero unit, up to the end of the segment.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes
     * @param charset the encoding
     * @return how many, or {@link #NO_ANSWER}, also if there is no zero unit
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, Charset charset) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || isOutside(segment, offset, 0)) {
            return NO_ANSWER;
        }
        long maxUnits = (segment.byteSize() - offset) >> shift(encoding);
        long units = FfmBinding.findZero(segment, offset, maxUnits, encoding.unitSize());
        return units < maxUnits ? Math.max(units, NO_ANSWER) : NO_ANSWER;
    }

    /**
     * Counts the units before the first zero unit, up to a maximum.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes
     * @param maxUnits the most units to look at, all of them in the segment
     * @param charset the encoding
     * @return how many, {@code maxUnits} if there is no zero unit, or {@link #NO_ANSWER}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null
                || maxUnits <= 0
                || isOutside(segment, offset, 0)
                || maxUnits > (segment.byteSize() - offset) >> shift(encoding)) {
            return NO_ANSWER;
        }
        return Math.max(FfmBinding.findZero(segment, offset, maxUnits, encoding.unitSize()), NO_ANSWER);
    }

    /**
     * Encodes a part of a string.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes
     * @param numChars how long the part is
     * @param policy what to do with malformed text
     * @return the units written, or {@link #NO_ANSWER}: then whatever was written is a prefix of what belongs there
     */
    public static long copy(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || !isShortPart(src, srcIndex, numChars)) {
            return NO_ANSWER;
        }
        if (dst.isReadOnly() || isOutside(dst, dstOffset, 0)) {
            return NO_ANSWER;
        }
        long capacity = dst.byteSize() - dstOffset;
        int flags = flags(policy);
        if (srcIndex == 0 && FfmBinding.readsStrings()) {
            return copyOpened(src, encoding, dst, dstOffset, capacity, numChars, flags);
        }
        if (numChars <= ONE_BY_ONE
                && encoding.unitSize() == 1
                && !mayNotFit(encoding, numChars, capacity)
                && copyAscii(src, srcIndex, dst, dstOffset, numChars)) {
            return numChars;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            if (mayNotFit(encoding, numChars, capacity)) {
                long packed = FfmBinding.measureChars(chars, numChars, encoding.id(), flags);
                if (!isDone(packed) || Packed.written(packed) > capacity) {
                    return NO_ANSWER;
                }
            }
            long packed = FfmBinding.encode(chars, numChars, dst, dstOffset, capacity, encoding.id(), flags);
            return isDone(packed) ? Packed.written(packed) >> shift(encoding) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes as much of a part of a string as fits.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes
     * @param numChars how long the part is
     * @param maxUnits how many units may be written
     * @param fillUnits how many units to overwrite: those after the text become zero. 0 to fill nothing
     * @param policy what to do with malformed text
     * @return chars read and units written, or null for no answer: then whatever was written is a prefix of what belongs
     *     there
     */
    public static @Nullable Copied copyTruncated(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            long maxUnits,
            long fillUnits,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || !isShortPart(src, srcIndex, numChars) || maxUnits < 0) {
            return null;
        }
        long mostUnits = Math.max(maxUnits, fillUnits);
        if (dst.isReadOnly()
                || isOutside(dst, dstOffset, 0)
                || mostUnits > (dst.byteSize() - dstOffset) >> shift(encoding)) {
            return null;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            long capacity = maxUnits << shift(encoding);
            long packed = FfmBinding.encode(chars, numChars, dst, dstOffset, capacity, encoding.id(), flags(policy));
            boolean full = !Packed.isError(packed) && Packed.status(packed) == Packed.OUTPUT_FULL;
            if (!full && !isDone(packed)) {
                return null;
            }
            int written = Packed.written(packed);
            if (!zero(chars, dst, dstOffset + written, (fillUnits << shift(encoding)) - written)) {
                return null;
            }
            return new Copied(Packed.read(packed), written >> shift(encoding));
        } finally {
            scratch.release();
        }
    }

    /** Fills memory with zeros, if {@code bytes} is above 0. A slice to fill would be allocated. */
    private static boolean zero(char[] zeros, MemorySegment dst, long dstOffset, long bytes) {
        if (bytes > 0) {
            Arrays.fill(zeros, 0, (int) Math.min(bytes, zeros.length), '\0');
        }
        for (long done = 0; done < bytes; ) {
            long count = Math.min(bytes - done, Math.min(zeros.length, CHUNK_CHARS));
            long packed =
                    FfmBinding.encode(zeros, count, dst, dstOffset + done, count, Encoding.LATIN_1.id(), Flags.REPLACE);
            if (!isDone(packed)) {
                return false;
            }
            done += count;
        }
        return true;
    }

    /** Copies chars up to the first that is no ASCII, and says whether there was none. */
    private static boolean copyAscii(String src, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        for (int i = 0; i < numChars; i++) {
            char c = src.charAt(srcIndex + i);
            if (c >= 0x80) {
                return false;
            }
            dst.set(ValueLayout.JAVA_BYTE, dstOffset + i, (byte) c);
        }
        return true;
    }

    /** {@link #copy} of the first chars, straight from the array inside the string. */
    private static long copyOpened(
            String src, Encoding encoding, MemorySegment dst, long dstOffset, long capacity, int numChars, int flags) {
        byte[] value = StringBackingArray.value(src);
        int coder = value.length == src.length() ? StringBackingArray.LATIN_1 : StringBackingArray.UTF_16;
        if (mayNotFit(encoding, numChars, capacity)) {
            long packed = FfmBinding.measureString(value, numChars, coder, encoding.id(), flags);
            if (!isDone(packed) || Packed.written(packed) > capacity) {
                return NO_ANSWER;
            }
        }
        long packed = FfmBinding.encodeString(value, numChars, coder, dst, dstOffset, capacity, encoding.id(), flags);
        return isDone(packed) ? Packed.written(packed) >> shift(encoding) : NO_ANSWER;
    }

    /** Whether text may be too large: it may fit all the same, but nothing may be written before that is known. */
    private static boolean mayNotFit(Encoding encoding, int numChars, long capacity) {
        return capacity < (long) numChars * encoding.maxBytesPerChar() + encoding.bomBytes();
    }

    /**
     * Measures a part of a string.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts
     * @param numChars how long the part is
     * @param policy what to do with malformed text
     * @return the bytes it becomes, or {@link #NO_ANSWER}
     */
    public static long encodedBytes(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || !isShortPart(src, srcIndex, numChars)) {
            return NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            long packed = FfmBinding.measureChars(chars, numChars, encoding.id(), flags(policy));
            return isDone(packed) ? Packed.written(packed) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Compares units with a string.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes
     * @param units how much to read
     * @param charset the encoding
     * @param text the string
     * @param policy what to do with malformed text
     * @return whether they are the same text, or null for no answer
     */
    public static @Nullable Boolean contentEquals(
            MemorySegment segment, long offset, long units, Charset charset, String text, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || policy == null || units <= 0 || units > Binding.CHUNK_BYTES) {
            return null;
        }
        int bytes = (int) units * encoding.unitSize();
        int length = text.length();
        if (bytes > Binding.CHUNK_BYTES || length > CHUNK_CHARS || isOutside(segment, offset, bytes)) {
            return null;
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(length);
            text.getChars(0, length, chars, 0);
            long packed = FfmBinding.contentEquals(segment, offset, bytes, encoding.id(), flags(policy), chars, length);
            if (isDone(packed)) {
                return Packed.written(packed) == length;
            }
            return !Packed.isError(packed) && Packed.status(packed) == Packed.MISMATCH ? Boolean.FALSE : null;
        } finally {
            scratch.release();
        }
    }

    /**
     * A string of bytes that are Latin-1. The constructor is deprecated because other charsets want another one; for this
     * one it does the same with half of the instructions, and gets inlined.
     */
    @SuppressWarnings("deprecation")
    private static String latin1(byte[] latin1, int length) {
        return new String(latin1, 0, 0, length);
    }

    private static boolean isShortPart(String src, int srcIndex, int numChars) {
        return numChars > 0 && numChars <= CHUNK_CHARS && srcIndex >= 0 && srcIndex <= src.length() - numChars;
    }

    private static boolean isOutside(MemorySegment segment, long offset, int bytes) {
        return offset < 0 || offset > segment.byteSize() - bytes;
    }

    private static boolean isDone(long packed) {
        return !Packed.isError(packed) && Packed.status(packed) == Packed.DONE;
    }

    private static int shift(Encoding encoding) {
        return Integer.numberOfTrailingZeros(encoding.unitSize());
    }

    private static int flags(MalformedPolicy policy) {
        return policy == MalformedPolicy.REPLACE ? Flags.REPLACE : Flags.REPORT;
    }
}
