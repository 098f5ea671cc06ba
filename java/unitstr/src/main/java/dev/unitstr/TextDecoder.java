package dev.unitstr;

import dev.unitstr.internal.text.ChannelReader;
import dev.unitstr.internal.text.RegionDecoder;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;

/**
 * Decodes one text that arrives in chunks, which may end anywhere, even inside a code unit. The chars are those that
 * {@link BufferStrings#getString(ByteBuffer, int, long, Charset, MalformedPolicy)} returns for all chunks together.
 *
 * <pre>{@code
 * TextDecoder decoder = TextDecoder.of(StandardCharsets.UTF_8);
 * ByteBuffer chunk = ByteBuffer.allocateDirect(2).put(0, new byte[] {(byte) 0xC3, (byte) 0xA9}); // the two bytes of é
 * StringBuilder text = new StringBuilder();
 * decoder.decode(chunk, 0, 1, text);
 * decoder.decode(chunk, 1, 1, text);
 * decoder.flush(text);
 * System.out.println(text + ": " + decoder.unitsRead() + " units, " + decoder.charsWritten() + " char");
 * }</pre>
 *
 * <p>A decoder keeps only the bytes at the end of a chunk that the next chunk may complete: at most 3 for the UTF
 * families. {@link #flush} decodes them as the end of the text, and {@link #reset} prepares for another text. Sizes of
 * chunks are in bytes, because a chunk may end inside a unit. Byte order marks are handled once, at the start of the
 * text.
 *
 * <p><b>Errors.</b> With {@link MalformedPolicy#REPORT}, a {@link MalformedTextException} has the position in the whole
 * text, not in the chunk. The chars before the malformed sequence have been written. After this exception, or an
 * exception that {@code dst} throws, the decoder must be reset. Arguments are checked first; if they are invalid, the
 * decoder does not change.
 *
 * <p><b>Cost.</b> One pass; one native call for each chunk, and one for each 64 KiB. Decoding into a {@code char[]} or a
 * {@link StringBuilder} allocates a few small objects for each call, and with the native library nothing that grows with
 * the text, except that the builder may grow; decoding into another {@link Appendable} also allocates one string for each
 * chunk or 64 KiB. The JDK decodes charsets other than the
 * UTF families, ISO-8859-1 and US-ASCII. Its decoder of {@code x-JISAutoDetect} detects the charset in the first chunks,
 * so that the chars may differ from those of the whole text.
 *
 * <p>A decoder must not be used by several threads at the same time. For memory segments, see
 * {@code dev.unitstr.ffm.SegmentTexts}. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TextDecoder {
    /**
     * Returns a decoder.
     *
     * @param charset the charset of the text
     * @param policy how to handle malformed text
     * @return a new decoder
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if a binding is forced that does not work
     */
    static TextDecoder of(Charset charset, MalformedPolicy policy) {
        return RegionDecoder.of(charset, policy);
    }

    /**
     * Equivalent to {@code of(charset, REPLACE)}.
     *
     * @param charset the charset of the text
     * @return a new decoder
     */
    static TextDecoder of(Charset charset) {
        return of(charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the next chunk.
     *
     * @param src the memory to read; heap or direct; the limit is the bound, the position is not used
     * @param index the index of the first byte of the chunk
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > src.limit() - bytes}
     * @throws IllegalStateException if {@code src} is over a memory segment whose arena is closed, or the decoder must
     *     be reset
     * @throws MalformedTextException if the policy reports an error in the text
     * @throws IOException if {@code dst} throws it
     */
    void decode(ByteBuffer src, int index, long bytes, Appendable dst) throws IOException;

    /**
     * Decodes the next chunk at an address, as {@link #decode(ByteBuffer, int, long, Appendable)} does.
     *
     * @param src the memory to read
     * @param offset the offset of the first byte of the chunk, in bytes from the start of {@code src}
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @throws IllegalArgumentException if {@code bytes < 0}, or the address is below 4096 and {@code bytes > 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > src.byteSize() - bytes}
     * @throws UnsupportedOperationException if the binding is plain Java
     * @throws IOException if {@code dst} throws it
     */
    void decode(NativeMemory src, long offset, long bytes, Appendable dst) throws IOException;

    /**
     * Decodes the next chunk into an array.
     *
     * @param src the memory to read; heap or direct; the limit is the bound, the position is not used
     * @param index the index of the first byte of the chunk
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > src.limit() - bytes}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - maxChars(bytes)}
     * @throws IllegalStateException if {@code src} is over a memory segment whose arena is closed, or the decoder must
     *     be reset
     * @throws MalformedTextException if the policy reports an error in the text; {@link #charsWritten()} tells
     *     how many chars precede the error
     */
    int decode(ByteBuffer src, int index, long bytes, char[] dst, int dstIndex);

    /**
     * Decodes the next chunk at an address into an array, as {@link #decode(ByteBuffer, int, long, char[], int)} does.
     *
     * @param src the memory to read
     * @param offset the offset of the first byte of the chunk, in bytes from the start of {@code src}
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @throws IllegalArgumentException if {@code bytes < 0}, or the address is below 4096 and {@code bytes > 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > src.byteSize() - bytes}
     * @throws UnsupportedOperationException if the binding is plain Java
     */
    int decode(NativeMemory src, long offset, long bytes, char[] dst, int dstIndex);

    /**
     * Ends the text: decodes the bytes that the decoder holds, which are malformed now. The next chunk requires
     * {@link #reset}.
     *
     * @param dst receives the chars
     * @throws NullPointerException if {@code dst} is null
     * @throws IllegalStateException if the decoder must be reset
     * @throws MalformedTextException if the decoder holds bytes and the policy reports them
     * @throws IOException if {@code dst} throws it
     */
    void flush(Appendable dst) throws IOException;

    /**
     * Ends the text, as {@link #flush(Appendable)} does.
     *
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @throws NullPointerException if {@code dst} is null
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or {@code dstIndex > dst.length - maxChars(0)}
     * @throws IllegalStateException if the decoder must be reset
     * @throws MalformedTextException if the decoder holds bytes and the policy reports them
     */
    int flush(char[] dst, int dstIndex);

    /** Forgets the text, and the bytes held, so that the next chunk starts another text. */
    void reset();

    /**
     * Returns the number of chars that a destination array must have space for.
     *
     * @param bytes the size of the next chunk, in bytes; 0 for {@link #flush}
     * @return the maximum number of chars
     * @throws IllegalArgumentException if {@code bytes < 0}
     */
    long maxChars(long bytes);

    /**
     * Returns the charset of the text.
     *
     * @return the charset
     */
    Charset charset();

    /**
     * Returns the number of bytes held: the start of a character that the next chunk may complete.
     *
     * @return the number of bytes held; 0 to 3 for the UTF families
     */
    int heldBytes();

    /**
     * Returns the number of code units of the text that have been decoded, including a byte order mark.
     *
     * @return the number of code units, without the bytes held; an incomplete unit at the end of the text counts as one
     */
    long unitsRead();

    /**
     * Returns the number of chars of the text that have been written.
     *
     * @return the number of chars
     */
    long charsWritten();

    /**
     * Returns a reader that decodes the rest of a channel. The reader reads up to 64 KiB at a time, and flushes the
     * decoder at the end of the channel. Closing the reader closes the channel. With {@link MalformedPolicy#REPORT},
     * the reader throws {@link java.nio.charset.CharacterCodingException}, whose cause is the
     * {@link MalformedTextException}.
     *
     * <p>The decoder must not be used for anything else meanwhile. The channel must be in blocking mode.
     *
     * @param channel the channel to read
     * @return a new reader
     * @throws NullPointerException if {@code channel} is null
     */
    default Reader reader(ReadableByteChannel channel) {
        return new ChannelReader(this, channel);
    }
}
