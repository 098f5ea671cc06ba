package dev.unitstr.ffm.internal.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.CStrings;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.StringBlock;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for text with a terminator, behind a pointer or behind its length, and for a few strings in a list or behind
 * pointers, as {@link FastPath} is for text alone: each operation returns null, false or {@link FastPath#NO_ANSWER} for
 * anything unusual, and the caller then falls back to {@link CStrings}.
 */
public final class CStringPath {
    private static final VarHandle POINTERS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The strings behind pointers are read one by one as long as at most one in so many is not short ASCII. */
    private static final int OTHERS = 8;
    /** The size from which a string behind a pointer is left to a batch, in bytes. */
    private static final int LONG_TEXT = 1024;

    private CStringPath() {}

    /**
     * Decodes text at an address, before a zero unit.
     *
     * @param address the address
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, or null
     */
    public static @Nullable String getStringTerminated(long address, Charset charset, MalformedPolicy policy) {
        if (address < AddressRegion.LEAST_ADDRESS || !FastPath.isDirect(Encoding.of(charset), policy)) {
            return null;
        }
        MemorySegment all = FastPath.Everything.MEMORY;
        long offset = address - AddressRegion.LEAST_ADDRESS;
        String text = FastPath.getStringTerminated(all, offset, -1, charset, policy);
        if (text != null) {
            return text;
        }
        long units = FastPath.unitsToTerminator(all, offset, -1, charset);
        return units > 0 ? FastPath.getString(all, offset, units, charset, policy) : null;
    }

    /**
     * Decodes text at an address.
     *
     * @param address the address
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, or null
     */
    public static @Nullable String getString(long address, long units, Charset charset, MalformedPolicy policy) {
        return address < AddressRegion.LEAST_ADDRESS
                ? null
                : FastPath.getString(
                        FastPath.Everything.MEMORY, address - AddressRegion.LEAST_ADDRESS, units, charset, policy);
    }

    /**
     * Decodes strings that pointers point to, as long as most of them are short and ASCII.
     *
     * @param pointers the addresses of the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     * @param dst receives the strings; an element is null if its pointer is
     * @return the number of strings; the caller must decode the others
     */
    public static int getStrings(long[] pointers, Charset charset, MalformedPolicy policy, @Nullable String[] dst) {
        Encoding encoding = Encoding.of(charset);
        if (!FastPath.isDirect(encoding, policy) || encoding.unitSize() != 1) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(ReadRoute.SEGMENT_TERMINATED);
            int others = 0;
            for (int i = 0; i < pointers.length; i++) {
                if (pointers[i] == 0) {
                    continue;
                }
                if (pointers[i] < AddressRegion.LEAST_ADDRESS) {
                    return i;
                }
                long offset = pointers[i] - AddressRegion.LEAST_ADDRESS;
                int most = ReadRoute.SEGMENT_TERMINATED;
                int length = ShortSegments.readTerminated(FastPath.Everything.MEMORY, offset, most, encoding, latin1);
                if (length >= 0) {
                    dst[i] = length == 0 ? "" : ReadRoute.latin1(latin1, 0, length);
                    continue;
                }
                if (encoding == Encoding.UTF_8 && ~length <= ReadRoute.SEGMENT_UTF_8) {
                    char[] chars = scratch.chars(~length);
                    int count = ReadRoute.fromUtf8(latin1, ~length, chars);
                    if (count >= 0) {
                        dst[i] = new String(chars, 0, count);
                        continue;
                    }
                }
                // One call for many texts takes less time than one for each, but more than Java for short ASCII.
                String text = ++others > 1 + i / OTHERS ? null : getString(offset, length, encoding, policy, scratch);
                if (text == null) {
                    return i;
                }
                dst[i] = text;
            }
            return pointers.length;
        } finally {
            scratch.release();
        }
    }

    /** Decodes text of which {@link ShortSegments#readTerminated} returned {@code length}; returns null if it is long. */
    private static @Nullable String getString(
            long offset, int length, Encoding encoding, MalformedPolicy policy, Scratch scratch) {
        boolean isKnown = length != ShortSegments.NO_END;
        long bytes = isKnown ? ~length : FfmBinding.findZero(FastPath.Everything.MEMORY, offset, LONG_TEXT, 1);
        if (bytes < 0 || bytes >= LONG_TEXT) {
            return null;
        }
        int size = (int) bytes;
        byte[] latin1 = scratch.bytes(size);
        return FastPath.decode(
                FastPath.Everything.MEMORY, offset, size, encoding, Coding.flags(policy), latin1, scratch.chars(size));
    }

    /**
     * Encodes a string and a terminator.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param policy how to handle malformed text
     * @return the number of units written, without the terminator, or {@link FastPath#NO_ANSWER}; then a prefix of the encoded
     *     text may have been written
     */
    public static long copyTerminated(
            String src, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (!FastPath.isDirect(encoding, policy)
                || FastPath.isUnwritable(dst, dstOffset)
                || Coding.replacesByNul(policy)) {
            return FastPath.NO_ANSWER;
        }
        int numChars = src.length();
        long capacity = dst.byteSize() - dstOffset - encoding.unitSize();
        boolean fits = Coding.mostBytes(encoding, numChars, policy) <= capacity;
        if (fits && numChars <= WriteRoute.SEGMENT && encoding.unitSize() == 1) {
            long units =
                    FastPath.writeShort(src, 0, numChars, encoding, Coding.flags(policy), dst, dstOffset, capacity);
            if (units != FastPath.NO_ANSWER) {
                ShortSegments.setZero(dst, dstOffset + units, 1);
                return hasZero(dst, dstOffset, units, encoding) ? FastPath.NO_ANSWER : units;
            }
        }
        int least = encoding.unitSize() == 1 ? WriteRoute.SEGMENT_TERMINATED_LEAST : 1;
        if (!fits || numChars < least || numChars >= FastPath.CHUNK_CHARS) {
            return copyAndEnd(src, charset, dst, dstOffset, policy);
        }
        if (!FastPath.mayGuess(src, 0, numChars, encoding, policy)) {
            return FfmBinding.readsStrings()
                    ? copyAndEnd(src, charset, dst, dstOffset, policy)
                    : encodeTerminated(src, encoding, dst, dstOffset, capacity + encoding.unitSize(), policy);
        }
        if (dst.getClass() == ShortSegments.NATIVE) {
            MemorySegment target = (MemorySegment) ShortSegments.NATIVE.cast(dst);
            if (encoding == Encoding.LATIN_1 && src.codePointCount(0, numChars) == numChars) {
                target.setString(dstOffset, src, charset); // each code point takes one byte
                return hasZero(dst, dstOffset, numChars, encoding) ? FastPath.NO_ANSWER : numChars;
            }
            if (encoding == Encoding.UTF_8 && numChars <= WriteRoute.SEGMENT_TERMINATED_ASCII) {
                Scratch scratch = Scratch.acquire();
                try {
                    // FastPath.copy counts the longer texts, but not on JDK 27.
                    boolean counts = JdkStrings.IN_JDK || numChars < WriteRoute.SEGMENT_ASCII_LEAST;
                    if (counts ? scratch.mayGuess() : !scratch.pauses()) {
                        if (src.indexOf('\0') >= 0) {
                            return FastPath.NO_ANSWER;
                        }
                        target.setString(dstOffset, src, charset);
                        // Each char takes one byte or more, and none is NUL. So a zero after numChars bytes is the
                        // terminator, and each took one.
                        boolean isAscii = target.get(JAVA_BYTE, dstOffset + numChars) == 0;
                        long bytes = isAscii ? numChars : FastPath.encodedBytes(src, charset, 0, numChars, policy);
                        scratch.guessed(bytes == numChars);
                        if (bytes != FastPath.NO_ANSWER) {
                            return bytes;
                        }
                    }
                } finally {
                    scratch.release();
                }
            }
        }
        return copyAndEnd(src, charset, dst, dstOffset, policy);
    }

    /**
     * Tests whether C reads a string to its end, whatever its malformed characters are replaced by.
     *
     * @param src the string
     * @param policy how to handle malformed text
     * @return true if neither has a NUL
     */
    public static boolean hasNoNul(String src, MalformedPolicy policy) {
        return src.indexOf('\0') < 0 && !Coding.replacesByNul(policy);
    }

    private static long copyAndEnd(
            String src, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int unitSize = encoding.unitSize();
        long units = FastPath.copy(src, charset, 0, dst, dstOffset, src.length(), policy, unitSize);
        if (units != FastPath.NO_ANSWER) {
            ShortSegments.setZero(dst, dstOffset + (units << FastPath.shift(encoding)), unitSize);
            return hasZero(dst, dstOffset, units, encoding) ? FastPath.NO_ANSWER : units;
        }
        return FastPath.NO_ANSWER;
    }

    /** Tests whether a terminator is in a text that was written. To search there is faster than in the string before. */
    private static boolean hasZero(MemorySegment dst, long dstOffset, long units, Encoding encoding) {
        int unitSize = encoding.unitSize();
        return mayHaveZero(dst, dstOffset, units, unitSize)
                && (units * unitSize <= ReadRoute.SEGMENT_TERMINATED
                        || FfmBinding.findZero(dst, dstOffset, units, unitSize) != units);
    }

    /**
     * Tests whether a terminator may be in a text that was written.
     *
     * @param dst the memory that has the text
     * @param dstOffset the offset of the text, in bytes
     * @param units the length of the text, in code units
     * @param unitSize the size of a unit, in bytes
     * @return false if no unit is zero
     */
    public static boolean mayHaveZero(MemorySegment dst, long dstOffset, long units, int unitSize) {
        long bytes = units * unitSize;
        return bytes > ReadRoute.SEGMENT_TERMINATED || ShortSegments.hasZero(dst, dstOffset, (int) bytes, unitSize);
    }

    /** Encodes a NUL after the text, which becomes the terminator. */
    private static long encodeTerminated(
            String src, Encoding encoding, MemorySegment dst, long dstOffset, long capacity, MalformedPolicy policy) {
        int numChars = src.length();
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars + 1);
            src.getChars(0, numChars, chars, 0);
            chars[numChars] = '\0';
            long packed = FfmBinding.encode(
                    chars, numChars + 1, dst, dstOffset, capacity, encoding.id(), Coding.flags(policy));
            long units = (Packed.written(packed) >> FastPath.shift(encoding)) - 1;
            return Packed.isDone(packed) && !hasZero(dst, dstOffset, units, encoding) ? units : FastPath.NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes as much of a string as fits before a terminator, and the terminator.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written without the terminator, or null; then a prefix of
     *     the encoded text may have been written
     */
    public static @Nullable Copied copyTerminatedTruncated(
            String src, Charset charset, MemorySegment dst, long dstOffset, long maxUnits, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null
                || maxUnits < 1
                || FastPath.lacks(dst, dstOffset, maxUnits, encoding)
                || Coding.replacesByNul(policy)) {
            return null;
        }
        Copied copied = TruncatedPath.copyTruncated(src, charset, 0, dst, dstOffset, maxUnits - 1, policy);
        if (copied != null) {
            long end = dstOffset + (copied.units() << FastPath.shift(encoding));
            ShortSegments.setZero(dst, end, encoding.unitSize());
            return hasZero(dst, dstOffset, copied.units(), encoding) ? null : copied;
        }
        return null;
    }

    private static void guessed(boolean right) {
        Scratch scratch = Scratch.acquire();
        scratch.guessed(right);
        scratch.release();
    }

    /**
     * Encodes a string and a terminator by the allocator's own {@code allocateFrom}, if that is faster than to measure the
     * string first. The result is the same.
     *
     * @param allocator the allocator
     * @param src the string
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the segment, or null if nothing was allocated
     */
    public static @Nullable MemorySegment allocateTerminated(
            SegmentAllocator allocator, String src, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int numChars = src.length();
        if (encoding == null || encoding.unitSize() != 1 || policy != MalformedPolicy.REPLACE) {
            return null;
        }
        if (numChars <= WriteRoute.ALLOCATE) {
            return allocator.allocateFrom(src, charset);
        }
        if (!FastPath.mayGuess(src, 0, numChars, encoding, policy)) {
            return null;
        }
        Scratch scratch = Scratch.acquire();
        boolean mayGuess = encoding == Encoding.LATIN_1 || scratch.mayGuess();
        scratch.release(); // the allocator may call unitstr
        if (!mayGuess) {
            return null;
        }
        MemorySegment segment = allocator.allocateFrom(src, charset);
        if (encoding != Encoding.LATIN_1) {
            guessed(segment.byteSize() == numChars + 1);
        }
        return segment;
    }

    /**
     * Encodes a few strings behind space for an array of pointers that ends with a null pointer.
     *
     * @param strings the strings; a null element becomes a null pointer
     * @param charset the charset
     * @param policy how to handle malformed text
     * @param sizes receives the size of each string with its terminator, in bytes; 0 for a null element
     * @return what to give to {@link #writePointers}; null if the caller must fall back
     */
    public static byte @Nullable [] pointers(
            @Nullable String[] strings, Charset charset, MalformedPolicy policy, int[] sizes) {
        return StringBlock.few(strings, charset, policy, Long.BYTES * (sizes.length + 1), 0, sizes);
    }

    /**
     * Writes the result of {@link #pointers} to the start of new memory.
     *
     * @param all the strings behind space for the pointers
     * @param sizes the size of each string with its terminator, in bytes
     * @param segment the memory
     * @return false if nothing was written, because this is not native memory to write in which they fit
     */
    public static boolean writePointers(byte[] all, int[] sizes, @Nullable MemorySegment segment) {
        if (segment == null || !segment.isNative()) {
            return false;
        }
        long at = segment.address() + Long.BYTES * (sizes.length + 1);
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] > 0) {
                POINTERS.set(all, i * Long.BYTES, at);
                at += sizes[i];
            }
        }
        return write(all, segment);
    }

    /**
     * Encodes a few strings one after the other, each with a terminator, and an empty string.
     *
     * @param strings the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return what to give to {@link #write}; null if the caller must fall back: also if the list would end too early
     */
    public static byte @Nullable [] stringList(String[] strings, Charset charset, MalformedPolicy policy) {
        if (strings.length == 0) {
            return null; // an empty list ends with two units
        }
        for (String string : strings) {
            if (string == null || string.isEmpty()) {
                return null;
            }
        }
        return StringBlock.few(strings, charset, policy, 0, 1, new int[strings.length]);
    }

    /**
     * Writes bytes to the start of new memory.
     *
     * @param all the bytes
     * @param segment the memory
     * @return false if nothing was written, because the memory is null, too small, read-only or at no address
     */
    public static boolean write(byte[] all, @Nullable MemorySegment segment) {
        if (segment == null
                || segment.isReadOnly()
                || segment.byteSize() < all.length
                || ShortSegments.isLow(segment, 0)) {
            return false;
        }
        ShortSegments.write(all, all.length, segment, 0);
        return true;
    }

    /**
     * Encodes a string and a terminator at the start of new memory.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param bytes the size of the encoded string, in bytes
     * @param policy how to handle malformed text
     * @return false if the caller must fall back; then a prefix of the encoded text may have been written
     */
    public static boolean writeMeasured(
            String src, Charset charset, MemorySegment dst, long bytes, MalformedPolicy policy) {
        int unitSize = Encoding.of(charset).unitSize();
        if (dst.byteSize() < bytes + unitSize) {
            return false;
        }
        Copied copied = TruncatedPath.copyTruncated(src, charset, 0, dst, 0, bytes / unitSize, policy);
        if (copied == null || copied.units() * unitSize != bytes) {
            return false;
        }
        ShortSegments.setZero(dst, bytes, unitSize);
        return true;
    }

    /**
     * Encodes a string behind its length.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the length, in bytes
     * @param prefix the form of the length
     * @param policy how to handle malformed text
     * @return the number of units written, without the length, or {@link FastPath#NO_ANSWER}
     */
    public static long copyPrefixed(
            String src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            LengthPrefix prefix,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int numChars = src.length();
        if (encoding == null || policy != MalformedPolicy.REPLACE) { // another may report an error before a write
            return FastPath.NO_ANSWER;
        }
        int size = CStrings.knownBytes(prefix, Coding.mostBytes(encoding, numChars, policy));
        if (size == 0
                || FastPath.isOutside(dst, dstOffset, size)
                || Coding.mostBytes(encoding, numChars, policy) > CStrings.most(prefix)) {
            return FastPath.NO_ANSWER;
        }
        long units = FastPath.copy(src, charset, 0, dst, dstOffset + size, numChars, policy, 0);
        if (units != FastPath.NO_ANSWER) {
            long length = prefix.countsBytes() ? units << FastPath.shift(encoding) : units;
            for (int i = 0; i < size; i++) {
                ShortSegments.set(dst, dstOffset + i, CStrings.lengthByte(prefix, length, size, i));
            }
        }
        return units;
    }

    /**
     * Decodes text behind its length.
     *
     * @param segment the memory to read
     * @param offset the offset of the length, in bytes
     * @param prefix the form of the length
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, or null
     */
    public static @Nullable String getStringPrefixed(
            MemorySegment segment, long offset, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int size = prefix.prefixBytes();
        if (!FastPath.isDirect(encoding, policy) || FastPath.isOutside(segment, offset, Math.max(size, 1))) {
            return null;
        }
        long length = 0;
        if (size == 0) {
            length = ShortSegments.get(segment, offset);
            if (length < 0) {
                return null; // a varint of several bytes
            }
            size = 1;
        } else {
            for (int i = 0; i < size; i++) {
                length |= (ShortSegments.get(segment, offset + i) & 0xFFL) << CStrings.shift(prefix, i);
            }
        }
        long units = prefix.countsBytes() ? length >> FastPath.shift(encoding) : length;
        return length < 0 || prefix.countsBytes() && units << FastPath.shift(encoding) != length
                ? null
                : FastPath.getString(segment, offset + size, units, charset, policy);
    }
}
