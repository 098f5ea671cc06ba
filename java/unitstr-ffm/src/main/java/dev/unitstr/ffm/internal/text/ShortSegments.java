package dev.unitstr.ffm.internal.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionCache;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Moves short texts of one byte per char between segments and arrays, without a native call.
 *
 * <p>Each access casts the segment to the class of native segments first. Otherwise, in a JVM that has used many kinds of
 * memory, the compiler finds many classes in its profile and calls virtual methods: 100 ns for 40 chars in place of 25. A
 * cast at the start of a loop is not enough: where the compiler does not inline the method that has the loop, it compiles
 * that method without the cast. Segments on the heap take the same code without a cast.
 *
 * <p>Most loops end with a step that overlaps the one before: the compiler makes three loops of one with a constant step,
 * which takes 6 to 8 ns for the few steps of a short text.
 *
 * <p>Text of about 100 bytes is read from slices of constant size, by loops that store nothing, and then copied. The
 * compiler tests once for each loop whether the segment is alive and long enough. After a store it would test again at each
 * read. Two rules let the compiler eliminate the slices: the class of the segment must be exactly that of native segments,
 * not a subclass; and a slice is not passed to a method that the compiler might not inline, so the copy is of the segment.
 */
final class ShortSegments {
    static final Class<?> NATIVE = MemorySegment.NULL.getClass();

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long NOT_ASCII = 0x80 * EACH_BYTE;
    /** The smallest page of any platform: memory is readable up to the end of the page of a readable byte. */
    private static final int PAGE = 4096;

    /** The number of bytes that {@link #read} tests at each end of a text. */
    private static final int BLOCK = 64;
    /** The result of {@link #readTerminated} if it has not found the end of the text. */
    static final int NO_END = Integer.MIN_VALUE;

    /** The largest number of bytes for {@link #setZeros}. */
    static final int MOST_ZEROS = 4096;

    private static final byte[] ZEROS = new byte[MOST_ZEROS];

    private ShortSegments() {}

    /**
     * Copies text, and tests whether its decoded form in Latin-1 is identical.
     *
     * @param source the memory to read, which has the text
     * @param offset the offset of the text, in bytes
     * @param bytes the length of the text, greater than 0
     * @param encoding an encoding with units of one byte
     * @param target receives the text in any case: an array of at least {@code bytes} bytes
     * @return false if the text is not ASCII and {@code encoding} is not Latin-1
     */
    static boolean read(MemorySegment source, long offset, int bytes, Encoding encoding, byte[] target) {
        if (encoding == Encoding.LATIN_1) {
            copy(source, offset, bytes, target, 0);
            return true;
        }
        if (bytes <= ReadRoute.SEGMENT_LONGS) {
            return readAscii(source, offset, bytes, target);
        }
        if (bytes < BLOCK || bytes > 2 * BLOCK || source.getClass() != NATIVE) {
            copy(source, offset, bytes, target, 0);
            return ReadRoute.isAscii(target, bytes);
        }
        // The two slices meet or overlap.
        MemorySegment memory = (MemorySegment) NATIVE.cast(source);
        MemorySegment first = memory.asSlice(offset, BLOCK);
        MemorySegment last = memory.asSlice(offset + bytes - BLOCK, BLOCK);
        long bits = 0;
        for (int at = 0; at < BLOCK; at += Long.BYTES) {
            bits |= first.get(LONG, at) | last.get(LONG, at);
        }
        copy(memory, offset, bytes, target, 0);
        return (bits & NOT_ASCII) == 0;
    }

