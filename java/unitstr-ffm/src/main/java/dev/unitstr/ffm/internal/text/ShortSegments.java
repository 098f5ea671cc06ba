package dev.unitstr.ffm.internal.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionCache;
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
 */
final class ShortSegments {
    private static final Class<?> NATIVE = MemorySegment.NULL.getClass();

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long NOT_ASCII = 0x80 * EACH_BYTE;
    /** The smallest page of any platform: memory is readable up to the end of the page of a readable byte. */
    private static final int PAGE = 4096;

    private ShortSegments() {}

    /**
     * Copies text whose decoded form in Latin-1 is identical.
     *
     * @param source the memory to read, which has the text
     * @param offset the offset of the text, in bytes
     * @param bytes the length of the text, greater than 0
     * @param encoding an encoding with units of one byte
     * @param target an array of at least {@code bytes} bytes, which is overwritten in any case
     * @return true if the text was copied; false if it is not ASCII, unless {@code encoding} is Latin-1
     */
    static boolean read(MemorySegment source, long offset, int bytes, Encoding encoding, byte[] target) {
        copy(source, offset, bytes, target);
        return encoding == Encoding.LATIN_1 || ReadRoute.isAscii(target, bytes);
    }

    /**
     * Copies text before the first zero byte whose decoded form in Latin-1 is identical.
     *
     * @param source the memory to read
     * @param offset the offset of the text, in bytes, within the memory
     * @param most the largest number of bytes to read, all of which are in the memory
     * @param encoding an encoding with units of one byte
     * @param target an array of at least {@code most} + 8 bytes
     * @return the length of the text; -1 if no zero byte was found, or if the text is not ASCII and {@code
     *     encoding} is not Latin-1
     */
    static int readTerminated(MemorySegment source, long offset, int most, Encoding encoding, byte[] target) {
        long refused = refused(encoding);
        int end = Math.min(most, pageBytes(source, offset));
        int at = 0;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long eight = getLong(source, offset + at);
            LONGS.set(target, at, eight);
            long zero = (eight - EACH_BYTE) & ~eight & NOT_ASCII; // exact up to the first zero byte
            if (zero != 0) {
                int bits = Long.numberOfTrailingZeros(zero) - 7;
                return (eight & refused & (1L << bits) - 1) == 0 ? at + (bits >> 3) : -1;
            }
            if ((eight & refused) != 0) {
                return -1;
            }
        }
        for (; at < end; at++) {
            byte one = get(source, offset + at);
            if (one == 0) {
                return at;
            }
            if ((one & refused) != 0) {
                return -1;
            }
            target[at] = one;
        }
        return -1;
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
        int end = end(encoding);
        int at = 0;
        for (; at <= text.length() - Integer.BYTES; at += Integer.BYTES) {
            int first = text.charAt(at);
            int second = text.charAt(at + 1);
            int third = text.charAt(at + 2);
            int fourth = text.charAt(at + 3);
            if ((first | second | third | fourth) >= end
                    || (first | second << 8 | third << 16 | fourth << 24) != getInt(segment, offset + at)) {
                return false;
            }
        }
        for (; at < text.length(); at++) {
            char one = text.charAt(at);
            if (one >= end || (byte) one != get(segment, offset + at)) {
                return false;
            }
        }
        return true;
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
        int end = end(encoding);
        int at = 0;
        for (; at <= numChars - Integer.BYTES; at += Integer.BYTES) {
            int first = src.charAt(srcIndex + at);
            int second = src.charAt(srcIndex + at + 1);
            int third = src.charAt(srcIndex + at + 2);
            int fourth = src.charAt(srcIndex + at + 3);
            if ((first | second | third | fourth) >= end) {
                return false;
            }
            setInt(target, offset + at, first | second << 8 | third << 16 | fourth << 24);
        }
        for (; at < numChars; at++) {
            char one = src.charAt(srcIndex + at);
            if (one >= end) {
                return false;
            }
            set(target, offset + at, (byte) one);
        }
        return true;
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
        copy(segment, offset, bytes, cache.text());
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

    private static void copy(MemorySegment source, long offset, int bytes, byte[] target) {
        if (NATIVE.isInstance(source)) {
            MemorySegment.copy((MemorySegment) NATIVE.cast(source), JAVA_BYTE, offset, target, 0, bytes);
        } else {
            MemorySegment.copy(source, JAVA_BYTE, offset, target, 0, bytes);
        }
    }

    private static short getShort(MemorySegment source, long offset) {
        return NATIVE.isInstance(source)
                ? ((MemorySegment) NATIVE.cast(source)).get(SHORT, offset)
                : source.get(SHORT, offset);
    }

    private static byte get(MemorySegment source, long offset) {
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

    private static void set(MemorySegment target, long offset, byte value) {
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

    private static int end(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? 0x100 : 0x80;
    }

    private static long refused(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? 0 : NOT_ASCII;
    }
}
