package dev.unitstr.ffm.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for text that is cut where it does not fit, as {@link FastPath} is for whole text: each operation returns null for
 * anything unusual, and the caller then falls back to {@link dev.unitstr.internal.text.RegionStrings}.
 */
public final class TruncatedPath {
    private TruncatedPath() {}

    /**
     * Encodes as much of a string as fits, from a char on.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, or null; then a prefix of the encoded text may
     *     have been written
     */
    public static @Nullable Copied copyTruncated(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int numChars = src.length() - srcIndex;
        if (!FastPath.isDirect(encoding, policy) || numChars != 0 && !FastPath.isShortPart(src, srcIndex, numChars)) {
            return null;
        }
        if (dst.isReadOnly() || FastPath.lacks(dst, dstOffset, maxUnits, encoding)) {
            return null;
        }
        if (numChars == 0) {
            SegmentRegion.checkAccess(dst);
            return new Copied(0, 0);
        }
        long capacity = maxUnits << FastPath.shift(encoding);
        if (numChars <= WriteRoute.SEGMENT && encoding.unitSize() == 1) {
            long units = FastPath.writeShort(
                    src, srcIndex, numChars, encoding, Coding.flags(policy), dst, dstOffset, capacity);
            if (units != FastPath.NO_ANSWER) {
                return new Copied(numChars, units);
            }
        }
        return numChars <= maxUnits
                        && numChars >= WriteRoute.SEGMENT_ASCII_LEAST
                        && !JdkStrings.IN_JDK // as in copy
                        && FastPath.mayGuess(src, srcIndex, numChars, encoding, policy)
                ? copyGuessed(src, charset, srcIndex, dst, dstOffset, capacity, policy)
                : fill(src, encoding, srcIndex, dst, dstOffset, maxUnits, policy);
    }

    /** As {@link #copyTruncated} of text that is likely to take one byte per char, and then fits. */
    private static @Nullable Copied copyGuessed(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            long capacity,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int numChars = src.length() - srcIndex;
        Scratch scratch = Scratch.acquire();
        boolean guesses = encoding == Encoding.LATIN_1 || scratch.mayGuess();
        scratch.release();
        if (guesses) {
            long reserved = dst.byteSize() - dstOffset - capacity;
            long units = FastPath.copy(src, charset, srcIndex, dst, dstOffset, numChars, policy, reserved);
            if (units != FastPath.NO_ANSWER) {
                return new Copied(numChars, units);
            }
        }
        return fill(src, encoding, srcIndex, dst, dstOffset, capacity, policy); // a unit has one byte
    }

    /** As {@link #copyTruncated}: first with no more chars than may fit and one, then with all if these do not tell. */
    private static @Nullable Copied fill(
            String src,
            Encoding encoding,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        int numChars = src.length() - srcIndex;
        int part = (int) Math.min(numChars, maxUnits); // as many fit, if each takes one unit
        int seen = Math.min(numChars, part + 1); // one more tells whether the last one is the first half of a pair
        boolean fills = part < numChars && WriteRoute.mayFill(src, srcIndex, part, encoding, policy);
        if (fills && part <= WriteRoute.SEGMENT && ShortSegments.write(src, srcIndex, dst, dstOffset, part, encoding)) {
            return new Copied(part, part);
        }
        boolean cuts = src.charAt(srcIndex) >= 0x800 && maxUnits < (long) Encoding.UTF_8.maxBytesPerChar() * numChars;
        if (part > 0
                && seen <= (cuts ? WriteRoute.SEGMENT_UTF_8_CUT : WriteRoute.SEGMENT_UTF_8)
                && encoding == Encoding.UTF_8
                && policy == MalformedPolicy.REPLACE) {
            return cutUtf8(src, srcIndex, seen, dst, dstOffset, maxUnits);
        }
        int given = fills ? part : seen;
        Copied copied = encode(src, encoding, srcIndex, given, fills, dst, dstOffset, maxUnits, policy);
        return copied != null || given == numChars
                ? copied
                : encode(src, encoding, srcIndex, numChars, false, dst, dstOffset, maxUnits, policy);
    }

    /**
     * Encodes the first chars of a text by one call, as many as fit.
     *
     * @param fills whether no other char fits if these fill the space
     * @return null if these chars do not tell the result
     */
    private static @Nullable Copied encode(
            String src,
            Encoding encoding,
            int srcIndex,
            int given,
            boolean fills,
            MemorySegment dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(given);
            src.getChars(srcIndex, srcIndex + given, chars, 0);
            long capacity = maxUnits << FastPath.shift(encoding);
            long packed =
                    FfmBinding.encode(chars, given, dst, dstOffset, capacity, encoding.id(), Coding.flags(policy));
            long units = Packed.written(packed) >> FastPath.shift(encoding);
            boolean tells = Packed.isDone(packed)
                    ? given == src.length() - srcIndex || fills && units == maxUnits
                    : !Packed.isError(packed) && Packed.status(packed) == Packed.OUTPUT_FULL;
            return tells ? new Copied(Packed.read(packed), units) : null;
        } finally {
            scratch.release();
        }
    }

    /** Encodes the first chars of a text as UTF-8 in Java, and writes the whole code points that fit. */
    private static Copied cutUtf8(
            String src, int srcIndex, int numChars, MemorySegment dst, long dstOffset, long capacity) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] encoded = scratch.bytes(Encoding.UTF_8.maxBytesPerChar() * numChars);
            int bytes = WriteRoute.toUtf8(src, srcIndex, srcIndex + numChars, Flags.REPLACE, encoded);
            int end = (int) Math.min(bytes, capacity);
            while (end < bytes && continues(encoded[end])) {
                end--;
            }
            int chars = 0;
            for (int at = 0; at < end; at++) {
                // A code point of four bytes has two chars.
                chars += continues(encoded[at]) ? 0 : (encoded[at] & 0xF8) == 0xF0 ? 2 : 1;
            }
            ShortSegments.write(encoded, end, dst, dstOffset);
            return new Copied(chars, end);
        } finally {
            scratch.release();
        }
    }

    private static boolean continues(byte utf8) {
        return (utf8 & 0xC0) == 0x80;
    }

    /**
     * Encodes as much of a string as fits into a field, and fills the rest of the field with zero units.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the field, in bytes
     * @param fieldUnits the size of the field, in code units
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, or null; then a prefix of the field may have
     *     been written
     */
    public static @Nullable Copied copyField(
            String src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || FastPath.lacks(dst, dstOffset, fieldUnits, encoding)) {
            return null;
        }
        long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
        Copied copied = copyTruncated(src, charset, 0, dst, dstOffset, textUnits, policy);
        if (copied == null) {
            return null;
        }
        long bytes = copied.units() << FastPath.shift(encoding);
        long zeros = (fieldUnits << FastPath.shift(encoding)) - bytes;
        if (zeros <= ShortSegments.MOST_ZEROS) {
            ShortSegments.setZeros(dst, dstOffset + bytes, (int) zeros);
        } else {
            RawBytes.zero(FastPath.BINDING, new SegmentRegion(dst), dstOffset + bytes, zeros);
        }
        return copied;
    }
}
