package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.ffm.internal.text.HeapText;
import dev.unitstr.ffm.internal.text.JdkStrings;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Strings in memory segments, counted in the code units of their charset: the units in which a C interface counts. No
 * terminator is needed, none is written, and a NUL is a character like any other, unless a method says otherwise.
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
 *             // What a C function fills: char16_t text[16] and a length.
 *             MemorySegment text = arena.allocate(32, 2);
 *             String greeting = "héllo\0😀";
 *             long units = SegmentStrings.copy(greeting, UnitCharsets.UTF_16, 0, text, 0, greeting.length());
 *             System.out.println(units); // 8
 *             String back = SegmentStrings.getString(text, 0, units, UnitCharsets.UTF_16);
 *             System.out.println(back.equals(greeting)); // true
 *
 *             // char name[8], with a terminator only if there is room.
 *             MemorySegment name = arena.allocate(8);
 *             SegmentStrings.copyField("Zoë Quast", StandardCharsets.UTF_8, name, 0, 8, false);
 *             System.out.println(SegmentStrings.getStringTerminated(name, 0, 8, StandardCharsets.UTF_8)); // Zoë Qua
 *         }
 *     }
 * }
 * }
 *
 * <table class="striped">
 * <caption>Which call</caption>
 * <thead><tr><th>You have</th><th>You want</th><th>Call</th></tr></thead>
 * <tbody>
 * <tr><td>pointer and length</td><td>a string</td><td>{@code getString}</td></tr>
 * <tr><td>pointer and length</td><td>chars, or text appended to something</td><td>{@code decode}</td></tr>
 * <tr><td>pointer and length</td><td>to know if it is a certain string</td><td>{@code contentEquals}</td></tr>
 * <tr><td>pointer to text with a zero unit at its end</td><td>a string</td>
 *     <td>{@code getStringTerminated}</td></tr>
 * <tr><td>a field such as {@code char name[32]}</td><td>a string</td>
 *     <td>{@code getStringTerminated} with a maximum</td></tr>
 * <tr><td>pointer to text with a zero unit at its end</td><td>its length</td><td>{@code unitsToTerminator}</td></tr>
 * <tr><td>many strings: offsets, fields, or structs with pointers</td><td>a {@code String[]}</td>
 *     <td>{@code getStrings}, {@code getSomeStrings}</td></tr>
 * <tr><td>a {@code String[]}</td><td>to write all, one after the other, with offsets</td>
 *     <td>{@code copyStrings}</td></tr>
 * <tr><td>a string, or a part of one</td><td>to write it where it must fit</td><td>{@code copy}</td></tr>
 * <tr><td>a string, or a part of one</td><td>to write as much as fits</td><td>{@code copyTruncated}</td></tr>
 * <tr><td>a string</td><td>to fill a field such as {@code char name[32]}</td><td>{@code copyField}</td></tr>
 * <tr><td>a string</td><td>its length in units</td><td>{@code encodedUnits}</td></tr>
 * <tr><td>a string</td><td>memory for C that holds it</td><td>{@code ofString} with an arena,
 *     {@code allocateFrom}</td></tr>
 * <tr><td>a string</td><td>a segment to read in Java or in a critical call</td><td>{@code ofString}</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>Units, bytes, chars</h2>
 *
 * <p>A unit is 2 bytes for UTF-16, UTF-16LE, UTF-16BE and x-UTF-16LE-BOM, 4 bytes for UTF-32, UTF-32LE, UTF-32BE,
 * X-UTF-32LE-BOM and X-UTF-32BE-BOM, and 1 byte for every other charset ({@link dev.unitstr.UnitCharsets#unitSize}).
 * Parameters and results called <i>units</i> count these, offsets are in <b>bytes</b> as everywhere in
 * {@code java.lang.foreign}, and indices into and lengths of strings are in chars. A byte order mark, where a charset
 * reads or writes one, is one unit. Access is unaligned, in segments of every kind: native, mapped, heap arrays of any
 * type.
 *
 * <p>The methods that JDK 27 added to {@code java.lang.foreign} count in bytes: its
 * {@code getString(offset, charset, byteLength)} is {@code getString(segment, offset, units, charset)} here, and its
 * {@code copy} returns bytes where the one here returns units. On JDK 27 and later the one here asks it for ISO-8859-1,
 * US-ASCII and short ASCII text in UTF-8, which it writes faster; the text is the same.
 *
 * <h2>Malformed text, errors</h2>
 *
 * <p>Without a policy, or with {@link MalformedPolicy#REPLACE}, text is what {@code new String(bytes, charset)} and
 * {@code string.getBytes(charset)} make of it on this JDK, malformed text included. With {@link MalformedPolicy#REPORT}
 * malformed or unmappable text is a {@link dev.unitstr.MalformedTextException}.
 *
 * <p>Arguments are checked before anything is allocated or written, in this order: null; the charset; negative counts,
 * and the range in the source string; read-only destination; bounds; whether the segment is alive and accessible by
 * this thread, also if nothing is to be read or written. The text comes last.
 *
 * <h2>Cost</h2>
 *
 * <p>One pass and no temporary arrays, except where a method says otherwise. Charsets other than UTF-8, ISO-8859-1,
 * US-ASCII and those whose units are larger than a byte go through the JDK, and through a copy.
 *
 * <p>Over FFM, native code reads and writes the segment itself, in critical calls: these hold off safepoints, so each
 * takes at most 64 KiB of input. The segment can't be closed during a call. Where another binding was chosen
 * ({@link dev.unitstr.UnitStr}) memory is copied through arrays.
 *
 * <h2>Memory that changes</h2>
 *
 * <p>Memory that others write at the same time gives some string or an exception, never an access outside the segment.
 * As with every native call, a mapped file must not be cut short while its memory is in use.
 *
 * <p>All methods may be called from any thread that may access the segment.
 *
 * @since 0.1.0
 */
public final class SegmentStrings {
    private SegmentStrings() {}

    /**
     * Decodes {@code units} bytes of UTF-8; otherwise {@link #getString(MemorySegment, long, long, Charset)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in bytes
     * @return the string
     */
    public static String getString(MemorySegment segment, long offset, long units) {
        return getString(segment, offset, units, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} bytes of UTF-8; otherwise
     * {@link #getString(MemorySegment, long, long, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in bytes
     * @param policy what to do with malformed text
     * @return the string
     */
    public static String getString(MemorySegment segment, long offset, long units, MalformedPolicy policy) {
        return getString(segment, offset, units, StandardCharsets.UTF_8, policy);
    }

    /**
     * Decodes {@code units} code units (not bytes, not characters) into a new string.
     *
     * <p>Malformed text: replaced exactly as by {@code new String(bytes, charset)}.
     * Otherwise {@link #getString(MemorySegment, long, long, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding
     * @return the string
     */
    public static String getString(MemorySegment segment, long offset, long units, Charset charset) {
        return getString(segment, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not characters) into a new string.
     *
     * <p>Reads: all {@code units}, NUL units included; no terminator is needed or looked for.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param policy what to do with malformed text
     * @return the string; its {@link String#length()}, in chars, can differ from {@code units}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed
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
     * Decodes text up to the first zero unit, which must lie in the segment. Malformed text is replaced; otherwise
     * {@link #getStringTerminated(MemorySegment, long, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param charset the encoding
     * @return the string, without the terminator
     */
    public static String getStringTerminated(MemorySegment segment, long offset, Charset charset) {
        return getStringTerminated(segment, offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes text up to the first zero unit, which must lie in the segment.
     *
     * <p>Reads: whole units from {@code offset} on, up to the page that holds the zero one, so that a segment may be
     * declared larger than its memory is ({@link MemorySegment#reinterpret(long)}). Bytes after the last whole unit are
     * not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}; units are counted from here
     * @param charset the encoding; decides the unit size
     * @param policy what to do with malformed text
     * @return the string, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if no zero byte means NUL in {@code charset}: JIS_X0212-1990, x-JIS0208,
     *     x-IBM300, x-IBM834
     * @throws IllegalArgumentException if the text is longer than {@link Integer#MAX_VALUE} bytes
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > segment.byteSize()}
     * @throws IndexOutOfBoundsException if there is no zero unit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    public static String getStringTerminated(
            MemorySegment segment, long offset, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT && policy != null) {
            long units = FastPath.unitsToTerminator(segment, offset, charset);
            if (units != FastPath.NO_ANSWER) {
                return getString(segment, offset, units, charset, policy);
            }
        }
        return strings().getStringTerminated(region(segment), offset, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, UTF_8, policy)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}; units are counted from here
     * @param policy what to do with malformed text
     * @return the string, without the terminator
     * @see #getStringTerminated(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset, MalformedPolicy policy) {
        return getStringTerminated(segment, offset, StandardCharsets.UTF_8, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, UTF_8, REPLACE)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}; units are counted from here
     * @return the string, without the terminator
     * @see #getStringTerminated(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset) {
        return getStringTerminated(segment, offset, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field such as {@code char name[32]}. Malformed text is replaced; otherwise
     * {@link #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where the field starts, in bytes from the start of {@code segment}
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the encoding
     * @return the string
     */
    public static String getStringTerminated(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        return getStringTerminated(segment, offset, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field such as {@code char name[32]}: the units before the first zero one, or all {@code maxUnits}.
     *
     * <p>Reads: the whole field must lie in the segment, whatever it holds; what is behind the page of the first zero
     * unit is not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where the field starts, in bytes from the start of {@code segment}; units are counted from here
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param policy what to do with malformed text
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if no zero byte means NUL in {@code charset}: JIS_X0212-1990, x-JIS0208,
     *     x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}, or the text is longer than {@link Integer#MAX_VALUE}
     *     bytes
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed
     */
    public static String getStringTerminated(
            MemorySegment segment, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        if (Route.DIRECT && policy != null) {
            long units = FastPath.unitsToTerminator(segment, offset, maxUnits, charset);
            if (units != FastPath.NO_ANSWER) {
                return getString(segment, offset, units, charset, policy);
            }
        }
        return strings().getStringTerminated(region(segment), offset, maxUnits, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, maxUnits, UTF_8, policy)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where the field starts, in bytes from the start of {@code segment}; units are counted from here
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @param policy what to do with malformed text
     * @return the string
     * @see #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(
            MemorySegment segment, long offset, long maxUnits, MalformedPolicy policy) {
        return getStringTerminated(segment, offset, maxUnits, StandardCharsets.UTF_8, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(segment, offset, maxUnits, UTF_8, REPLACE)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where the field starts, in bytes from the start of {@code segment}; units are counted from here
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @return the string
     * @see #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    public static String getStringTerminated(MemorySegment segment, long offset, long maxUnits) {
        return getStringTerminated(segment, offset, maxUnits, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a part of a string into a segment, without a terminator. What the charset can't express is replaced;
     * otherwise {@link #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)}.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts, in chars
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @return how many code units (not bytes) were written
     */
    public static long copy(
            CharSequence src, Charset charset, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        return copy(src, charset, srcIndex, dst, dstOffset, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a part of a string into a segment, without a terminator: all of it, or an exception.
     *
     * <p>Writes: exactly the units of the result; if the part does not fit, nothing. With {@code REPORT} the whole code
     * points before a text error may have been written; the exception says how many units.
     * <p>Cost: if the part might not fit, it is measured first. Nothing is allocated for up to 16,383 chars of a
     * {@link String}.
     *
     * @param src the string
     * @param charset the encoding; decides the unit size
     * @param srcIndex where the part starts, in chars; a part that cuts a surrogate pair has half of it, which is
     *     malformed
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written, a byte order mark included
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws IllegalArgumentException if {@code dst} is read-only, even for {@code numChars == 0}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > dst.byteSize() -} the bytes
     *     to write
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if this thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the part is malformed or unmappable
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        String string = Objects.requireNonNull(src, "src").toString();
        if (Route.JDK != null) {
            long units = Route.JDK.copy(string, charset, srcIndex, dst, dstOffset, numChars, policy, Route.ANY_UTF_8);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        if (Route.DIRECT) {
            long units = FastPath.copy(string, charset, srcIndex, dst, dstOffset, numChars, policy);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().copy(string, charset, srcIndex, region(dst), dstOffset, numChars, policy);
    }

    /**
     * Equivalent to {@code copy(src, UTF_8, srcIndex, dst, dstOffset, numChars, policy)}.
     *
     * @param src the string
     * @param srcIndex where the part starts, in chars; a part that cuts a surrogate pair has half of it, which is
     *     malformed
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written, a byte order mark included
     * @see #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)
     */
    public static long copy(
            CharSequence src, int srcIndex, MemorySegment dst, long dstOffset, int numChars, MalformedPolicy policy) {
        return copy(src, StandardCharsets.UTF_8, srcIndex, dst, dstOffset, numChars, policy);
    }

    /**
     * Equivalent to {@code copy(src, UTF_8, srcIndex, dst, dstOffset, numChars, REPLACE)}.
     *
     * @param src the string
     * @param srcIndex where the part starts, in chars; a part that cuts a surrogate pair has half of it, which is
     *     malformed
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @return how many code units (not bytes) were written, a byte order mark included
     * @see #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)
     */
    public static long copy(CharSequence src, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        return copy(src, StandardCharsets.UTF_8, srcIndex, dst, dstOffset, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a part of a string as fits. What the charset can't express is replaced; otherwise
     * {@link #copyTruncated(CharSequence, Charset, int, MemorySegment, long, int, long, MalformedPolicy)}.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts, in chars
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @param maxUnits the room, in code units of {@code charset}
     * @return how many chars were read and how many units written
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            long maxUnits) {
        return copyTruncated(src, charset, srcIndex, dst, dstOffset, numChars, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a part of a string as fits into {@code maxUnits} code units: whole code points, without a
     * terminator.
     *
     * <p>The result is maximal: the next code point does not fit. A byte order mark is written only before a code
     * point.
     * <p>Writes: exactly the units of the result. What was behind them stays; to fill a field, see {@code copyField}.
     *
     * @param src the string
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param srcIndex where the part starts, in chars; a part that cuts a surrogate pair has half of it, which is
     *     malformed
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param numChars how long the part is, in chars
     * @param maxUnits the room, in code units; all of it must lie in {@code dst}
     * @param policy what to do with malformed and unmappable text
     * @return how many chars were read and how many units written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode, or has states between characters
     *     (ISO-2022); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if this thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and what would have fitted is malformed or
     *     unmappable
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            long maxUnits,
            MalformedPolicy policy) {
        String string = Objects.requireNonNull(src, "src").toString();
        if (Route.DIRECT) {
            Copied copied =
                    FastPath.copyTruncated(string, charset, srcIndex, dst, dstOffset, numChars, maxUnits, 0, policy);
            if (copied != null) {
                return copied;
            }
        }
        return strings().copyTruncated(string, charset, srcIndex, region(dst), dstOffset, numChars, maxUnits, policy);
    }

    /**
     * Fills a field, which text may fill to the last unit. What the charset can't express is replaced; otherwise
     * {@link #copyField(CharSequence, Charset, MemorySegment, long, long, boolean, MalformedPolicy)}.
     *
     * @param src the string
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where the field starts, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @return how many chars were read and how many units written, without the fill
     */
    public static Copied copyField(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, long fieldUnits) {
        return copyField(src, charset, dst, dstOffset, fieldUnits, false, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field, which text may fill to the last unit; otherwise
     * {@link #copyField(CharSequence, Charset, MemorySegment, long, long, boolean, MalformedPolicy)}.
     *
     * @param src the string
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where the field starts, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @param policy what to do with malformed and unmappable text
     * @return how many chars were read and how many units written, without the fill
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            MalformedPolicy policy) {
        return copyField(src, charset, dst, dstOffset, fieldUnits, false, policy);
    }

    /**
     * Fills a field. What the charset can't express is replaced; otherwise
     * {@link #copyField(CharSequence, Charset, MemorySegment, long, long, boolean, MalformedPolicy)}.
     *
     * @param src the string
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where the field starts, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @param keepTerminator whether the last unit is zero whatever the text
     * @return how many chars were read and how many units written, without the fill
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
     * Fills a field such as {@code char name[32]}: as many whole code points as fit, then zero units to its end, so
     * that nothing of an older, longer text stays.
     *
     * <p>Writes: the field, all of it and nothing else. With {@code REPORT}, after a text error: whole code points at
     * its start, and no fill.
     *
     * @param src the string
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param dst the memory to write; heap or native, any alignment
     * @param dstOffset where the field starts, in bytes from the start of {@code dst}
     * @param fieldUnits the size of the field, in code units; all of it must lie in {@code dst}
     * @param keepTerminator whether the last unit is zero whatever the text; if not, text may fill the whole field
     * @param policy what to do with malformed and unmappable text
     * @return how many chars were read and how many units written, without the fill
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode, or has states between characters
     *     (ISO-2022); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code keepTerminator}
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - fieldUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code dst} is closed
     * @throws WrongThreadException if this thread may not access {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and what would have fitted is malformed or
     *     unmappable
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        String string = Objects.requireNonNull(src, "src").toString();
        if (Route.DIRECT) {
            long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
            Copied copied = FastPath.copyTruncated(
                    string, charset, 0, dst, dstOffset, string.length(), textUnits, fieldUnits, policy);
            if (copied != null) {
                return copied;
            }
        }
        return strings().copyField(string, charset, region(dst), dstOffset, fieldUnits, keepTerminator, policy);
    }

    /**
     * Encodes a string as UTF-8 on the heap; otherwise {@link #ofString(String, Charset, MalformedPolicy)}.
     *
     * @param string the string
     * @return the segment, read-only
     */
    public static MemorySegment ofString(String string) {
        return ofString(string, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string as UTF-8 on the heap; otherwise {@link #ofString(String, Charset, MalformedPolicy)}.
     *
     * @param string the string
     * @param policy what to do with malformed text
     * @return the segment, read-only
     */
    public static MemorySegment ofString(String string, MalformedPolicy policy) {
        return ofString(string, StandardCharsets.UTF_8, policy);
    }

    /**
     * Encodes a string on the heap. What the charset can't express is replaced; otherwise
     * {@link #ofString(String, Charset, MalformedPolicy)}.
     *
     * @param string the string
     * @param charset the encoding
     * @return the segment, read-only
     */
    public static MemorySegment ofString(String string, Charset charset) {
        return ofString(string, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string into a new read-only segment on the heap, of exactly its size and without a terminator.
     *
     * <p>Ordinary downcalls refuse heap segments; only those linked with {@code Linker.Option.critical(true)} take
     * them. To pass a string to C, use {@link #ofString(Arena, String, Charset)}.
     * <p>Cost: a copy, because native code that got the string's own memory could change it.
     *
     * @param string the string
     * @param charset the encoding
     * @param policy what to do with malformed and unmappable text
     * @return the segment; its array can't be had by {@link MemorySegment#heapBase()}
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the string is malformed or unmappable
     */
    public static MemorySegment ofString(String string, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(string, "string");
        char[] units = policy == null ? null : HeapText.nativeUtf16(string, charset, policy);
        return units != null
                ? MemorySegment.ofArray(units).asReadOnly()
                : MemorySegment.ofArray(strings().encode(string, charset, 0, string.length(), policy))
                        .asReadOnly();
    }

    /**
     * Encodes a string as UTF-8 in native memory; otherwise {@link #ofString(Arena, String, Charset, MalformedPolicy)}.
     *
     * @param arena what the memory belongs to
     * @param string the string
     * @return the segment, read-only
     */
    public static MemorySegment ofString(Arena arena, String string) {
        return ofString(arena, string, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string as UTF-8 in native memory; otherwise {@link #ofString(Arena, String, Charset, MalformedPolicy)}.
     *
     * @param arena what the memory belongs to
     * @param string the string
     * @param policy what to do with malformed text
     * @return the segment, read-only
     */
    public static MemorySegment ofString(Arena arena, String string, MalformedPolicy policy) {
        return ofString(arena, string, StandardCharsets.UTF_8, policy);
    }

    /**
     * Encodes a string in native memory. What the charset can't express is replaced; otherwise
     * {@link #ofString(Arena, String, Charset, MalformedPolicy)}.
     *
     * @param arena what the memory belongs to
     * @param string the string
     * @param charset the encoding
     * @return the segment, read-only
     */
    public static MemorySegment ofString(Arena arena, String string, Charset charset) {
        return ofString(arena, string, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string into a new read-only segment in native memory, to pass to C together with its length: of exactly
     * its size, aligned to a unit, without a terminator.
     *
     * @param arena what the memory belongs to
     * @param string the string
     * @param charset the encoding
     * @param policy what to do with malformed and unmappable text
     * @return the segment; its {@link MemorySegment#byteSize()} divided by the unit size is the length in code units
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the string is malformed or unmappable
     * @throws IllegalStateException if {@code arena} is closed
     * @throws WrongThreadException if this thread may not allocate from {@code arena}
     */
    public static MemorySegment ofString(Arena arena, String string, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(arena, "arena");
        Objects.requireNonNull(string, "string");
        Objects.requireNonNull(charset, "charset");
        return allocate(arena, UnitCharsets.unitSize(charset), string, charset, 0, string.length(), policy)
                .asReadOnly();
    }

    /**
     * Encodes a part of a string into newly allocated memory. What the charset can't express is replaced; otherwise
     * {@link #allocateFrom(SegmentAllocator, String, Charset, int, int, MalformedPolicy)}.
     *
     * @param allocator where to allocate
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts, in chars
     * @param numChars how long the part is, in chars
     * @return the segment
     */
    public static MemorySegment allocateFrom(
            SegmentAllocator allocator, String src, Charset charset, int srcIndex, int numChars) {
        return allocateFrom(allocator, src, charset, srcIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a part of a string into newly allocated memory of exactly its size, without a terminator.
     *
     * <p>The memory is as aligned as the allocator makes it when asked for single bytes: an allocator that cuts slices
     * returns odd addresses, which C may not take for 2- and 4-byte units. Use an arena there, or
     * {@link #ofString(Arena, String, Charset)}. It is native if the allocator's memory is.
     * <p>Cost: two passes, the first to measure. Text of more than 2 GiB can be allocated.
     *
     * @param allocator where to allocate
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts, in chars; a part that cuts a surrogate pair has half of it, which is
     *     malformed
     * @param numChars how long the part is, in chars
     * @param policy what to do with malformed and unmappable text
     * @return the segment, as it comes from the allocator
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the part is malformed or unmappable;
     *     then nothing was allocated
     * @throws IndexOutOfBoundsException if the allocator has too little room
     * @throws IllegalArgumentException if the allocator returns read-only memory
     */
    public static MemorySegment allocateFrom(
            SegmentAllocator allocator,
            String src,
            Charset charset,
            int srcIndex,
            int numChars,
            MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        return allocate(allocator, 1, src, charset, srcIndex, numChars, policy);
    }

    private static MemorySegment allocate(
            SegmentAllocator allocator,
            long byteAlignment,
            String src,
            Charset charset,
            int srcIndex,
            int numChars,
            MalformedPolicy policy) {
        if (Route.DIRECT) {
            long bytes = FastPath.encodedBytes(src, charset, srcIndex, numChars, policy);
            if (bytes != FastPath.NO_ANSWER) {
                MemorySegment memory = allocator.allocate(bytes, byteAlignment);
                copy(src, charset, srcIndex, memory, 0, numChars, policy);
                return memory;
            }
        }
        if (RegionStrings.mayExceedArray(charset, src, numChars, policy)) {
            long bytes = strings().encodedBytes(src, charset, srcIndex, numChars, policy);
            MemorySegment memory = allocator.allocate(bytes, byteAlignment);
            copy(src, charset, srcIndex, memory, 0, numChars, policy);
            return memory;
        }
        byte[] encoded = strings().encode(src, charset, srcIndex, numChars, policy);
        MemorySegment memory = allocator.allocate(encoded.length, byteAlignment);
        MemorySegment.copy(MemorySegment.ofArray(encoded), 0, memory, 0, encoded.length);
        return memory;
    }

    /**
     * Counts the code units that text becomes. What the charset can't express counts as its replacement; otherwise
     * {@link #encodedUnits(CharSequence, Charset, MalformedPolicy)}.
     *
     * @param text the text
     * @param charset the encoding
     * @return how many units {@code copy} writes for the text
     */
    public static long encodedUnits(CharSequence text, Charset charset) {
        return encodedUnits(text, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Counts the code units that text becomes, a byte order mark included if the charset writes one.
     *
     * <p>Cost: one pass, nothing is encoded. Text other than a {@link String} may be copied.
     *
     * @param text the text
     * @param charset the encoding
     * @param policy what to do with malformed and unmappable text
     * @return how many units {@code copy} writes for the text
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed or unmappable
     */
    public static long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        return strings().encodedUnits(text, charset, policy);
    }

    /**
     * Counts the code units before the first zero one.
     *
     * <p>Reads: whole units from {@code offset} on, up to the page that holds the zero one, so that a segment may be
     * declared larger than its memory is ({@link MemorySegment#reinterpret(long)}). Zero bytes that belong to two units
     * are no zero unit; bytes after the last whole unit are not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}; units are counted from here
     * @param charset the encoding; decides the unit size
     * @return how many units precede the zero one
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if no zero byte means NUL in {@code charset}: JIS_X0212-1990, x-JIS0208,
     *     x-IBM300, x-IBM834
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > segment.byteSize()}
     * @throws IndexOutOfBoundsException if there is no zero unit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, Charset charset) {
        if (Route.DIRECT) {
            long units = FastPath.unitsToTerminator(segment, offset, charset);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().unitsToTerminator(region(segment), offset, charset);
    }

    /**
     * Counts the code units before the first zero unit of a field, or all {@code maxUnits} if there is none.
     *
     * <p>Reads: the whole field must lie in the segment, whatever it holds; what is behind the page of the first zero
     * unit is not read.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where the field starts, in bytes from the start of {@code segment}; units are counted from here
     * @param maxUnits the size of the field, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @return how many code units precede the zero one; {@code maxUnits} if there is none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if no zero byte means NUL in {@code charset}: JIS_X0212-1990, x-JIS0208,
     *     x-IBM300, x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     */
    public static long unitsToTerminator(MemorySegment segment, long offset, long maxUnits, Charset charset) {
        if (Route.DIRECT) {
            long units = FastPath.unitsToTerminator(segment, offset, maxUnits, charset);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().unitsToTerminator(region(segment), offset, maxUnits, charset);
    }

    /**
     * Compares encoded text with a string. Malformed text counts as its replacement; otherwise
     * {@link #contentEquals(MemorySegment, long, long, Charset, CharSequence, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding
     * @param text the text to compare with
     * @return whether {@code getString} with the same arguments has the same content
     */
    public static boolean contentEquals(
            MemorySegment segment, long offset, long units, Charset charset, CharSequence text) {
        return contentEquals(segment, offset, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * Compares encoded text with a string, or other chars.
     *
     * <p>Cost: one pass, without decoding into a string. Text other than a {@link String} may be copied.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param text the text to compare with
     * @param policy what to do with malformed text in the segment; {@code text} may be malformed under each
     * @return whether {@code getString} with the same arguments has the same content
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text in the segment is malformed,
     *     also after a difference
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
     * Equivalent to {@code contentEquals(segment, offset, units, UTF_8, text, policy)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text the text to compare with
     * @param policy what to do with malformed text in the segment; {@code text} may be malformed under each
     * @return whether {@code getString} with the same arguments has the same content
     * @see #contentEquals(MemorySegment, long, long, Charset, CharSequence, MalformedPolicy)
     */
    public static boolean contentEquals(
            MemorySegment segment, long offset, long units, CharSequence text, MalformedPolicy policy) {
        return contentEquals(segment, offset, units, StandardCharsets.UTF_8, text, policy);
    }

    /**
     * Equivalent to {@code contentEquals(segment, offset, units, UTF_8, text, REPLACE)}.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text the text to compare with
     * @return whether {@code getString} with the same arguments has the same content
     * @see #contentEquals(MemorySegment, long, long, Charset, CharSequence, MalformedPolicy)
     */
    public static boolean contentEquals(MemorySegment segment, long offset, long units, CharSequence text) {
        return contentEquals(segment, offset, units, StandardCharsets.UTF_8, text, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units into an array. Malformed text is replaced; otherwise
     * {@link #decode(MemorySegment, long, long, Charset, char[], int, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding
     * @param dst takes the chars
     * @param dstIndex where in {@code dst} they go
     * @return how many chars were written
     */
    public static int decode(
            MemorySegment segment, long offset, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(segment, offset, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not characters) into an array.
     *
     * <p>Writes: nothing before {@code dstIndex}, exactly the chars of the result after it. If they do not fit, or the
     * text is malformed and to be reported, what the array holds from {@code dstIndex} on is undefined.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param dst takes the chars; {@code units} chars are enough, {@code 2 * units} for 4-byte units
     * @param dstIndex where in {@code dst} they go
     * @param policy what to do with malformed text
     * @return how many chars were written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0}, {@code dstIndex > dst.length}, or the chars do not fit
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed
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
     * Decodes {@code units} code units and appends the text. Malformed text is replaced; otherwise
     * {@link #decode(MemorySegment, long, long, Charset, Appendable, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding
     * @param dst takes the text
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(MemorySegment segment, long offset, long units, Charset charset, Appendable dst)
            throws IOException {
        decode(segment, offset, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not characters) and appends the text, in pieces if it is long.
     *
     * <p>If the text is malformed and to be reported, what precedes the error may have been appended.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only
     * @param offset where to start, in bytes from the start of {@code segment}
     * @param units how much to read, in code units of {@code charset}
     * @param charset the encoding; decides the unit size ({@code unitSize} below, in bytes)
     * @param dst takes the text; may itself call methods of this class
     * @param policy what to do with malformed text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if this thread may not access {@code segment}
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and the text is malformed
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            MemorySegment segment, long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        strings().decode(region(segment), offset, units, charset, dst, policy);
    }

    /**
     * Decodes many strings. Malformed text is replaced; otherwise
     * {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offsets where each string starts, in bytes from the start of {@code segment}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding
     * @return the strings, in this order
     */
    public static String[] getStrings(MemorySegment segment, long[] offsets, long[] units, Charset charset) {
        return getStrings(segment, StringSpans.of(offsets, units), charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings; otherwise {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param offsets where each string starts, in bytes from the start of {@code segment}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding
     * @param policy what to do with malformed text
     * @return the strings, in this order
     */
    public static String[] getStrings(
            MemorySegment segment, long[] offsets, long[] units, Charset charset, MalformedPolicy policy) {
        return getStrings(segment, StringSpans.of(offsets, units), charset, policy);
    }

    /**
     * Decodes many strings. Malformed text is replaced; otherwise
     * {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param spans where the strings are
     * @param charset the encoding
     * @return the strings, in this order
     */
    public static String[] getStrings(MemorySegment segment, StringSpans spans, Charset charset) {
        return getStrings(segment, spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings, each as {@link #getString(MemorySegment, long, long, Charset, MalformedPolicy)} would, or
     * {@link #getStringTerminated(MemorySegment, long, long, Charset, MalformedPolicy)} for terminated fields.
     *
     * <p>Cost: over FFM and JNI one native call for as many strings as have 64 KiB, and at most 1024; strings longer
     * than that, and charsets that the JDK decodes, one by one. What is gained over a call for each string is most for
     * short strings, and over JNI.
     *
     * @param segment the memory to read; heap or native, any alignment, may be read-only, may be larger than 2 GiB
     * @param spans where the strings are; they may overlap, and be in any order
     * @param charset the encoding; decides the unit size
     * @param policy what to do with malformed text
     * @return the strings, in this order; null only where a pointer is null
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code spans} are terminated fields and no zero byte means NUL in
     *     {@code charset}
     * @throws IllegalArgumentException if there are more strings than an array has elements
     * @throws IllegalArgumentException if {@code spans} hold pointers and {@code segment} is not native
     * @throws IllegalArgumentException if a string has a negative size, more than {@link Integer#MAX_VALUE} bytes, or,
     *     between two offsets, no whole number of units; the message names it
     * @throws IndexOutOfBoundsException if a string is not within {@code segment}; the message names it
     * @throws IllegalStateException if the scope of {@code segment}, or of a segment in {@code spans}, is closed
     * @throws WrongThreadException if this thread may not access one of them
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and a string is malformed:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} says which
     */
    public static String[] getStrings(
            MemorySegment segment, StringSpans spans, Charset charset, MalformedPolicy policy) {
        return strings().batches().getStrings(region(segment), spans, charset, policy);
    }

    /**
     * Decodes many strings into an array. Malformed text is replaced; otherwise
     * {@link #getStrings(MemorySegment, StringSpans, Charset, String[], int, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param spans where the strings are
     * @param charset the encoding
     * @param dst takes the strings
     * @param dstIndex where in {@code dst} the first goes
     */
    public static void getStrings(
            MemorySegment segment, StringSpans spans, Charset charset, @Nullable String[] dst, int dstIndex) {
        getStrings(segment, spans, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings into an array; otherwise
     * {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * <p>Writes: one element for each string. If an argument or the place of a string is wrong, none; if a string is
     * malformed and to be reported, those before it.
     * <p>Cost: one more pass over the places.
     *
     * @param segment the memory to read
     * @param spans where the strings are
     * @param charset the encoding
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param policy what to do with malformed text
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - spans.count()}, or as
     *     there
     */
    public static void getStrings(
            MemorySegment segment,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        strings().batches().getStrings(region(segment), spans, charset, dst, dstIndex, policy);
    }

    /**
     * Decodes some of many strings. Malformed text is replaced; otherwise
     * {@link #getSomeStrings(MemorySegment, StringSpans, long, Charset, String[], int, int, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param spans where the strings are
     * @param first the first of them to decode
     * @param charset the encoding
     * @param dst takes the strings
     * @param dstIndex where in {@code dst} the first goes
     * @param max how many at most
     * @return how many
     */
    public static int getSomeStrings(
            MemorySegment segment,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max) {
        return getSomeStrings(segment, spans, first, charset, dst, dstIndex, max, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes some of many strings, and says how many: what one native call takes in, or one longer string. The caller
     * goes on from there, shows progress, or stops:
     *
     * {@snippet :
     * for (long done = 0; done < spans.count() && !Thread.interrupted(); ) {
     *     done += SegmentStrings.getSomeStrings(segment, spans, done, charset, all, (int) done, all.length - (int) done);
     * }
     * }
     *
     * <p>One at least, if {@code max} and what is left allow one. An error in a string shows when that is the first to
     * be decoded: those before it come without. There may be more strings than an array has elements. Otherwise
     * {@link #getStrings(MemorySegment, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param segment the memory to read
     * @param spans where the strings are
     * @param first the first of them to decode
     * @param charset the encoding
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param max how many at most
     * @param policy what to do with malformed text
     * @return how many; 0 if {@code max} is 0 or {@code first} is {@code spans.count()}
     * @throws IndexOutOfBoundsException if {@code first < 0} or {@code first > spans.count()}; if {@code dstIndex < 0},
     *     {@code max < 0} or {@code dstIndex > dst.length - max}; or as there
     */
    public static int getSomeStrings(
            MemorySegment segment,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max,
            MalformedPolicy policy) {
        return strings().batches().getSomeStrings(region(segment), spans, first, charset, dst, dstIndex, max, policy);
    }

    /**
     * Counts the code units that many strings become together. What the charset can't express counts as its
     * replacement; otherwise {@link #encodedUnits(String[], Charset, MalformedPolicy)}.
     *
     * @param strings the strings
     * @param charset the encoding
     * @return how many units {@code copyStrings} writes for them
     */
    public static long encodedUnits(String[] strings, Charset charset) {
        return encodedUnits(strings, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Counts the code units that many strings become together, with a byte order mark for each that is not empty if the
     * charset writes one.
     *
     * <p>Cost: one pass, nothing is encoded.
     *
     * @param strings the strings
     * @param charset the encoding
     * @param policy what to do with malformed and unmappable text
     * @return how many units {@code copyStrings} writes for them
     * @throws NullPointerException if an argument or a string is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and a string is malformed or unmappable:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} says which
     */
    public static long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return strings().batches().encodedUnits(strings, charset, policy);
    }

    /**
     * Encodes many strings one after the other. What the charset can't express is replaced; otherwise
     * {@link #copyStrings(String[], Charset, MemorySegment, long, long[], MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(String[] src, Charset charset, MemorySegment dst, long dstOffset, long[] offsets) {
        return copyStrings(src, charset, dst, dstOffset, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators and gaps, and the offsets into an array; otherwise
     * {@link #copyStrings(String[], int, int, Charset, MemorySegment, long, MemorySegment, long, int, MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends: {@code src.length + 1} elements from the
     *     first on, in bytes from the start of {@code dst}, as {@link StringSpans#ofOffsets(long[])} reads them
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written
     * @throws IndexOutOfBoundsException if {@code offsets.length <= src.length}, or as there
     */
    public static long copyStrings(
            String[] src, Charset charset, MemorySegment dst, long dstOffset, long[] offsets, MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(offsets, "offsets");
        return strings()
                .batches()
                .copyStrings(src, 0, src.length, charset, region(dst, "dst"), dstOffset, Offsets.in(offsets), policy);
    }

    /**
     * Encodes many strings one after the other. What the charset can't express is replaced; otherwise
     * {@link #copyStrings(String[], int, int, Charset, MemorySegment, long, MemorySegment, long, int, MalformedPolicy)}.
     *
     * @param src the strings
     * @param srcIndex the first to encode
     * @param count how many
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends
     * @param offsetsOffset where the first of them goes, in bytes from the start of {@code offsets}
     * @param entryBytes the size of each: 4 or 8
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            MemorySegment offsets,
            long offsetsOffset,
            int entryBytes) {
        return copyStrings(
                src,
                srcIndex,
                count,
                charset,
                dst,
                dstOffset,
                offsets,
                offsetsOffset,
                entryBytes,
                MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators and gaps, each as
     * {@link #copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)} would: all of them, or an exception.
     * With {@code int32_t} offsets it is what Arrow has.
     *
     * <p>Writes: exactly the units of the strings, and {@code count + 1} offsets in the byte order of this machine. If an
     * argument is wrong, the strings do not fit, or one is malformed and to be reported: nothing. To go on behind what
     * was written, begin with its last offset.
     * <p>Cost: one native call for as many strings as have 16 Ki chars, and at most 1024; longer ones, and charsets that
     * the JDK encodes, one by one. If the strings might not fit, or errors are reported, they are measured first. For
     * progress and interruption give a part of the array at a time.
     *
     * @param src the strings
     * @param srcIndex the first to encode
     * @param count how many
     * @param charset the encoding; decides the unit size
     * @param dst the memory to write; heap or native, any alignment, may be larger than 2 GiB
     * @param dstOffset where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, in bytes from the start of {@code dst}, and where the last ends; any
     *     alignment; must not overlap what is written to {@code dst}
     * @param offsetsOffset where the first of them goes, in bytes from the start of {@code offsets}
     * @param entryBytes the size of each: 4 or 8
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written, byte order marks included
     * @throws NullPointerException if an argument or a string is null
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code count < 0} or
     *     {@code srcIndex > src.length - count}
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8
     * @throws IllegalArgumentException if {@code dst} or {@code offsets} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > dst.byteSize() -} the bytes to
     *     write
     * @throws IndexOutOfBoundsException if {@code count + 1} entries are not within {@code offsets}
     * @throws IllegalArgumentException if the strings end behind what an offset of 4 bytes says:
     *     {@link Integer#MAX_VALUE}
     * @throws IllegalStateException if the scope of {@code dst} or {@code offsets} is closed
     * @throws WrongThreadException if this thread may not access one of them
     * @throws dev.unitstr.MalformedTextException if {@code policy} is REPORT and a string is malformed or unmappable:
     *     {@link dev.unitstr.MalformedTextException#stringIndex()} says which
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            MemorySegment offsets,
            long offsetsOffset,
            int entryBytes,
            MalformedPolicy policy) {
        Offsets entries = Offsets.in(region(offsets, "offsets"), "offsetsOffset", offsetsOffset, entryBytes);
        return strings()
                .batches()
                .copyStrings(src, srcIndex, count, charset, region(dst, "dst"), dstOffset, entries, policy);
    }

    private static SegmentRegion region(MemorySegment segment, String name) {
        return new SegmentRegion(Objects.requireNonNull(segment, name));
    }

    private static SegmentRegion region(MemorySegment segment) {
        return new SegmentRegion(segment);
    }

    private static RegionStrings strings() {
        RegionStrings strings = Route.STRINGS;
        return strings != null ? strings : ChosenStrings.chosen(); // throws why there is none, each time
    }

    /** The binding, chosen when the first string is asked for: loading this class must cost nothing. */
    private static final class Route {
        static final @Nullable RegionStrings STRINGS = choose();
        static final boolean DIRECT = STRINGS != null && STRINGS.binding() instanceof FfmBinding;
        /** What is asked before all bindings; none if there is an error to be thrown. */
        static final @Nullable JdkStrings JDK = STRINGS == null ? null : JdkStrings.AVAILABLE;
        /** How many chars of any text the JDK writes as UTF-8 before a call pays: none by FFM, a few by JNI. */
        static final int ANY_UTF_8 =
                DIRECT ? 0 : STRINGS != null && STRINGS.binding().isCallExpensive() ? 20 : Integer.MAX_VALUE;

        private static @Nullable RegionStrings choose() {
            try {
                return ChosenStrings.chosen();
            } catch (IllegalStateException e) { // a static initialiser would say so only once
                return null;
            }
        }
    }
}