    /** Copies and tests in one pass: a test of the copy waits until the vectors of the copy are stored. */
    private static boolean readAscii(MemorySegment source, long offset, int bytes, byte[] target) {
        if (bytes >= Long.BYTES) {
            long bits = 0;
            for (int at = 0; ; at = Math.min(at + Long.BYTES, bytes - Long.BYTES)) {
                long eight = getLong(source, offset + at);
                LONGS.set(target, at, eight);
                bits |= eight;
                if (at == bytes - Long.BYTES) {
                    return (bits & NOT_ASCII) == 0;
                }
            }
        }
        if (bytes >= Integer.BYTES) {
            int last = bytes - Integer.BYTES;
            int one = getInt(source, offset);
            int two = getInt(source, offset + last);
            INTS.set(target, 0, one);
            INTS.set(target, last, two);
            return ((one | two) & (int) NOT_ASCII) == 0;
        }
        int last = bytes - 1;
        byte one = get(source, offset);
        byte two = get(source, offset + (last >> 1));
        byte three = get(source, offset + last);
        target[0] = one;
        target[last >> 1] = two;
        target[last] = three;
        return (one | two | three) >= 0;
    }

    /**
     * Copies text before the first zero byte whose decoded form in Latin-1 is identical, or finds the end of other text.
     *
     * @param source the memory to read
     * @param offset the offset of the text, in bytes, within the memory
     * @param most the largest number of bytes to read, all of which are in the memory
     * @param encoding an encoding with units of one byte
     * @param target an array of at least {@code most} bytes; receives the text, unless native code has to decode it and it
     *     has more than 16 bytes
     * @return the length of the text; {@code ~length} if the text is not ASCII and {@code encoding} is not Latin-1; {@link
     *     #NO_END} if no zero byte was found
     */
    static int readTerminated(MemorySegment source, long offset, int most, Encoding encoding, byte[] target) {
        int end = Math.min(most, pageBytes(source, offset));
        long refused = refused(encoding);
        if (end < ReadRoute.SEGMENT_TERMINATED || source.getClass() != NATIVE) {
            return readStepsTerminated(source, offset, end, refused, target);
        }
        MemorySegment slice = ((MemorySegment) NATIVE.cast(source)).asSlice(offset, ReadRoute.SEGMENT_TERMINATED);
        long one = slice.get(LONG, 0);
        long two = slice.get(LONG, Long.BYTES);
        if ((zeros(one) | zeros(two)) != 0) {
            LONGS.set(target, 0, one);
            LONGS.set(target, Long.BYTES, two);
            return length(one, two, 0, 0, refused);
        }
        long bits = one | two;
        if ((bits & refused) != 0) {
            return readStepsTerminated(source, offset, ReadRoute.SEGMENT_TERMINATED_OTHER, refused, target);
        }
        for (int at = 2 * Long.BYTES; at < ReadRoute.SEGMENT_TERMINATED; at += Long.BYTES) {
            long eight = slice.get(LONG, at);
            if (zeros(eight) != 0) {
                int length = length(eight, at, bits, refused);
                if (length >= 0) {
                    copy(source, offset, length, target, 0);
                }
                return length;
            }
            bits |= eight;
        }
        return NO_END;
    }

    private static int readStepsTerminated(MemorySegment source, long offset, int end, long refused, byte[] target) {
        int step = 2 * Long.BYTES;
        if (end < step) {
            return readFewTerminated(source, offset, end, refused, target);
        }
        long bits = 0;
        for (int at = 0; ; at = Math.min(at + step, end - step)) {
            long one = getLong(source, offset + at);
            LONGS.set(target, at, one);
            long two = getLong(source, offset + at + Long.BYTES);
            LONGS.set(target, at + Long.BYTES, two);
            if ((zeros(one) | zeros(two)) != 0) {
                return length(one, two, at, bits, refused);
            }
            bits |= one | two;
            if (at == end - step) {
                return NO_END;
            }
        }
    }

    private static int readFewTerminated(MemorySegment source, long offset, int end, long refused, byte[] target) {
        int bits = 0;
        for (int at = 0; at < end; at++) {
            byte one = get(source, offset + at);
            if (one == 0) {
                return (bits & refused) == 0 ? at : ~at;
            }
            bits |= one;
            target[at] = one;
        }
        return NO_END;
    }

