package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Encodes many strings one after the other, with a pass that measures and a pass that writes. The caller has checked
 * the arguments.
 */
final class BatchWriter {
    private static final long[] NOTHING = {0};
    /** The result if the binding has no batches. */
    private static final int NEVER = -1;

    private final Binding binding;
    private final TextWriter writer;
    private final LegacyText legacy;

    BatchWriter(Binding binding, TextWriter writer, LegacyText legacy) {
        this.binding = binding;
        this.writer = writer;
        this.legacy = legacy;
    }

    /** The strings and their target encoding. */
    record Job(
            String[] src,
            int srcIndex,
            int count,
            @Nullable Encoding encoding,
            Charset charset,
            MalformedPolicy policy,
            int flags) {
        /** Returns the total number of chars. */
        long chars() {
            long chars = 0;
            for (int i = 0; i < count; i++) {
                chars += src[srcIndex + i].length();
            }
            return chars;
        }

        /** Returns the maximum total encoded size, in bytes. */
        long mostBytes() {
            return encoding == null
                    ? Long.MAX_VALUE
                    : chars() * encoding.maxBytesPerChar() + (long) count * encoding.bomBytes();
        }

        String string(int i) {
            return src[srcIndex + i];
        }
    }

    /** Returns the total encoded size, in bytes. */
    long measure(Job job) {
        return measure(job, null);
    }

    /**
     * Returns the total encoded size, in bytes, and stores the size of each string.
     *
     * @param sizes receives the encoded size of each string, in bytes, at the index of the string; -1 if it exceeds
     *     {@link Integer#MAX_VALUE}
     */
    long measure(Job job, int @Nullable [] sizes) {
        long bytes = 0;
        int texts = job.encoding == null ? NEVER : 0;
        for (int at = 0; at < job.count; at += Math.max(texts, 1)) {
            if (texts != NEVER) {
                Scratch scratch = Scratch.acquire();
                try {
                    texts = measureSome(job, job.encoding, at, scratch);
                    if (texts > 0) {
                        long[] ends = scratch.results(texts);
                        bytes += ends[texts - 1];
                        if (sizes != null) {
                            putSizes(ends, texts, sizes, job.srcIndex + at);
                        }
                        continue;
                    }
                } finally {
                    scratch.release();
                }
            }
            long one = measureOne(job, at);
            bytes += one;
            if (sizes != null) {
                sizes[job.srcIndex + at] = one > Integer.MAX_VALUE ? -1 : (int) one;
            }
        }
        return bytes;
    }

    private static void putSizes(long[] ends, int texts, int[] sizes, int at) {
        long start = 0;
        for (int i = 0; i < texts; i++) {
            sizes[at + i] = (int) (ends[i] - start);
            start = ends[i];
        }
    }

    /** Writes all strings and returns the number of bytes written. */
    long write(Job job, Region dst, long dstOffset, long capacityBytes, Offsets offsets) {
        long written = 0;
        put(offsets, 0, dstOffset);
        int texts = job.encoding == null ? NEVER : 0;
        for (int at = 0; at < job.count; at += Math.max(texts, 1)) {
            if (texts != NEVER) {
                Scratch scratch = Scratch.acquire();
                try {
                    texts = writeSome(
                            job, job.encoding, at, dst, dstOffset + written, capacityBytes - written, scratch);
                    if (texts > 0) {
                        long[] ends = scratch.results(texts);
                        offsets.put(binding, at + 1, dstOffset + written, ends, texts, scratch);
                        written += ends[texts - 1];
                        continue;
                    }
                } finally {
                    scratch.release();
                }
            }
            written += writeOne(job, at, dst, dstOffset + written, capacityBytes - written);
            put(offsets, at + 1, dstOffset + written);
        }
        return written;
    }

    private void put(Offsets offsets, int at, long offset) {
        Scratch scratch = Scratch.acquire();
        try {
            offsets.put(binding, at, offset, NOTHING, 1, scratch);
        } finally {
            scratch.release();
        }
    }

