package dev.unitstr;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes strings in byte buffers. Lengths are in code units of the charset, as in C interfaces.
 *
 * <p>A code unit has {@code unitSize} bytes, where {@code unitSize} is
 * {@link UnitCharsets#unitSize UnitCharsets.unitSize(charset)}: 2 in the UTF-16 family, 4 in the UTF-32 family, 1
 * otherwise. Parameters and results called <i>units</i> are in code units. Indices and offsets into memory are in
 * <b>bytes</b>. Indices into strings and lengths of strings are in chars. If a charset reads or writes a byte order
 * mark, the mark counts as one unit. Unless a method says otherwise, methods neither require nor write a terminator,
 * and NUL is an ordinary character.
 *
 * <pre>{@code
 * ByteBuffer memory = ByteBuffer.allocateDirect(64);
 * String text = "na\u00efve \ud83d\ude00";
 * long units = BufferStrings.copy(text, UnitCharsets.UTF_16, memory, 0);
 * System.out.println(units + " units: " + BufferStrings.getString(memory, 0, units, UnitCharsets.UTF_16));
 *
 * // char name[8]
 * BufferStrings.copyField("Zo\u00eb", StandardCharsets.UTF_8, memory, 32, 8, true);
 * System.out.println(BufferStrings.getStringTerminated(memory, 32, 8, StandardCharsets.UTF_8));
 *
 * // 05 CITY PIC X(10), in EBCDIC
 * BufferStrings.copyPadded("K\u00f6ln", Charset.forName("IBM1047"), memory, 40, 10);
 * System.out.println(BufferStrings.getStringPadded(memory, 40, 10, Charset.forName("IBM1047")));
 * }</pre>
 *
 * <p><b>Buffers.</b> Buffers may be heap, direct or mapped; access is unaligned. The limit is the bound. Methods
 * neither use nor change the position, mark and byte order, and do not change the limit. For a buffer over a memory
 * segment, methods throw {@link IllegalStateException} if the arena of the segment is closed and
 * {@code WrongThreadException} if the current thread may not access the segment, even if there is nothing to read or
 * write. As with every native call, a mapped file must not be truncated while its buffer is in use: that can end the
 * process.
 *
 * <p><b>Addresses.</b> {@link NativeMemory} has the same operations for memory at an address.
 *
 * <p><b>Checks.</b> Methods check their arguments before they allocate or write anything, in this order: null; the
 * charset; negative counts, and the range in the source string; read-only destination; bounds; whether the memory is
 * alive and accessible by the current thread. Malformed text is detected last. No argument value makes a method
 * allocate more than the text requires.
 *
 * <p><b>Many strings.</b> {@code getStrings} and {@code getSomeStrings} read the strings that {@link StringSpans}
 * describe; {@code copyStrings} writes an array of strings. One native call processes hundreds of short strings.
 *
 * <p><b>Charsets.</b> All charsets are supported. Unitstr itself converts the UTF families, ISO-8859-1 and US-ASCII,
 * with the results of the running JDK; the JDK converts all others.
 *
 * <p><b>Texts to encode</b> may be any {@link CharSequence}. A {@link StringBuilder}, and a {@link java.nio.CharBuffer} of up
 * to 16,383 chars that is direct or over an array, such as {@code CharBuffer.wrap(chars, index, count)}, are encoded and
 * compared without a string in between; any other sequence is converted by its {@code toString()} first, and so are texts
 * in charsets that the JDK converts.
 *
 * <p><b>Allocation.</b> A method that is documented to allocate nothing does so with the native library, for up to 64
 * KiB of text read or 16,383 chars written, once the JVM has compiled the code. Longer text, plain Java and charsets
 * that the JDK converts require temporary objects in each call.
 *
 * <p><b>Threads.</b> Methods may be called from any thread. If another thread or native code writes the memory during a
 * call, the result is some string or an exception, never an access outside the memory.
 *
 * @since 0.1.0
 */
public final class BufferStrings {
    private BufferStrings() {}

    /**
     * Decodes {@code units} code units (not bytes, not chars) into a new string.
     *
     * <p>Malformed text is replaced as by {@code new String(bytes, charset)}, or reported.
     *
     * <p>Reads: all {@code units}. Zero units are text; the method does not look for a terminator.
     *
     * <p>Cost: one pass; one native call for each 64 KiB of input. For up to 64 KiB, only the string is allocated.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getString(ByteBuffer buffer, int index, long units, Charset charset, MalformedPolicy policy) {
        return texts().getString(Objects.requireNonNull(buffer, "buffer"), index, units, charset, policy);
    }

    /**
     * Equivalent to {@code getString(buffer, index, units, charset, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string
     * @see #getString(ByteBuffer, int, long, Charset, MalformedPolicy)
     */
    public static String getString(ByteBuffer buffer, int index, long units, Charset charset) {
        return getString(buffer, index, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getString(buffer, index, units, UTF_8, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of UTF-8 (bytes)
     * @return the string
     * @see #getString(ByteBuffer, int, long, Charset, MalformedPolicy)
     */
    public static String getString(ByteBuffer buffer, int index, long units) {
        return getString(buffer, index, units, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text before the first zero unit, which must lie in the buffer.
     *
     * <p>Malformed text is handled as by {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Reads: whole units from {@code index} up to the zero unit. Memory after it need not be mapped.
     *
     * <p>Cost: one search and one pass.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit()}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code index} and {@code buffer.limit()}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, Charset charset, MalformedPolicy policy) {
        return texts().getStringTerminated(Objects.requireNonNull(buffer, "buffer"), index, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(buffer, index, charset, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param charset the charset; determines the size of a unit
     * @return the string, without the terminator
     * @see #getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, Charset charset) {
        return getStringTerminated(buffer, index, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStringTerminated(buffer, index, UTF_8, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @return the string, without the terminator
     * @see #getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(ByteBuffer buffer, int index) {
        return getStringTerminated(buffer, index, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field such as {@code char name[32]}: the text before the first zero unit, or the whole field if there
     * is none.
     *
     * <p>Malformed text is handled as by {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Reads: up to the zero unit. The whole field must lie in the buffer.
     *
     * <p>Cost: one search and one pass.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - maxUnits * unitSize}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringTerminated(
            ByteBuffer buffer, int index, long maxUnits, Charset charset, MalformedPolicy policy) {
        return texts().getStringTerminated(Objects.requireNonNull(buffer, "buffer"), index, maxUnits, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(buffer, index, maxUnits, charset, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @return the string, without the terminator
     * @see #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, long maxUnits, Charset charset) {
        return getStringTerminated(buffer, index, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code copy(src, charset, 0, dst, dstIndex, src.length(), REPLACE)}: encodes the whole text.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @return the number of code units (not bytes) written, including a byte order mark
     * @see #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)
     */
    public static long copy(CharSequence src, Charset charset, ByteBuffer dst, int dstIndex) {
        return texts().copy(src, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code copy(src, charset, 0, dst, dstIndex, src.length(), policy)}: encodes the whole text.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including a byte order mark
     * @see #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)
     */
    public static long copy(CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, MalformedPolicy policy) {
        return texts().copy(src, charset, dst, dstIndex, policy);
    }

    /**
     * Encodes a range of a string into a buffer, without a terminator.
     *
     * <p>Malformed text (lone surrogates) and unmappable characters are replaced as by
     * {@link String#getBytes(Charset)}, or reported.
     *
     * <p>Writes: exactly the units of the result, or nothing if they do not fit. With an error, the code points before
     * it may have been written; the exception tells how many units.
     *
     * <p>Cost: one pass, and a second one to measure the text if it might not fit. Nothing is allocated if {@code src}
     * is a {@link String}.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including a byte order mark
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit()} minus the encoded
     *     bytes
     * @throws MalformedTextException if {@code policy} reports an error in the range
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            ByteBuffer dst,
            int dstIndex,
            int numChars,
            MalformedPolicy policy) {
        return texts().copy(src, charset, srcIndex, dst, dstIndex, numChars, policy);
    }

    /**
     * Equivalent to {@code copy(src, charset, srcIndex, dst, dstIndex, numChars, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @return the number of code units (not bytes) written, including a byte order mark
     * @see #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)
     */
    public static long copy(
            CharSequence src, Charset charset, int srcIndex, ByteBuffer dst, int dstIndex, int numChars) {
        return copy(src, charset, srcIndex, dst, dstIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a string as fits into {@code maxUnits} code units, from {@code srcIndex} on, without a terminator.
     *
     * <p>Stops before the first code point that does not fit; the result never ends inside a code point. A byte order
     * mark is written only if a code point follows. Malformed and unmappable text is handled as by
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}.
     *
     * <p>Writes: exactly the units of the result. The memory after them keeps its content; to fill a field, use
     * {@code copyField}.
     *
     * <p>Cost: one pass; only the result object is allocated.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param maxUnits the maximum number of code units to write
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful (ISO-2022-JP
     *     and similar); encoders that only shift out and in (x-IBM930 and similar) are supported, and the result ends
     *     with the shift-in
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length()}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() - maxUnits * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            ByteBuffer dst,
            int dstIndex,
            long maxUnits,
            MalformedPolicy policy) {
        return texts().copyTruncated(src, charset, srcIndex, dst, dstIndex, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyTruncated(src, charset, srcIndex, dst, dstIndex, maxUnits, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and the number of units written
     * @see #copyTruncated(CharSequence, Charset, int, ByteBuffer, int, long, MalformedPolicy)
     */
    public static Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, ByteBuffer dst, int dstIndex, long maxUnits) {
        return copyTruncated(src, charset, srcIndex, dst, dstIndex, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field such as {@code char name[32]}: writes as many whole code points as fit, then zero units to the end
     * of the field, so that no part of an older, longer text remains.
     *
     * <p>Truncates as {@link #copyTruncated(CharSequence, Charset, int, ByteBuffer, int, long, MalformedPolicy)}
     * does.
     *
     * <p>Writes: the whole field and nothing else. With an error, the code points before it may have been
     * written; the rest of the field is then not filled.
     *
     * <p>Cost: one pass; only the result object is allocated.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written, not counting the zero fill
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful (ISO-2022-JP
     *     and similar); encoders that only shift out and in (x-IBM930 and similar) are supported, and the result ends
     *     with the shift-in
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code keepTerminator}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or
     *     {@code dstIndex > dst.limit() - fieldUnits * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the range
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        return texts().copyField(src, charset, dst, dstIndex, fieldUnits, keepTerminator, policy);
    }

    /**
     * Equivalent to {@code copyField(src, charset, dst, dstIndex, fieldUnits, keepTerminator, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @return the number of chars read and the number of units written, not counting the zero fill
     * @see #copyField(CharSequence, Charset, ByteBuffer, int, long, boolean, MalformedPolicy)
     */
    public static Copied copyField(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits, boolean keepTerminator) {
        return copyField(src, charset, dst, dstIndex, fieldUnits, keepTerminator, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a field that is padded with blanks, such as one of a record in COBOL or a {@code CHAR(20)} of SQL: the whole
     * text, then blanks ({@code U+0020}) to the end of the field. Nothing is written if the text does not fit.
     *
     * <p>A reader cannot tell blanks at the end of {@code src} from those of the field, and leaves out both.
     *
     * <p>Cost: two passes, the first to measure.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 20 for {@code CHAR(20)} in a charset of
     *     bytes
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code charset} does not encode a blank as one unit, or {@code fieldUnits < 0}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or
     *     {@code dstIndex > dst.limit() - fieldUnits * unitSize}, or the text has more than {@code fieldUnits} units
     * @throws MalformedTextException if {@code policy} reports an error in the text; nothing is written in this case
     */
    public static long copyPadded(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits, MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Region region = BufferTexts.region(Objects.requireNonNull(dst, "dst"));
        return RegionStrings.chosen().copyPadded(src, charset, region, dstIndex, fieldUnits, policy);
    }

    /**
     * Equivalent to {@code copyPadded(src, charset, dst, dstIndex, fieldUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @return the number of code units of the text
     * @see #copyPadded(CharSequence, Charset, ByteBuffer, int, long, MalformedPolicy)
     */
    public static long copyPadded(CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits) {
        return copyPadded(src, charset, dst, dstIndex, fieldUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field that is padded with blanks, and leaves out the blanks ({@code U+0020}) at its end. Other white space
     * and NUL are text.
     *
     * <p>Cost: as {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)} of the whole field, and a second string
     * if there are blanks.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the blanks
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringPadded(
            ByteBuffer buffer, int index, long units, Charset charset, MalformedPolicy policy) {
        return Chars.withoutBlanks(getString(buffer, index, units, charset, policy));
    }

    /**
     * Equivalent to {@code getStringPadded(buffer, index, units, charset, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string, without the blanks
     * @see #getStringPadded(ByteBuffer, int, long, Charset, MalformedPolicy)
     */
    public static String getStringPadded(ByteBuffer buffer, int index, long units, Charset charset) {
        return getStringPadded(buffer, index, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, string, charset, 0, string.length(), REPLACE)}: encodes the whole string.
     *
     * @param allocator returns, for a number of bytes, a buffer with at least that many bytes remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the charset; determines the size of a unit
     * @return a buffer with the encoded bytes
     * @see #allocateFrom(IntFunction, String, Charset, int, int, MalformedPolicy)
     */
    public static ByteBuffer allocateFrom(IntFunction<ByteBuffer> allocator, String string, Charset charset) {
        return allocateFrom(allocator, string, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, string, charset, 0, string.length(), policy)}: encodes the whole string.
     *
     * @param allocator returns, for a number of bytes, a buffer with at least that many bytes remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return a buffer with the encoded bytes
     * @see #allocateFrom(IntFunction, String, Charset, int, int, MalformedPolicy)
     */
    public static ByteBuffer allocateFrom(
            IntFunction<ByteBuffer> allocator, String string, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        Objects.requireNonNull(string, "string");
        return allocateFrom(allocator, string, charset, 0, string.length(), policy);
    }

    /**
     * Encodes a range of a string into newly allocated memory, without a terminator.
     *
     * <p>Malformed and unmappable text is handled as by
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}. The allocator is called once,
     * after all checks and after encoding. The method requests no alignment: a slicing allocator may return any
     * address.
     *
     * @param allocator returns, for a number of bytes, a buffer with at least that many bytes remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @param policy how to handle malformed or unmappable text
     * @return the slice of the allocator's buffer that holds the text, starting at that buffer's position and with its
     *     byte order; its position is 0, its limit and capacity are the number of encoded bytes
     * @throws NullPointerException if an argument is null
     * @throws NullPointerException if {@code allocator} returns null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > string.length() - numChars}
     * @throws IndexOutOfBoundsException if the allocator's buffer has too few bytes remaining
     * @throws java.nio.ReadOnlyBufferException if the allocator's buffer is read-only
     * @throws MalformedTextException if {@code policy} reports an error in the string
     */
    public static ByteBuffer allocateFrom(
            IntFunction<ByteBuffer> allocator,
            String string,
            Charset charset,
            int srcIndex,
            int numChars,
            MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        byte[] bytes = strings().encode(string, charset, srcIndex, numChars, policy);
        ByteBuffer buffer = Objects.requireNonNull(allocator.apply(bytes.length), "the allocator's buffer");
        int start = buffer.position();
        if (buffer.remaining() < bytes.length) {
            throw new IndexOutOfBoundsException("the allocator's buffer has " + buffer.remaining()
                    + " bytes remaining: less than the requested " + bytes.length);
        }
        return buffer.put(start, bytes).slice(start, bytes.length).order(buffer.order());
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, string, charset, srcIndex, numChars, REPLACE)}.
     *
     * @param allocator returns, for a number of bytes, a buffer with at least that many bytes remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @return a buffer with the encoded bytes
     * @see #allocateFrom(IntFunction, String, Charset, int, int, MalformedPolicy)
     */
    public static ByteBuffer allocateFrom(
            IntFunction<ByteBuffer> allocator, String string, Charset charset, int srcIndex, int numChars) {
        return allocateFrom(allocator, string, charset, srcIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Returns the length of encoded text in code units, including a byte order mark if the charset writes one.
     *
     * <p>The result is the number of units that
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} returns for the whole text.
     *
     * <p>Cost: one pass; the text is not encoded. Nothing is allocated for a {@link String} if {@code charset} is
     * UTF-8, UTF-16, UTF-32 or a variant of them, ISO-8859-1 or US-ASCII.
     *
     * @param text the text; converted to a {@code String} first if it is not one
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes)
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if {@code policy} reports an error in the string
     */
    public static long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        return texts().encodedUnits(text, charset, policy);
    }

    /**
     * Equivalent to {@code encodedUnits(text, charset, REPLACE)}.
     *
     * @param text the text; converted to a {@code String} first if it is not one
     * @param charset the charset; determines the size of a unit
     * @return the number of code units (not bytes)
     * @see #encodedUnits(CharSequence, Charset, MalformedPolicy)
     */
    public static long encodedUnits(CharSequence text, Charset charset) {
        return texts().encodedUnits(text, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Returns the number of code units before the first zero unit.
     *
     * <p>Reads: whole units from {@code index} up to the zero unit. Memory after it need not be mapped. Zero bytes that
     * belong to two adjacent units are not a zero unit.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param charset the charset; determines the size of a unit
     * @return the number of units before the zero unit
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit()}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code index} and {@code buffer.limit()}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     */
    public static long unitsToTerminator(ByteBuffer buffer, int index, Charset charset) {
        return texts().unitsToTerminator(Objects.requireNonNull(buffer, "buffer"), index, charset);
    }

    /**
     * Returns the number of code units before the first zero unit of a field.
     *
     * <p>Reads: up to the zero unit. The whole field must lie in the memory.
     *
     * <p>Cost: one search; nothing is allocated.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - maxUnits * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     */
    public static long unitsToTerminator(ByteBuffer buffer, int index, long maxUnits, Charset charset) {
        return texts().unitsToTerminator(Objects.requireNonNull(buffer, "buffer"), index, maxUnits, charset);
    }

    /**
     * Finds the first malformed sequence of a text. A charset's unmappable bytes count as malformed.
     *
     * <p>Cost: one pass; the text is not decoded into a string, unless unitstr leaves {@code charset} to the JDK.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the index of the first code unit of the sequence, counted from the start of the text, which is {@link
     *     MalformedTextException#unitOffset()} of {@code getString} with REPORT; -1 if the text is well-formed
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     */
    public static long firstMalformed(ByteBuffer buffer, int index, long units, Charset charset) {
        return strings().firstMalformed(region(buffer, "buffer"), index, units, charset);
    }

    /**
     * Tests whether encoded text equals a string or another sequence of chars.
     *
     * <p>The result is that of {@code getString(…).contentEquals(text)}. With {@code REPLACE}, malformed text equals
     * its replacement. With {@code REPORT}, malformed text is reported even after the first difference.
     *
     * <p>Cost: at most one pass, without decoding into a string; with {@code REPLACE}, the pass ends at the first
     * difference.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param text the text to compare with; converted to a {@code String} first if it is not one
     * @param policy how to handle malformed text
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code text}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static boolean contentEquals(
            ByteBuffer buffer, int index, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        return texts().contentEquals(Objects.requireNonNull(buffer, "buffer"), index, units, charset, text, policy);
    }

    /**
     * Equivalent to {@code contentEquals(buffer, index, units, charset, text, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param text the text to compare with; converted to a {@code String} first if it is not one
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code text}
     * @see #contentEquals(ByteBuffer, int, long, Charset, CharSequence, MalformedPolicy)
     */
    public static boolean contentEquals(ByteBuffer buffer, int index, long units, Charset charset, CharSequence text) {
        return contentEquals(buffer, index, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) into an array.
     *
     * <p>Malformed text is handled as by {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Writes: exactly the chars of the result, from {@code dstIndex} on. If the method throws because the chars do
     * not fit or the text is malformed, the content of the array from {@code dstIndex} on is undefined.
     *
     * <p>Cost: one pass; nothing is allocated.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array
     * @param dstIndex the index in {@code dst} of the first char
     * @param policy how to handle malformed text
     * @return the number of chars written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws IndexOutOfBoundsException if the text has more than {@code dst.length - dstIndex} chars
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static int decode(
            ByteBuffer buffer,
            int index,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        return texts().decode(Objects.requireNonNull(buffer, "buffer"), index, units, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code decode(buffer, index, units, charset, dst, dstIndex, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @see #decode(ByteBuffer, int, long, Charset, char[], int, MalformedPolicy)
     */
    public static int decode(ByteBuffer buffer, int index, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(buffer, index, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) and appends the text. Long text is appended in several
     * pieces.
     *
     * <p>Malformed text is handled as by {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}. With
     * {@code REPORT}, the text before the error has been appended; with an error that another policy reports, nothing.
     *
     * <p>Cost: one pass; one string is allocated for each 64 KiB of input, unless {@code dst} is a {@link StringBuilder}.
     * {@code dst} may itself call methods of this
     * class.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination; receives the text in pieces that never split a surrogate pair
     * @param policy how to handle malformed text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if {@code buffer} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in the text
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            ByteBuffer buffer, int index, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        strings().decode(region(buffer, "buffer"), index, units, charset, dst, policy);
    }

    /**
     * Equivalent to {@code decode(buffer, index, units, charset, dst, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code buffer}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination; receives the text in pieces that never split a surrogate pair
     * @throws IOException if {@code dst} throws it
     * @see #decode(ByteBuffer, int, long, Charset, Appendable, MalformedPolicy)
     */
    public static void decode(ByteBuffer buffer, int index, long units, Charset charset, Appendable dst)
            throws IOException {
        strings().decode(region(buffer, "buffer"), index, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStrings(buffer, spans, charset, REPLACE)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param spans the places of the strings
     * @param charset the charset
     * @return the strings, in the same order
     * @see #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)
     */
    public static String[] getStrings(ByteBuffer buffer, StringSpans spans, Charset charset) {
        return getStrings(buffer, spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings. Each is decoded as by {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)},
     * or, for terminated fields, as by {@link #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: with FFM and JNI, one native call decodes up to 64 KiB of text and at most 1024 strings. Longer strings,
     * and charsets that the JDK decodes, are decoded one by one. The gain over one call for each string is largest for
     * short strings and with JNI.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param spans the places of the strings, which may overlap and be in any order
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the strings, in the order of {@code spans}; an element is null only if a pointer is null
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code spans} are terminated fields and {@code charset} does not encode NUL
     *     as one zero unit
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} strings
     * @throws IllegalArgumentException if {@code spans} hold pointers: the address of a buffer is not known in Java
     * @throws IllegalArgumentException if a string has a negative size, more than {@link Integer#MAX_VALUE} bytes, or,
     *     between two offsets, a size that is not a multiple of the unit size; the message names the string
     * @throws IndexOutOfBoundsException if a string is not within {@code buffer}; the message names the string
     * @throws IllegalStateException if {@code buffer}, or a buffer in {@code spans}, is over a memory segment whose
     *     arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in a string:
     *     {@link MalformedTextException#stringIndex()} tells which
     */
    public static String[] getStrings(ByteBuffer buffer, StringSpans spans, Charset charset, MalformedPolicy policy) {
        return batches().getStrings(region(buffer, "buffer"), spans, charset, policy);
    }

    /**
     * Decodes many strings into an array, as {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}
     * does.
     *
     * <p>Writes: one element for each string. If an argument or the place of a string is invalid, no element is
     * written. If a malformed string is reported, the elements before it have been written.
     * <p>Cost: one additional pass over the places.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param spans the places of the strings
     * @param charset the charset
     * @param dst the destination array; an element is set to null only if a pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - spans.count()}, or if
     *     a string is out of bounds
     */
    public static void getStrings(
            ByteBuffer buffer,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        batches().getStrings(region(buffer, "buffer"), spans, charset, dst, dstIndex, policy);
    }

    /**
     * Decodes as many strings as one native call can, or one longer string, and returns their number. The caller
     * continues with the next string, reports progress, or stops:
     *
     * <pre>{@code
     * for (long done = 0; done < spans.count() && !Thread.interrupted(); ) {
     *     done += BufferStrings.getSomeStrings(buffer, spans, done, charset, all, (int) done, policy);
     * }
     * }</pre>
     *
     * <p>Decodes at most as many strings as {@code dst} has elements from {@code dstIndex} on, and at least one if
     * there is such an element and strings are left. An error in a string is thrown only by
     * the call whose first string it is; an earlier call returns the strings before it. {@code spans} may hold more
     * than {@link Integer#MAX_VALUE} strings. In all other respects, the method behaves as
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param buffer the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param spans the places of the strings
     * @param first the index of the first string to decode
     * @param charset the charset
     * @param dst the destination array; an element is set to null only if a pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @return the number of strings decoded; 0 if {@code dstIndex} is {@code dst.length} or
     *     {@code first} is {@code spans.count()}
     * @throws IndexOutOfBoundsException if {@code first < 0} or {@code first > spans.count()}; if {@code dstIndex < 0}
     *     or {@code dstIndex > dst.length}; or if a string is out of bounds
     */
    public static int getSomeStrings(
            ByteBuffer buffer,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        return batches().getSomeStrings(region(buffer, "buffer"), spans, first, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code encodedUnits(strings, charset, REPLACE)}.
     *
     * @param strings the strings
     * @param charset the charset
     * @return the number of units that {@code copyStrings} writes for the strings
     * @see #encodedUnits(String[], Charset, MalformedPolicy)
     */
    public static long encodedUnits(String[] strings, Charset charset) {
        return encodedUnits(strings, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Returns the total length of many encoded strings in code units. If the charset writes a byte order mark, one is
     * counted for each string that is not empty.
     *
     * <p>Cost: one pass; nothing is encoded.
     *
     * @param strings the strings
     * @param charset the charset
     * @param policy how to handle malformed or unmappable text
     * @return the number of units that {@code copyStrings} writes for the strings
     * @throws NullPointerException if an argument or a string is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if {@code policy} reports an error in a string:
     *     {@link MalformedTextException#stringIndex()} tells which
     */
    public static long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return batches().encodedUnits(strings, charset, policy);
    }

    /**
     * Equivalent to {@code copyStrings(src, charset, dst, dstIndex, offsets, REPLACE)}.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory to write
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}
     * @return the number of code units (not bytes) written
     * @see #copyStrings(String[], Charset, ByteBuffer, int, long[], MalformedPolicy)
     */
    public static long copyStrings(String[] src, Charset charset, ByteBuffer dst, int dstIndex, long[] offsets) {
        return copyStrings(src, charset, dst, dstIndex, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators or gaps, and writes their offsets to an array. In
     * all else, the method behaves as
     * {@link #copyStrings(String[], int, Charset, ByteBuffer, int, StringSpans, MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory to write
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}:
     *     {@code src.length + 1} elements from index 0 on, in the form that {@link StringSpans#ofOffsets(long[])} reads
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written
     * @throws IndexOutOfBoundsException if {@code offsets.length <= src.length}, or if the strings do not fit in
     *     {@code dst}
     */
    public static long copyStrings(
            String[] src, Charset charset, ByteBuffer dst, int dstIndex, long[] offsets, MalformedPolicy policy) {
        return batches().copyStrings(src, charset, region(dst, "dst"), dstIndex, offsets, policy);
    }

    /**
     * Encodes many strings one after the other, without terminators or gaps, and writes their offsets to a table.
     * Each string is encoded as by {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}.
     *
     * <p>With 4-byte offsets, the result has the layout of an Arrow string array. The table tells the number of
     * strings, and {@code getStrings} reads them back:
     *
     * <pre>{@code
     * StringSpans table = StringSpans.ofOffsets(offsets, 0, Integer.BYTES, 100);
     * BufferStrings.copyStrings(src, 0, UTF_8, dst, 0, table);
     * String[] same = BufferStrings.getStrings(dst, table, UTF_8);
     * }</pre>
     *
     * <p>Writes: exactly the units of the strings, and {@code offsets.count() + 1} offsets in native byte order. Nothing is
     * written if an argument is invalid, the strings do not fit, or a malformed string is reported. To append more
     * strings, start the next call at the last offset written.
     * <p>Cost: one native call encodes up to 16 Ki chars and at most 1024 strings. Longer strings, and charsets that
     * the JDK encodes, are encoded one by one. If the strings might not fit, or with {@code REPORT}, they are measured
     * first. To report progress or to allow interruption, pass a part of the array at a time.
     *
     * @param src the strings
     * @param srcIndex the index of the first string to encode
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}: a
     *     table that an {@code ofOffsets} method returned; must not overlap the memory written in {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including byte order marks
     * @throws NullPointerException if an argument or a string is null
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length - offsets.count()}
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code offsets} is not a table of offsets
     * @throws java.nio.ReadOnlyBufferException if {@code dst} or the memory of {@code offsets} is read-only
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() -} the bytes to
     *     write
     * @throws IndexOutOfBoundsException if {@code offsets} has no entry
     * @throws IllegalArgumentException if an entry has 4 bytes and the strings end after {@link Integer#MAX_VALUE}
     * @throws IllegalStateException if {@code dst} or {@code offsets} is over a memory segment whose arena is closed
     * @throws MalformedTextException if {@code policy} reports an error in a string:
     *     {@link MalformedTextException#stringIndex()} tells which
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            StringSpans offsets,
            MalformedPolicy policy) {
        return batches().copyStrings(src, srcIndex, charset, region(dst, "dst"), dstIndex, offsets, policy);
    }

    private static RegionStrings strings() {
        return RegionStrings.chosen();
    }

    private static BatchStrings batches() {
        return RegionStrings.chosen().batches();
    }

    private static BufferTexts texts() {
        return RegionStrings.chosen().buffers();
    }

    private static Region region(Object memory, String name) {
        return BufferTexts.region(Objects.requireNonNull(memory, name));
    }
}
