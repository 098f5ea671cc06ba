package dev.unitstr;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes strings in byte buffers, and in memory of which only the address is known, counted in the code units
 * of the encoding.
 *
 * <p>A <em>unit</em> has {@code unitSize} = {@link UnitCharsets#unitSize UnitCharsets.unitSize(charset)} bytes: 2 in
 * the UTF-16 family, 4 in the UTF-32 family, else 1. Every length and every result called {@code units} counts them,
 * every {@code chars} counts Java chars, and every index or offset into memory counts bytes. No terminator is needed,
 * written or looked for unless a method says so.
 *
 * <pre>{@code
 * ByteBuffer memory = ByteBuffer.allocateDirect(64);
 * String text = "na\u00efve \ud83d\ude00";
 * long units = BufferStrings.copy(text, UnitCharsets.UTF_16, 0, memory, 0, text.length());
 * System.out.println(units + " units: " + BufferStrings.getString(memory, 0, units, UnitCharsets.UTF_16));
 *
 * // char name[8]
 * BufferStrings.copyField("Zo\u00eb", StandardCharsets.UTF_8, memory, 32, 8, true);
 * System.out.println(BufferStrings.getStringTerminated(memory, 32, 8, StandardCharsets.UTF_8));
 * }</pre>
 *
 * <p><b>Buffers.</b> Heap, direct and mapped ones, at any byte index; the limit is the bound. Position, limit, mark and
 * byte order are neither used nor changed. A buffer over a memory segment follows the segment's rules: after its arena
 * was closed an {@link IllegalStateException}, in a thread that may not access it a {@code WrongThreadException}, also
 * for no unit.
 *
 * <p><b>Addresses.</b> The memory {@code [address, address + capacityBytes)} must stay mapped during the call: the
 * caller vouches for it, and a wrong address can crash the process. The address may be 0 if there is nothing to read or
 * write. An address or a capacity that is negative, or memory that would go past the last address
 * ({@link Long#MAX_VALUE}), is an {@link IllegalArgumentException}; a capacity of {@link Long#MAX_VALUE} stands for all
 * memory up to there. These forms need native access and the native library; without, they throw
 * {@link UnsupportedOperationException}.
 *
 * <p><b>Checks</b> come in this order: null, charset, counts and ranges of the string, read-only destination, bounds,
 * liveness, text. Nothing is written before all but the last have passed, and no argument makes a method allocate more
 * than the text or the string that is there needs.
 *
 * <p><b>Many strings.</b> {@code getStrings} and {@code getSomeStrings} read what {@link StringSpans} describe,
 * {@code copyStrings} writes an array: one native call does the work of hundreds.
 *
 * <p><b>Charsets.</b> Any charset. The UTF families, ISO-8859-1 and US-ASCII are unitstr's own work, with the results
 * of the running JDK; the JDK does all others.
 *
 * <p><b>Allocation.</b> Where a method says that it allocates nothing, this holds with the native library, for text of at
 * most 64 KiB that is read or 16,383 chars that are written, once the JVM has compiled the code, whatever kinds of memory
 * it has used before. Longer text, plain Java and the JDK's charsets cost objects for each call.
 *
 * <p><b>Threads.</b> All methods may be called from any thread. Memory that another thread changes during a call gives
 * some text or a report of malformed text, and never an access outside the memory.
 *
 * @since 0.1.0
 */
public final class BufferStrings {
    private BufferStrings() {}

    /**
     * Decodes {@code units} code units (not bytes, not chars) into a new string.
     *
     * <p>Malformed text: replaced exactly as by {@code new String(bytes, charset)}, or reported. Zero units are text;
     * no terminator is needed or looked for. No unit: the empty string.
     *
     * <p>Cost: one pass; one native call for each 64 KiB of input; nothing is allocated but the string, if the input is
     * not longer than that.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getString(ByteBuffer buffer, int index, long units, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        String text = strings.buffers().getString(buffer, 0, limit(buffer), index, units, charset, policy);
        return text != null ? text : strings.getString(memory(buffer), index, units, charset, policy);
    }

    /**
     * {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @return the text
     */
    public static String getString(ByteBuffer buffer, int index, long units, Charset charset) {
        return getString(buffer, index, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param policy what to do about malformed text
     * @return the text
     */
    public static String getString(ByteBuffer buffer, int index, long units, MalformedPolicy policy) {
        return getString(buffer, index, units, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)} with UTF-8 and
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @return the text
     */
    public static String getString(ByteBuffer buffer, int index, long units) {
        return getString(buffer, index, units, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) at an address into a new string.
     *
     * <p>As {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}, with the same malformed text and cost.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - units * unitSize}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code units > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getString(
            long address, long capacityBytes, long offset, long units, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        String text = strings.buffers().getString(null, address, capacityBytes, offset, units, charset, policy);
        return text != null ? text : strings.getString(memory(address, capacityBytes), offset, units, charset, policy);
    }

    /**
     * {@link #getString(long, long, long, long, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @return the text
     */
    public static String getString(long address, long capacityBytes, long offset, long units, Charset charset) {
        return getString(address, capacityBytes, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getString(long, long, long, long, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param policy what to do about malformed text
     * @return the text
     */
    public static String getString(long address, long capacityBytes, long offset, long units, MalformedPolicy policy) {
        return getString(address, capacityBytes, offset, units, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getString(long, long, long, long, Charset, MalformedPolicy)} with UTF-8 and
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @return the text
     */
    public static String getString(long address, long capacityBytes, long offset, long units) {
        return getString(address, capacityBytes, offset, units, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text before the first zero unit.
     *
     * <p>Reads whole units from {@code index} on, none after the zero one: what follows need not be mapped. Malformed
     * text: as in {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: a search, then a pass.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit()}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code index} and {@code buffer.limit()}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(buffer, 0, limit(buffer), index, -1, charset);
        return units > 0
                ? getString(buffer, index, units, charset, policy)
                : strings.getStringTerminated(memory(buffer), index, charset, policy);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @return the text, without the terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, Charset charset) {
        return getStringTerminated(buffer, index, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param policy what to do about malformed text
     * @return the text, without the terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, MalformedPolicy policy) {
        return getStringTerminated(buffer, index, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @return the text, without the terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index) {
        return getStringTerminated(buffer, index, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text of a field: what precedes the first zero unit, or the whole field if there is none.
     *
     * <p>Reads no unit after the zero one. Malformed text: as in
     * {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: a search, then a pass.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text, without a terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - maxUnits * unitSize}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getStringTerminated(
            ByteBuffer buffer, int index, long maxUnits, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(buffer, 0, limit(buffer), index, maxUnits, charset);
        return units > 0
                ? getString(buffer, index, units, charset, policy)
                : strings.getStringTerminated(memory(buffer), index, maxUnits, charset, policy);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @return the text, without a terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, long maxUnits, Charset charset) {
        return getStringTerminated(buffer, index, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @param policy what to do about malformed text
     * @return the text, without a terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, long maxUnits, MalformedPolicy policy) {
        return getStringTerminated(buffer, index, maxUnits, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @return the text, without a terminator
     */
    public static String getStringTerminated(ByteBuffer buffer, int index, long maxUnits) {
        return getStringTerminated(buffer, index, maxUnits, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text before the first zero unit after an address.
     *
     * <p>Reads whole units from {@code offset} on, none after the zero one: what follows need not be mapped. Malformed
     * text: as in {@link #getString(long, long, long, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: a search, then a pass.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code offset} and {@code capacityBytes}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and
     *     {@code capacityBytes > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getStringTerminated(
            long address, long capacityBytes, long offset, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(null, address, capacityBytes, offset, -1, charset);
        return units > 0
                ? getString(address, capacityBytes, offset, units, charset, policy)
                : strings.getStringTerminated(memory(address, capacityBytes), offset, charset, policy);
    }

    /**
     * {@link #getStringTerminated(long, long, long, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @return the text, without the terminator
     */
    public static String getStringTerminated(long address, long capacityBytes, long offset, Charset charset) {
        return getStringTerminated(address, capacityBytes, offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getStringTerminated(long, long, long, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param policy what to do about malformed text
     * @return the text, without the terminator
     */
    public static String getStringTerminated(long address, long capacityBytes, long offset, MalformedPolicy policy) {
        return getStringTerminated(address, capacityBytes, offset, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getStringTerminated(long, long, long, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @return the text, without the terminator
     */
    public static String getStringTerminated(long address, long capacityBytes, long offset) {
        return getStringTerminated(address, capacityBytes, offset, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text of a field at an address: what precedes the first zero unit, or the whole field if there is
     * none.
     *
     * <p>Reads no unit after the zero one. Malformed text: as in
     * {@link #getString(long, long, long, long, Charset, MalformedPolicy)}.
     *
     * <p>Cost: a search, then a pass.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the text, without a terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - maxUnits * unitSize}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code maxUnits > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static String getStringTerminated(
            long address, long capacityBytes, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(null, address, capacityBytes, offset, maxUnits, charset);
        return units > 0
                ? getString(address, capacityBytes, offset, units, charset, policy)
                : strings.getStringTerminated(memory(address, capacityBytes), offset, maxUnits, charset, policy);
    }

    /**
     * {@link #getStringTerminated(long, long, long, long, Charset, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @return the text, without a terminator
     */
    public static String getStringTerminated(
            long address, long capacityBytes, long offset, long maxUnits, Charset charset) {
        return getStringTerminated(address, capacityBytes, offset, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getStringTerminated(long, long, long, long, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @param policy what to do about malformed text
     * @return the text, without a terminator
     */
    public static String getStringTerminated(
            long address, long capacityBytes, long offset, long maxUnits, MalformedPolicy policy) {
        return getStringTerminated(address, capacityBytes, offset, maxUnits, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #getStringTerminated(long, long, long, long, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param maxUnits the size of the field, in bytes: the units of UTF-8
     * @return the text, without a terminator
     */
    public static String getStringTerminated(long address, long capacityBytes, long offset, long maxUnits) {
        return getStringTerminated(
                address, capacityBytes, offset, maxUnits, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a string into memory, without a terminator.
     *
     * <p>Malformed text (lone surrogates) and characters that {@code charset} lacks: replaced exactly as by
     * {@link String#getBytes(Charset)}, or reported. Writes nothing after the result, and nothing at all if the result
     * does not fit.
     *
     * <p>Cost: one pass, and another one to measure if the memory could be too small; nothing is allocated if
     * {@code src} is a {@link String}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param policy what to do about malformed or unmappable text
     * @return how many code units were written, not bytes
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if the memory behind {@code dst} has been freed with its arena
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit()} minus the encoded
     *     bytes
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            ByteBuffer dst,
            int dstIndex,
            int numChars,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        long units = strings.buffers().copy(string, charset, srcIndex, dst, 0, limit(dst), dstIndex, numChars, policy);
        return units != BufferTexts.NO_ANSWER
                ? units
                : strings.copy(string, charset, srcIndex, memory(dst), dstIndex, numChars, policy);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @return how many code units were written, not bytes
     */
    public static long copy(
            CharSequence src, Charset charset, int srcIndex, ByteBuffer dst, int dstIndex, int numChars) {
        return copy(src, charset, srcIndex, dst, dstIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} with UTF-8.
     *
     * @param src the text
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param policy what to do about malformed or unmappable text
     * @return how many code units were written, not bytes
     */
    public static long copy(
            CharSequence src, int srcIndex, ByteBuffer dst, int dstIndex, int numChars, MalformedPolicy policy) {
        return copy(src, StandardCharsets.UTF_8, srcIndex, dst, dstIndex, numChars, policy);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @return how many code units were written, not bytes
     */
    public static long copy(CharSequence src, int srcIndex, ByteBuffer dst, int dstIndex, int numChars) {
        return copy(src, StandardCharsets.UTF_8, srcIndex, dst, dstIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a string into memory at an address, without a terminator.
     *
     * <p>Malformed text (lone surrogates) and characters that {@code charset} lacks: replaced exactly as by
     * {@link String#getBytes(Charset)}, or reported. Writes nothing after the result, and nothing at all if the result
     * does not fit.
     *
     * <p>Cost: one pass, and another one to measure if the memory could be too small; nothing is allocated if
     * {@code src} is a {@link String}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param policy what to do about malformed or unmappable text
     * @return how many code units were written, not bytes
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code numChars > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > capacityBytes} minus the encoded
     *     bytes
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            long address,
            long capacityBytes,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        long units = strings.buffers()
                .copy(string, charset, srcIndex, null, address, capacityBytes, dstOffset, numChars, policy);
        return units != BufferTexts.NO_ANSWER
                ? units
                : strings.copy(string, charset, srcIndex, memory(address, capacityBytes), dstOffset, numChars, policy);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, long, long, long, int, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @return how many code units were written, not bytes
     */
    public static long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            long address,
            long capacityBytes,
            long dstOffset,
            int numChars) {
        return copy(src, charset, srcIndex, address, capacityBytes, dstOffset, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, long, long, long, int, MalformedPolicy)} with UTF-8.
     *
     * @param src the text
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param policy what to do about malformed or unmappable text
     * @return how many code units were written, not bytes
     */
    public static long copy(
            CharSequence src,
            int srcIndex,
            long address,
            long capacityBytes,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        return copy(src, StandardCharsets.UTF_8, srcIndex, address, capacityBytes, dstOffset, numChars, policy);
    }

    /**
     * {@link #copy(CharSequence, Charset, int, long, long, long, int, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @return how many code units were written, not bytes
     */
    public static long copy(
            CharSequence src, int srcIndex, long address, long capacityBytes, long dstOffset, int numChars) {
        return copy(
                src,
                StandardCharsets.UTF_8,
                srcIndex,
                address,
                capacityBytes,
                dstOffset,
                numChars,
                MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a range of a string as fits into {@code maxUnits} code units, without a terminator.
     *
     * <p>Stops before the first code point that does not fit, so the result is the longest possible one and never ends
     * inside a character. Malformed and unmappable text: as in
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}. Writes nothing after the result: what
     * the memory held there stays.
     *
     * <p>Cost: one pass; nothing is allocated but the result.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param maxUnits how much may be written, in code units
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder has state (ISO-2022-JP and
     *     the like); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if the memory behind {@code dst} has been freed with its arena
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() - maxUnits * unitSize}
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            ByteBuffer dst,
            int dstIndex,
            int numChars,
            long maxUnits,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        Copied copied = strings.buffers()
                .copyTruncated(string, charset, srcIndex, dst, 0, limit(dst), dstIndex, numChars, maxUnits, 0, policy);
        return copied != null
                ? copied
                : strings.copyTruncated(string, charset, srcIndex, memory(dst), dstIndex, numChars, maxUnits, policy);
    }

    /**
     * {@link #copyTruncated(CharSequence, Charset, int, ByteBuffer, int, int, long, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param maxUnits how much may be written, in code units
     * @return how many chars were encoded and how many code units were written
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            ByteBuffer dst,
            int dstIndex,
            int numChars,
            long maxUnits) {
        return copyTruncated(src, charset, srcIndex, dst, dstIndex, numChars, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of a range of a string as fits into {@code maxUnits} code units at an address, without a
     * terminator.
     *
     * <p>Stops before the first code point that does not fit, so the result is the longest possible one and never ends
     * inside a character. Malformed and unmappable text: as in
     * {@link #copy(CharSequence, Charset, int, long, long, long, int, MalformedPolicy)}. Writes nothing after the result:
     * what the memory held there stays.
     *
     * <p>Cost: one pass; nothing is allocated but the result.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param maxUnits how much may be written, in code units
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder has state (ISO-2022-JP and
     *     the like); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > src.length() - numChars}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code maxUnits > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > capacityBytes - maxUnits * unitSize}
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            long address,
            long capacityBytes,
            long dstOffset,
            int numChars,
            long maxUnits,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        Copied copied = strings.buffers()
                .copyTruncated(
                        string,
                        charset,
                        srcIndex,
                        null,
                        address,
                        capacityBytes,
                        dstOffset,
                        numChars,
                        maxUnits,
                        0,
                        policy);
        return copied != null
                ? copied
                : strings.copyTruncated(
                        string,
                        charset,
                        srcIndex,
                        memory(address, capacityBytes),
                        dstOffset,
                        numChars,
                        maxUnits,
                        policy);
    }

    /**
     * {@link #copyTruncated(CharSequence, Charset, int, long, long, long, int, long, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param numChars how many chars to encode; a range that cuts a surrogate pair makes both halves malformed
     * @param maxUnits how much may be written, in code units
     * @return how many chars were encoded and how many code units were written
     */
    public static Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            long address,
            long capacityBytes,
            long dstOffset,
            int numChars,
            long maxUnits) {
        return copyTruncated(
                src, charset, srcIndex, address, capacityBytes, dstOffset, numChars, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field of fixed size: as much of a string as fits, then zero units to its end.
     *
     * <p>Truncates as {@link #copyTruncated(CharSequence, Charset, int, ByteBuffer, int, int, long, MalformedPolicy)} does.
     * Writes all of the field and nothing after it.
     *
     * <p>Cost: one pass; nothing is allocated but the result.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder has state (ISO-2022-JP and
     *     the like); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code keepTerminator}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IllegalStateException if the memory behind {@code dst} has been freed with its arena
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or
     *     {@code dstIndex > dst.limit() - fieldUnits * unitSize}
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
        Copied copied = strings.buffers()
                .copyTruncated(
                        string,
                        charset,
                        0,
                        dst,
                        0,
                        limit(dst),
                        dstIndex,
                        string.length(),
                        textUnits,
                        fieldUnits,
                        policy);
        return copied != null
                ? copied
                : strings.copyField(string, charset, memory(dst), dstIndex, fieldUnits, keepTerminator, policy);
    }

    /**
     * {@link #copyField(CharSequence, Charset, ByteBuffer, int, long, boolean, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits, boolean keepTerminator) {
        return copyField(src, charset, dst, dstIndex, fieldUnits, keepTerminator, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copyField(CharSequence, Charset, ByteBuffer, int, long, boolean, MalformedPolicy)} without a terminator of its
     * own.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(
            CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits, MalformedPolicy policy) {
        return copyField(src, charset, dst, dstIndex, fieldUnits, false, policy);
    }

    /**
     * {@link #copyField(CharSequence, Charset, ByteBuffer, int, long, boolean, MalformedPolicy)} without a terminator of its
     * own and with {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param dst the memory to write, heap or direct; bounded by its limit
     * @param dstIndex where to start, in bytes from the start of {@code dst}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(CharSequence src, Charset charset, ByteBuffer dst, int dstIndex, long fieldUnits) {
        return copyField(src, charset, dst, dstIndex, fieldUnits, false, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field of fixed size at an address: as much of a string as fits, then zero units to its end.
     *
     * <p>Truncates as {@link #copyTruncated(CharSequence, Charset, int, long, long, long, int, long, MalformedPolicy)} does.
     * Writes all of the field and nothing after it.
     *
     * <p>Cost: one pass; nothing is allocated but the result.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder has state (ISO-2022-JP and
     *     the like); those that only shift out and in (x-IBM930 and the like) are written, with the shift-in
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code keepTerminator}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code fieldUnits > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > capacityBytes - fieldUnits * unitSize}
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; the chars before the error may have been written, and the exception
     *     says how many units that are
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        String string = Objects.requireNonNull(src, "src").toString();
        long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
        Copied copied = strings.buffers()
                .copyTruncated(
                        string,
                        charset,
                        0,
                        null,
                        address,
                        capacityBytes,
                        dstOffset,
                        string.length(),
                        textUnits,
                        fieldUnits,
                        policy);
        return copied != null
                ? copied
                : strings.copyField(
                        string, charset, memory(address, capacityBytes), dstOffset, fieldUnits, keepTerminator, policy);
    }

    /**
     * {@link #copyField(CharSequence, Charset, long, long, long, long, boolean, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator) {
        return copyField(
                src, charset, address, capacityBytes, dstOffset, fieldUnits, keepTerminator, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copyField(CharSequence, Charset, long, long, long, long, boolean, MalformedPolicy)} without a terminator of its
     * own.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param policy what to do about malformed or unmappable text
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(
            CharSequence src,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long fieldUnits,
            MalformedPolicy policy) {
        return copyField(src, charset, address, capacityBytes, dstOffset, fieldUnits, false, policy);
    }

    /**
     * {@link #copyField(CharSequence, Charset, long, long, long, long, boolean, MalformedPolicy)} without a terminator of its
     * own and with {@link MalformedPolicy#REPLACE}.
     *
     * @param src the text
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to start, in bytes from {@code address}, at any alignment
     * @param fieldUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @return how many chars were encoded and how many code units were written for them, the zeros not counted
     */
    public static Copied copyField(
            CharSequence src, Charset charset, long address, long capacityBytes, long dstOffset, long fieldUnits) {
        return copyField(src, charset, address, capacityBytes, dstOffset, fieldUnits, false, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string into a new read-only heap buffer of exact size, without a terminator.
     *
     * <p>Malformed and unmappable text: as in
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}. Native code can reach it only by a
     * copy: to pass text to C, take {@link #ofStringDirect(String, Charset, MalformedPolicy)}.
     *
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed or unmappable text
     * @return a read-only buffer with position 0, and limit and capacity the encoded bytes; big-endian, as every new
     *     buffer
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static ByteBuffer ofString(String string, Charset charset, MalformedPolicy policy) {
        return heap(string, charset, policy);
    }

    /**
     * {@link #ofString(String, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofString(String string, Charset charset) {
        return heap(string, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #ofString(String, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param string the string
     * @param policy what to do about malformed or unmappable text
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofString(String string, MalformedPolicy policy) {
        return heap(string, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #ofString(String, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param string the string
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofString(String string) {
        return heap(string, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a string into a new read-only direct buffer of exact size, without a terminator.
     *
     * <p>Malformed and unmappable text: as in
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}. Its memory lives as long as the
     * buffer; C that wants zero-terminated text needs a NUL in the string.
     *
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed or unmappable text
     * @return a read-only buffer with position 0, and limit and capacity the encoded bytes; big-endian, as every new
     *     buffer
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static ByteBuffer ofStringDirect(String string, Charset charset, MalformedPolicy policy) {
        return direct(string, charset, policy);
    }

    /**
     * {@link #ofStringDirect(String, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofStringDirect(String string, Charset charset) {
        return direct(string, charset, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #ofStringDirect(String, Charset, MalformedPolicy)} with UTF-8.
     *
     * @param string the string
     * @param policy what to do about malformed or unmappable text
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofStringDirect(String string, MalformedPolicy policy) {
        return direct(string, StandardCharsets.UTF_8, policy);
    }

    /**
     * {@link #ofStringDirect(String, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param string the string
     * @return a read-only buffer with the encoded bytes
     */
    public static ByteBuffer ofStringDirect(String string) {
        return direct(string, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a string into memory of exact size from an allocator, without a terminator.
     *
     * <p>Malformed and unmappable text: as in
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)}. The allocator is called once, after
     * every check and after encoding. No alignment is asked for: an allocator of slices may return any address.
     *
     * @param allocator takes a number of bytes and returns a buffer with as many or more remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param numChars how many chars to encode
     * @param policy what to do about malformed or unmappable text
     * @return the part of the allocator's buffer that holds the text, from that buffer's position on: position 0, limit
     *     and capacity the encoded bytes, in its byte order
     * @throws NullPointerException if an argument is null
     * @throws NullPointerException if {@code allocator} returns null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > string.length() - numChars}
     * @throws IndexOutOfBoundsException if the allocator's buffer has too little remaining
     * @throws java.nio.ReadOnlyBufferException if the allocator's buffer is read-only
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
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
        return buffer.put(start, bytes).slice(start, bytes.length).order(buffer.order());
    }

    /**
     * {@link #allocateFrom(IntFunction, String, Charset, int, int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param allocator takes a number of bytes and returns a buffer with as many or more remaining, such as
     *     {@code ByteBuffer::allocateDirect}
     * @param string the string
     * @param charset the encoding; decides the size of a unit
     * @param srcIndex the first char to encode
     * @param numChars how many chars to encode
     * @return a buffer with the encoded bytes
     */
    public static ByteBuffer allocateFrom(
            IntFunction<ByteBuffer> allocator, String string, Charset charset, int srcIndex, int numChars) {
        return allocateFrom(allocator, string, charset, srcIndex, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Measures the encoded form of a text.
     *
     * <p>Equals what {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} returns for the whole
     * text.
     *
     * <p>Cost: one pass; nothing is allocated for a {@code String} in an encoding of the UTF family, ISO-8859-1 or
     * US-ASCII.
     *
     * @param text the text; anything but a {@code String} is turned into one first
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed or unmappable text
     * @return how many code units it has, not bytes; a byte order mark that would be written counts
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if the text is malformed or unmappable and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        return strings().encodedUnits(text, charset, policy);
    }

    /**
     * {@link #encodedUnits(CharSequence, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param text the text; anything but a {@code String} is turned into one first
     * @param charset the encoding; decides the size of a unit
     * @return how many code units the encoded text has
     */
    public static long encodedUnits(CharSequence text, Charset charset) {
        return strings().encodedUnits(text, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Counts the code units before the first zero unit.
     *
     * <p>Reads whole units from {@code index} on, none after the zero one: what follows need not be mapped. Zero bytes
     * that belong to two units are no terminator.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @return how many units precede the zero one
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit()}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code index} and {@code buffer.limit()}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     */
    public static long unitsToTerminator(ByteBuffer buffer, int index, Charset charset) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(buffer, 0, limit(buffer), index, -1, charset);
        return units != BufferTexts.NO_ANSWER ? units : strings.unitsToTerminator(memory(buffer), index, charset);
    }

    /**
     * Counts the code units before the first zero unit of a field, or all of the field if there is none.
     *
     * <p>Reads no unit after the zero one.
     *
     * <p>Cost: a search; nothing is allocated.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @return how many code units precede the terminator; {@code maxUnits} if there is none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - maxUnits * unitSize}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     */
    public static long unitsToTerminator(ByteBuffer buffer, int index, long maxUnits, Charset charset) {
        RegionStrings strings = strings();
        long units =
                strings.buffers().unitsToTerminator(buffer, 0, limit(buffer), index, Math.max(maxUnits, 0), charset);
        return units != BufferTexts.NO_ANSWER
                ? units
                : strings.unitsToTerminator(memory(buffer), index, maxUnits, charset);
    }

    /**
     * Counts the code units before the first zero unit after an address.
     *
     * <p>Reads whole units from {@code offset} on, none after the zero one: what follows need not be mapped. Zero bytes
     * that belong to two units are no terminator.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param charset the encoding; decides the size of a unit
     * @return how many units precede the zero one; may be more than an {@code int} holds
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes}
     * @throws IndexOutOfBoundsException if there is no zero unit between {@code offset} and {@code capacityBytes}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and
     *     {@code capacityBytes > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     */
    public static long unitsToTerminator(long address, long capacityBytes, long offset, Charset charset) {
        RegionStrings strings = strings();
        long units = strings.buffers().unitsToTerminator(null, address, capacityBytes, offset, -1, charset);
        return units != BufferTexts.NO_ANSWER
                ? units
                : strings.unitsToTerminator(memory(address, capacityBytes), offset, charset);
    }

    /**
     * Counts the code units before the first zero unit of a field, or all of the field if there is none.
     *
     * <p>Reads no unit after the zero one.
     *
     * <p>Cost: a search; nothing is allocated.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param maxUnits the size of the field, in code units: 32 for {@code char name[32]}
     * @param charset the encoding; decides the size of a unit
     * @return how many code units precede the terminator; {@code maxUnits} if there is none
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code charset} has no NUL of one unit: JIS_X0212-1990, x-JIS0208, x-IBM300,
     *     x-IBM834
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - maxUnits * unitSize}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code maxUnits > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     */
    public static long unitsToTerminator(
            long address, long capacityBytes, long offset, long maxUnits, Charset charset) {
        RegionStrings strings = strings();
        long units = strings.buffers()
                .unitsToTerminator(null, address, capacityBytes, offset, Math.max(maxUnits, 0), charset);
        return units != BufferTexts.NO_ANSWER
                ? units
                : strings.unitsToTerminator(memory(address, capacityBytes), offset, maxUnits, charset);
    }

    /**
     * Tells whether encoded text is equal to a string, without building a string from it.
     *
     * <p>Equals {@code getString(…).contentEquals(text)}, malformed text included: under REPLACE it is equal to its
     * replacement, under REPORT it is reported even after a difference.
     *
     * <p>Cost: at most one pass; under REPLACE it ends at the first difference.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to compare, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @param policy what to do about malformed text
     * @return whether each char is the same
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static boolean contentEquals(
            ByteBuffer buffer, int index, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        RegionStrings strings = strings();
        if (text instanceof String string) {
            int equal =
                    strings.buffers().contentEquals(buffer, 0, limit(buffer), index, units, charset, string, policy);
            if (equal != BufferTexts.NO_ANSWER) {
                return equal == 1;
            }
        }
        return strings.contentEquals(memory(buffer), index, units, charset, text, policy);
    }

    /**
     * {@link #contentEquals(ByteBuffer, int, long, Charset, CharSequence, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to compare, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @return whether each char is the same
     */
    public static boolean contentEquals(ByteBuffer buffer, int index, long units, Charset charset, CharSequence text) {
        return contentEquals(buffer, index, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #contentEquals(ByteBuffer, int, long, Charset, CharSequence, MalformedPolicy)} with UTF-8.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @param policy what to do about malformed text
     * @return whether each char is the same
     */
    public static boolean contentEquals(
            ByteBuffer buffer, int index, long units, CharSequence text, MalformedPolicy policy) {
        return contentEquals(buffer, index, units, StandardCharsets.UTF_8, text, policy);
    }

    /**
     * {@link #contentEquals(ByteBuffer, int, long, Charset, CharSequence, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @return whether each char is the same
     */
    public static boolean contentEquals(ByteBuffer buffer, int index, long units, CharSequence text) {
        return contentEquals(buffer, index, units, StandardCharsets.UTF_8, text, MalformedPolicy.REPLACE);
    }

    /**
     * Tells whether encoded text at an address is equal to a string, without building a string from it.
     *
     * <p>Equals {@code getString(…).contentEquals(text)}, malformed text included: under REPLACE it is equal to its
     * replacement, under REPORT it is reported even after a difference.
     *
     * <p>Cost: at most one pass; under REPLACE it ends at the first difference.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to compare, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @param policy what to do about malformed text
     * @return whether each char is the same
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - units * unitSize}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code units > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static boolean contentEquals(
            long address,
            long capacityBytes,
            long offset,
            long units,
            Charset charset,
            CharSequence text,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        if (text instanceof String string) {
            int equal = strings.buffers()
                    .contentEquals(null, address, capacityBytes, offset, units, charset, string, policy);
            if (equal != BufferTexts.NO_ANSWER) {
                return equal == 1;
            }
        }
        return strings.contentEquals(memory(address, capacityBytes), offset, units, charset, text, policy);
    }

    /**
     * {@link #contentEquals(long, long, long, long, Charset, CharSequence, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to compare, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @return whether each char is the same
     */
    public static boolean contentEquals(
            long address, long capacityBytes, long offset, long units, Charset charset, CharSequence text) {
        return contentEquals(address, capacityBytes, offset, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #contentEquals(long, long, long, long, Charset, CharSequence, MalformedPolicy)} with UTF-8.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @param policy what to do about malformed text
     * @return whether each char is the same
     */
    public static boolean contentEquals(
            long address, long capacityBytes, long offset, long units, CharSequence text, MalformedPolicy policy) {
        return contentEquals(address, capacityBytes, offset, units, StandardCharsets.UTF_8, text, policy);
    }

    /**
     * {@link #contentEquals(long, long, long, long, Charset, CharSequence, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in bytes: the units of UTF-8
     * @param text what to compare with; anything but a {@code String} is turned into one first
     * @return whether each char is the same
     */
    public static boolean contentEquals(long address, long capacityBytes, long offset, long units, CharSequence text) {
        return contentEquals(
                address, capacityBytes, offset, units, StandardCharsets.UTF_8, text, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes code units into an array.
     *
     * <p>Malformed text: as in {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}. When it throws,
     * what {@code dst} holds from {@code dstIndex} on is undefined.
     *
     * <p>Cost: one pass; nothing is allocated.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the chars
     * @param dstIndex where the first one goes
     * @param policy what to do about malformed text
     * @return how many chars were written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws IndexOutOfBoundsException if the text has more than {@code dst.length - dstIndex} chars
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static int decode(
            ByteBuffer buffer,
            int index,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        int chars = strings.buffers().decode(buffer, 0, limit(buffer), index, units, charset, dst, dstIndex, policy);
        return chars != BufferTexts.NO_ANSWER
                ? chars
                : strings.decode(memory(buffer), index, units, charset, dst, dstIndex, policy);
    }

    /**
     * {@link #decode(ByteBuffer, int, long, Charset, char[], int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the chars
     * @param dstIndex where the first one goes
     * @return how many chars were written
     */
    public static int decode(ByteBuffer buffer, int index, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(buffer, index, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes code units and appends the text to something.
     *
     * <p>Malformed text: as in {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)}; what precedes a
     * reported error has been appended.
     *
     * <p>Cost: one pass; one string for each 64 KiB of input. {@code dst} may call unitstr itself.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the text, in pieces that never cut a surrogate pair
     * @param policy what to do about malformed text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > buffer.limit() - units * unitSize}
     * @throws IllegalStateException if the memory behind {@code buffer} has been freed with its arena
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            ByteBuffer buffer, int index, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        strings().decode(memory(buffer), index, units, charset, dst, policy);
    }

    /**
     * {@link #decode(ByteBuffer, int, long, Charset, Appendable, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param index where to start, in bytes from the start of {@code buffer}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the text, in pieces that never cut a surrogate pair
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(ByteBuffer buffer, int index, long units, Charset charset, Appendable dst)
            throws IOException {
        strings().decode(memory(buffer), index, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes code units at an address into an array.
     *
     * <p>Malformed text: as in {@link #getString(long, long, long, long, Charset, MalformedPolicy)}. When it throws,
     * what {@code dst} holds from {@code dstIndex} on is undefined.
     *
     * <p>Cost: one pass; nothing is allocated.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the chars
     * @param dstIndex where the first one goes
     * @param policy what to do about malformed text
     * @return how many chars were written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - units * unitSize}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code units > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws IndexOutOfBoundsException if the text has more than {@code dst.length - dstIndex} chars
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     */
    public static int decode(
            long address,
            long capacityBytes,
            long offset,
            long units,
            Charset charset,
            char[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        RegionStrings strings = strings();
        int chars =
                strings.buffers().decode(null, address, capacityBytes, offset, units, charset, dst, dstIndex, policy);
        return chars != BufferTexts.NO_ANSWER
                ? chars
                : strings.decode(memory(address, capacityBytes), offset, units, charset, dst, dstIndex, policy);
    }

    /**
     * {@link #decode(long, long, long, long, Charset, char[], int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the chars
     * @param dstIndex where the first one goes
     * @return how many chars were written
     */
    public static int decode(
            long address, long capacityBytes, long offset, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(address, capacityBytes, offset, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes code units at an address and appends the text to something.
     *
     * <p>Malformed text: as in {@link #getString(long, long, long, long, Charset, MalformedPolicy)}; what precedes a
     * reported error has been appended.
     *
     * <p>Cost: one pass; one string for each 64 KiB of input. {@code dst} may call unitstr itself.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the text, in pieces that never cut a surrogate pair
     * @param policy what to do about malformed text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0}
     * @throws IllegalArgumentException if {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > capacityBytes - units * unitSize}
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, or {@code address == 0} and {@code units > 0}
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            long address,
            long capacityBytes,
            long offset,
            long units,
            Charset charset,
            Appendable dst,
            MalformedPolicy policy)
            throws IOException {
        strings().decode(memory(address, capacityBytes), offset, units, charset, dst, policy);
    }

    /**
     * {@link #decode(long, long, long, long, Charset, Appendable, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offset where to start, in bytes from {@code address}, at any alignment
     * @param units how much to read, in code units of {@code charset}: not in bytes, not in chars
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the text, in pieces that never cut a surrogate pair
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(
            long address, long capacityBytes, long offset, long units, Charset charset, Appendable dst)
            throws IOException {
        strings().decode(memory(address, capacityBytes), offset, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings. Malformed text is replaced; otherwise
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param offsets where each string starts, in bytes from the start of {@code buffer}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding
     * @return the strings, in this order
     */
    public static String[] getStrings(ByteBuffer buffer, long[] offsets, long[] units, Charset charset) {
        return getStrings(buffer, StringSpans.of(offsets, units), charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings; otherwise {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param offsets where each string starts, in bytes from the start of {@code buffer}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding
     * @param policy what to do with malformed text
     * @return the strings, in this order
     */
    public static String[] getStrings(
            ByteBuffer buffer, long[] offsets, long[] units, Charset charset, MalformedPolicy policy) {
        return getStrings(buffer, StringSpans.of(offsets, units), charset, policy);
    }

    /**
     * Decodes many strings. Malformed text is replaced; otherwise
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param spans where the strings are
     * @param charset the encoding
     * @return the strings, in this order
     */
    public static String[] getStrings(ByteBuffer buffer, StringSpans spans, Charset charset) {
        return getStrings(buffer, spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings, each as {@link #getString(ByteBuffer, int, long, Charset, MalformedPolicy)} would, or
     * {@link #getStringTerminated(ByteBuffer, int, long, Charset, MalformedPolicy)} for terminated fields.
     *
     * <p>Cost: over FFM and JNI one native call for as many strings as have 64 KiB, and at most 1024; strings longer
     * than that, and charsets that the JDK decodes, one by one. What is gained over a call for each string is most for
     * short strings, and over JNI.
     *
     * @param buffer the memory to read; may be read-only, heap or direct; bounded by its limit
     * @param spans where the strings are; they may overlap, and be in any order
     * @param charset the encoding; decides the unit size
     * @param policy what to do with malformed text
     * @return the strings, in this order; null only where a pointer is null
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code spans} are terminated fields and no zero byte means NUL in
     *     {@code charset}
     * @throws IllegalArgumentException if there are more strings than an array has elements
     * @throws IllegalArgumentException if {@code spans} hold pointers: of a buffer Java does not know the
     *     address
     * @throws IllegalArgumentException if a string has a negative size, more than {@link Integer#MAX_VALUE} bytes, or,
     *     between two offsets, no whole number of units; the message names it
     * @throws IndexOutOfBoundsException if a string is not within {@code buffer}; the message names it
     * @throws IllegalStateException if the memory behind {@code buffer}, or behind one in {@code spans}, has been freed
     *     with its arena
     * @throws MalformedTextException if {@code policy} is REPORT and a string is malformed:
     *     {@link MalformedTextException#stringIndex()} says which
     */
    public static String[] getStrings(ByteBuffer buffer, StringSpans spans, Charset charset, MalformedPolicy policy) {
        return strings().batches().getStrings(memory(buffer), spans, charset, policy);
    }

    /**
     * Decodes many strings into an array. Malformed text is replaced; otherwise
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, String[], int, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param spans where the strings are
     * @param charset the encoding
     * @param dst takes the strings
     * @param dstIndex where in {@code dst} the first goes
     */
    public static void getStrings(
            ByteBuffer buffer, StringSpans spans, Charset charset, @Nullable String[] dst, int dstIndex) {
        getStrings(buffer, spans, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings into an array; otherwise
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * <p>Writes: one element for each string. If an argument or the place of a string is wrong, none; if a string is
     * malformed and to be reported, those before it.
     * <p>Cost: one more pass over the places.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param spans where the strings are
     * @param charset the encoding
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param policy what to do with malformed text
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - spans.count()}, or as
     *     there
     */
    public static void getStrings(
            ByteBuffer buffer,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        strings().batches().getStrings(memory(buffer), spans, charset, dst, dstIndex, policy);
    }

    /**
     * Decodes some of many strings. Malformed text is replaced; otherwise
     * {@link #getSomeStrings(ByteBuffer, StringSpans, long, Charset, String[], int, int, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
     * @param spans where the strings are
     * @param first the first of them to decode
     * @param charset the encoding
     * @param dst takes the strings
     * @param dstIndex where in {@code dst} the first goes
     * @param max how many at most
     * @return how many
     */
    public static int getSomeStrings(
            ByteBuffer buffer,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max) {
        return getSomeStrings(buffer, spans, first, charset, dst, dstIndex, max, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes some of many strings, and says how many: what one native call takes in, or one longer string. The caller
     * goes on from there, shows progress, or stops:
     *
     * <pre>{@code
     * for (long done = 0; done < spans.count() && !Thread.interrupted(); ) {
     *     done += BufferStrings.getSomeStrings(buffer, spans, done, charset, all, (int) done, all.length - (int) done);
     * }
     * }</pre>
     *
     * <p>One at least, if {@code max} and what is left allow one. An error in a string shows when that is the first to
     * be decoded: those before it come without. There may be more strings than an array has elements. Otherwise
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param buffer the memory to read; bounded by its limit
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
            ByteBuffer buffer,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max,
            MalformedPolicy policy) {
        return strings().batches().getSomeStrings(memory(buffer), spans, first, charset, dst, dstIndex, max, policy);
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
     * @throws MalformedTextException if {@code policy} is REPORT and a string is malformed or unmappable:
     *     {@link MalformedTextException#stringIndex()} says which
     */
    public static long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return strings().batches().encodedUnits(strings, charset, policy);
    }

    /**
     * Encodes many strings one after the other. What the charset can't express is replaced; otherwise
     * {@link #copyStrings(String[], Charset, ByteBuffer, int, long[], MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstIndex where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(String[] src, Charset charset, ByteBuffer dst, int dstIndex, long[] offsets) {
        return copyStrings(src, charset, dst, dstIndex, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators and gaps, and the offsets into an array; otherwise
     * {@link #copyStrings(String[], int, int, Charset, ByteBuffer, int, ByteBuffer, int, int, MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstIndex where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends: {@code src.length + 1} elements from the
     *     first on, in bytes from the start of {@code dst}, as {@link StringSpans#ofOffsets(long[])} reads them
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written
     * @throws IndexOutOfBoundsException if {@code offsets.length <= src.length}, or as there
     */
    public static long copyStrings(
            String[] src, Charset charset, ByteBuffer dst, int dstIndex, long[] offsets, MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(offsets, "offsets");
        return strings()
                .batches()
                .copyStrings(src, 0, src.length, charset, memory(dst, "dst"), dstIndex, Offsets.in(offsets), policy);
    }

    /**
     * Encodes many strings one after the other. What the charset can't express is replaced; otherwise
     * {@link #copyStrings(String[], int, int, Charset, ByteBuffer, int, ByteBuffer, int, int, MalformedPolicy)}.
     *
     * @param src the strings
     * @param srcIndex the first to encode
     * @param count how many
     * @param charset the encoding
     * @param dst the memory to write
     * @param dstIndex where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, and where the last ends
     * @param offsetsIndex where the first of them goes, in bytes from the start of {@code offsets}
     * @param entryBytes the size of each: 4 or 8
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            ByteBuffer offsets,
            int offsetsIndex,
            int entryBytes) {
        return copyStrings(
                src,
                srcIndex,
                count,
                charset,
                dst,
                dstIndex,
                offsets,
                offsetsIndex,
                entryBytes,
                MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other, without terminators and gaps, each as
     * {@link #copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} would: all of them, or an exception.
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
     * @param dst the memory to write; heap or direct; bounded by its limit
     * @param dstIndex where to write, in bytes from the start of {@code dst}
     * @param offsets takes where each string starts, in bytes from the start of {@code dst}, and where the last ends; any
     *     alignment; must not overlap what is written to {@code dst}
     * @param offsetsIndex where the first of them goes, in bytes from the start of {@code offsets}
     * @param entryBytes the size of each: 4 or 8
     * @param policy what to do with malformed and unmappable text
     * @return how many code units (not bytes) were written, byte order marks included
     * @throws NullPointerException if an argument or a string is null
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code count < 0} or
     *     {@code srcIndex > src.length - count}
     * @throws UnsupportedOperationException if {@code charset} can't encode
     * @throws IllegalArgumentException if {@code entryBytes} is neither 4 nor 8
     * @throws java.nio.ReadOnlyBufferException if {@code dst} or {@code offsets} is read-only
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() -} the bytes to
     *     write
     * @throws IndexOutOfBoundsException if {@code count + 1} entries are not within {@code offsets}
     * @throws IllegalArgumentException if the strings end behind what an offset of 4 bytes says:
     *     {@link Integer#MAX_VALUE}
     * @throws IllegalStateException if the memory behind {@code dst} or {@code offsets} has been freed with its arena
     * @throws MalformedTextException if {@code policy} is REPORT and a string is malformed or unmappable:
     *     {@link MalformedTextException#stringIndex()} says which
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            ByteBuffer dst,
            int dstIndex,
            ByteBuffer offsets,
            int offsetsIndex,
            int entryBytes,
            MalformedPolicy policy) {
        Offsets entries = Offsets.in(memory(offsets, "offsets"), "offsetsIndex", offsetsIndex, entryBytes);
        return strings()
                .batches()
                .copyStrings(src, srcIndex, count, charset, memory(dst, "dst"), dstIndex, entries, policy);
    }

    /**
     * Decodes many strings at an address; as {@link #getStrings(ByteBuffer, StringSpans, Charset, MalformedPolicy)}.
     * Pointers have to point into {@code [address, address + capacityBytes)}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the strings, in this order; null only where a pointer is null
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, {@code address == 0} and a string is not empty, or
     *     as there
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     */
    public static String[] getStrings(
            long address, long capacityBytes, StringSpans spans, Charset charset, MalformedPolicy policy) {
        return strings().batches().getStrings(memory(address, capacityBytes), spans, charset, policy);
    }

    /**
     * {@link #getStrings(long, long, StringSpans, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param charset the encoding; decides the size of a unit
     * @return the strings, in this order; null only where a pointer is null
     */
    public static String[] getStrings(long address, long capacityBytes, StringSpans spans, Charset charset) {
        return getStrings(address, capacityBytes, spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes some of many strings at an address; as
     * {@link #getSomeStrings(ByteBuffer, StringSpans, long, Charset, String[], int, int, MalformedPolicy)} and
     * {@link #getStrings(long, long, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param first the first of them to decode
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param max how many at most
     * @param policy what to do about malformed text
     * @return how many; 0 if {@code max} is 0 or {@code first} is {@code spans.count()}
     */
    public static int getSomeStrings(
            long address,
            long capacityBytes,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max,
            MalformedPolicy policy) {
        return strings()
                .batches()
                .getSomeStrings(memory(address, capacityBytes), spans, first, charset, dst, dstIndex, max, policy);
    }

    /**
     * Encodes many strings one after the other at an address, and the offsets into an array; as
     * {@link #copyStrings(String[], Charset, ByteBuffer, int, long[], MalformedPolicy)}.
     *
     * @param src the strings
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to write, in bytes from {@code address}
     * @param offsets takes where each string starts, in bytes from {@code address}, and where the last ends:
     *     {@code src.length + 1} elements from the first on
     * @param policy what to do about malformed and unmappable text
     * @return how many code units (not bytes) were written
     * @throws IllegalArgumentException if {@code capacityBytes < 0}, {@code address == 0} and a string is not empty, or
     *     as there
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     */
    public static long copyStrings(
            String[] src,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long[] offsets,
            MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(offsets, "offsets");
        Region dst = memory(address, capacityBytes);
        return strings()
                .batches()
                .copyStrings(src, 0, src.length, charset, dst, dstOffset, Offsets.in(offsets), policy);
    }

    /**
     * Decodes many strings at an address; as
     * {@link #getStrings(long, long, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offsets where each string starts, in bytes from {@code address}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @param policy what to do about malformed text
     * @return the strings, in this order
     */
    public static String[] getStrings(
            long address, long capacityBytes, long[] offsets, long[] units, Charset charset, MalformedPolicy policy) {
        return getStrings(address, capacityBytes, StringSpans.of(offsets, units), charset, policy);
    }

    /**
     * Decodes many strings at an address; as
     * {@link #getStrings(long, long, StringSpans, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param offsets where each string starts, in bytes from {@code address}
     * @param units how long each is, in code units of {@code charset}
     * @param charset the encoding; decides the size of a unit
     * @return the strings, in this order
     */
    public static String[] getStrings(long address, long capacityBytes, long[] offsets, long[] units, Charset charset) {
        return getStrings(address, capacityBytes, StringSpans.of(offsets, units), charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings at an address into an array; as
     * {@link #getStrings(ByteBuffer, StringSpans, Charset, String[], int, MalformedPolicy)} and
     * {@link #getStrings(long, long, StringSpans, Charset, MalformedPolicy)}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param policy what to do about malformed text
     */
    public static void getStrings(
            long address,
            long capacityBytes,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        strings().batches().getStrings(memory(address, capacityBytes), spans, charset, dst, dstIndex, policy);
    }

    /**
     * {@link #getStrings(long, long, StringSpans, Charset, String[], int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     */
    public static void getStrings(
            long address,
            long capacityBytes,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex) {
        getStrings(address, capacityBytes, spans, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #getSomeStrings(long, long, StringSpans, long, Charset, String[], int, int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param spans where the strings are, from {@code address}
     * @param first the first of them to decode
     * @param charset the encoding; decides the size of a unit
     * @param dst takes the strings; null only where a pointer is null
     * @param dstIndex where in {@code dst} the first goes
     * @param max how many at most
     * @return how many; 0 if {@code max} is 0 or {@code first} is {@code spans.count()}
     */
    public static int getSomeStrings(
            long address,
            long capacityBytes,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max) {
        return getSomeStrings(
                address, capacityBytes, spans, first, charset, dst, dstIndex, max, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copyStrings(String[], Charset, long, long, long, long[], MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the strings
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to write, in bytes from {@code address}
     * @param offsets takes where each string starts, in bytes from {@code address}, and where the last ends
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(
            String[] src, Charset charset, long address, long capacityBytes, long dstOffset, long[] offsets) {
        return copyStrings(src, charset, address, capacityBytes, dstOffset, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #copyStrings(String[], int, int, Charset, long, long, long, long, long, long, int, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param src the strings
     * @param srcIndex the first to encode
     * @param count how many
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to write, in bytes from {@code address}
     * @param offsetsAddress where the memory for the offsets starts
     * @param offsetsCapacityBytes how much of it there is, in bytes
     * @param offsetsOffset where the first of them goes, in bytes from {@code offsetsAddress}
     * @param entryBytes the size of each: 4 or 8
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long offsetsAddress,
            long offsetsCapacityBytes,
            long offsetsOffset,
            int entryBytes) {
        return copyStrings(
                src,
                srcIndex,
                count,
                charset,
                address,
                capacityBytes,
                dstOffset,
                offsetsAddress,
                offsetsCapacityBytes,
                offsetsOffset,
                entryBytes,
                MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other at an address, and the offsets at another one; as
     * {@link #copyStrings(String[], int, int, Charset, ByteBuffer, int, ByteBuffer, int, int, MalformedPolicy)} and
     * {@link #copyStrings(String[], Charset, long, long, long, long[], MalformedPolicy)}.
     *
     * @param src the strings
     * @param srcIndex the first to encode
     * @param count how many
     * @param charset the encoding; decides the size of a unit
     * @param address where the memory starts
     * @param capacityBytes how much memory there is, in bytes
     * @param dstOffset where to write, in bytes from {@code address}
     * @param offsetsAddress where the memory for these starts
     * @param offsetsCapacityBytes how much of it there is, in bytes
     * @param offsetsOffset where the first of them goes, in bytes from {@code offsetsAddress}
     * @param entryBytes the size of each: 4 or 8
     * @param policy what to do about malformed text
     * @return how many code units (not bytes) were written
     */
    public static long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            long address,
            long capacityBytes,
            long dstOffset,
            long offsetsAddress,
            long offsetsCapacityBytes,
            long offsetsOffset,
            int entryBytes,
            MalformedPolicy policy) {
        Region entries = memory(offsetsAddress, offsetsCapacityBytes);
        Offsets offsets = Offsets.in(entries, "offsetsOffset", offsetsOffset, entryBytes);
        Region dst = memory(address, capacityBytes);
        return strings().batches().copyStrings(src, srcIndex, count, charset, dst, dstOffset, offsets, policy);
    }

    private static RegionStrings strings() {
        return RegionStrings.chosen();
    }

    private static Region memory(ByteBuffer buffer, String name) {
        return new BufferRegion(Objects.requireNonNull(buffer, name));
    }

    private static int limit(ByteBuffer buffer) {
        return Objects.requireNonNull(buffer, "buffer").limit();
    }

    private static Region memory(ByteBuffer buffer) {
        return new BufferRegion(buffer);
    }

    private static Region memory(long address, long capacityBytes) {
        return new AddressRegion(address, capacityBytes);
    }

    private static ByteBuffer heap(String string, Charset charset, MalformedPolicy policy) {
        return ByteBuffer.wrap(encode(string, charset, policy)).asReadOnlyBuffer();
    }

    private static ByteBuffer direct(String string, Charset charset, MalformedPolicy policy) {
        byte[] bytes = encode(string, charset, policy);
        return ByteBuffer.allocateDirect(bytes.length).put(0, bytes).asReadOnlyBuffer();
    }

    private static byte[] encode(String string, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(string, "string");
        return strings().encode(string, charset, 0, string.length(), policy);
    }
}
