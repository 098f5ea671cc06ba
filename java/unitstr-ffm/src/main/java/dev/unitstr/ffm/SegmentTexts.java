package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import dev.unitstr.Ucs4String;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.ffm.internal.text.SegmentUcs4;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.internal.text.RegionCache;
import dev.unitstr.internal.text.RegionDecoder;
import dev.unitstr.internal.text.RegionEncoder;
import dev.unitstr.internal.text.RegionView;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * Passes memory segments to {@link TextDecoder}, {@link TextEncoder}, {@link TextView},
 * {@link StringCache} and {@link Ucs4String}.
 *
 * <pre>{@code
 * TextDecoder decoder = TextDecoder.of(UnitCharsets.UTF_16);
 * StringBuilder text = new StringBuilder();
 * SegmentTexts.decode(decoder, segment, 0, segment.byteSize(), text);
 * decoder.flush(text);
 * }</pre>
 *
 * <p>A decoder, encoder, view or cache must be one that unitstr created; any other implementation of its interface is an
 * {@link IllegalArgumentException}.
 *
 * <p>A segment may be native or on the heap; access is unaligned. Unless a method says otherwise, it behaves as the
 * method of the same name for buffers, with the exceptions of {@link SegmentStrings} for segments.
 *
 * @since 0.1.0
 */
public final class SegmentTexts {
    private SegmentTexts() {}

    /**
     * Decodes the next chunk of a text, as {@link TextDecoder#decode(java.nio.ByteBuffer, int, long, Appendable)} does.
     *
     * @param decoder the decoder
     * @param src the memory to read
     * @param offset the offset of the first byte of the chunk, in bytes from the start of {@code src}
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > src.byteSize() - bytes}
     * @throws IllegalStateException if the scope of {@code src} is closed, or the decoder must be reset
     * @throws WrongThreadException if {@code src} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the decoder is {@link MalformedPolicy#REPORT} and the
     *     text is malformed
     * @throws IOException if {@code dst} throws it
     */
    public static void decode(TextDecoder decoder, MemorySegment src, long offset, long bytes, Appendable dst)
            throws IOException {
        Ours.cast(RegionDecoder.class, decoder, "decoder")
                .decode(new SegmentRegion(Objects.requireNonNull(src, "src")), offset, bytes, dst);
    }

    /**
     * Decodes the next chunk of a text into an array, as
     * {@link TextDecoder#decode(java.nio.ByteBuffer, int, long, char[], int)} does.
     *
     * @param decoder the decoder
     * @param src the memory to read
     * @param offset the offset of the first byte of the chunk, in bytes from the start of {@code src}
     * @param bytes the size of the chunk, in bytes (not units)
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     * @return the number of chars written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > src.byteSize() - bytes}
     * @throws IndexOutOfBoundsException if {@code dstIndex < 0} or
     *     {@code dstIndex > dst.length - decoder.maxChars(bytes)}
     * @throws IllegalStateException if the scope of {@code src} is closed, or the decoder must be reset
     * @throws WrongThreadException if {@code src} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the decoder is {@link MalformedPolicy#REPORT} and the
     *     text is malformed
     */
    public static int decode(
            TextDecoder decoder, MemorySegment src, long offset, long bytes, char[] dst, int dstIndex) {
        return Ours.cast(RegionDecoder.class, decoder, "decoder")
                .decode(new SegmentRegion(Objects.requireNonNull(src, "src")), offset, bytes, dst, dstIndex);
    }

    /**
     * Encodes as much of the next chunk of a text as fits, as
     * {@link TextEncoder#encode(CharSequence, int, java.nio.ByteBuffer, int, long)} does.
     *
     * @param encoder the encoder
     * @param src the chunk
     * @param srcIndex the index of the first char to encode; the chunk ends at the end of {@code src}
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of chars read and the number of code units written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxUnits < 0}, or {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0} or {@code srcIndex > src.length()}
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - maxUnits * unitSize}
     * @throws IllegalStateException if the scope of {@code dst} is closed, or the encoder must be reset
     * @throws WrongThreadException if {@code dst} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the encoder is {@link MalformedPolicy#REPORT} and the
     *     text is malformed or unmappable
     */
    public static Copied encode(
            TextEncoder encoder, CharSequence src, int srcIndex, MemorySegment dst, long dstOffset, long maxUnits) {
        return Ours.cast(RegionEncoder.class, encoder, "encoder")
                .encode(src, srcIndex, new SegmentRegion(Objects.requireNonNull(dst, "dst")), dstOffset, maxUnits);
    }

