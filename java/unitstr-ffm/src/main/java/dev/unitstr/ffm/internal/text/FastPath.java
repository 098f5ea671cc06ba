package dev.unitstr.ffm.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.ffm.internal.binding.StringBackingArray;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionCache;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for the most frequent operations with {@link FfmBinding}, for text that one native call can process. It
 * creates no {@link dev.unitstr.internal.memory.Region} and allocates only the result.
 *
 * <p>Each operation returns null or {@link #NO_ANSWER} for anything unusual, such as invalid arguments or malformed
 * text to report; the caller then falls back to {@link dev.unitstr.internal.text.RegionStrings}, which throws the
 * exception. Only for a segment that is null, closed or confined to another thread, this class may throw the same
 * exception itself.
 */
public final class FastPath {
    /** The result of an operation that returns a number, if the caller must fall back. */
    public static final long NO_ANSWER = -1;

    static final Binding BINDING = new FfmBinding();
    /** The class of segments over byte arrays: with a cast to it, HotSpot inlines their methods in every program. */
    private static final Class<?> HEAP = MemorySegment.ofArray(new byte[0]).getClass();
    /**
     * Whether the JVM stores Latin-1 in one byte per char, which {@code setString} then copies. Otherwise the chars of all
     * strings have one class of source.
     */
    private static final boolean COMPACT = sourceOfChars("a") != sourceOfChars("\u20ac");
    /** A byte that no text in UTF-8 has. */
    private static final byte NOT_UTF_8 = (byte) 0xFF;

    static final int CHUNK_CHARS = Binding.CHUNK_BYTES / Character.BYTES;

    private FastPath() {}

    /**
     * Decodes text.
     *
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, or null
     */
    public static @Nullable String getString(
            MemorySegment segment, long offset, long units, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(segment, offset, units, encoding, policy);
        if (bytes < 0) {
            return null;
        }
        if (bytes == 0) {
            SegmentRegion.checkAccess(segment);
            return "";
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(bytes);
            if (bytes <= ReadRoute.SEGMENT && encoding.unitSize() == 1) {
                if (ShortSegments.read(segment, offset, bytes, encoding, latin1)) {
                    return ReadRoute.latin1(latin1, 0, bytes);
                }
                if (encoding == Encoding.UTF_8 && bytes <= ReadRoute.SEGMENT_UTF_8) {
                    char[] chars = scratch.chars(bytes);
                    int count = ReadRoute.fromUtf8(latin1, bytes, chars);
                    if (count >= 0) {
                        return new String(chars, 0, count);
                    }
                    if (policy == MalformedPolicy.REPLACE) { // in half of the time of a call
                        return new String(latin1, 0, bytes, StandardCharsets.UTF_8);
                    }
                }
            }
            return decode(segment, offset, bytes, encoding, Coding.flags(policy), latin1, scratch.chars(bytes));
        } finally {
            scratch.release();
        }
    }

    static @Nullable String decode(
            MemorySegment segment, long offset, int bytes, Encoding encoding, int flags, byte[] latin1, char[] chars) {
        long packed = FfmBinding.decode(segment, offset, bytes, encoding.id(), flags, latin1, chars);
        if (!Packed.isDone(packed)) {
            return null;
        }
        int length = Packed.written(packed);
        if (Packed.isChars(packed)) {
            return StringBackingArray.AVAILABLE ? StringBackingArray.of(chars, length) : new String(chars, 0, length);
        }
        return ReadRoute.latin1(latin1, 0, length);
    }

    /**
     * Decodes short text before a zero unit.
     *
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param maxUnits the maximum number of code units to search; -1 for all
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null also if the text is not short or has no zero unit
     */
    public static @Nullable String getStringTerminated(
            MemorySegment segment, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (!isDirect(encoding, policy) || encoding.unitSize() != 1 || isOutside(segment, offset, 0)) {
            return null;
        }
        long units = segment.byteSize() - offset;
        if (maxUnits > units) {
            return null;
        }
        int most = (int) Math.min(ReadRoute.SEGMENT_TERMINATED, maxUnits < 0 ? units : maxUnits);
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(ReadRoute.SEGMENT_TERMINATED);
            int length = ShortSegments.readTerminated(segment, offset, most, encoding, latin1);
            if (length >= 0) {
                return length == 0 ? "" : ReadRoute.latin1(latin1, 0, length);
            }
            return length == ShortSegments.NO_END
                    ? null
                    : decode(segment, offset, ~length, encoding, Coding.flags(policy), latin1, scratch.chars(~length));
        } finally {
            scratch.release();
        }
    }

    /** All memory from {@link AddressRegion#LEAST_ADDRESS} on. */
    static final class Everything {
        static final MemorySegment MEMORY = SegmentRegion.allMemory().segment();
    }

    /**
     * Looks for the string of a text in a cache.
     *
     * @param cache the cache
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @return the string, or null
     */
    public static @Nullable String getString(RegionCache cache, MemorySegment segment, long offset, long units) {
        int bytes = cache.textBytes(units);
        return bytes <= 0 || isOutside(segment, offset, bytes)
                ? null
                : ShortSegments.cached(cache, segment, offset, bytes);
    }

    /**
     * Decodes text into an array.
     *
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param dst the array
     * @param dstIndex the index of the first char in the array
     * @param policy how to handle malformed text
     * @return the number of chars written, or {@link #NO_ANSWER}
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
        int bytes = textBytes(segment, offset, units, encoding, policy);
        if (bytes <= 0 || dst == null || dstIndex < 0 || dstIndex > dst.length) {
            return (int) NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            // Not directly into dst: native code may store beyond the length that it reports.
            char[] chars = scratch.chars(bytes);
            byte[] latin1 = scratch.bytes(bytes);
            int flags = Coding.flags(policy) | Flags.CHARS;
            long packed = FfmBinding.decode(segment, offset, bytes, encoding.id(), flags, latin1, chars);
            if (!Packed.isDone(packed) || Packed.written(packed) > dst.length - dstIndex) {
                return (int) NO_ANSWER;
            }
            System.arraycopy(chars, 0, dst, dstIndex, Packed.written(packed));
            return Packed.written(packed);
        } finally {
            scratch.release();
        }
    }

    /**
     * Returns the number of units before the first zero unit.
     *
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param maxUnits the size of the field, in code units; -1 for all memory, in which there must be a zero unit
     * @param charset the charset
     * @return the number of units; {@code maxUnits} if a field has no zero unit; or {@link #NO_ANSWER}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || maxUnits == 0 || isOutside(segment, offset, 0)) {
            return NO_ANSWER;
        }
        long all = (segment.byteSize() - offset) >> shift(encoding);
        if (maxUnits > all) {
            return NO_ANSWER;
        }
        long most = maxUnits < 0 ? all : maxUnits;
        long units = FfmBinding.findZero(segment, offset, most, encoding.unitSize());
        return units < most || maxUnits > 0 ? Math.max(units, NO_ANSWER) : NO_ANSWER;
    }

    /**
     * Encodes a range of a string.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @param reserved the number of bytes at the end of the memory that must not be written
     * @return the number of units written, or {@link #NO_ANSWER}; then a prefix of the encoded text may have been
     *     written
     */
    public static long copy(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy,
            long reserved) {
        Encoding encoding = Encoding.of(charset);
        if (!isDirect(encoding, policy) || !isShortPart(src, srcIndex, numChars) || isUnwritable(dst, dstOffset)) {
            return NO_ANSWER;
        }
        long capacity = dst.byteSize() - dstOffset - reserved;
        int flags = Coding.flags(policy);
        if (srcIndex == 0 && FfmBinding.readsStrings()) {
            return copyOpened(src, encoding, dst, dstOffset, capacity, numChars, policy);
        }
        boolean fits = capacity >= Coding.mostBytes(encoding, numChars, policy);
        if (numChars <= WriteRoute.SEGMENT
                && encoding.unitSize() == 1
                && (fits || numChars <= capacity && WriteRoute.isAscii(src, srcIndex, srcIndex + numChars))
                && ShortSegments.write(src, srcIndex, dst, dstOffset, numChars, encoding)) {
            return numChars;
        }
        Scratch scratch = Scratch.acquire();
        try {
            if (numChars >= WriteRoute.SEGMENT_ASCII_LEAST
                    && numChars <= capacity
                    && !JdkStrings.IN_JDK // there SegmentStrings.copy tries the JDK's copy first
                    && mayGuess(src, srcIndex, numChars, encoding, policy)
                    && (encoding == Encoding.LATIN_1 || scratch.mayGuess())) {
                // The JDK copies the array inside the String. In a method of its own, HotSpot would not inline all of
                // this call (MaxInlineLevel): 100 chars took 34 ns in place of 25.
                byte[] copy = scratch.bytes(Encoding.UTF_8.maxBytesPerChar() * numChars + 2);
                copy[numChars] = NOT_UTF_8;
                copy[numChars + 1] = NOT_UTF_8;
                ((MemorySegment) HEAP.cast(view(scratch, copy))).setString(0, src, jdkCharset(encoding));
                boolean isRight = copy[numChars] == 0 && copy[numChars + 1] == NOT_UTF_8;
                if (encoding != Encoding.LATIN_1) { // where a wrong guess has the same size
                    scratch.guessed(isRight);
                }
                if (isRight) {
                    ShortSegments.write(copy, numChars, dst, dstOffset);
                    return numChars;
                }
            }
            if (encoding == Encoding.UTF_8 && numChars <= WriteRoute.SEGMENT_UTF_8) {
                return writeUtf8(src, srcIndex, numChars, flags, dst, dstOffset, capacity, scratch);
            }
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            if (!fits) {
                long packed = FfmBinding.measureChars(chars, numChars, encoding.id(), flags);
                if (!Packed.isDone(packed) || Packed.written(packed) > capacity) {
                    return NO_ANSWER;
                }
            }
            long packed = FfmBinding.encode(chars, numChars, dst, dstOffset, capacity, encoding.id(), flags);
            return Packed.isDone(packed) ? Packed.written(packed) >> shift(encoding) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes a few strings one after the other, if they fit whatever they contain.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param offsets receives the start of each string and the end of the last
     * @param policy how to handle malformed text
     * @return the number of units written, or {@link #NO_ANSWER}; then some of the strings and offsets may have been written
     */
    public static long copyStrings(
            String[] src, Charset charset, MemorySegment dst, long dstOffset, long[] offsets, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int count = src.length;
        if (count > WriteRoute.FEW_OTHERS
                || count >= offsets.length
                || encoding == null
                || policy != MalformedPolicy.REPLACE // another may report an error before anything is written
                || isUnwritable(dst, dstOffset)) {
            return NO_ANSWER;
        }
        long chars = 0;
        boolean simple = true;
        for (String string : src) {
            if (string == null) {
                return NO_ANSWER;
            }
            chars += string.length();
            simple &= looksSimple(string, encoding);
        }
        if (count > WriteRoute.FEW && simple) {
            return NO_ANSWER;
        }
        long most = Coding.mostBytes(encoding, chars, policy) + (long) count * encoding.bomBytes();
        if (chars > CHUNK_CHARS || most > dst.byteSize() - dstOffset) {
            return NO_ANSWER;
        }
        SegmentRegion.checkAccess(dst);
        long at = dstOffset;
        for (int i = 0; i < count; i++) {
            offsets[i] = at;
            String string = src[i];
            int numChars = string.length();
            long units = numChars == 0 ? 0 : copy(string, charset, 0, dst, at, numChars, policy, 0);
            if (units == NO_ANSWER) {
                return NO_ANSWER;
            }
            at += units << shift(encoding);
        }
        offsets[count] = at;
        return (at - dstOffset) >> shift(encoding);
    }

    private static boolean looksSimple(String src, Encoding encoding) {
        return src.isEmpty()
                || encoding.unitSize() > 1
                || WriteRoute.looksBelow(src, 0, src.length(), WriteRoute.end(encoding));
    }

    /**
     * Tests whether {@code setString} is likely to copy the array inside a string, and whether its result is that of
     * {@code policy}. The chars must be a whole string, and the policy must be REPLACE, because {@code setString} writes
     * {@code ?} for what it cannot encode.
     */
    static boolean mayGuess(String src, int srcIndex, int numChars, Encoding encoding, MalformedPolicy policy) {
        return COMPACT
                && numChars <= WriteRoute.SEGMENT_ASCII
                && srcIndex == 0
                && numChars == src.length()
                && encoding.unitSize() == 1
                && policy == MalformedPolicy.REPLACE
                && WriteRoute.looksBelow(src, 0, numChars, WriteRoute.end(encoding));
    }

    /** Returns the charset for {@code setString}. US-ASCII is written as UTF-8, whose size tells a wrong guess. */
    private static Charset jdkCharset(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    }

    private static Class<?> sourceOfChars(String string) {
        return string.chars().spliterator().getClass();
    }

    /**
     * Returns a segment over the bytes of a scratch. It is kept, because HotSpot does not inline all of {@code setString} in
     * some programs, and a new segment would then be allocated for each text.
     */
    private static Object view(Scratch scratch, byte[] bytes) {
        Object view = scratch.bytesView();
        if (view == null) {
            view = MemorySegment.ofArray(bytes);
            scratch.keepView(view);
        }
        return view;
    }

    /**
     * Encodes short text in Java.
     *
     * @return the number of units; {@link #NO_ANSWER} if native code must encode the text, then chars from its start may
     *     have been written
     */
    static long writeShort(
            String src,
            int srcIndex,
            int numChars,
            Encoding encoding,
            int flags,
            MemorySegment dst,
            long dstOffset,
            long capacity) {
        if (numChars <= capacity && ShortSegments.write(src, srcIndex, dst, dstOffset, numChars, encoding)) {
            return numChars;
        }
        if (encoding != Encoding.UTF_8 || numChars > WriteRoute.SEGMENT_UTF_8) {
            return NO_ANSWER;
        }
        Scratch scratch = Scratch.acquire();
        try {
            return writeUtf8(src, srcIndex, numChars, flags, dst, dstOffset, capacity, scratch);
        } finally {
            scratch.release();
        }
    }

    /** Encodes short text as UTF-8 in Java. Writes nothing and returns {@link #NO_ANSWER} if it does not fit. */
    private static long writeUtf8(
            String src,
            int srcIndex,
            int numChars,
            int flags,
            MemorySegment dst,
            long dstOffset,
            long capacity,
            Scratch scratch) {
        byte[] encoded = scratch.bytes(Encoding.UTF_8.maxBytesPerChar() * WriteRoute.SEGMENT_UTF_8);
        int bytes = WriteRoute.toUtf8(src, srcIndex, srcIndex + numChars, flags, encoded);
        if (bytes < 0 || bytes > capacity) {
            return NO_ANSWER;
        }
        ShortSegments.write(encoded, bytes, dst, dstOffset);
        return bytes;
    }

    private static long copyOpened(
            String src,
            Encoding encoding,
            MemorySegment dst,
            long dstOffset,
            long capacity,
            int numChars,
            MalformedPolicy policy) {
        int flags = Coding.flags(policy);
        if (capacity < Coding.mostBytes(encoding, numChars, policy)) {
            long packed = FfmBinding.measureString(src, numChars, encoding.id(), flags);
            if (!Packed.isDone(packed) || Packed.written(packed) > capacity) {
                return NO_ANSWER;
            }
        }
        long packed = FfmBinding.encodeString(src, numChars, dst, dstOffset, capacity, encoding.id(), flags);
        return Packed.isDone(packed) ? Packed.written(packed) >> shift(encoding) : NO_ANSWER;
    }

    /**
     * Returns the encoded size of a range of a string.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the size in bytes, or {@link #NO_ANSWER}
     */
    public static long encodedBytes(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (!isDirect(encoding, policy) || !isShortPart(src, srcIndex, numChars)) {
            return NO_ANSWER;
        }
        if (Coding.isFixed(encoding, policy)) {
            return (long) numChars << shift(encoding);
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
            long packed = FfmBinding.measureChars(chars, numChars, encoding.id(), Coding.flags(policy));
            return Packed.isDone(packed) ? Packed.written(packed) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Compares encoded text with a string.
     *
     * @param segment the memory to read
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param text the string
     * @param policy how to handle malformed text
     * @return whether the texts are equal, or null
     */
    public static @Nullable Boolean contentEquals(
            MemorySegment segment, long offset, long units, Charset charset, String text, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(segment, offset, units, encoding, policy);
        int length = text.length();
        if (bytes <= 0 || length > CHUNK_CHARS) {
            return null;
        }
        if (bytes == length
                && length <= WriteRoute.SEGMENT_COMPARE
                && encoding.unitSize() == 1
                && ShortSegments.equal(segment, offset, text, encoding)) {
            return true;
        }
        Scratch scratch = Scratch.acquire();
        try {
            if (encoding == Encoding.UTF_8
                    && bytes != length
                    && bytes <= WriteRoute.SEGMENT_COMPARE_UTF_8
                    && ShortSegments.equalUtf8(segment, offset, bytes, text, scratch.bytes(bytes))) {
                return true;
            }
            char[] chars = scratch.chars(length);
            text.getChars(0, length, chars, 0);
            long packed = FfmBinding.contentEquals(
                    segment, offset, bytes, encoding.id(), Coding.flags(policy), chars, length);
            if (Packed.isDone(packed)) {
                return Packed.written(packed) == length;
            }
            return !Packed.isError(packed) && Packed.status(packed) == Packed.MISMATCH ? Boolean.FALSE : null;
        } finally {
            scratch.release();
        }
    }

    /**
     * Compares the text of a field, which ends before its first zero unit or at its end, with a string.
     *
     * @param segment the memory to read
     * @param offset the offset of the field, in bytes
     * @param units the size of the field, in code units
     * @param charset the charset
     * @param text the string
     * @param policy how to handle malformed text
     * @return whether the texts are equal, or null
     */
    public static @Nullable Boolean fieldEquals(
            MemorySegment segment, long offset, long units, Charset charset, String text, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int length = text.length();
        if (encoding == null
                || encoding.unitSize() != 1
                || length == 0
                || length > Math.min(units, WriteRoute.SEGMENT_COMPARE)
                || offset < 0
                || offset > segment.byteSize() - units
                || ShortSegments.isLow(segment, offset)
                || length >= ShortSegments.pageBytes(segment, offset)) {
            return null;
        }
        if (ShortSegments.equalField(segment, offset, units, text, encoding)) {
            return true;
        }
        // No other bytes are ASCII text, unless the policy replaces or drops malformed ones.
        return policy == MalformedPolicy.REPLACE && WriteRoute.isAscii(text, 0, length) ? Boolean.FALSE : null;
    }

    /** Returns the size of a text that one call can read, in bytes; -1 if the caller must fall back. */
    private static int textBytes(
            MemorySegment segment, long offset, long units, @Nullable Encoding encoding, MalformedPolicy policy) {
        if (units < 0 || units > Binding.CHUNK_BYTES || !isDirect(encoding, policy)) {
            return -1;
        }
        int bytes = (int) units * encoding.unitSize();
        return bytes > Binding.CHUNK_BYTES || isOutside(segment, offset, bytes) ? -1 : bytes;
    }

    static boolean isDirect(@Nullable Encoding encoding, MalformedPolicy policy) {
        return encoding != null && policy != null && Coding.isDirect(encoding, policy);
    }

    static boolean isShortPart(String src, int srcIndex, int numChars) {
        return numChars > 0 && numChars <= CHUNK_CHARS && srcIndex >= 0 && srcIndex <= src.length() - numChars;
    }

    /** Tests whether bytes are outside the memory, or at an address where no memory is. */
    static boolean isOutside(MemorySegment segment, long offset, int bytes) {
        return offset < 0 || offset > segment.byteSize() - bytes || ShortSegments.isLow(segment, offset);
    }

    /** Tests whether an offset is outside the memory, fewer units than {@code units} follow it, or {@code units} is negative. */
    static boolean lacks(MemorySegment segment, long offset, long units, Encoding encoding) {
        return units < 0 || isOutside(segment, offset, 0) || units > (segment.byteSize() - offset) >> shift(encoding);
    }

    static boolean isUnwritable(MemorySegment segment, long offset) {
        return segment.isReadOnly() || isOutside(segment, offset, 0);
    }

    static int shift(Encoding encoding) {
        return Integer.numberOfTrailingZeros(encoding.unitSize());
    }
}
