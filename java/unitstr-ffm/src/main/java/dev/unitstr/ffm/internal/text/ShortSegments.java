package dev.unitstr.ffm.internal.text;

import dev.unitstr.internal.binding.Encoding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Moves short texts of one byte per char between segments and arrays, eight bytes at a time, without a native call.
 *
 * <p>{@code MemorySegment.copy} takes about as long in a JVM that has used one kind of memory, but twice as long in one
 * that has used many: the compiler then neither inlines it nor knows which class a segment has. Each method here casts
 * the segment to the class of native segments or of byte arrays first, so that the compiler need not consult its
 * profile. Other segments on the heap take the same code without a cast.
 */
final class ShortSegments {
    private static final Class<?> NATIVE = MemorySegment.NULL.getClass();
    private static final Class<?> BYTES = MemorySegment.ofArray(new byte[0]).getClass();

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
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
     * @param target an array of at least {@code bytes} + 8 bytes
     * @return true if the text was copied; false if it is not ASCII, unless {@code encoding} is Latin-1
     */
    static boolean read(MemorySegment source, long offset, int bytes, Encoding encoding, byte[] target) {
        long refused = refused(encoding);
        if (NATIVE.isInstance(source)) {
            return copy((MemorySegment) NATIVE.cast(source), offset, bytes, refused, target);
        }
        return BYTES.isInstance(source)
                ? copy((MemorySegment) BYTES.cast(source), offset, bytes, refused, target)
                : copy(source, offset, bytes, refused, target);
    }

    private static boolean copy(MemorySegment source, long offset, int bytes, long refused, byte[] target) {
        int at = 0;
        for (; at <= bytes - Long.BYTES; at += Long.BYTES) {
            long eight = source.get(LONG, offset + at);
            if ((eight & refused) != 0) {
                return false;
            }
            LONGS.set(target, at, eight);
        }
        if (at == bytes) {
            return true;
        }
        long rest;
        if (bytes >= Long.BYTES) {
            rest = source.get(LONG, offset + bytes - Long.BYTES) >>> 8 * (at + Long.BYTES - bytes);
        } else if (bytes >= Integer.BYTES) {
            long high = Integer.toUnsignedLong(source.get(INT, offset + bytes - Integer.BYTES));
            rest = Integer.toUnsignedLong(source.get(INT, offset)) | high << 8 * (bytes - Integer.BYTES);
        } else {
            rest = 0;
            for (int i = 0; i < bytes; i++) {
                rest |= (source.get(BYTE, offset + i) & 0xFFL) << 8 * i;
            }
        }
        LONGS.set(target, at, rest);
        return (rest & refused) == 0;
    }

    /**
     * Copies text before the first zero byte whose decoded form in Latin-1 is identical.
     *
     * @param source the memory to read
     * @param offset the offset of the text, in bytes, within the memory
     * @param most the largest number of bytes to read, all of which are in the memory
     * @param encoding an encoding with units of one byte
     * @param target an array of at least {@code most} + 8 bytes
     * @return the length of the text; -1 if no zero byte was found, or if the text is not ASCII and {@code encoding} is
     *     not Latin-1
     */
    static int readTerminated(MemorySegment source, long offset, int most, Encoding encoding, byte[] target) {
        long refused = refused(encoding);
        if (NATIVE.isInstance(source)) {
            MemorySegment memory = (MemorySegment) NATIVE.cast(source);
            // A segment may claim more than is mapped: nothing beyond the page of the zero byte may be read.
            int ofPage = PAGE - (int) ((memory.address() + offset) & PAGE - 1);
            return copyTerminated(memory, offset, Math.min(most, ofPage), refused, target);
        }
        return BYTES.isInstance(source)
                ? copyTerminated((MemorySegment) BYTES.cast(source), offset, most, refused, target)
                : copyTerminated(source, offset, most, refused, target);
    }

    private static int copyTerminated(MemorySegment source, long offset, int most, long refused, byte[] target) {
        int at = 0;
        for (; at <= most - Long.BYTES; at += Long.BYTES) {
            long eight = source.get(LONG, offset + at);
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
        for (; at < most; at++) {
            byte one = source.get(BYTE, offset + at);
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
        if (NATIVE.isInstance(target)) {
            return put(src, srcIndex, (MemorySegment) NATIVE.cast(target), offset, numChars, end);
        }
        return BYTES.isInstance(target)
                ? put(src, srcIndex, (MemorySegment) BYTES.cast(target), offset, numChars, end)
                : put(src, srcIndex, target, offset, numChars, end);
    }

    private static boolean put(String src, int srcIndex, MemorySegment target, long offset, int numChars, int end) {
        int at = 0;
        for (; at <= numChars - Integer.BYTES; at += Integer.BYTES) {
            int first = src.charAt(srcIndex + at);
            int second = src.charAt(srcIndex + at + 1);
            int third = src.charAt(srcIndex + at + 2);
            int fourth = src.charAt(srcIndex + at + 3);
            if ((first | second | third | fourth) >= end) {
                return false;
            }
            target.set(INT, offset + at, first | second << 8 | third << 16 | fourth << 24);
        }
        for (; at < numChars; at++) {
            char one = src.charAt(srcIndex + at);
            if (one >= end) {
                return false;
            }
            target.set(BYTE, offset + at, (byte) one);
        }
        return true;
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
        if (NATIVE.isInstance(segment)) {
            return same((MemorySegment) NATIVE.cast(segment), offset, text, end);
        }
        return BYTES.isInstance(segment)
                ? same((MemorySegment) BYTES.cast(segment), offset, text, end)
                : same(segment, offset, text, end);
    }

    private static boolean same(MemorySegment segment, long offset, String text, int end) {
        int at = 0;
        for (; at <= text.length() - Integer.BYTES; at += Integer.BYTES) {
            int first = text.charAt(at);
            int second = text.charAt(at + 1);
            int third = text.charAt(at + 2);
            int fourth = text.charAt(at + 3);
            if ((first | second | third | fourth) >= end
                    || (first | second << 8 | third << 16 | fourth << 24) != segment.get(INT, offset + at)) {
                return false;
            }
        }
        for (; at < text.length(); at++) {
            char one = text.charAt(at);
            if (one >= end || (byte) one != segment.get(BYTE, offset + at)) {
                return false;
            }
        }
        return true;
    }

    private static int end(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? 0x100 : 0x80;
    }

    private static long refused(Encoding encoding) {
        return encoding == Encoding.LATIN_1 ? 0 : NOT_ASCII;
    }
}