    /**
     * Tests whether one of some units is zero.
     *
     * @param source the memory to read, which has the units
     * @param offset the offset of the first, in bytes
     * @param bytes the size of all
     * @param unitSize the size of a unit, in bytes
     * @return true if one is
     */
    static boolean hasZero(MemorySegment source, long offset, int bytes, int unitSize) {
        if (bytes >= Long.BYTES) {
            for (int at = 0; ; at = Math.min(at + Long.BYTES, bytes - Long.BYTES)) {
                if (Chars.hasZero(getLong(source, offset + at), unitSize)) {
                    return true;
                }
                if (at == bytes - Long.BYTES) {
                    return false;
                }
            }
        }
        if (bytes >= Integer.BYTES) {
            long two = (long) getInt(source, offset + bytes - Integer.BYTES) << 32;
            return Chars.hasZero(two | Integer.toUnsignedLong(getInt(source, offset)), unitSize);
        }
        long few = -1;
        for (int at = 0; at < bytes; at++) {
            few = few << 8 | get(source, offset + at) & 0xFF;
        }
        return Chars.hasZero(few, unitSize);
    }

    /** Returns 0 if no byte is 0; otherwise the lowest bit set is the highest of the first zero byte. */
    private static long zeros(long eight) {
        return eight - EACH_BYTE & ~eight & NOT_ASCII;
    }

    /** Returns the length of a text whose zero byte is in one of two words, the first of which starts at {@code at}. */
    private static int length(long one, long two, int at, long bits, long refused) {
        return zeros(one) != 0 ? length(one, at, bits, refused) : length(two, at + Long.BYTES, bits | one, refused);
    }

    /** Returns the length of a text whose last bytes and the zero byte are in {@code eight}, which starts at {@code at}. */
    private static int length(long eight, int at, long bits, long refused) {
        int shift = Long.numberOfTrailingZeros(zeros(eight)) - 7;
        int length = at + (shift >> 3);
        return ((bits | eight & (1L << shift) - 1) & refused) == 0 ? length : ~length;
    }

    /**
     * Returns the number of bytes up to the end of the page. A segment may claim more than is mapped: nothing beyond the
     * page of a zero byte may be read.
     */
    static int pageBytes(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? PAGE - (int) ((((MemorySegment) NATIVE.cast(source)).address() + offset) & PAGE - 1)
                : PAGE;
    }

    /** Tests whether an offset is at an address below {@link AddressRegion#LEAST_ADDRESS}. */
    static boolean isLow(MemorySegment segment, long offset) {
        return NATIVE.isInstance(segment)
                && ((MemorySegment) NATIVE.cast(segment)).address() + offset < AddressRegion.LEAST_ADDRESS;
    }

    /**
     * Compares the text of a field, which ends before its first zero byte or at its end.
     *
     * @param segment the memory to read, which has the field
     * @param offset the offset of the field, in bytes
     * @param bytes the size of the field
     * @param text the string, which is not longer than the field, and with a byte after it in the same page
     * @param encoding an encoding with units of one byte
     * @return true if the texts are equal; false if they differ or a char has another form in {@code encoding}
     */
    static boolean equalField(MemorySegment segment, long offset, long bytes, String text, Encoding encoding) {
        int length = text.length();
        return equal(segment, offset, text, encoding)
                && (length == bytes || get(segment, offset + length) == 0)
                && text.indexOf('\0') < 0;
    }

    /**
     * Compares text whose units are its chars.
     *
     * @param segment the memory to read, which has as many bytes from {@code offset} on as {@code text} has chars
     * @param offset the offset of the text, in bytes
     * @param text the string
     * @param encoding an encoding with units of one byte
     * @return true if the texts are equal; false if they differ or a char has another form in {@code encoding}
     */
    static boolean equal(MemorySegment segment, long offset, String text, Encoding encoding) {
        int end = WriteRoute.end(encoding);
        int length = text.length();
        if (length < Integer.BYTES) {
            for (int at = 0; at < length; at++) {
                char one = text.charAt(at);
                if (one >= end || (byte) one != get(segment, offset + at)) {
                    return false;
                }
            }
            return true;
        }
        for (int at = 0; ; at = Math.min(at + Integer.BYTES, length - Integer.BYTES)) {
            int first = text.charAt(at);
            int second = text.charAt(at + 1);
            int third = text.charAt(at + 2);
            int fourth = text.charAt(at + 3);
            if ((first | second | third | fourth) >= end
                    || (first | second << 8 | third << 16 | fourth << 24) != getInt(segment, offset + at)) {
                return false;
            }
            if (at == length - Integer.BYTES) {
                return true;
            }
        }
    }