    /**
     * Ends a text, as {@link TextEncoder#flush(java.nio.ByteBuffer, int, long)} does.
     *
     * @param encoder the encoder
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write
     * @return the number of code units written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxUnits < 0}, or {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0} or
     *     {@code dstOffset > dst.byteSize() - maxUnits * unitSize}, or the end of the text has more than
     *     {@code maxUnits}; nothing was written
     * @throws IllegalStateException if the scope of {@code dst} is closed, or the encoder must be reset
     * @throws WrongThreadException if {@code dst} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the encoder is {@link MalformedPolicy#REPORT} and the
     *     encoder holds a surrogate
     */
    public static long flush(TextEncoder encoder, MemorySegment dst, long dstOffset, long maxUnits) {
        return Ours.cast(RegionEncoder.class, encoder, "encoder")
                .flush(new SegmentRegion(Objects.requireNonNull(dst, "dst")), dstOffset, maxUnits);
    }

    /**
     * Returns a view of text in a segment, as
     * {@link TextView#of(java.nio.ByteBuffer, int, long, Charset, MalformedPolicy)} does.
     *
     * @param segment the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed text
     * @return the view
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if {@code segment} is confined to another thread
     */
    public static TextView view(
            MemorySegment segment, long offset, long units, Charset charset, MalformedPolicy policy) {
        return RegionView.of(new SegmentRegion(segment), offset, units, charset, policy);
    }

    /**
     * Equivalent to {@code view(segment, offset, units, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}; any alignment
     * @param units the length of the text, in code units of {@code charset}
     * @param charset the charset; determines the size of a unit
     * @return the view
     */
    public static TextView view(MemorySegment segment, long offset, long units, Charset charset) {
        return view(segment, offset, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Converts text to another charset, without a string, as
     * {@link TextView#copy(Charset, java.nio.ByteBuffer, int)} does.
     *
     * @param text the text
     * @param charset the charset to write
     * @param dst the memory to write; must not overlap the text
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of code units of {@code charset} written
     * @throws NullPointerException if an argument is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code dstOffset < 0}, or the encoded text exceeds {@code dst}; nothing was
     *     written
     * @throws IllegalStateException if a segment's scope is closed
     * @throws WrongThreadException if a segment is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the view is {@link MalformedPolicy#REPORT} and the
     *     text is malformed or unmappable; the text before the error may have been written
     */
    public static long copy(TextView text, Charset charset, MemorySegment dst, long dstOffset) {
        return Ours.cast(RegionView.class, text, "text")
                .copy(charset, new SegmentRegion(Objects.requireNonNull(dst, "dst")), dstOffset);
    }

    /**
     * Returns the string of a text in a segment, as {@link StringCache#getString(java.nio.ByteBuffer, int, long)} does.
     *
     * @param cache the cache
     * @param segment the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code segment}; any alignment
     * @param units the length of the text, in code units of the charset of {@code cache}
     * @return the string
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > segment.byteSize() - units * unitSize}
     * @throws IllegalStateException if the scope of {@code segment} is closed
     * @throws WrongThreadException if {@code segment} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if the policy of the cache is {@link MalformedPolicy#REPORT} and the
     *     text is malformed
     */
    public static String getString(StringCache cache, MemorySegment segment, long offset, long units) {
        RegionCache kept = Ours.cast(RegionCache.class, cache, "cache");
        String string = FastPath.getString(kept, Objects.requireNonNull(segment, "segment"), offset, units);
        return string != null ? string : kept.getString(new SegmentRegion(segment), offset, units);
    }

    /**
     * Wraps code points in a segment as a text, as {@link Ucs4String#wrap} does for buffers. Nothing is copied.
     *
     * @param segment units of 4 bytes, little-endian; native, mapped or heap, at any alignment
     * @return a view of the segment
     * @throws NullPointerException if {@code segment} is null
     * @throws IllegalArgumentException if the size is not a multiple of 4 bytes, or exceeds 2<sup>31</sup> - 1 code
     *     points
     */
    public static Ucs4String wrapUcs4(MemorySegment segment) {
        return SegmentUcs4.of(segment);
    }
}
