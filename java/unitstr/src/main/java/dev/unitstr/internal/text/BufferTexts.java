package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operations on one string in a {@link ByteBuffer} or in {@link NativeMemory}. {@code memory} is an object of one of
 * these classes, and offsets in it are in bytes.
 *
 * <p>Each operation first tries a fast path, for text that one call of the binding can process. It creates no
 * {@link Region}: in a JVM that has used many kinds of regions, escape analysis fails and each would be allocated. Only
 * the result is allocated. The fast path returns null or {@link #NO_ANSWER} for anything unusual, such as invalid
 * arguments, malformed text to report, or longer text; then {@link RegionStrings} starts anew, and throws the exception.
 * Only for memory that is closed or confined to another thread, the fast path may throw the same exception itself.
 */
public final class BufferTexts {
    private static final long NO_ANSWER = -1;
    private static final byte[] ZEROS = new byte[4096];

    private final RegionStrings strings;
    private final Binding binding;
    private final boolean shortInJava;
    private final boolean isNative;

    BufferTexts(RegionStrings strings, boolean shortInJava) {
        this.strings = strings;
        this.binding = strings.binding();
        this.shortInJava = shortInJava;
        this.isNative = binding.isNative();
    }

    /**
     * Returns the memory as a region.
     *
     * @param memory the memory
     * @return a new region
     */
    public static Region region(Object memory) {
        return memory instanceof NativeMemory at
                ? new AddressRegion(at.address(), at.byteSize())
                : new BufferRegion((ByteBuffer) memory);
    }

    /**
     * Decodes text.
     *
     * @param memory the memory to read
     * @param offset the offset of the text
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string
     */
    public String getString(Object memory, long offset, long units, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(memory, offset, units, encoding, policy);
        if (bytes > 0) {
            Scratch scratch = Scratch.acquire();
            try {
                byte[] latin1 = scratch.bytes(bytes);
                char[] chars = scratch.chars(bytes);
                if (shortInJava && memory instanceof ByteBuffer buffer && ReadRoute.mayRead(bytes, encoding)) {
                    buffer.get((int) offset, latin1, 0, bytes);
                    String text = ReadRoute.read(latin1, bytes, encoding, chars);
                    if (text != null) {
                        return text;
                    }
                }
                long place = start(memory) + offset;
                int flags = Coding.flags(policy);
                long packed = binding.decode(base(memory), place, bytes, encoding.id(), flags, latin1, chars);
                if (isDone(packed, bytes)) {
                    return TextReader.string(packed, latin1, chars);
                }
            } finally {
                scratch.release();
            }
        }
        return strings.getString(region(memory), offset, units, charset, policy);
    }

    /**
     * Decodes text up to a terminator.
     *
     * @param memory the memory to read
     * @param offset the offset of the text
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     */
    public String getStringTerminated(Object memory, long offset, Charset charset, MalformedPolicy policy) {
        long units = tryUnitsToTerminator(memory, offset, -1, charset);
        return units > 0
                ? getString(memory, offset, units, charset, policy)
                : strings.getStringTerminated(region(memory), offset, charset, policy);
    }

    /**
     * Decodes a field up to its terminator or its end.
     *
     * @param memory the memory to read
     * @param offset the offset of the field
     * @param maxUnits the size of the field, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     */
    public String getStringTerminated(
            Object memory, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        long units = tryUnitsToTerminator(memory, offset, Math.max(maxUnits, 0), charset);
        return units > 0
                ? getString(memory, offset, units, charset, policy)
                : strings.getStringTerminated(region(memory), offset, maxUnits, charset, policy);
    }

    /**
     * Returns the number of units before a terminator.
     *
     * @param memory the memory to read
     * @param offset the offset of the text
     * @param charset the charset
     * @return the number of code units
     */
    public long unitsToTerminator(Object memory, long offset, Charset charset) {
        long units = tryUnitsToTerminator(memory, offset, -1, charset);
        return units != NO_ANSWER ? units : strings.unitsToTerminator(region(memory), offset, charset);
    }

    /**
     * Returns the number of units before the terminator in a field.
     *
     * @param memory the memory to read
     * @param offset the offset of the field
     * @param maxUnits the size of the field, in code units
     * @param charset the charset
     * @return the number of code units; {@code maxUnits} if there is no terminator
     */
    public long unitsToTerminator(Object memory, long offset, long maxUnits, Charset charset) {
        long units = tryUnitsToTerminator(memory, offset, Math.max(maxUnits, 0), charset);
        return units != NO_ANSWER ? units : strings.unitsToTerminator(region(memory), offset, maxUnits, charset);
    }

    /** Searches up to {@code maxUnits}; if that is -1, up to the end of the memory, and then there must be a zero. */
    private long tryUnitsToTerminator(Object memory, long offset, long maxUnits, Charset charset) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || isOutside(memory, offset, 0)) {
            return NO_ANSWER;
        }
        long all = (byteSize(memory) - offset) / encoding.unitSize();
        long most = maxUnits < 0 ? all : maxUnits;
        if (most == 0 || most > all) {
            return NO_ANSWER;
        }
        long units = binding.findZero(base(memory), start(memory) + offset, most, encoding.unitSize());
        return units < most || maxUnits >= 0 ? Math.max(units, NO_ANSWER) : NO_ANSWER;
    }

    /**
     * Decodes text into an array.
     *
     * @param memory the memory to read
     * @param offset the offset of the text
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param dst the array
     * @param dstIndex the index of the first char in the array
     * @param policy how to handle malformed text
     * @return the number of chars written
     */
    public int decode(
            Object memory, long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(memory, offset, units, encoding, policy);
        if (bytes > 0 && dst != null && dstIndex >= 0 && dstIndex <= dst.length) {
            Scratch scratch = Scratch.acquire();
            try {
                // Not directly into dst: a binding may store beyond the length that it reports.
                char[] chars = scratch.chars(bytes);
                byte[] latin1 = scratch.bytes(bytes);
                long place = start(memory) + offset;
                int flags = Coding.flags(policy) | Flags.CHARS;
                long packed = binding.decode(base(memory), place, bytes, encoding.id(), flags, latin1, chars);
                int written = Packed.written(packed);
                if (isDone(packed, bytes) && written <= dst.length - dstIndex) {
                    System.arraycopy(chars, 0, dst, dstIndex, written);
                    return written;
                }
            } finally {
                scratch.release();
            }
        }
        return strings.decode(region(memory), offset, units, charset, dst, dstIndex, policy);
    }

    /**
     * Compares encoded text with a string.
     *
     * @param memory the memory to read
     * @param offset the offset of the text
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param text the text to compare with
     * @param policy how to handle malformed text
     * @return true if the decoded text has the same chars
     */
    public boolean contentEquals(
            Object memory, long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int bytes = textBytes(memory, offset, units, encoding, policy);
        int length = bytes > 0 && text != null && Chars.hasBulkCopy(text) ? Chars.length(text) : Integer.MAX_VALUE;
        if (length <= bytes) {
            Scratch scratch = Scratch.acquire();
            try {
                if (shortInJava
                        && memory instanceof ByteBuffer buffer
                        && text instanceof String string
                        && WriteRoute.mayCompare(bytes, encoding)
                        && (encoding != Encoding.UTF_8 || buffer.get((int) offset) >= 0)) {
                    byte[] copy = scratch.bytes(2 * bytes);
                    buffer.get((int) offset, copy, 0, bytes);
                    int equal = WriteRoute.compare(copy, bytes, encoding, scratch.chars(bytes), string);
                    if (equal >= 0) {
                        return equal > 0;
                    }
                }
                char[] chars = scratch.chars(length);
                Chars.copy(text, 0, length, chars, 0);
                long place = start(memory) + offset;
                int flags = Coding.flags(policy);
                long packed = binding.contentEquals(base(memory), place, bytes, encoding.id(), flags, chars, length);
                if (isDone(packed, bytes)) {
                    return Packed.written(packed) == length;
                }
                if (!Packed.isError(packed) && Packed.status(packed) == Packed.MISMATCH && flags == Flags.REPLACE) {
                    return false;
                }
            } finally {
                scratch.release();
            }
        }
        return strings.contentEquals(region(memory), offset, units, charset, text, policy);
    }

    /**
     * Encodes a text.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write
     * @param policy how to handle malformed text
     * @return the number of units written
     */
    public long copy(CharSequence src, Charset charset, Object dst, long dstOffset, MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        return copy(text, charset, 0, dst, dstOffset, Chars.length(text), policy);
    }

    /**
     * Encodes a range of a text.
     *
     * @param src the text
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the number of units written
     */
    public long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            Object dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Encoding encoding = Encoding.of(charset);
        if (encoding != null
                && isPiece(text, srcIndex, numChars)
                && mayWrite(dst, encoding, policy)
                && mayReadAgain(text, policy)
                && !isOutside(dst, dstOffset, 0)) {
            long bytes = tryCopy(text, srcIndex, numChars, encoding, policy, dst, dstOffset, 0);
            if (bytes != NO_ANSWER) {
                return bytes / encoding.unitSize();
            }
        }
        return strings.copy(text, charset, srcIndex, region(dst), dstOffset, numChars, policy);
    }

    /**
     * Returns the number of bytes written, which leave {@code reserved} bytes at the end of the memory. Before this returns
     * {@link #NO_ANSWER}, it may have written a prefix.
     */
    private long tryCopy(
            CharSequence src,
            int srcIndex,
            int numChars,
            Encoding encoding,
            MalformedPolicy policy,
            Object dst,
            long dstOffset,
            int reserved) {
        long capacity = byteSize(dst) - dstOffset - reserved;
        int flags = Coding.flags(policy);
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            int bytes = tryShort(src, srcIndex, numChars, encoding, flags, dst, dstOffset, capacity, scratch);
            if (bytes >= 0) {
                return bytes;
            }
            Chars.copy(src, srcIndex, numChars, chars, 0);
            if (capacity < Coding.mostBytes(encoding, numChars, policy)) {
                long packed = binding.measure(chars, numChars, encoding.id(), flags);
                if (!isDone(packed, numChars) || Packed.written(packed) > capacity) {
                    return NO_ANSWER;
                }
            }
            long place = start(dst) + dstOffset;
            long packed = binding.encode(chars, numChars, base(dst), place, capacity, encoding.id(), flags);
            return isDone(packed, numChars) ? Packed.written(packed) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /** Encodes short text in Java. Returns the number of bytes; -1 if nothing was written and the binding must encode it. */
    private int tryShort(
            CharSequence src,
            int srcIndex,
            int numChars,
            Encoding encoding,
            int flags,
            Object dst,
            long dstOffset,
            long capacity,
            Scratch scratch) {
        if (!shortInJava
                || !(dst instanceof ByteBuffer buffer)
                || !(src instanceof String string)
                || !WriteRoute.mayWrite(numChars, encoding)) {
            return -1;
        }
        byte[] copy = scratch.bytes(WriteRoute.MOST_BYTES);
        int bytes = WriteRoute.write(string, srcIndex, numChars, encoding, flags, scratch.chars(numChars), copy);
        if (bytes < 0 || bytes > capacity) {
            return -1;
        }
        buffer.put((int) dstOffset, copy, 0, bytes);
        return bytes;
    }

    /**
     * Encodes a text and a terminator.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write
     * @param policy how to handle malformed text
     * @return the number of units written, without the terminator
     */
    public long copyTerminated(CharSequence src, Charset charset, Object dst, long dstOffset, MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Encoding encoding = Encoding.of(charset);
        int numChars = Chars.length(text);
        if (encoding != null
                && isPiece(text, 0, numChars)
                && mayWrite(dst, encoding, policy)
                && mayReadAgain(text, policy)
                && !isOutside(dst, dstOffset, encoding.unitSize())
                && !Coding.replacesByNul(policy)) {
            int unitSize = encoding.unitSize();
            long bytes = tryCopy(text, 0, numChars, encoding, policy, dst, dstOffset, unitSize);
            if (bytes != NO_ANSWER) {
                zero(dst, dstOffset + bytes, unitSize);
                if (!hasZero(text, dst, dstOffset, bytes, unitSize)) {
                    return bytes / unitSize;
                }
            }
        }
        return strings.cStrings().copyTerminated(text, charset, region(dst), dstOffset, policy);
    }

    /**
     * Tests whether a terminator is in a text that was written. To search there is faster than in the string before.
     *
     * @param text the text; null if only a part of it was written
     */
    private boolean hasZero(@Nullable CharSequence text, Object dst, long dstOffset, long bytes, int unitSize) {
        if (dst instanceof ByteBuffer buffer && bytes >= Long.BYTES && bytes <= ReadRoute.SEGMENT_TERMINATED) {
            int last = (int) (dstOffset + bytes) - Long.BYTES;
            for (int at = (int) dstOffset; ; at = Math.min(at + Long.BYTES, last)) {
                if (Chars.hasZero(buffer.getLong(at), unitSize)) {
                    return true;
                }
                if (at == last) {
                    return false;
                }
            }
        }
        long units = bytes / unitSize;
        return text instanceof String string
                ? string.indexOf('\0') >= 0
                : units > 0 && binding.findZero(base(dst), start(dst) + dstOffset, units, unitSize) != units;
    }

    /**
     * Encodes a text behind its length.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the length
     * @param prefix the form of the length
     * @param policy how to handle malformed text
     * @return the number of units written, without the length
     */
    public long copyPrefixed(
            CharSequence src,
            Charset charset,
            ByteBuffer dst,
            int dstOffset,
            LengthPrefix prefix,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Objects.requireNonNull(prefix, "prefix");
        Encoding encoding = Encoding.of(charset);
        int numChars = Chars.length(text);
        int size = encoding == null || policy == null
                ? 0
                : CStrings.knownBytes(prefix, Coding.mostBytes(encoding, numChars, policy));
        if (size > 0
                && isPiece(text, 0, numChars)
                && policy == MalformedPolicy.REPLACE // another may report an error before anything is written
                && mayWrite(dst, encoding, policy)
                && !isOutside(dst, dstOffset, size)
                && Coding.mostBytes(encoding, numChars, policy) <= CStrings.most(prefix)) {
            long bytes = tryCopy(text, 0, numChars, encoding, policy, dst, dstOffset + size, 0);
            if (bytes != NO_ANSWER) {
                long units = bytes / encoding.unitSize();
                long length = prefix.countsBytes() ? bytes : units;
                for (int i = 0; i < size; i++) {
                    dst.put(dstOffset + i, CStrings.lengthByte(prefix, length, size, i));
                }
                return units;
            }
        }
        return strings.cStrings().copyPrefixed(text, charset, region(dst), dstOffset, prefix, policy);
    }

    /**
     * Decodes a text behind its length.
     *
     * @param buffer the memory to read
     * @param offset the offset of the length
     * @param prefix the form of the length
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string
     */
    public String getStringPrefixed(
            ByteBuffer buffer, int offset, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(buffer, "buffer");
        Objects.requireNonNull(prefix, "prefix");
        Encoding encoding = Encoding.of(charset);
        int size = prefix.prefixBytes();
        if (encoding != null && policy != null && !isOutside(buffer, offset, Math.max(size, 1))) {
            long length = size > 0 ? 0 : buffer.get(offset); // negative: a varint of several bytes
            for (int i = 0; i < size; i++) {
                length |= (buffer.get(offset + i) & 0xFFL) << CStrings.shift(prefix, i);
            }
            size = Math.max(size, 1);
            long units = prefix.countsBytes() ? length / encoding.unitSize() : length;
            boolean isWhole = length >= 0 && (!prefix.countsBytes() || units * encoding.unitSize() == length);
            if (isWhole && textBytes(buffer, offset + size, units, encoding, policy) > 0) {
                return getString(buffer, offset + size, units, charset, policy);
            }
        }
        return strings.cStrings().getStringPrefixed(region(buffer), offset, prefix, charset, policy);
    }

    /**
     * Returns the number of units that a text takes when encoded.
     *
     * @param src the text
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the number of units, with a byte order mark
     */
    public long encodedUnits(CharSequence src, Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        if (encoding != null
                && policy != null
                && src instanceof String string
                && Coding.isDirect(encoding, policy)
                && isPiece(string, 0, string.length())) {
            long bytes = tryMeasure(string, encoding, policy);
            if (bytes != NO_ANSWER) {
                return bytes / encoding.unitSize();
            }
        }
        return strings.encodedUnits(src, charset, policy);
    }

    private long tryMeasure(String src, Encoding encoding, MalformedPolicy policy) {
        int numChars = src.length();
        if (Coding.isFixed(encoding, policy)) {
            return (long) numChars * encoding.unitSize();
        }
        int flags = Coding.flags(policy);
        Scratch scratch = Scratch.acquire();
        try {
            if (shortInJava && encoding == Encoding.UTF_8 && WriteRoute.mayWrite(numChars, encoding)) {
                if (WriteRoute.isAscii(src, 0, numChars)) {
                    return numChars;
                }
                if (numChars <= WriteRoute.UTF_8) {
                    return WriteRoute.toUtf8(src, 0, numChars, flags, scratch.bytes(WriteRoute.MOST_BYTES));
                }
            }
            if (!isNative) {
                return NO_ANSWER;
            }
            char[] chars = scratch.chars(numChars);
            src.getChars(0, numChars, chars, 0);
            long packed = binding.measure(chars, numChars, encoding.id(), flags);
            return isDone(packed, numChars) ? Packed.written(packed) : NO_ANSWER;
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes as much of a string as fits, from a char on.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write
     * @param maxUnits the maximum number of code units to write
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written
     */
    public Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            Object dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Copied copied = tryTruncated(text, charset, srcIndex, dst, dstOffset, maxUnits, policy);
        return copied != null
                ? copied
                : strings.copyTruncated(text, charset, srcIndex, region(dst), dstOffset, maxUnits, policy);
    }

    /** Before this returns null, it may have written a prefix of the encoded text. */
    private @Nullable Copied tryTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            Object dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        Encoding encoding = Encoding.of(charset);
        int numChars = Chars.length(src) - srcIndex;
        if (encoding == null
                || !isPiece(src, srcIndex, numChars)
                || !mayWrite(dst, encoding, policy)
                || !mayReadAgain(src, policy)) {
            return null;
        }
        int unitSize = encoding.unitSize();
        if (maxUnits < 0 || maxUnits > Integer.MAX_VALUE || isOutside(dst, dstOffset, maxUnits * unitSize)) {
            return null;
        }
        long capacity = maxUnits * unitSize;
        int flags = Coding.flags(policy);
        int part = (int) Math.min(numChars, maxUnits); // as many fit, if each takes one unit
        boolean fills = part < numChars
                && src instanceof String string
                && WriteRoute.mayFill(string, srcIndex, part, encoding, policy);
        // One more char tells whether a pair is cut. All of a buffer, which may be over the memory that is written.
        int given = fills ? part : src instanceof String ? Math.min(numChars, part + 1) : numChars;
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            int bytes = fills || part == numChars
                    ? tryShort(src, srcIndex, part, encoding, flags, dst, dstOffset, capacity, scratch)
                    : -1;
            if (bytes >= 0) {
                return new Copied(part, bytes / unitSize);
            }
            for (; ; given = numChars) {
                Chars.copy(src, srcIndex, given, chars, 0);
                long place = start(dst) + dstOffset;
                long packed = binding.encode(chars, given, base(dst), place, capacity, encoding.id(), flags);
                long units = Packed.written(packed) / unitSize;
                boolean whole = isDone(packed, given);
                boolean full = !Packed.isError(packed) && Packed.status(packed) == Packed.OUTPUT_FULL;
                if (full || whole && (given == numChars || fills && units == maxUnits)) {
                    // If nothing was written, no access has checked that the memory is alive.
                    return units == 0 ? null : new Copied(Packed.read(packed), units);
                }
                if (given == numChars) {
                    return null;
                }
            }
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
     * @param dstOffset the offset of the first unit to write
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, without the terminator
     */
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, Object dst, long dstOffset, long maxUnits, MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Encoding encoding = Encoding.of(charset);
        if (encoding != null && maxUnits > 0 && maxUnits <= Integer.MAX_VALUE) {
            int unitSize = encoding.unitSize();
            Copied copied = isOutside(dst, dstOffset, maxUnits * unitSize) || Coding.replacesByNul(policy)
                    ? null
                    : tryTruncated(text, charset, 0, dst, dstOffset, maxUnits - 1, policy);
            if (copied != null) {
                zero(dst, dstOffset + copied.units() * unitSize, unitSize);
                boolean isWhole = copied.chars() == Chars.length(text);
                if (!hasZero(isWhole ? text : null, dst, dstOffset, copied.units() * unitSize, unitSize)) {
                    return copied;
                }
            }
        }
        return strings.cStrings().copyTerminatedTruncated(text, charset, region(dst), dstOffset, maxUnits, policy);
    }

    /**
     * Encodes as much of a string as fits into a field, and fills the rest of the field with zeros.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write
     * @param fieldUnits the size of the field, in code units
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, not counting the zero fill
     */
    public Copied copyField(
            CharSequence src,
            Charset charset,
            Object dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        Objects.requireNonNull(dst, "dst");
        Encoding encoding = Encoding.of(charset);
        if (encoding != null && fieldUnits <= Integer.MAX_VALUE) {
            long bytes = fieldUnits * encoding.unitSize();
            long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
            if (!isOutside(dst, dstOffset, bytes)) {
                Copied copied = text instanceof String string && dst instanceof NativeMemory
                        ? tryField(string, encoding, dst, dstOffset, fieldUnits, keepTerminator, policy)
                        : null; // zeros are put into a buffer without a call
                if (copied != null) {
                    return copied;
                }
                copied = tryTruncated(text, charset, 0, dst, dstOffset, textUnits, policy);
                if (copied != null) {
                    long written = copied.units() * encoding.unitSize();
                    zero(dst, dstOffset + written, bytes - written);
                    return copied;
                }
            }
        }
        return strings.copyField(text, charset, region(dst), dstOffset, fieldUnits, keepTerminator, policy);
    }

    /** Writes a short field with one call, if the whole string fits; before this returns null, it may have written. */
    private @Nullable Copied tryField(
            String src,
            Encoding encoding,
            Object dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        int numChars = src.length();
        if (numChars == 0
                || numChars > fieldUnits
                || fieldUnits > WriteRoute.FIELD
                || !mayWrite(dst, encoding, policy)
                || encoding.unitSize() == 1 && !WriteRoute.looksBelow(src, 0, numChars, (char) 0x80)) {
            return null; // text that is not ASCII would not fill the field exactly
        }
        int units = (int) fieldUnits;
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(units);
            WriteRoute.pad(src, units, chars);
            long capacity = fieldUnits * encoding.unitSize();
            long place = start(dst) + dstOffset;
            int flags = Coding.flags(policy);
            long packed = binding.encode(chars, units, base(dst), place, capacity, encoding.id(), flags);
            return WriteRoute.field(packed, numChars, fieldUnits, encoding, keepTerminator);
        } finally {
            scratch.release();
        }
    }

    /** Writes zeros, which are within the memory. */
    private void zero(Object dst, long offset, long bytes) {
        if (dst instanceof ByteBuffer buffer && bytes <= ZEROS.length) {
            buffer.put((int) offset, ZEROS, 0, (int) bytes);
        } else {
            RawBytes.zero(binding, base(dst), start(dst) + offset, bytes);
        }
    }

    /** Returns the size of a text that one call can read, in bytes; 0 or less if the caller must fall back. */
    private int textBytes(Object memory, long offset, long units, @Nullable Encoding encoding, MalformedPolicy policy) {
        if (encoding == null
                || policy == null
                || units < 0
                || units > Binding.CHUNK_BYTES
                || !Coding.isDirect(encoding, policy)) {
            return 0;
        }
        int bytes = (int) units * encoding.unitSize();
        return bytes > Binding.CHUNK_BYTES || isOutside(memory, offset, bytes) ? 0 : bytes;
    }

    /** Tests whether a range is outside the memory, or the fast path does not support the memory. */
    private boolean isOutside(Object memory, long offset, long bytes) {
        return !isNative
                || offset < 0
                || offset > byteSize(memory) - bytes
                || memory instanceof NativeMemory at && at.address() + offset < AddressRegion.LEAST_ADDRESS;
    }

    private static @Nullable Object base(Object memory) {
        return memory instanceof NativeMemory ? null : memory;
    }

    private static long start(Object memory) {
        return memory instanceof NativeMemory at ? at.address() : 0;
    }

    private static long byteSize(Object memory) {
        return memory instanceof NativeMemory at ? at.byteSize() : ((ByteBuffer) memory).limit();
    }

    private static boolean mayWrite(Object memory, Encoding encoding, MalformedPolicy policy) {
        return policy != null
                && Coding.isDirect(encoding, policy)
                && !(memory instanceof ByteBuffer buffer && buffer.isReadOnly());
    }

    /** The short route stops at an error, after a part is written. A {@code CharBuffer} may be over the same memory. */
    private static boolean mayReadAgain(CharSequence src, MalformedPolicy policy) {
        return policy == MalformedPolicy.REPLACE || !(src instanceof CharBuffer);
    }

    private static boolean isPiece(CharSequence src, int srcIndex, int numChars) {
        return numChars > 0
                && numChars <= TextWriter.PIECE
                && srcIndex >= 0
                && srcIndex <= Chars.length(src) - numChars;
    }

    private static boolean isDone(long packed, int read) {
        return Packed.isDone(packed) && Packed.read(packed) == read;
    }
}
