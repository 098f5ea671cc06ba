package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.Region;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The strings to be written to a tensor or a column; each is a text or bytes. */
public final class StringSource {
    private final RegionStrings strings;
    private final @Nullable String[] texts;
    private final byte @Nullable [] @Nullable [] raw;
    private final Charset charset;
    private final MalformedPolicy policy;
    /** The texts that are encoded without the binding. */
    private @Nullable EncodedTexts kept;

    /**
     * Creates a source.
     *
     * @param strings the string operations
     * @param texts the strings that are texts, otherwise null
     * @param raw the strings that are bytes, otherwise null; null if none is
     * @param charset the charset of the texts
     * @param policy how malformed text is handled
     */
    public StringSource(
            RegionStrings strings,
            @Nullable String[] texts,
            byte @Nullable [] @Nullable [] raw,
            Charset charset,
            MalformedPolicy policy) {
        this.strings = strings;
        this.texts = texts;
        this.raw = raw;
        this.charset = charset;
        this.policy = policy;
    }

    private boolean isText(int i) {
        return texts[i] != null;
    }

    /** Returns the end index of the run of strings of the same type (text or bytes) as the first. */
    private int runEnd(int from, int to) {
        if (raw == null) {
            return to;
        }
        boolean text = isText(from);
        int end = from + 1;
        while (end < to && isText(end) == text) {
            end++;
        }
        return end;
    }

    /**
     * Measures the strings.
     *
     * @return the size of each string in bytes; -1 for a size above {@link Integer#MAX_VALUE}
     */
    public int[] measure() {
        int[] sizes = new int[texts.length];
        BatchStrings batches = strings.batches();
        if (policy == MalformedPolicy.REPLACE && Encoding.of(charset) == Encoding.UTF_8) {
            kept = new EncodedTexts(strings.binding(), texts, sizes);
        }
        for (int at = 0; at < texts.length; ) {
            int end = runEnd(at, texts.length);
            if (isText(at)) {
                measureTexts(batches, at, end, sizes);
            } else {
                for (int i = at; i < end; i++) {
                    sizes[i] = raw[i].length;
                }
            }
            at = end;
        }
        return sizes;
    }

    private void measureTexts(BatchStrings batches, int from, int to, int[] sizes) {
        EncodedTexts kept = this.kept;
        if (kept == null) {
            batches.writer(texts, from, to - from, charset, policy).measure(sizes);
            return;
        }
        for (int at = kept.encode(from, to); at < to; ) {
            int end = kept.leave(at, to);
            batches.writer(texts, at, end - at, charset, policy).measure(sizes);
            at = kept.encode(end, to);
        }
    }

    /**
     * Writes consecutive strings to a region.
     *
     * @param first the index of the first string
     * @param n the number of strings
     * @param region the target region
     * @param offset the start of the first string in bytes
     * @param bytes the total size of the strings in bytes
     */
    public void write(int first, int n, Region region, long offset, long bytes) {
        long at = offset;
        for (int i = first; i < first + n; ) {
            int end = runEnd(i, first + n);
            if (isText(i)) {
                at += writeTexts(i, end, region, at, offset + bytes - at);
            } else {
                for (int each = i; each < end; each++) {
                    RawBytes.write(strings.binding(), raw[each], raw[each].length, region, at);
                    at += raw[each].length;
                }
            }
            i = end;
        }
        if (at != offset + bytes) {
            throw new IllegalStateException("charset " + charset + " encodes the same string to different sizes");
        }
    }

    /**
     * Tests whether consecutive strings are texts that {@link #measure} has found to be ASCII.
     *
     * @param first the index of the first string
     * @param n the number of strings
     * @return false also if this is unknown
     */
    public boolean isAscii(int first, int n) {
        EncodedTexts.Piece piece = kept == null ? null : kept.from(first);
        return piece != null && piece.isAscii() && piece.first() <= first && piece.end() >= first + n;
    }

    /**
     * Writes a string to an array.
     *
     * @param i the index of the string, for which {@link #isAscii} is true
     * @param target the array
     * @param index the index in {@code target} of the first byte
     */
    public void copyAscii(int i, byte[] target, int index) {
        EncodedTexts.copyAscii(texts[i], target, index);
    }

    private long writeTexts(int from, int to, Region region, long offset, long capacity) {
        EncodedTexts kept = this.kept;
        BatchStrings batches = strings.batches();
        long written = 0;
        for (int i = from; i < to; ) {
            EncodedTexts.Piece piece = kept == null ? null : kept.from(i);
            long at = offset + written;
            int end;
            if (kept != null && piece != null && piece.first() <= i) {
                end = Math.min(to, piece.end());
                written += kept.write(piece, i, end, region, at);
            } else {
                end = piece == null ? to : Math.min(to, piece.first());
                BatchWriter writer = batches.writer(texts, i, end - i, charset, policy);
                written += writer.write(region, at, capacity - written, null);
            }
            i = end;
        }
        return written;
    }
}