    /**
     * Compares text in UTF-8.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes
     * @param bytes the size of the text
     * @param text the string
     * @param copy an array of at least {@code bytes} bytes, which is overwritten
     * @return true if the texts are equal; false if they differ or the string has a lone surrogate
     */
    static boolean equalUtf8(MemorySegment segment, long offset, int bytes, String text, byte[] copy) {
        copy(segment, offset, bytes, copy, 0);
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one < 0x80) {
                if (at >= bytes || copy[at] != one) {
                    return false;
                }
                at++;
            } else if (one < 0x800) {
                if (at > bytes - 2
                        || copy[at] != (byte) (0xC0 | one >> 6)
                        || copy[at + 1] != (byte) (0x80 | one & 0x3F)) {
                    return false;
                }
                at += 2;
            } else if (!Character.isSurrogate(one)) {
                if (at > bytes - 3
                        || copy[at] != (byte) (0xE0 | one >> 12)
                        || copy[at + 1] != (byte) (0x80 | one >> 6 & 0x3F)
                        || copy[at + 2] != (byte) (0x80 | one & 0x3F)) {
                    return false;
                }
                at += 3;
            } else {
                i++;
                if (at > bytes - 4 || i == text.length() || !Character.isSurrogatePair(one, text.charAt(i))) {
                    return false;
                }
                int point = Character.toCodePoint(one, text.charAt(i));
                int tail = (0x80 | point >> 12 & 0x3F) << 8
                        | (0x80 | point >> 6 & 0x3F) << 16
                        | (0x80 | point & 0x3F) << 24;
                if ((int) INTS.get(copy, at) != (0xF0 | point >> 18 | tail)) {
                    return false;
                }
                at += 4;
            }
        }
        return at == bytes;
    }

    /**
     * Encodes text whose units are its chars.
     *
     * @param src the string
     * @param srcIndex the index of the first char to encode
     * @param target the memory to write, in which {@code numChars} bytes fit
     * @param offset the offset of the first byte to write
     * @param numChars the number of chars
     * @param encoding an encoding with units of one byte
     * @return true if the text was written; false if a char has another form in {@code encoding}, and only chars before
     *     it may have been written
     */
    static boolean write(String src, int srcIndex, MemorySegment target, long offset, int numChars, Encoding encoding) {
        int end = WriteRoute.end(encoding);
        if (numChars < Integer.BYTES) {
            for (int at = 0; at < numChars; at++) {
                char one = src.charAt(srcIndex + at);
                if (one >= end) {
                    return false;
                }
                set(target, offset + at, (byte) one);
            }
            return true;
        }
        for (int at = 0; ; at = Math.min(at + Integer.BYTES, numChars - Integer.BYTES)) {
            int first = src.charAt(srcIndex + at);
            int second = src.charAt(srcIndex + at + 1);
            int third = src.charAt(srcIndex + at + 2);
            int fourth = src.charAt(srcIndex + at + 3);
            if ((first | second | third | fourth) >= end) {
                return false;
            }
            setInt(target, offset + at, first | second << 8 | third << 16 | fourth << 24);
            if (at == numChars - Integer.BYTES) {
                return true;
            }
        }
    }

    /** Copies bytes to memory in which they fit. */
    static void write(byte[] bytes, int count, MemorySegment target, long offset) {
        if (NATIVE.isInstance(target)) {
            MemorySegment.copy(bytes, 0, (MemorySegment) NATIVE.cast(target), JAVA_BYTE, offset, count);
        } else {
            MemorySegment.copy(bytes, 0, target, JAVA_BYTE, offset, count);
        }
    }

    /**
     * Writes a zero unit.
     *
     * @param target the memory to write, in which the unit fits
     * @param offset the offset of the unit, in bytes
     * @param unitSize the size of the unit, in bytes
     */
    static void setZero(MemorySegment target, long offset, int unitSize) {
        if (unitSize == Integer.BYTES) {
            setInt(target, offset, 0);
            return;
        }
        for (int i = 0; i < unitSize; i++) {
            set(target, offset + i, (byte) 0);
        }
    }

    /** Writes up to {@link #MOST_ZEROS} zero bytes, which fit into the memory. */
    static void setZeros(MemorySegment target, long offset, int bytes) {
        write(ZEROS, bytes, target, offset);
    }

    /**
     * Looks for the string of a text in a cache.
     *
     * @param cache the cache
     * @param segment the memory to read, which has the text
     * @param offset the offset of the text, in bytes
     * @param bytes the size of the text, greater than 0
     * @return the string, or null if the cache may not have it
     */
    static @Nullable String cached(RegionCache cache, MemorySegment segment, long offset, int bytes) {
        if (bytes < Long.BYTES) {
            return cache.find(few(segment, offset, bytes), 0, 0, 0, bytes);
        }
        if (bytes <= RegionCache.FOUR_WORDS) {
            long first = getLong(segment, offset);
            long last = getLong(segment, offset + bytes - Long.BYTES);
            if (bytes <= RegionCache.TWO_WORDS) {
                return cache.find(first, last, 0, 0, bytes);
            }
            long second = getLong(segment, offset + Long.BYTES);
            return cache.find(first, second, getLong(segment, offset + bytes - RegionCache.TWO_WORDS), last, bytes);
        }
        copy(segment, offset, bytes, cache.text(), 0);
        return cache.find(bytes);
    }

    /** Returns the first word of a text of less than 8 bytes, as {@link RegionCache} defines it. */
    private static long few(MemorySegment segment, long offset, int bytes) {
        if (bytes >= Integer.BYTES) {
            int one = getInt(segment, offset);
            return one & 0xFFFFFFFFL | (long) getInt(segment, offset + bytes - Integer.BYTES) << Integer.SIZE;
        }
        if (bytes >= Short.BYTES) {
            short one = getShort(segment, offset);
            return one & 0xFFFF | (long) getShort(segment, offset + bytes - Short.BYTES) << Integer.SIZE;
        }
        return get(segment, offset);
    }

    private static void copy(MemorySegment source, long offset, int bytes, byte[] target, int start) {
        if (NATIVE.isInstance(source)) {
            MemorySegment.copy((MemorySegment) NATIVE.cast(source), JAVA_BYTE, offset, target, start, bytes);
        } else {
            MemorySegment.copy(source, JAVA_BYTE, offset, target, start, bytes);
        }
    }

    private static short getShort(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? ((MemorySegment) NATIVE.cast(source)).get(SHORT, offset)
                : source.get(SHORT, offset);
    }

    static byte get(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? ((MemorySegment) NATIVE.cast(source)).get(JAVA_BYTE, offset)
                : source.get(JAVA_BYTE, offset);
    }

    private static int getInt(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? ((MemorySegment) NATIVE.cast(source)).get(INT, offset)
                : source.get(INT, offset);
    }

    private static long getLong(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? ((MemorySegment) NATIVE.cast(source)).get(LONG, offset)
                : source.get(LONG, offset);
    }

    static void set(MemorySegment target, long offset, byte value) {
        if (NATIVE.isInstance(target)) {
            ((MemorySegment) NATIVE.cast(target)).set(JAVA_BYTE, offset, value);
        } else {
            target.set(JAVA_BYTE, offset, value);
        }
    }

    private static void setInt(MemorySegment target, long offset, int value) {
        if (NATIVE.isInstance(target)) {
            ((MemorySegment) NATIVE.cast(target)).set(INT, offset, value);
        } else {
            target.set(INT, offset, value);
        }
    }

    private static long refused(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? 0 : NOT_ASCII;
    }
}
