package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.ffm.internal.text.JdkStrings;
import dev.unitstr.ffm.internal.text.TruncatedPath;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.WriteRoute;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes strings in memory segments. Lengths are in code units of the charset, as in C interfaces. Unless a
 * method says otherwise, methods neither require nor write a terminator, and NUL is an ordinary character.
 *
 * {@snippet :
 * import dev.unitstr.UnitCharsets;
 * import dev.unitstr.ffm.SegmentStrings;
 * import java.lang.foreign.Arena;
 * import java.lang.foreign.MemorySegment;
 * import java.nio.charset.StandardCharsets;
 *
 * public class Example {
 *     public static void main(String[] args) {
 *         try (Arena arena = Arena.ofConfined()) {
 *             // A C function fills char16_t text[16] and returns a length.
 *             MemorySegment text = arena.allocate(32, 2);
 *             String greeting = "héllo\0😀";
 *             long units = SegmentStrings.copy(greeting, UnitCharsets.UTF_16, text, 0);
 *             System.out.println(units); // 8
 *             String back = SegmentStrings.getString(text, 0, units, UnitCharsets.UTF_16);
 *             System.out.println(back.equals(greeting)); // true
 *
 *             // char name[8], with a terminator only if the text is shorter.
 *             MemorySegment name = arena.allocate(8);
 *             SegmentStrings.copyField("Zoë Quast", StandardCharsets.UTF_8, name, 0, 8, false);
 *             System.out.println(SegmentStrings.getStringTerminated(name, 0, 8, StandardCharsets.UTF_8)); // Zoë Qua
 *         }
 *     }
 * }
 * }
 *
 * <table class="striped">
 * <caption>Methods by purpose</caption>
 * <thead><tr><th>Given</th><th>Required</th><th>Method</th></tr></thead>
 * <tbody>
 * <tr><td>pointer and length</td><td>a string</td><td>{@code getString}</td></tr>
 * <tr><td>pointer and length</td><td>chars, or text appended to an {@code Appendable}</td><td>{@code decode}</td></tr>
 * <tr><td>pointer and length</td><td>a comparison with a string</td><td>{@code contentEquals}</td></tr>
 * <tr><td>pointer and length</td><td>the index of the first malformed sequence</td>
 *     <td>{@code firstMalformed}</td></tr>
 * <tr><td>pointer to zero-terminated text</td><td>a string</td>
 *     <td>{@code getStringTerminated}</td></tr>
 * <tr><td>a field such as {@code char name[32]}</td><td>a string</td>
 *     <td>{@code getStringTerminated} with a maximum</td></tr>
 * <tr><td>a field padded with blanks</td><td>its text, or to write it</td>
 *     <td>{@code getStringPadded}, {@code copyPadded}</td></tr>
 * <tr><td>pointer to zero-terminated text</td><td>its length</td><td>{@code unitsToTerminator}</td></tr>
 * <tr><td>many strings: offsets, fields, or structs with pointers</td><td>a {@code String[]}</td>
 *     <td>{@code getStrings}, {@code getSomeStrings}</td></tr>
 * <tr><td>a {@code String[]}</td><td>all strings in memory, with their offsets</td>
 *     <td>{@code copyStrings}</td></tr>
 * <tr><td>a string or a range of it</td><td>the whole text in memory</td><td>{@code copy}</td></tr>
 * <tr><td>a string or a range of it</td><td>as much of the text as fits</td><td>{@code copyTruncated}</td></tr>
 * <tr><td>a string</td><td>a filled field such as {@code char name[32]}</td><td>{@code copyField}</td></tr>
 * <tr><td>a string</td><td>its encoded length in units</td><td>{@code encodedUnits}</td></tr>
 * <tr><td>a string</td><td>native memory to pass to C</td><td>{@code allocateFrom}</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>Units, bytes, chars</h2>
 *
 * <p>A code unit has 2 bytes for UTF-16, UTF-16LE, UTF-16BE and x-UTF-16LE-BOM, 4 bytes for UTF-32, UTF-32LE, UTF-32BE,
 * X-UTF-32LE-BOM and X-UTF-32BE-BOM, and 1 byte for every other charset ({@link dev.unitstr.UnitCharsets#unitSize}).
 * Parameters and results called <i>units</i> are in code units. Offsets are in <b>bytes</b>, as everywhere in
 * {@code java.lang.foreign}. Indices into strings and lengths of strings are in chars. If a charset reads or writes a
 * byte order mark, the mark counts as one unit. Segments may be native, mapped or backed by a heap array of any type;
 * access is unaligned.
 *
 * <p>The string methods that JDK 27 added to {@code java.lang.foreign} count bytes: the JDK's
 * {@code getString(offset, charset, byteLength)} corresponds to {@code getString(segment, offset, units, charset)} in
 * this class, and the JDK's {@code copy} returns bytes where the method of this class returns units. On JDK 27 and
 * later, {@code copy} calls the JDK's method for ISO-8859-1, US-ASCII and ASCII text of up to 4096 chars in UTF-8,
 * because it is faster; the result is the same.
 *
 * <h2>Malformed text, errors</h2>
 *
 * <p>Without a policy, or with {@link MalformedPolicy#REPLACE}, results are those of {@code new String(bytes, charset)}
 * and {@code string.getBytes(charset)} on the running JDK, also for malformed text. With
 * {@link MalformedPolicy#REPORT}, malformed or unmappable text causes a {@link dev.unitstr.MalformedTextException}.
 *
 * <p>Methods check their arguments before they allocate or write anything, in this order: null; the charset; negative
 * counts, and the range in the source string; read-only destination; bounds; whether the segment is alive and
 * accessible by the current thread, even if there is nothing to read or write. Malformed text is detected last.
 *
 * <p>No process has memory below the address 4096. To access a byte there, in a native segment of any size, such as a null
 * pointer of {@code Long.MAX_VALUE} bytes or a field of a null struct, is an {@link IllegalArgumentException} after the
 * check of the bounds. The same is true of every class of this module that takes a segment. {@link SegmentCStrings} returns
 * null for a null pointer.
 *
 * <h2>Cost</h2>
 *
 * <p>Unless a method says otherwise, it makes one pass and allocates no temporary arrays. For charsets other than
 * UTF-8, ISO-8859-1, US-ASCII and those with units larger than a byte, the JDK converts a copy of the text.
 *
 * <p>A text to encode or compare may be any {@link CharSequence}. A {@link StringBuilder}, and a
 * {@link java.nio.CharBuffer} of up to 16,383 chars that is direct or over an array, such as
 * {@code CharBuffer.wrap(chars, index, count)}, are read without a string in between; any other sequence is converted by
 * its {@code toString()} first.
 *
 * <p>With the FFM binding, native code reads and writes the segment directly, in critical calls. A critical call delays
 * safepoints, so each processes at most 64 KiB of input. The segment cannot be closed during a call. With another
 * binding (see {@link dev.unitstr.UnitStr}), memory is copied through arrays.
 *
 * <h2>Memory that changes</h2>
 *
 * <p>If another thread or native code writes the memory during a call, the result is some string or an exception, never
 * an access outside the segment. As with every native call, a mapped file must not be truncated while its memory is in
 * use.
 *
 * <p>Methods may be called from any thread that may access the segment.
 *
 * @since 0.1.0
 */
public final class SegmentStrings {
    private SegmentStrings() {}

    /**
     * Equivalent to {@code getString(segment, offset, units, UTF_8, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of UTF-8 (bytes)
     * @return the string
     * @see #getString(MemorySegment, long, long, Charset)
     */
    public static String getString(MemorySegment segment, long offset, long units) {
        return getString(segment, offset, units, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) into a new string.
     *
     * <p>Malformed text is replaced as by {@code new String(bytes, charset)}. Equivalent to
     * {@code getString(segment, offset, units, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset
     * @return the string
     */
    public static String getString(MemorySegment segment, long offset, long units, Charset charset) {
        return getString(segment, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) into a new string.
     *
     * <p>Reads: all {@code units}. Zero units are text; the method does not look for a terminator.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param policy how to handle malformed text
     * @return the string; its {@link String#length()}, in chars, can differ from {@code units}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getString(
            MemorySegment segment, long offset, long units, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT) {
            String string = FastPath.getString(segment, offset, units, charset, policy);
            if (string != null) {
                return string;
            }
        }
        return strings().getString(region(segment), offset, units, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param charset the charset
     * @return the string, without the terminator
     * @see #getStringTerminated(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset, Charset charset) {
        return getStringTerminated(segment, offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text before the first zero unit, which must lie in the segment.
     *
     * <p>Reads: whole units from {@code offset} up to the end of the memory page that holds the zero unit. The segment
     * may therefore be declared larger than its memory ({@link MemorySegment#reinterpret(long)}). Trailing bytes that
     * do not form a whole unit are not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if the text has more than {@link Integer#MAX_VALUE} bytes
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > segment.byteSize()}
     * @throws IndexOutOfBoundsException if there is no zero unit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringTerminated(
            MemorySegment segment, long offset, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT && policy != null) {
            String string = FastPath.getStringTerminated(segment, offset, -1, charset, policy);
            if (string != null) {
                return string;
            }
            long units = FastPath.unitsToTerminator(segment, offset, -1, charset);
            if (units != FastPath.NO_ANSWER) {
                return getString(segment, offset, units, charset, policy);
            }
        }
        return strings().getStringTerminated(region(segment), offset, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, UTF_8, REPLACE)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}
     * @return the string, without the terminator
     * @see #getStringTerminated(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset) {
        return getStringTerminated(segment, offset, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, maxUnits, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the field, in bytes from the start of {@code segment}
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the charset
     * @return the string
     * @see #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        return getStringTerminated(segment, offset, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field such as {@code char name[32]}: the text before the first zero unit, or the whole field if there
     * is none.
     *
     * <p>Reads: up to the end of the memory page that holds the first zero unit. The whole field must lie in the
     * segment.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the field, in bytes from the start of {@code segment}
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param policy how to handle malformed text
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}, or the text has more than {@link Integer#MAX_VALUE}
     *     bytes
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringTerminated(
            MemorySegment segment, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT && policy != null) {
            String string =
                    maxUnits < 0 ? null : FastPath.getStringTerminated(segment, offset, maxUnits, charset, policy);
            if (string != null) {
                return string;
            }
            long units = FastPath.unitsToTerminator(segment, offset, Math.max(maxUnits, 0), charset);
            if (units != FastPath.NO_ANSWER) {
                return getString(segment, offset, units, charset, policy);
            }
        }
        return strings().getStringTerminated(region(segment), offset, maxUnits, charset, policy);
    }

    /**
     * Equivalent to {@code copy(src, charset, 0, dst, dstOffset, src.length(), REPLACE)}: encodes the whole text.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of code units (not bytes) written
     * @see #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)
     */
    public static long copy(CharSequence src, Charset charset, MemorySegment dst, long dstOffset) {
        return copy(src, charset, dst, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code copy(src, charset, 0, dst, dstOffset, src.length(), policy)}: encodes the whole text.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written
     * @see #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)
     */
    public static long copy(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        return copy(text, charset, 0, dst, dstOffset, Chars.length(text), policy);
    }

    /**
     * Equivalent to {@code copy(src, charset, srcIndex, dst, dstOffset, numChars, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @return the number of code units (not bytes) written
     * @see #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)
     */
    public static long copy(
            CharSequence src, Charset charset, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        return copy(src, charset, srcIndex, dst, dstOffset, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a string into a segment, without a terminator.
     *
     * <p>Writes: exactly the units of the result, or nothing if they do not fit. With an error, the code points before
     * it may have been written; the exception tells how many units.
     * <p>Cost: one pass, and a second one to measure the text if it might not fit. Nothing is allocated for up to
     * 16,383 chars of a {@link String}, except where the JDK encodes it: it may allocate arrays of the size of a string
     * that begins and ends with ASCII, or with Latin-1 in ISO-8859-1, but has other chars between.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including a byte order mark
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws IllegalArgumentException if {@code dst} is read-only, even for {@code numChars == 0}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > dst.byteSize() -} the bytes
     *     to write
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if the current thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the range
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        if (Route.JDK != null && text instanceof String string) {
            long units = Route.JDK.copy(string, charset, srcIndex, dst, dstOffset, numChars, policy);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        if (Route.DIRECT && text instanceof String string) {
            long units = FastPath.copy(string, charset, srcIndex, dst, dstOffset, numChars, policy, 0);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().copy(text, charset, srcIndex, region(dst, "dst"), dstOffset, numChars, policy);
    }

    /**
     * Equivalent to {@code copyTruncated(src, charset, srcIndex, dst, dstOffset, maxUnits, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and the number of units written
     * @see #copyTruncated(CharSequence, Charset, int, MemorySegment, long, long, MalformedPolicy)
     */
    public static Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, MemorySegment dst, long dstOffset, long maxUnits) {
        return copyTruncated(src, charset, srcIndex, dst, dstOffset, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a string as fits into {@code maxUnits} code units, from {@code srcIndex} on, without a terminator.
     *
     * <p>Stops before the first code point that does not fit; the result never ends inside a code point. A byte order
     * mark is written only if a code point follows.
     * <p>Writes: exactly the units of the result. The memory after them keeps its content; to fill a field, use
     * {@code copyField}.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write; {@code dst} must have space for all of them
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful (ISO-2022-JP
     *     and similar); encoders that only shift out and in (x-IBM930 and similar) are supported, and the result ends
     *     with the shift-in
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length()}
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if the current thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text that would fit
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        if (Route.DIRECT && text instanceof String string) {
            Copied copied = TruncatedPath.copyTruncated(string, charset, srcIndex, dst, dstOffset, maxUnits, policy);
            if (copied != null) {
                return copied;
            }
        }
        return strings().copyTruncated(text, charset, srcIndex, region(dst, "dst"), dstOffset, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyField(src, charset, dst, dstOffset, fieldUnits, keepTerminator, REPLACE)}.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the field, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @param keepTerminator whether the last unit of the field is always zero
     * @return the number of chars read and the number of units written, not counting the zero fill
     * @see #copyField(CharSequence, Charset, MemorySegment, long, long, boolean, MalformedPolicy)
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator) {
        return copyField(src, charset, dst, dstOffset, fieldUnits, keepTerminator, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field such as {@code char name[32]}: writes as many whole code points as fit, then zero units to the end
     * of the field, so that no part of an older, longer text remains.
     *
     * <p>Writes: the whole field and nothing else. With an error, the code points before it may have been
     * written; the rest of the field is then not filled.
     *
     * @param src the string
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset the offset of the field, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units of {@code charset}; the whole field must lie in
     *     {@code dst}
     * @param keepTerminator whether the last unit of the field is always zero; if false, text may fill the whole field
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written, not counting the zero fill
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful (ISO-2022-JP
     *     and similar); encoders that only shift out and in (x-IBM930 and similar) are supported, and the result ends
     *     with the shift-in
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code keepTerminator}
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - fieldUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if the current thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text that would fit
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        CharSequence text = Chars.of(Objects.requireNonNull(src, "src"));
        if (Route.DIRECT && text instanceof String string) {
            Copied copied =
                    TruncatedPath.copyField(string, charset, dst, dstOffset, fieldUnits, keepTerminator, policy);
            if (copied != null) {
                return copied;
            }
        }
        return strings().copyField(text, charset, region(dst, "dst"), dstOffset, fieldUnits, keepTerminator, policy);
    }

    /**
     * Equivalent to {@code copyPadded(src, charset, dst, dstOffset, fieldUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or native
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @return the number of code units of the text
     * @see #copyPadded(CharSequence, Charset, MemorySegment, long, long, MalformedPolicy)
     */
    public static long copyPadded(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, long fieldUnits) {
        return copyPadded(src, charset, dst, dstOffset, fieldUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a field that is padded with blanks, such as one of a record in COBOL or a {@code CHAR(20)} of ODBC: the whole
     * text, then blanks ({@code U+0020}) to the end of the field. Nothing is written if the text does not fit.
     *
     * <p>A reader cannot tell blanks at the end of {@code src} from those of the field, and leaves out both.
     * <p>Cost: two passes, the first to measure.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write; heap or native
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}; any alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 20 for {@code CHAR(20)} in a charset of
     *     bytes
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code charset} does not encode a blank as one unit, {@code fieldUnits < 0}, or
     *     {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the field is not within {@code dst}, or the text has more than
     *     {@code fieldUnits} units
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if the current thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text; nothing is written in this
     *     case
     */
    public static long copyPadded(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(dst, "dst");
        return strings().copyPadded(src, charset, new SegmentRegion(dst), dstOffset, fieldUnits, policy);
    }

    /**
     * Equivalent to {@code getStringPadded(segment, offset, units, charset, REPLACE)}.
     *
     * @param segment the memory to read; heap or native, may be read-only
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string, without the blanks
     * @see #getStringPadded(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    public static String getStringPadded(MemorySegment segment, long offset, long units, Charset charset) {
        return getStringPadded(segment, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field that is padded with blanks, and leaves out the blanks ({@code U+0020}) at its end. Other white space
     * and NUL are text.
     *
     * <p>Cost: as {@link #getString(MemorySegment, long, long, Charset, MalformedPolicy)} of the whole field, and a second
     * string if there are blanks.
     *
     * @param segment the memory to read; heap or native, may be read-only
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the blanks
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if the field is not within {@code segment}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static String getStringPadded(
            MemorySegment segment, long offset, long units, Charset charset, MalformedPolicy policy) {
        return Chars.withoutBlanks(getString(segment, offset, units, charset, policy));
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, src, charset, 0, src.length(), REPLACE)}: encodes the whole string.
     *
     * @param allocator the allocator of the memory
     * @param src the string
     * @param charset the charset
     * @return the segment
     * @see #allocateFrom(SegmentAllocator, String, Charset, int, int, MalformedPolicy)
     */
    public static MemorySegment allocateFrom(SegmentAllocator allocator, String src, Charset charset) {
        return allocateFrom(allocator, src, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, src, charset, 0, src.length(), policy)}: encodes the whole string.
     *
     * @param allocator the allocator of the memory
     * @param src the string
     * @param charset the charset
     * @param policy how to handle malformed or unmappable text
     * @return the segment
     * @see #allocateFrom(SegmentAllocator, String, Charset, int, int, MalformedPolicy)
     */
    public static MemorySegment allocateFrom(
            SegmentAllocator allocator, String src, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        Objects.requireNonNull(src, "src");
        return allocate(allocator, src, charset, 0, src.length(), policy);
    }

    /**
     * Equivalent to {@code allocateFrom(allocator, src, charset, srcIndex, numChars, REPLACE)}.
     *
     * @param allocator the allocator of the memory
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @return the segment
     * @see #allocateFrom(SegmentAllocator, String, Charset, int, int, MalformedPolicy)
     */
    public static MemorySegment allocateFrom(
            SegmentAllocator allocator, String src, Charset charset, int srcIndex, int numChars) {
        return allocateFrom(allocator, src, charset, srcIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a string into newly allocated memory of exactly the required size, without a terminator.
     *
     * <p>The segment is aligned to the unit, as C code may require. It is native if the allocator's memory is.
     * <p>Cost: two passes, the first to measure; or one and an array, if the JDK is faster. The encoded text may exceed
     * 2 GiB.
     *
     * @param allocator the allocator of the memory
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate is
     *     malformed
     * @param policy how to handle malformed or unmappable text
     * @return the segment, as returned by the allocator
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the range;
     *     nothing is allocated in this case
     * @throws IndexOutOfBoundsException if the allocator has not enough memory left
     * @throws IllegalArgumentException if the allocator returns read-only memory, or cannot align it
     */
    public static MemorySegment allocateFrom(
            SegmentAllocator allocator,
            String src,
            Charset charset,
            int srcIndex,
            int numChars,
            MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        Objects.requireNonNull(src, "src");
        return allocate(allocator, src, charset, srcIndex, numChars, policy);
    }

    private static MemorySegment allocate(
            SegmentAllocator allocator,
            String src,
            Charset charset,
            int srcIndex,
            int numChars,
            MalformedPolicy policy) {
        RegionStrings strings = strings(); // throws if there is no binding
        int byteAlignment = UnitCharsets.unitSize(charset);
        byte[] encodedByJdk = src != null && srcIndex == 0 && numChars == src.length()
                ? WriteRoute.getBytes(src, charset, policy)
                : null;
        if (encodedByJdk != null) {
            return allocate(allocator, byteAlignment, encodedByJdk);
        }
        if (Route.DIRECT) {
            long bytes = FastPath.encodedBytes(src, charset, srcIndex, numChars, policy);
            if (bytes != FastPath.NO_ANSWER) {
                MemorySegment memory = allocator.allocate(bytes, byteAlignment);
                copy(src, charset, srcIndex, memory, 0, numChars, policy);
                return memory;
            }
        }
        if (RegionStrings.mayExceedArray(charset, src, numChars, policy)) {
            long bytes = strings.encodedBytes(src, charset, srcIndex, numChars, policy);
            MemorySegment memory = allocator.allocate(bytes, byteAlignment);
            copy(src, charset, srcIndex, memory, 0, numChars, policy);
            return memory;
        }
        return allocate(allocator, byteAlignment, strings.encode(src, charset, srcIndex, numChars, policy));
    }

    private static MemorySegment allocate(SegmentAllocator allocator, long byteAlignment, byte[] bytes) {
        MemorySegment memory = allocator.allocate(bytes.length, byteAlignment);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return memory;
    }

    /**
     * Equivalent to {@code encodedUnits(text, charset, REPLACE)}.
     *
     * @param text the text
     * @param charset the charset
     * @return the number of units that {@code copy} writes for the text
     * @see #encodedUnits(CharSequence, Charset, MalformedPolicy)
     */
    public static long encodedUnits(CharSequence text, Charset charset) {
        return encodedUnits(text, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Returns the length of encoded text in code units, including a byte order mark if the charset writes one.
     *
     * <p>Cost: one pass; the text is not encoded. A {@code CharSequence} that is neither a
     * {@link String} nor a {@link StringBuilder} may be copied.
     *
     * @param text the text
     * @param charset the charset
     * @param policy how to handle malformed or unmappable text
     * @return the number of units that {@code copy} writes for the text
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT && text instanceof String string) {
            long bytes = FastPath.encodedBytes(string, charset, 0, string.length(), policy);
            if (bytes != FastPath.NO_ANSWER) {
                return bytes / UnitCharsets.unitSize(charset);
            }
        }
        return strings().encodedUnits(text, charset, policy);
    }

    /**
     * Returns the number of code units before the first zero unit.
     *
     * <p>Reads: whole units from {@code offset} up to the end of the memory page that holds the zero unit. The segment
     * may therefore be declared larger than its memory ({@link MemorySegment#reinterpret(long)}). Zero bytes that
     * belong to two adjacent units are not a zero unit. Trailing bytes that do not form a whole unit are not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}
     * @param charset the charset; determines the size of a unit
     * @return the number of units before the zero unit
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > segment.byteSize()}
     * @throws IndexOutOfBoundsException if there is no zero unit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, Charset charset) {
        if (Route.DIRECT) {
            long units = FastPath.unitsToTerminator(segment, offset, -1, charset);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().unitsToTerminator(region(segment), offset, charset);
    }

    /**
     * Returns the number of code units before the first zero unit of a field.
     *
     * <p>Reads: up to the end of the memory page that holds the first zero unit. The whole field must lie in the
     * segment.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the field, in bytes from the start of {@code segment}
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        if (Route.DIRECT) {
            long units = FastPath.unitsToTerminator(segment, offset, Math.max(maxUnits, 0), charset);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().unitsToTerminator(region(segment), offset, maxUnits, charset);
    }

    /**
     * Finds the first malformed sequence of a text. A charset's unmappable bytes count as malformed.
     *
     * <p>Cost: one pass; the text is not decoded into a string, unless unitstr leaves {@code charset} to the JDK.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @return the index of the first code unit of the sequence, counted from the start of the text, which is {@link
     *     dev.unitstr.MalformedTextException#unitOffset()} of {@code getString} with REPORT; -1 if the text is
     *     well-formed
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     */
    public static long firstMalformed(MemorySegment segment, long offset, long units, Charset charset) {
        return strings().firstMalformed(region(segment), offset, units, charset);
    }

    /**
     * Equivalent to {@code contentEquals(segment, offset, units, charset, text, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset
     * @param text the text to compare with
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code text}
     * @see #contentEquals(MemorySegment, long, long, Charset, CharSequence, MalformedPolicy)
     */
    public static boolean contentEquals(
            MemorySegment segment, long offset, long units, Charset charset, CharSequence text) {
        return contentEquals(segment, offset, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * Tests whether encoded text equals a string or another sequence of chars.
     *
     * <p>Cost: one pass; the text is not decoded into a string. A {@code CharSequence} other than a {@link String} may
     * be copied.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param text the text to compare with
     * @param policy how to handle malformed text in the segment; lone surrogates in {@code text} are allowed
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code text}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text in the segment,
     *     even after the first difference
     */
    public static boolean contentEquals(
            MemorySegment segment,
            long offset,
            long units,
            Charset charset,
            CharSequence text,
            MalformedPolicy policy) {
        if (Route.DIRECT && text instanceof String string) {
            Boolean equal = FastPath.contentEquals(segment, offset, units, charset, string, policy);
            if (equal != null) {
                return equal;
            }
        }
        return strings().contentEquals(region(segment), offset, units, charset, text, policy);
    }

    /**
     * Equivalent to {@code decode(segment, offset, units, charset, dst, dstIndex, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset
     * @param dst the destination array
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @see #decode(MemorySegment, long, long, Charset, char[], int, MalformedPolicy)
     */
    public static int decode(
            MemorySegment segment, long offset, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(segment, offset, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) into an array.
     *
     * <p>Writes: exactly the chars of the result, from {@code dstIndex} on. If the method throws because the chars do
     * not fit or the text is malformed, the content of the array from {@code dstIndex} on is undefined.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param dst the destination array; {@code units} chars are always enough, or {@code 2 * units} for 4-byte units
     * @param dstIndex the index in {@code dst} of the first char
     * @param policy how to handle malformed text
     * @return the number of chars written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0}, {@code dstIndex > dst.length}, or the chars do not fit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static int decode(
            MemorySegment segment,
            long offset,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        if (Route.DIRECT) {
            int chars = FastPath.decode(segment, offset, units, charset, dst, dstIndex, policy);
            if (chars != FastPath.NO_ANSWER) {
                return chars;
            }
        }
        return strings().decode(region(segment), offset, units, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code decode(segment, offset, units, charset, dst, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset
     * @param dst the destination
     * @throws IOException if {@code dst} throws it
     * @see #decode(MemorySegment, long, long, Charset, Appendable, MalformedPolicy)
     */
    public static void decode(MemorySegment segment, long offset, long units, Charset charset, Appendable dst)
            throws IOException {
        decode(segment, offset, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) and appends the text. Long text is appended in several
     * pieces.
     *
     * <p>With {@code REPORT}, the text before the error may have been appended; with an error that another policy
     * reports, nothing was appended.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset the offset of the text, in bytes from the start of {@code segment}
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit in bytes ({@code unitSize} below)
     * @param dst the destination; may itself call methods of this class
     * @param policy how to handle malformed text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if the current thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            MemorySegment segment, long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        strings().decode(region(segment), offset, units, charset, dst, policy);
    }

    /**
     * Equivalent to {@code getStrings(segment, spans, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param spans the places of the strings
     * @param charset the charset
     * @return the strings, in the same order
     * @see #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)
     */
    public static String[] getStrings(MemorySegment segment, StringSpans spans, Charset charset) {
        return getStrings(segment, spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings. Each is decoded as by
     * {@link #getString(MemorySegment, long, long, Charset, MalformedPolicy)}, or, for terminated fields, as by
     * {@link #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: with FFM and JNI, one native call decodes up to 64 KiB of text and at most 1024 strings. Longer strings,
     * and charsets that the JDK decodes, are decoded one by one. The gain over one call for each string is largest for
     * short strings and with JNI.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only, may be larger than 2 GiB
     * @param spans the places of the strings, which may overlap and be in any order
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the strings, in the order of {@code spans}; an element is null only if a pointer is null
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code spans} are terminated fields and {@code charset} does not encode NUL
     *     as one zero unit
     * @throws IllegalArgumentException if there are more than {@link Integer#MAX_VALUE} strings
     * @throws IllegalArgumentException if {@code spans} hold pointers and {@code segment} is not native
     * @throws IllegalArgumentException if a string has a negative size, more than {@link Integer#MAX_VALUE} bytes, or,
     *     between two offsets, a size that is not a multiple of the unit size; the message names the string
     * @throws IndexOutOfBoundsException if a string is not within {@code segment}; the message names the string
     * @throws IllegalStateException if the scope of {@code segment}, or of a segment in {@code spans}, is closed
     * @throws WrongThreadException if the current thread may not access one of them
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in a string:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} tells which
     */
    public static String[] getStrings(
            MemorySegment segment, StringSpans spans, Charset charset, MalformedPolicy policy) {
        return batches().getStrings(region(segment), spans, charset, policy);
    }

    /**
     * Decodes many strings into an array, as {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}
     * does.
     *
     * <p>Writes: one element for each string. If an argument or the place of a string is invalid, no element is
     * written. If a malformed string is reported, the elements before it have been written.
     * <p>Cost: one additional pass over the places.
     *
     * @param segment the memory to read
     * @param spans the places of the strings
     * @param charset the charset
     * @param dst the destination array; an element is set to null only if a pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - spans.count()}, or if
     *     a string is out of bounds
     */
    public static void getStrings(
            MemorySegment segment,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        batches().getStrings(region(segment), spans, charset, dst, dstIndex, policy);
    }

    /**
     * Decodes as many strings as one native call can, or one longer string, and returns their number. The caller
     * continues with the next string, reports progress, or stops:
     *
     * {@snippet :
     * for (long done = 0; done < spans.count() && !Thread.interrupted(); ) {
     *     done += SegmentStrings.getSomeStrings(segment, spans, done, charset, all, (int) done, policy);
     * }
     * }
     *
     * <p>Decodes at most as many strings as {@code dst} has elements from {@code dstIndex} on, and at least one if
     * there is such an element and strings are left. An error in a string is thrown only by
     * the call whose first string it is; an earlier call returns the strings before it. {@code spans} may hold more
     * than {@link Integer#MAX_VALUE} strings. In all other respects, the method behaves as
     * {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
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
            MemorySegment segment,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        return batches().getSomeStrings(region(segment), spans, first, charset, dst, dstIndex, policy);
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
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in a string:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} tells which
     */
    public static long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return batches().encodedUnits(strings, charset, policy);
    }

    /**
     * Equivalent to {@code copyStrings(src, charset, dst, dstOffset, offsets, REPLACE)}.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}
     * @return the number of code units (not bytes) written
     * @see #copyStrings(String[], Charset, MemorySegment, long, long[], MalformedPolicy)
     */
    public static long copyStrings(String[] src, Charset charset, MemorySegment dst, long dstOffset, long[] offsets) {
        return copyStrings(src, charset, dst, dstOffset, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators or gaps, and writes their offsets to an array. In
     * all else, the method behaves as
     * {@link #copyStrings(String[], int, Charset, MemorySegment, long, StringSpans, MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}:
     *     {@code src.length + 1} elements from index 0 on, in the form that {@link StringSpans#ofOffsets(long[])} reads
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written
     * @throws IndexOutOfBoundsException if {@code offsets.length <= src.length}, or if the strings do not fit in
     *     {@code dst}
     */
    public static long copyStrings(
            String[] src, Charset charset, MemorySegment dst, long dstOffset, long[] offsets, MalformedPolicy policy) {
        if (Route.DIRECT && src != null && dst != null && offsets != null) {
            long units = FastPath.copyStrings(src, charset, dst, dstOffset, offsets, policy);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return batches().copyStrings(src, charset, region(dst, "dst"), dstOffset, offsets, policy);
    }

    /**
     * Encodes many strings one after the other, without terminators or gaps, and writes their offsets to a table.
     * Each string is encoded as by {@link #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)}.
     *
     * <p>With 4-byte offsets, the result has the layout of an Arrow string array. The table tells the number of
     * strings, and {@code getStrings} reads them back:
     *
     * <pre>{@code
     * StringSpans table = SegmentSpans.ofOffsets(offsets, 0, Integer.BYTES, 100);
     * SegmentStrings.copyStrings(src, 0, UTF_8, dst, 0, table);
     * String[] same = SegmentStrings.getStrings(dst, table, UTF_8);
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
     * @param dst the memory to write; heap or native, any alignment, may be larger than 2 GiB
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of {@code dst}: a
     *     table that an {@code ofOffsets} method returned; must not overlap the memory written in {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including byte order marks
     * @throws NullPointerException if an argument or a string is null
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length - offsets.count()}
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code offsets} is not a table of offsets
     * @throws IllegalArgumentException if {@code dst} or the memory of {@code offsets} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > dst.byteSize() -} the bytes to
     *     write
     * @throws IndexOutOfBoundsException if {@code offsets} has no entry
     * @throws IllegalArgumentException if an entry has 4 bytes and the strings end after {@link Integer#MAX_VALUE}
     * @throws IllegalStateException if the scope of {@code dst}, or of the memory of {@code offsets}, is closed
     * @throws WrongThreadException if the current thread may not access one of them
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in a string:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} tells which
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            StringSpans offsets,
            MalformedPolicy policy) {
        return batches().copyStrings(src, srcIndex, charset, region(dst, "dst"), dstOffset, offsets, policy);
    }

    private static SegmentRegion region(MemorySegment segment, String name) {
        return new SegmentRegion(Objects.requireNonNull(segment, name));
    }

    private static SegmentRegion region(MemorySegment segment) {
        return new SegmentRegion(segment);
    }

    private static BatchStrings batches() {
        return strings().batches();
    }

    private static RegionStrings strings() {
        RegionStrings strings = Route.STRINGS;
        return strings != null ? strings : ChosenStrings.chosen(); // throws the reason, at each call
    }

    /** Holds the binding, which is chosen at the first operation: loading the outer class must be cheap. */
    private static final class Route {
        static final @Nullable RegionStrings STRINGS = ChosenStrings.orNull();
        static final boolean DIRECT = ChosenStrings.isDirect();
        /**
         * The JDK's method, tried before every binding; null before JDK 27, or if no binding could be chosen. A branch on
         * the null constant is compiled away. It writes UTF-8 whatever its content only up to a length: not at all with
         * FFM, short text with JNI, any text with plain Java.
         */
        static final @Nullable JdkStrings JDK = STRINGS == null
                ? null
                : JdkStrings.of(
                        MethodHandles.publicLookup(),
                        MemorySegment.class,
                        DIRECT ? 0 : STRINGS.binding().isCallExpensive() ? WriteRoute.JDK_27_JNI : Integer.MAX_VALUE);
    }
}
