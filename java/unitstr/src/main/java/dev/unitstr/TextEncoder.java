package dev.unitstr;

import dev.unitstr.internal.text.ChannelWriter;
import dev.unitstr.internal.text.RegionEncoder;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;

/**
 * Encodes one text that arrives in chunks, which may end anywhere, even inside a surrogate pair. The code units are
 * those that {@link BufferStrings#copy(CharSequence, Charset, int, ByteBuffer, int, int, MalformedPolicy)} writes for
 * all chunks together.
 *
 * <pre>{@code
 * TextEncoder encoder = TextEncoder.of(StandardCharsets.UTF_8);
 * ByteBuffer memory = ByteBuffer.allocateDirect(16);
 * long units = encoder.encode("Zo\u00eb \ud83d", 0, memory, 0, 16).units(); // holds the high surrogate
 * units += encoder.encode("\ude00", 0, memory, (int) units, 16 - units).units();
 * units += encoder.flush(memory, (int) units, 16 - units);
 * System.out.println(BufferStrings.getString(memory, 0, units));
 * }</pre>
 *
 * <p>An encoder keeps only a high surrogate at the end of a chunk. {@link #flush} encodes it as the end of the text, and
 * {@link #reset} prepares for another text. A byte order mark is written once, before the first character. A chunk may
 * be any {@link CharSequence}; {@link String}, {@link StringBuilder}, and a {@link java.nio.CharBuffer} that is direct or
 * over an array, such as {@code CharBuffer.wrap(chars, index, count)}, are encoded without a copy of the whole. A
 * {@code CharBuffer} must not overlap the memory that is written.
 *
 * <p><b>Errors.</b> With {@link MalformedPolicy#REPORT}, {@link MalformedTextException#charIndex()} is the position in
 * the whole text, not in the chunk, and {@link MalformedTextException#unitsWritten()} counts the units of the whole
 * text. The characters before the error have been written. After this exception the encoder must be reset. Arguments
 * are checked first; if they are invalid, the encoder does not change. But if a chunk is a direct {@code CharBuffer} over
 * a memory segment whose arena is closed, {@code encode} throws {@link IllegalStateException}, and the encoder must be
 * reset.
 *
 * <p><b>Cost.</b> One pass; one native call for each chunk, and one for each 16,383 chars. A call allocates its result
 * and a few small objects, and with the native library nothing that grows with the text. The JDK encodes charsets other
 * than the UTF families, ISO-8859-1 and US-ASCII.
 *
 * <p>An encoder must not be used by several threads at the same time. For memory segments, see
 * {@code dev.unitstr.ffm.SegmentTexts}. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TextEncoder {
    /**
     * Returns an encoder.
     *
     * @param charset the charset of the encoded text
     * @param policy how to handle malformed or unmappable text
     * @return a new encoder
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code policy} is one of {@link MalformedPolicy#replaceWith}, and
     *     {@code charset} is not one of the UTF families, ISO-8859-1 and US-ASCII
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalStateException if a binding is forced that does not work
     */
    static TextEncoder of(Charset charset, MalformedPolicy policy) {
        return RegionEncoder.of(charset, policy);
    }

    /**
     * Equivalent to {@code of(charset, REPLACE)}.
     *
     * @param charset the charset of the encoded text
     * @return a new encoder
     */
    static TextEncoder of(Charset charset) {
        return of(charset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as much of the next chunk as fits: whole characters only.
     *
     * @param src the chunk
     * @param srcIndex the index of the first char to encode; the chunk ends at the end of {@code src}
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read from {@code src}, including a high surrogate that is held, and the number of
     *     code units written; if fewer chars were read than {@code src} has, the rest is the next chunk
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length()}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() - maxUnits * unitSize}
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed, or the encoder must
     *     be reset
     * @throws MalformedTextException if the policy reports an error in the text
     */
    Copied encode(CharSequence src, int srcIndex, ByteBuffer dst, int dstIndex, long maxUnits);

    /**
     * Encodes as much of the next chunk as fits at an address, as
     * {@link #encode(CharSequence, int, ByteBuffer, int, long)} does.
     *
     * @param src the chunk
     * @param srcIndex the index of the first char to encode; the chunk ends at the end of {@code src}
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and the number of code units written
     * @throws IllegalArgumentException if {@code maxUnits < 0}, or the address is below 4096 and {@code maxUnits > 0}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - maxUnits * unitSize}
     * @throws UnsupportedOperationException if the binding is plain Java
     */
    Copied encode(CharSequence src, int srcIndex, NativeMemory dst, long dstOffset, long maxUnits);

    /**
     * Ends the text: encodes the surrogate that the encoder holds, which is malformed now. In a charset with state, also
     * writes the end of the text. The next chunk requires {@link #reset}.
     *
     * @param dst the memory to write; heap or direct; the limit is the bound
     * @param dstIndex the index of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of code units written
     * @throws NullPointerException if {@code dst} is null
     * @throws IllegalArgumentException if {@code maxUnits < 0}
     * @throws java.nio.ReadOnlyBufferException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.limit() - maxUnits * unitSize}
     * @throws IndexOutOfBoundsException if the end of the text has more than {@code maxUnits}; nothing was written, and
     *     the encoder did not change; but in a charset that the JDK converts, only {@code flush} and {@link #reset} are
     *     possible then
     * @throws IllegalStateException if {@code dst} is over a memory segment whose arena is closed, or the encoder must
     *     be reset
     * @throws MalformedTextException if the encoder holds a surrogate and the policy reports it
     */
    long flush(ByteBuffer dst, int dstIndex, long maxUnits);

    /**
     * Ends the text at an address, as {@link #flush(ByteBuffer, int, long)} does.
     *
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of code units written
     */
    long flush(NativeMemory dst, long dstOffset, long maxUnits);

    /** Forgets the text, and the surrogate held, so that the next chunk starts another text. */
    void reset();

    /**
     * Returns the charset of the encoded text.
     *
     * @return the charset
     */
    Charset charset();

    /**
     * Returns the number of chars of the text that have been read, including a surrogate held.
     *
     * @return the number of chars
     */
    long charsRead();

    /**
     * Returns the number of code units of the text that have been written, including a byte order mark.
     *
     * @return the number of code units
     */
    long unitsWritten();

    /**
     * Returns a writer that encodes into a channel. {@link Writer#flush} writes the encoded text to the channel, except
     * for a high surrogate held; {@link Writer#close} ends the text and closes the channel. With
     * {@link MalformedPolicy#REPORT}, the writer throws {@link java.nio.charset.CharacterCodingException}, whose cause
     * is the {@link MalformedTextException}; later writes throw it again, and the text before the error is still written.
     * If the channel throws, the writer keeps the encoded bytes that the channel did not take: flush and close write
     * them. If chars of that write were not encoded yet, later writes throw an {@link java.io.IOException}, because the
     * text would have a gap.
     *
     * <p>The encoder must not be used for anything else meanwhile. The channel must be in blocking mode.
     *
     * @param channel the channel to write
     * @return a new writer
     * @throws NullPointerException if {@code channel} is null
     */
    default Writer writer(WritableByteChannel channel) {
        return new ChannelWriter(this, channel);
    }
}
