package dev.unitstr;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.CStrings;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory at an address, with the operations on text there, and for the tensors of {@link dev.unitstr.tensor}. An object of
 * this class holds two numbers, not the memory: its creator is responsible for the memory, which must stay mapped during
 * each operation. A wrong address or size can crash the process.
 *
 * <pre>{@code
 * NativeMemory name = NativeMemory.of(address, 32); // char name[32]
 * name.copyField("Zo\u00eb", StandardCharsets.UTF_8, 0, 32, true);
 * System.out.println(name.getStringTerminated(0, StandardCharsets.UTF_8));
 *
 * String path = NativeMemory.getStringTerminatedAt(pointer, StandardCharsets.UTF_8); // null for a null pointer
 * }</pre>
 *
 * <p><b>Operations.</b> They are those of {@link BufferStrings} and {@link BufferCStrings}, with this memory for a buffer, an
 * offset for an index, and {@link #byteSize()} for the limit. Those classes document units, byte order marks, malformed
 * text, what is read and written, and cost; offsets are in bytes, {@code unitSize} is
 * {@link UnitCharsets#unitSize UnitCharsets.unitSize(charset)}. Each operation throws
 *
 * <ul>
 * <li>{@link NullPointerException} if an argument is null;
 * <li>{@link UnsupportedOperationException} if the binding is plain Java, because native access is denied or the native
 *     library is missing; the message tells how to enable it;
 * <li>{@link IllegalArgumentException} if it would access a byte below the address 4096, where no process has memory. Such
 *     an address is a null pointer, or a field of a null struct. If nothing is accessed, because a text or an array is
 *     empty, the address may be any number that is not negative. The addresses of all other classes, and native memory
 *     segments, follow the same rule.
 * </ul>
 *
 * <p><b>Null pointers.</b> C uses them for missing text. {@link #getStringAt(long, long, Charset)} and
 * {@link #getStringTerminatedAt(long, Charset)} return null for the address 0, and so do the operations on lists, pointers
 * and prefixed text for the offset 0 in memory at the address 0. Pointers are followed wherever they point.
 *
 * @since 0.1.0
 */
public final class NativeMemory {
    private final long address;
    private final long byteSize;

    private NativeMemory(long address, long byteSize) {
        this.address = address;
        this.byteSize = byteSize;
    }

    /**
     * Returns memory at an address.
     *
     * @param address the address of the first byte; from 0 to 4095 only if no byte there is read or written
     * @param byteSize the number of bytes that may be accessed; {@link Long#MAX_VALUE} denotes all memory up to the last
     *     address
     * @return the memory
     * @throws IllegalArgumentException if {@code address} or {@code byteSize} is negative, or the memory extends beyond
     *     the last address ({@link Long#MAX_VALUE})
     */
    public static NativeMemory of(long address, long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("byteSize is " + byteSize + ": negative");
        }
        if (address < 0) {
            throw new IllegalArgumentException("address is " + address + ": negative");
        }
        long most = Long.MAX_VALUE - address; // on Linux, no address of a process is negative
        if (byteSize > most && byteSize != Long.MAX_VALUE) {
            throw new IllegalArgumentException("address is " + address + ", for " + byteSize + " bytes: more than "
                    + most + ", the number of bytes up to the highest address");
        }
        return new NativeMemory(address, Math.min(byteSize, most));
    }

    /**
     * Returns the address of the first byte.
     *
     * @return the address; not negative
     */
    public long address() {
        return address;
    }

    /**
     * Returns the size of the memory.
     *
     * @return the size in bytes; not negative
     */
    public long byteSize() {
        return byteSize;
    }

    /**
     * Equivalent to {@code getString(offset, units, charset, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string
     */
    public String getString(long offset, long units, Charset charset) {
        return getString(offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars), as {@link BufferStrings#getString(ByteBuffer,
     * int, long, Charset, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - units * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public String getString(long offset, long units, Charset charset, MalformedPolicy policy) {
        return texts().getString(this, offset, units, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(offset, charset, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param charset the charset; determines the size of a unit
     * @return the string, without the terminator
     */
    public String getStringTerminated(long offset, Charset charset) {
        return getStringTerminated(offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text before the first zero unit, which must lie in this memory, as {@link
     * BufferStrings#getStringTerminated(ByteBuffer, int, Charset, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize()}, or there is no
     *     zero unit from there to the end of this memory
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public String getStringTerminated(long offset, Charset charset, MalformedPolicy policy) {
        return texts().getStringTerminated(this, offset, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(offset, maxUnits, charset, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @return the string, without the terminator
     */
    public String getStringTerminated(long offset, long maxUnits, Charset charset) {
        return getStringTerminated(offset, maxUnits, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field such as {@code char name[32]}: the text before the first zero unit, or the whole field if
     * there is none, as {@link BufferStrings#getStringTerminated(ByteBuffer, int, long, Charset,
     * MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - maxUnits *
     *     unitSize}
     * @throws IllegalArgumentException if the text has more than {@code Integer.MAX_VALUE} bytes
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public String getStringTerminated(long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        return texts().getStringTerminated(this, offset, maxUnits, charset, policy);
    }

    /**
     * Equivalent to {@code copy(src, charset, dstOffset, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @return the number of code units (not bytes) written, including a byte order mark
     */
    public long copy(CharSequence src, Charset charset, long dstOffset) {
        return copy(src, charset, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a text, without a terminator, as {@link BufferStrings#copy(CharSequence, Charset, ByteBuffer,
     * int, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including a byte order mark
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize()} minus the
     *     encoded bytes
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public long copy(CharSequence src, Charset charset, long dstOffset, MalformedPolicy policy) {
        return texts().copy(src, charset, this, dstOffset, policy);
    }

    /**
     * Equivalent to {@code copy(src, charset, srcIndex, dstOffset, numChars, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate
     *     is malformed
     * @return the number of code units (not bytes) written, including a byte order mark
     */
    public long copy(CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars) {
        return copy(src, charset, srcIndex, dstOffset, numChars, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes a range of a text, without a terminator, as {@link BufferStrings#copy(CharSequence, Charset, int,
     * ByteBuffer, int, int, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param numChars the number of chars to encode; if the range splits a surrogate pair, the lone surrogate
     *     is malformed
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written, including a byte order mark
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or {@code srcIndex >
     *     src.length() - numChars}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize()} minus the
     *     encoded bytes
     * @throws MalformedTextException if {@code policy} reports an error in the range
     */
    public long copy(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars, MalformedPolicy policy) {
        return texts().copy(src, charset, srcIndex, this, dstOffset, numChars, policy);
    }

    /**
     * Equivalent to {@code copyTruncated(src, charset, srcIndex, dstOffset, maxUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and the number of units written
     */
    public Copied copyTruncated(CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits) {
        return copyTruncated(src, charset, srcIndex, dstOffset, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as many whole code points as fit into {@code maxUnits} code units, from {@code srcIndex} on,
     * without a terminator, as {@link BufferStrings#copyTruncated(CharSequence, Charset, int, ByteBuffer, int,
     * long, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param srcIndex the index of the first char to encode
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param maxUnits the maximum number of code units to write
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful
     *     (ISO-2022-JP and similar)
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length()}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize() - maxUnits *
     *     unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return texts().copyTruncated(src, charset, srcIndex, this, dstOffset, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyField(src, charset, dstOffset, fieldUnits, keepTerminator, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @return the number of chars read and the number of units written, not counting the zero fill
     */
    public Copied copyField(
            CharSequence src, Charset charset, long dstOffset, long fieldUnits, boolean keepTerminator) {
        return copyField(src, charset, dstOffset, fieldUnits, keepTerminator, MalformedPolicy.REPLACE);
    }

    /**
     * Fills a field such as {@code char name[32]}: writes as many whole code points as fit, then zero units to
     * the end of the field, as {@link BufferStrings#copyField(CharSequence, Charset, ByteBuffer, int, long,
     * boolean, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read and the number of units written, not counting the zero fill
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful
     *     (ISO-2022-JP and similar)
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IllegalArgumentException if {@code fieldUnits < 0}, or {@code fieldUnits == 0} and {@code
     *     keepTerminator}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize() - fieldUnits
     *     * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public Copied copyField(
            CharSequence src,
            Charset charset,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        return texts().copyField(src, charset, this, dstOffset, fieldUnits, keepTerminator, policy);
    }

    /**
     * Equivalent to {@code copyPadded(src, charset, dstOffset, fieldUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @return the number of code units of the text
     */
    public long copyPadded(CharSequence src, Charset charset, long dstOffset, long fieldUnits) {
        return copyPadded(src, charset, dstOffset, fieldUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a field that is padded with blanks: the whole text, then blanks to the end of the field, as {@link
     * BufferStrings#copyPadded(CharSequence, Charset, ByteBuffer, int, long, MalformedPolicy)} does. Nothing is
     * written if the text does not fit.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param fieldUnits the size of the field, in code units of {@code charset}
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code charset} does not encode a blank as one unit, or {@code
     *     fieldUnits < 0}
     * @throws IndexOutOfBoundsException if the field is not within this memory, or the text has more than {@code
     *     fieldUnits} units
     * @throws MalformedTextException if {@code policy} reports an error in the text; nothing is written in this
     *     case
     */
    public long copyPadded(CharSequence src, Charset charset, long dstOffset, long fieldUnits, MalformedPolicy policy) {
        return RegionStrings.chosen().copyPadded(src, charset, region(), dstOffset, fieldUnits, policy);
    }

    /**
     * Equivalent to {@code getStringPadded(offset, units, charset, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string, without the blanks
     */
    public String getStringPadded(long offset, long units, Charset charset) {
        return getStringPadded(offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a field that is padded with blanks, and leaves out the blanks at its end, as {@link
     * BufferStrings#getStringPadded(ByteBuffer, int, long, Charset, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the size of the field, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string, without the blanks
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if the field is not within this memory
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public String getStringPadded(long offset, long units, Charset charset, MalformedPolicy policy) {
        return Chars.withoutBlanks(getString(offset, units, charset, policy));
    }

    /**
     * Returns the number of code units before the first zero unit, as {@link
     * BufferStrings#unitsToTerminator(ByteBuffer, int, Charset)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param charset the charset; determines the size of a unit
     * @return the number of units before the zero unit; may exceed {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize()}, or there is no
     *     zero unit from there to the end of this memory
     */
    public long unitsToTerminator(long offset, Charset charset) {
        return texts().unitsToTerminator(this, offset, charset);
    }

    /**
     * Returns the number of code units before the first zero unit of a field, as {@link
     * BufferStrings#unitsToTerminator(ByteBuffer, int, long, Charset)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param maxUnits the size of the field, in code units of {@code charset}: 32 for {@code char name[32]}
     * @param charset the charset; determines the size of a unit
     * @return the number of units before the zero unit; {@code maxUnits} if there is none
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - maxUnits *
     *     unitSize}
     */
    public long unitsToTerminator(long offset, long maxUnits, Charset charset) {
        return texts().unitsToTerminator(this, offset, maxUnits, charset);
    }

    /**
     * Finds the first malformed sequence of a text, as {@link BufferStrings#firstMalformed(ByteBuffer, int,
     * long, Charset)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the index of the first code unit of the sequence, counted from the start of the text; -1 if the
     *     text is well-formed
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - units * unitSize}
     */
    public long firstMalformed(long offset, long units, Charset charset) {
        return RegionStrings.chosen().firstMalformed(region(), offset, units, charset);
    }

    /**
     * Equivalent to {@code contentEquals(offset, units, charset, text, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param text the text to compare with
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code
     *     text}
     */
    public boolean contentEquals(long offset, long units, Charset charset, CharSequence text) {
        return contentEquals(offset, units, charset, text, MalformedPolicy.REPLACE);
    }

    /**
     * Tests whether encoded text equals a text, as {@link BufferStrings#contentEquals(ByteBuffer, int, long,
     * Charset, CharSequence, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param text the text to compare with
     * @param policy how to handle malformed text
     * @return true if {@code getString} with the same arguments returns a string with the content of {@code
     *     text}
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - units * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public boolean contentEquals(long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        return texts().contentEquals(this, offset, units, charset, text, policy);
    }

    /**
     * Equivalent to {@code decode(offset, units, charset, dst, dstIndex, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     */
    public int decode(long offset, long units, Charset charset, char[] dst, int dstIndex) {
        return decode(offset, units, charset, dst, dstIndex, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) into an array, as {@link
     * BufferStrings#decode(ByteBuffer, int, long, Charset, char[], int, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array
     * @param dstIndex the index in {@code dst} of the first char
     * @param policy how to handle malformed text
     * @return the number of chars written
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length}, or the text
     *     has more than {@code dst.length - dstIndex} chars
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - units * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public int decode(long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        return texts().decode(this, offset, units, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code decode(offset, units, charset, dst, REPLACE)}.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination; receives the text in pieces that never split a surrogate pair
     * @throws IOException if {@code dst} throws it
     */
    public void decode(long offset, long units, Charset charset, Appendable dst) throws IOException {
        decode(offset, units, charset, dst, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes {@code units} code units (not bytes, not chars) and appends the text, as {@link
     * BufferStrings#decode(ByteBuffer, int, long, Charset, Appendable, MalformedPolicy)} does.
     *
     * @param offset the offset of the first unit, in bytes from the start of this memory; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param dst the destination; receives the text in pieces that never split a surrogate pair
     * @param policy how to handle malformed text
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > byteSize() - units * unitSize}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     * @throws IOException if {@code dst} throws it
     */
    public void decode(long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        RegionStrings.chosen().decode(region(), offset, units, charset, dst, policy);
    }

    /**
     * Equivalent to {@code getStrings(spans, charset, REPLACE)}.
     *
     * @param spans the places of the strings, relative to the start of this memory; pointers must point into it
     * @param charset the charset; determines the size of a unit
     * @return the strings, in the order of {@code spans}; an element is null only if a pointer is null
     */
    public String[] getStrings(StringSpans spans, Charset charset) {
        return getStrings(spans, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes many strings, as {@link BufferStrings#getStrings(ByteBuffer, StringSpans, Charset,
     * MalformedPolicy)} does.
     *
     * @param spans the places of the strings, relative to the start of this memory; pointers must point into it
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the strings, in the order of {@code spans}; an element is null only if a pointer is null
     * @throws IllegalArgumentException if the place of a string is invalid; the message names the string
     * @throws IndexOutOfBoundsException if a string is not within this memory; the message names the string
     * @throws MalformedTextException if {@code policy} reports an error in a string: {@link
     *     MalformedTextException#stringIndex()} tells which
     */
    public String[] getStrings(StringSpans spans, Charset charset, MalformedPolicy policy) {
        return batches().getStrings(region(), spans, charset, policy);
    }

    /**
     * Decodes many strings into an array, as {@link BufferStrings#getStrings(ByteBuffer, StringSpans, Charset,
     * String[], int, MalformedPolicy)} does.
     *
     * @param spans the places of the strings, relative to the start of this memory; pointers must point into it
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array; an element is set to null only if a pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length -
     *     spans.count()}
     * @throws IllegalArgumentException if the place of a string is invalid; the message names the string
     * @throws IndexOutOfBoundsException if a string is not within this memory; the message names the string
     * @throws MalformedTextException if {@code policy} reports an error in a string: {@link
     *     MalformedTextException#stringIndex()} tells which
     */
    public void getStrings(
            StringSpans spans, Charset charset, @Nullable String[] dst, int dstIndex, MalformedPolicy policy) {
        batches().getStrings(region(), spans, charset, dst, dstIndex, policy);
    }

    /**
     * Decodes as many strings as one native call can, or one longer string, as {@link
     * BufferStrings#getSomeStrings(ByteBuffer, StringSpans, long, Charset, String[], int, MalformedPolicy)}
     * does.
     *
     * @param spans the places of the strings, relative to the start of this memory; pointers must point into it
     * @param first the index of the first string to decode
     * @param charset the charset; determines the size of a unit
     * @param dst the destination array; an element is set to null only if a pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @return the number of strings decoded; 0 if {@code dstIndex} is {@code dst.length} or {@code first} is
     *     {@code spans.count()}
     * @throws IndexOutOfBoundsException if {@code first < 0} or {@code first > spans.count()}, or {@code
     *     dstIndex < 0} or {@code dstIndex > dst.length}
     * @throws IllegalArgumentException if the place of a string is invalid; the message names the string
     * @throws IndexOutOfBoundsException if a string is not within this memory; the message names the string
     * @throws MalformedTextException if {@code policy} reports an error in a string: {@link
     *     MalformedTextException#stringIndex()} tells which
     */
    public int getSomeStrings(
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        return batches().getSomeStrings(region(), spans, first, charset, dst, dstIndex, policy);
    }

    /**
     * Equivalent to {@code copyStrings(src, charset, dstOffset, offsets, REPLACE)}.
     *
     * @param src the strings
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of this
     *     memory: {@code src.length + 1} elements
     * @return the number of code units (not bytes) written
     */
    public long copyStrings(String[] src, Charset charset, long dstOffset, long[] offsets) {
        return copyStrings(src, charset, dstOffset, offsets, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes many strings one after the other and writes their offsets to an array, as {@link
     * BufferStrings#copyStrings(String[], Charset, ByteBuffer, int, long[], MalformedPolicy)} does.
     *
     * @param src the strings
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of this
     *     memory: {@code src.length + 1} elements
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written
     * @throws IndexOutOfBoundsException if {@code offsets.length != src.length + 1}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize()} minus the
     *     encoded bytes
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if {@code policy} reports an error in a string: {@link
     *     MalformedTextException#stringIndex()} tells which
     */
    public long copyStrings(String[] src, Charset charset, long dstOffset, long[] offsets, MalformedPolicy policy) {
        return batches().copyStrings(src, charset, region(), dstOffset, offsets, policy);
    }

    /**
     * Encodes many strings one after the other and writes their offsets to a table, as {@link
     * BufferStrings#copyStrings(String[], int, Charset, ByteBuffer, int, StringSpans, MalformedPolicy)} does.
     *
     * @param src the strings
     * @param srcIndex the index of the first string to encode
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param offsets receives the start of each string and the end of the last, in bytes from the start of this
     *     memory: a table that an {@code ofOffsets} method returned
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units (not bytes) written
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length -
     *     offsets.count()}
     * @throws IllegalArgumentException if {@code offsets} is not a table of offsets, or an entry has 4 bytes
     *     and the strings end after {@link Integer#MAX_VALUE}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or {@code dstOffset > byteSize()} minus the
     *     encoded bytes
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws MalformedTextException if {@code policy} reports an error in a string: {@link
     *     MalformedTextException#stringIndex()} tells which
     */
    public long copyStrings(
            String[] src, int srcIndex, Charset charset, long dstOffset, StringSpans offsets, MalformedPolicy policy) {
        return batches().copyStrings(src, srcIndex, charset, region(), dstOffset, offsets, policy);
    }

    /**
     * Equivalent to {@code copyTerminated(src, charset, dstOffset, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @return the number of code units written, without the terminator
     */
    public long copyTerminated(CharSequence src, Charset charset, long dstOffset) {
        return copyTerminated(src, charset, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text and a terminator, as {@link BufferCStrings#copyTerminated(CharSequence, Charset, ByteBuffer,
     * int, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units written, without the terminator
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit, or {@code src} has
     *     a NUL
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if the text and the terminator are not within this memory
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public long copyTerminated(CharSequence src, Charset charset, long dstOffset, MalformedPolicy policy) {
        return texts().copyTerminated(src, charset, this, dstOffset, policy);
    }

    /**
     * Equivalent to {@code copyTerminatedTruncated(src, charset, dstOffset, maxUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @return the number of chars read, and the number of code units written without the terminator
     */
    public Copied copyTerminatedTruncated(CharSequence src, Charset charset, long dstOffset, long maxUnits) {
        return copyTerminatedTruncated(src, charset, dstOffset, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as many whole code points as fit, and always a terminator, as {@link
     * BufferCStrings#copyTerminatedTruncated(CharSequence, Charset, ByteBuffer, int, long, MalformedPolicy)}
     * does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first unit to write, in bytes from the start of this memory; any
     *     alignment
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read, and the number of code units written without the terminator
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit, or the part of
     *     {@code src} that fits has a NUL
     * @throws UnsupportedOperationException if {@code charset} cannot encode, or its encoder is stateful
     *     (ISO-2022-JP and similar)
     * @throws IllegalArgumentException if {@code maxUnits < 1}
     * @throws IndexOutOfBoundsException if {@code maxUnits} units are not within this memory
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return texts().copyTerminatedTruncated(src, charset, this, dstOffset, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyPrefixed(src, charset, dstOffset, prefix, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the length, in bytes from the start of this memory
     * @param prefix the form of the length
     * @return the number of code units of the text
     */
    public long copyPrefixed(CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix) {
        return copyPrefixed(src, charset, dstOffset, prefix, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text behind its length, as {@link BufferCStrings#copyPrefixed(CharSequence, Charset, ByteBuffer,
     * int, LengthPrefix, MalformedPolicy)} does.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the length, in bytes from the start of this memory
     * @param prefix the form of the length
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws IllegalArgumentException if the text is longer than the prefix can hold
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if the length and the text are not within this memory
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public long copyPrefixed(
            CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(prefix, "prefix");
        return cStrings().copyPrefixed(src, charset, region(), dstOffset, prefix, policy);
    }

    /**
     * Equivalent to {@code getStringPrefixed(offset, prefix, charset, REPLACE)}.
     *
     * @param offset the offset of the length, in bytes from the start of this memory
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @return the string; null if {@code address()} and {@code offset} are 0
     */
    public @Nullable String getStringPrefixed(long offset, LengthPrefix prefix, Charset charset) {
        return getStringPrefixed(offset, prefix, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes text behind its length, as {@link BufferCStrings#getStringPrefixed(ByteBuffer, int, LengthPrefix,
     * Charset, MalformedPolicy)} does.
     *
     * @param offset the offset of the length, in bytes from the start of this memory
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string; null if {@code address()} and {@code offset} are 0
     * @throws IndexOutOfBoundsException if the length or the text is not within this memory
     * @throws IllegalArgumentException if the length is in bytes and no multiple of the unit size, or exceeds
     *     the limit of one string
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public @Nullable String getStringPrefixed(
            long offset, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(prefix, "prefix");
        return cStrings().getStringPrefixed(regionOrNull(offset), offset, prefix, charset, policy);
    }

    /**
     * Equivalent to {@code getStringList(offset, EMPTY_STRING, charset, REPLACE)}.
     *
     * @param offset the offset of the first string, in bytes
     * @param charset the charset; determines the size of a unit
     * @return the strings; null for a null pointer
     */
    public String @Nullable [] getStringList(long offset, Charset charset) {
        return getStringList(offset, ListEnd.EMPTY_STRING, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStringList(offset, end, charset, REPLACE)}.
     *
     * @param offset the offset of the first string, in bytes
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @return the strings; null for a null pointer
     */
    public String @Nullable [] getStringList(long offset, ListEnd end, Charset charset) {
        return getStringList(offset, end, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes terminated strings that stand one behind the other, as {@link
     * BufferCStrings#getStringList(ByteBuffer, int, ListEnd, Charset, MalformedPolicy)} does.
     *
     * @param offset the offset of the first string, in bytes
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the strings; null for a null pointer
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the memory ends before the list; the message says what is missing
     * @throws IllegalArgumentException if {@code end} is that of the memory, and the size of the memory is not known or is
     *     not a multiple of the unit size
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public String @Nullable [] getStringList(long offset, ListEnd end, Charset charset, MalformedPolicy policy) {
        return cStrings().getStringList(regionOrNull(offset), offset, end, charset, policy);
    }

    /**
     * Equivalent to {@code copyStringList(strings, charset, dstOffset, REPLACE)}.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first byte to write
     * @return the number of bytes written
     */
    public long copyStringList(String[] strings, Charset charset, long dstOffset) {
        return copyStringList(strings, charset, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a list of terminated strings that ends with an empty string, as {@link
     * BufferCStrings#copyStringList(String[], Charset, ByteBuffer, int, MalformedPolicy)} does.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first byte to write
     * @param policy how to handle malformed or unmappable text
     * @return the number of bytes written
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if a string is empty, also when encoded, or has a NUL; or the
     *     replacement of {@code policy} has a NUL
     * @throws IndexOutOfBoundsException if the list is not within this memory
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public long copyStringList(String[] strings, Charset charset, long dstOffset, MalformedPolicy policy) {
        return cStrings().copyStringList(strings, charset, region(), dstOffset, policy);
    }

    /**
     * Equivalent to {@code getPointers(offset, charset, REPLACE)}.
     *
     * @param offset the offset of the first pointer, in bytes from the start of this memory
     * @param charset the charset; determines the size of a unit
     * @return the strings, none of which is null; null if {@code address()} and {@code offset} are 0
     */
    public @Nullable String @Nullable [] getPointers(long offset, Charset charset) {
        return getPointers(offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the terminated strings of an array of pointers that ends with a null pointer, such as {@code char
     * **environ}. The size of this memory bounds the pointers, not the strings.
     *
     * @param offset the offset of the first pointer, in bytes from the start of this memory
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the strings, none of which is null; null if {@code address()} and {@code offset} are 0
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IndexOutOfBoundsException if there is no null pointer in this memory
     * @throws IllegalArgumentException if a pointer is an address below 4096, or negative
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public @Nullable String @Nullable [] getPointers(long offset, Charset charset, MalformedPolicy policy) {
        CStrings strings = cStrings().checked(charset, policy);
        return strings.getStrings(strings.pointers(regionOrNull(offset), offset), charset, policy);
    }

    /**
     * Equivalent to {@code getPointers(offset, count, charset, REPLACE)}.
     *
     * @param offset the offset of the first pointer, in bytes from the start of this memory
     * @param count the number of pointers
     * @param charset the charset; determines the size of a unit
     * @return the strings; an element is null if its pointer is; null if {@code address()} and {@code offset}
     *     are 0
     */
    public @Nullable String @Nullable [] getPointers(long offset, long count, Charset charset) {
        return getPointers(offset, count, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the terminated strings of an array of pointers. The size of this memory bounds the pointers, not
     * the strings.
     *
     * @param offset the offset of the first pointer, in bytes from the start of this memory
     * @param count the number of pointers
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the strings; an element is null if its pointer is; null if {@code address()} and {@code offset}
     *     are 0
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IllegalArgumentException if {@code count} is negative or too large for an array
     * @throws IndexOutOfBoundsException if the pointers are not within this memory
     * @throws IllegalArgumentException if a pointer is an address below 4096, or negative
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public @Nullable String @Nullable [] getPointers(long offset, long count, Charset charset, MalformedPolicy policy) {
        CStrings strings = cStrings().checked(charset, policy);
        return strings.getStrings(strings.pointers(regionOrNull(offset), offset, count), charset, policy);
    }

    /**
     * Equivalent to {@code copyPointers(strings, charset, dstOffset, REPLACE)}.
     *
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first pointer, in bytes from the start of this memory
     * @return the number of bytes written: 8 for each pointer, and the strings
     */
    public long copyPointers(@Nullable String[] strings, Charset charset, long dstOffset) {
        return copyPointers(strings, charset, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes an array of pointers that ends with a null pointer, and behind it the terminated strings.
     *
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @param dstOffset the offset of the first pointer, in bytes from the start of this memory
     * @param policy how to handle malformed or unmappable text
     * @return the number of bytes written: 8 for each pointer, and the strings
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit, or a string has
     *     a NUL
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IndexOutOfBoundsException if they are not within this memory; the message tells their size
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public long copyPointers(@Nullable String[] strings, Charset charset, long dstOffset, MalformedPolicy policy) {
        return cStrings().copyPointers(strings, charset, region(), dstOffset, policy);
    }

    /**
     * Equivalent to {@code getStringAt(address, units, charset, REPLACE)}.
     *
     * @param address the address of the text; 0 is a null pointer
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the string; null if {@code address} is 0
     */
    public static @Nullable String getStringAt(long address, long units, Charset charset) {
        return getStringAt(address, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text at an address, for pointers that may be null.
     *
     * @param address the address of the text; 0 is a null pointer
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string; null if {@code address} is 0
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IllegalArgumentException if {@code address} is negative, or from 1 to 4095 and {@code units > 0}
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String getStringAt(long address, long units, Charset charset, MalformedPolicy policy) {
        return cStrings().getString(address, units, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminatedAt(address, charset, REPLACE)}.
     *
     * @param address the address of the text; 0 is a null pointer
     * @param charset the charset; determines the size of a unit
     * @return the string; null if {@code address} is 0
     */
    public static @Nullable String getStringTerminatedAt(long address, Charset charset) {
        return getStringTerminatedAt(address, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text at an address up to its terminator, for pointers that may be null. If there is no
     * terminator, the method reads on into unrelated memory, as C does.
     *
     * @param address the address of the text; 0 is a null pointer
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the string; null if {@code address} is 0
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     * @throws IllegalArgumentException if {@code address} is negative or from 1 to 4095
     * @throws MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String getStringTerminatedAt(long address, Charset charset, MalformedPolicy policy) {
        return cStrings().getStringTerminated(address, charset, policy);
    }

    /**
     * Returns the address and the size of the memory.
     *
     * @return text for a log
     */
    @Override
    public String toString() {
        return byteSize + " bytes at address 0x" + Long.toHexString(address);
    }

    private static BufferTexts texts() {
        return RegionStrings.chosen().buffers();
    }

    private static BatchStrings batches() {
        return RegionStrings.chosen().batches();
    }

    private static CStrings cStrings() {
        return RegionStrings.chosen().cStrings();
    }

    private Region region() {
        return BufferTexts.region(this);
    }

    /** Returns the memory to read; null for a null pointer. With an offset, all memory may be meant. */
    private @Nullable Region regionOrNull(long offset) {
        return address == 0 && offset == 0 ? null : region();
    }
}
