package dev.unitstr;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.CStrings;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.WriteRoute;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Reads and writes text in byte buffers as C lays it out: with a terminator, in a list that ends with an empty string, or
 * behind a length. {@link BufferStrings} has the operations for text whose length is known, and documents buffers, units,
 * checks and policies, which are the same here. {@link NativeMemory} has the same operations for memory at an address, and
 * those for pointers.
 *
 * <p>A terminator is a zero unit. For C, a string with a NUL would end there: such as a path that is checked in Java as
 * {@code "a.png\0.exe"} and opened by C as another. So operations that write a terminator refuse it with {@link
 * IllegalArgumentException}, unless the charset is {@link UnitCharsets#MODIFIED_UTF_8}, which has other bytes for NUL. To
 * write it nevertheless, write the terminator as a char: {@code BufferStrings.copy(text + "\0", …)}. Charsets without
 * a NUL of one unit are refused with {@link IllegalArgumentException}, charsets that cannot encode with {@link
 * UnsupportedOperationException}.
 *
 * <p>Cost: a pass to find a terminator, and one to convert. {@code copyStringList} measures first; so do
 * {@code copyTerminated} and {@code copyPrefixed}, if the text might not fit or {@code copyPrefixed} might report an
 * error, and {@code allocateTerminated}. For REPLACE and UTF-8, ISO-8859-1 or US-ASCII, {@code allocateTerminated} does not
 * measure up to 64 chars, and mostly not up to 4096 chars that need one byte each; it allocates an array for them. Text that
 * the JDK converts is encoded once, into arrays.
 *
 * <pre>{@code
 * ByteBuffer name = BufferCStrings.allocateTerminated(ByteBuffer::allocateDirect, "Zo\u00eb", StandardCharsets.UTF_8);
 * System.out.println(name.limit() + " bytes: " + BufferStrings.getStringTerminated(name, 0, StandardCharsets.UTF_8));
 *
 * ByteBuffer field = ByteBuffer.allocateDirect(16);
 * LengthPrefix bytes = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
 * BufferCStrings.copyPrefixed("na\u00efve", StandardCharsets.UTF_8, field, 0, bytes);
 * System.out.println(BufferCStrings.getStringPrefixed(field, 0, bytes, StandardCharsets.UTF_8));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class BufferCStrings {
    private BufferCStrings() {}

    /**
     * Equivalent to {@code copyTerminated(src, charset, dst, dstIndex, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @return the number of code units written, without the terminator
     * @see #copyTerminated(CharSequence, Charset, ByteBuffer, int, MalformedPolicy)
     */
    public static long copyTerminated(CharSequence src, Charset charset, ByteBuffer dst, int dstIndex) {
        return copyTerminated(src, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text and a terminator. Nothing is written if both do not fit. With an error, the text before it may
     * have been written, without a terminator.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units written, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalArgumentException if {@code src} has a NUL
     * @throws IndexOutOfBoundsException if the text and the terminator are not within {@code dst}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyTerminated(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, MalformedPolicy policy) {
        return texts().copyTerminated(src, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code copyTerminatedTruncated(src, charset, dst, dstIndex, maxUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @return the number of chars read, and the number of code units written without the terminator
     * @see #copyTerminatedTruncated(CharSequence, Charset, ByteBuffer, int, long, MalformedPolicy)
     */
    public static Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long maxUnits) {
        return copyTerminatedTruncated(src, charset, dst, dstIndex, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as many whole characters as fit, and always a terminator, like {@code strlcpy}. Unlike
     * {@code copyField}, it writes nothing after the terminator. With an error, the text before it may have been
     * written, without a terminator.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read, and the number of code units written without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxUnits < 1}, or the part of {@code src} that fits has a NUL
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code maxUnits} units are not within {@code dst}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long maxUnits, MalformedPolicy policy) {
        return texts().copyTerminatedTruncated(src, charset, dst, dstIndex, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyPrefixed(src, charset, dst, dstIndex, prefix, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte of the length
     * @param prefix the form of the length
     * @return the number of code units of the text
     * @see #copyPrefixed(CharSequence, Charset, ByteBuffer, int, LengthPrefix, MalformedPolicy)
     */
    public static long copyPrefixed(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, LengthPrefix prefix) {
        return copyPrefixed(src, charset, dst, dstIndex, prefix, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text behind its length. Nothing is written if both do not fit.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte of the length
     * @param prefix the form of the length
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the text is longer than the prefix can hold
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the length and the text are not within {@code dst}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyPrefixed(
            CharSequence src,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            LengthPrefix prefix,
            MalformedPolicy policy) {
        return texts().copyPrefixed(src, charset, dst, dstIndex, prefix, policy);
    }

    /**
     * Equivalent to {@code getStringPrefixed(buffer, index, prefix, charset, REPLACE)}.
     *
     * @param buffer the memory to read
     * @param index the index of the length
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @return the string
     * @see #getStringPrefixed(ByteBuffer, int, LengthPrefix, Charset, MalformedPolicy)
     */
    public static String getStringPrefixed(ByteBuffer buffer, int index, LengthPrefix prefix, Charset charset) {
        return getStringPrefixed(buffer, index, prefix, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes text behind its length.
     *
     * @param buffer the memory to read
     * @param index the index of the length
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the length or the text is not within the memory
     * @throws IllegalArgumentException if the length is in bytes and no multiple of the unit size, or exceeds the limit of
     *     one string
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringPrefixed(
            ByteBuffer buffer, int index, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        return texts().getStringPrefixed(buffer, index, prefix, charset, policy);
    }

    /**
     * Equivalent to {@code getStringList(buffer, index, EMPTY_STRING, charset, REPLACE)}.
     *
     * @param buffer the memory to read
     * @param index the index of the first string
     * @param charset the charset; determines the size of a unit
     * @return the strings
     * @see #getStringList(ByteBuffer, int, ListEnd, Charset, MalformedPolicy)
     */
    public static String[] getStringList(ByteBuffer buffer, int index, Charset charset) {
        return getStringList(buffer, index, ListEnd.EMPTY_STRING, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStringList(buffer, index, end, charset, REPLACE)}.
     *
     * @param buffer the memory to read
     * @param index the index of the first string
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @return the strings
     * @see #getStringList(ByteBuffer, int, ListEnd, Charset, MalformedPolicy)
     */
    public static String[] getStringList(ByteBuffer buffer, int index, ListEnd end, Charset charset) {
        return getStringList(buffer, index, end, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes terminated strings that stand one behind the other, such as the block of {@code GetEnvironmentStringsW}, a
     * {@code REG_MULTI_SZ}, or {@code /proc/PID/cmdline}.
     *
     * @param buffer the memory to read
     * @param index the index of the first string
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the strings
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the memory ends before the list; the message says what is missing
     * @throws IllegalArgumentException if {@code end} is that of the memory, and the memory does not end after a whole unit
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String[] getStringList(
            ByteBuffer buffer, int index, ListEnd end, Charset charset, MalformedPolicy policy) {
        return strings().getStringList(region(buffer, "buffer"), index, end, charset, policy);
    }

    /**
     * Equivalent to {@code allocateTerminated(allocator, src, charset, REPLACE)}.
     *
     * @param allocator returns a buffer of at least the given number of bytes, such as {@code ByteBuffer::allocateDirect}
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @return the buffer, from the first byte to the end of the terminator
     * @see #allocateTerminated(IntFunction, CharSequence, Charset, MalformedPolicy)
     */
    public static ByteBuffer allocateTerminated(IntFunction<ByteBuffer> allocator, CharSequence src, Charset charset) {
        return allocateTerminated(allocator, src, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text and a terminator into a new buffer.
     *
     * @param allocator returns a buffer of at least the given number of bytes, such as {@code ByteBuffer::allocateDirect}
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the buffer, from the first byte to the end of the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code src} has a NUL, or the encoded text exceeds the size of a buffer
     * @throws IndexOutOfBoundsException if the allocator's buffer is too small
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static ByteBuffer allocateTerminated(
            IntFunction<ByteBuffer> allocator, CharSequence src, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        String string = Objects.requireNonNull(src, "src").toString();
        BufferTexts texts = texts(); // throws if there is no binding
        Encoding encoding = Encoding.of(charset);
        if (encoding == null || string.indexOf('\0') >= 0 || Coding.replacesByNul(policy)) {
            CStrings.Terminated text = strings().terminated(string, charset, policy);
            ByteBuffer buffer = allocate(allocator, text.bytes());
            text.write(region(buffer, "buffer"));
            return buffer.limit((int) text.bytes()).position(0);
        }
        byte[] encoded = WriteRoute.getBytes(string, charset, policy);
        if (encoded != null) {
            int bytes = encoded.length + 1;
            ByteBuffer buffer = allocate(allocator, bytes);
            buffer.put(0, encoded).put(encoded.length, (byte) 0);
            return buffer.limit(bytes).position(0);
        }
        long bytes = (texts.encodedUnits(string, charset, policy) + 1) * encoding.unitSize();
        ByteBuffer buffer = allocate(allocator, bytes);
        texts.copyTerminated(string, charset, buffer, 0, policy);
        return buffer.limit((int) bytes).position(0);
    }

    private static ByteBuffer allocate(IntFunction<ByteBuffer> allocator, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the encoded text has " + bytes + " bytes: too many for one buffer");
        }
        ByteBuffer buffer = Objects.requireNonNull(allocator.apply((int) bytes), "the allocator's buffer");
        if (buffer.limit() < bytes) {
            throw new IndexOutOfBoundsException(
                    "the allocator's buffer has " + buffer.limit() + " bytes: less than the requested " + bytes);
        }
        return buffer;
    }

    /**
     * Equivalent to {@code copyStringList(strings, charset, dst, dstIndex, REPLACE)}.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @return the number of bytes written
     * @see #copyStringList(String[], Charset, ByteBuffer, int, MalformedPolicy)
     */
    public static long copyStringList(String[] strings, Charset charset, ByteBuffer dst, int dstIndex) {
        return copyStringList(strings, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a list of terminated strings that ends with an empty string. An empty list has two zero units.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstIndex the index of the first byte to write
     * @param policy how to handle malformed or unmappable text
     * @return the number of bytes written
     * @throws NullPointerException if an argument or a string is null
     * @throws IllegalArgumentException if a string is empty, also when encoded, or has a NUL; or the replacement of
     *     {@code policy} has a NUL
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the list is not within {@code dst}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyStringList(
            String[] strings, Charset charset, ByteBuffer dst, int dstIndex, MalformedPolicy policy) {
        return strings().copyStringList(strings, charset, region(dst, "dst"), dstIndex, policy);
    }

    private static CStrings strings() {
        return RegionStrings.chosen().cStrings();
    }

    private static BufferTexts texts() {
        return RegionStrings.chosen().buffers();
    }

    private static Region region(Object memory, String name) {
        return BufferTexts.region(Objects.requireNonNull(memory, name));
    }
}