    /**
     * Copies strings to the chars of the scratch, as many as one call of the binding can process, and their ends to its
     * spans.
     */
    private static int gather(Job job, int at, Scratch scratch) {
        int texts = 0;
        int room = TextWriter.PIECE;
        int most = Math.min(job.count - at, Binding.BATCH_TEXTS);
        int total = 0;
        while (texts < most) {
            int length = job.string(at + texts).length();
            if (length >= room) { // one char is reserved for a byte order mark
                break;
            }
            room -= length + 1;
            total += length;
            texts++;
        }
        char[] chars = scratch.chars(total);
        long[] ends = scratch.spans(texts);
        int end = 0;
        for (int i = 0; i < texts; i++) {
            String string = job.string(at + i);
            int length = string.length();
            string.getChars(0, length, chars, end);
            end += length;
            ends[i] = end;
        }
        return texts;
    }

    /** Measures strings with one call of the binding; returns 0 if the next string is too long. */
    private int measureSome(Job job, Encoding encoding, int at, Scratch scratch) {
        int texts = gather(job, at, scratch);
        if (texts == 0) {
            return 0;
        }
        long[] ends = scratch.spans(texts);
        int chars = (int) ends[texts - 1];
        long[] results = scratch.results(texts);
        long packed = binding.measureBatch(scratch.chars(chars), chars, ends, texts, encoding.id(), job.flags, results);
        return done(packed, texts, job, at);
    }

    /** Writes strings with one call of the binding; returns 0 if the next string is too long. */
    private int writeSome(
            Job job, Encoding encoding, int at, Region dst, long dstOffset, long capacityBytes, Scratch scratch) {
        int texts = gather(job, at, scratch);
        if (texts == 0) {
            return 0;
        }
        long[] ends = scratch.spans(texts);
        int chars = (int) ends[texts - 1];
        long[] results = scratch.results(texts);
        long packed = binding.encodeBatch(
                scratch.chars(chars),
                chars,
                ends,
                texts,
                dst,
                dstOffset,
                capacityBytes,
                encoding.id(),
                job.flags,
                results);
        return done(packed, texts, job, at);
    }

    private int done(long packed, int texts, Job job, int at) {
        if (packed == Packed.E_UNSUPPORTED) {
            return NEVER;
        }
        if (!Packed.isError(packed) && Packed.status(packed) == Packed.DONE && Packed.written(packed) == texts) {
            return texts;
        }
        int done = Packed.isError(packed) ? 0 : Packed.written(packed);
        RuntimeException error = TextErrors.encoding(binding, packed, job.charset, 0, 0);
        throw BatchStrings.inString(error, (long) job.srcIndex + at + done);
    }

    private long measureOne(Job job, int at) {
        String string = job.string(at);
        try {
            Encoding encoding = job.encoding;
            return encoding != null
                    ? writer.measure(string, 0, string.length(), encoding, job.charset, job.flags, false)
                    : legacy.encode(string, 0, string.length(), job.charset, job.policy)
                            .orThrow()
                            .length;
        } catch (MalformedTextException e) {
            throw e.inString((long) job.srcIndex + at);
        }
    }

    private long writeOne(Job job, int at, Region dst, long dstOffset, long capacityBytes) {
        String string = job.string(at);
        Encoding encoding = job.encoding;
        if (encoding != null) {
            return string.isEmpty()
                    ? 0
                    : writer.write(
                                    string,
                                    0,
                                    string.length(),
                                    encoding,
                                    job.charset,
                                    job.flags,
                                    dst,
                                    dstOffset,
                                    capacityBytes)
                            * encoding.unitSize();
        }
        LegacyText.Encoded text = legacy.encode(string, 0, string.length(), job.charset, job.policy);
        if (text.bytes().length > capacityBytes) {
            throw new IllegalStateException("charset " + job.charset + " encodes the same string to different sizes");
        }
        return legacy.write(text, dst, dstOffset);
    }
}
