package dev.unitstr.spi;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.LegacyText;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Encodes many strings one after the other: one pass that measures, one that writes. The arguments were checked. */
final class BatchWriter {
    private static final long[] NOTHING = {0};

    private final Binding binding;
    private final TextWriter writer;
    private final LegacyText legacy;

    BatchWriter(Binding binding, TextWriter writer, LegacyText legacy) {
        this.binding = binding;
        this.writer = writer;
        this.legacy = legacy;
    }

    /** The strings, and what becomes of them. */
    record Job(
            String[] src,
            int srcIndex,
            int count,
            @Nullable Encoding encoding,
            Charset charset,
            MalformedPolicy policy,
            int flags) {
        /** How many chars they have, together. */
        long chars() {
            long chars = 0;
            for (int i = 0; i < count; i++) {
                chars += src[srcIndex + i].length();
            }
            return chars;
        }

        /** The most bytes that they can become. */
        long mostBytes() {
            return encoding == null
                    ? Long.MAX_VALUE
                    : chars() * encoding.maxBytesPerChar() + (long) count * encoding.bomBytes();
        }

        String string(int i) {
            return src[srcIndex + i];
        }
    }

    /** What all of it would be, in bytes. */
    long measure(Job job) {
        long bytes = 0;
        for (int at = 0; at < job.count; ) {
            Scratch scratch = Scratch.acquire();
            int texts;
            try {
                texts = measureSome(job, at, scratch);
                if (texts > 0) {
                    bytes += scratch.results(texts)[texts - 1];
                }
            } finally {
                scratch.release();
            }
            if (texts == 0) {
                bytes += measureOne(job, at);
                texts = 1;
            }
            at += texts;
        }
        return bytes;
    }

    /** Writes all of it; says how many bytes that were. */
    long write(Job job, Region dst, long dstOffset, long capacityBytes, Offsets offsets) {
        long written = 0;
        put(job, offsets, 0, dstOffset, NOTHING, 1);
        for (int at = 0; at < job.count; ) {
            Scratch scratch = Scratch.acquire();
            int texts;
            try {
                texts = writeSome(job, at, dst, dstOffset + written, capacityBytes - written, scratch);
                if (texts > 0) {
                    long[] ends = scratch.results(texts);
                    offsets.put(binding, at + 1, dstOffset + written, ends, texts, scratch);
                    written += ends[texts - 1];
                }
            } finally {
                scratch.release();
            }
            if (texts == 0) {
                written += writeOne(job, at, dst, dstOffset + written, capacityBytes - written);
                put(job, offsets, at + 1, dstOffset + written, NOTHING, 1);
                texts = 1;
            }
            at += texts;
        }
        return written;
    }

    private void put(Job job, Offsets offsets, int at, long base, long[] ends, int count) {
        Scratch scratch = Scratch.acquire();
        try {
            offsets.put(binding, at, base, ends, count, scratch);
        } finally {
            scratch.release();
        }
    }

    /** The strings from one on that a binding takes in at once, in the chars of the scratch; their ends in its spans. */
    private static int gather(Job job, int at, Scratch scratch) {
        int texts = 0;
        int room = TextWriter.PIECE;
        int most = Math.min(job.count - at, Binding.BATCH_TEXTS);
        int total = 0;
        while (texts < most) {
            int length = job.string(at + texts).length();
            if (length >= room) { // one more for a byte order mark
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

    /** Measures some by one call of the binding; 0 if the next is too long, or the binding has no batches. */
    private int measureSome(Job job, int at, Scratch scratch) {
        Encoding encoding = job.encoding;
        int texts = encoding == null ? 0 : gather(job, at, scratch);
        if (encoding == null || texts == 0) {
            return 0;
        }
        long[] ends = scratch.spans(texts);
        int chars = (int) ends[texts - 1];
        long[] results = scratch.results(texts);
        long packed = binding.measureBatch(scratch.chars(chars), chars, ends, texts, encoding.id(), job.flags, results);
        return done(packed, texts, job, at);
    }

    /** Writes some by one call of the binding; 0 if the next is too long, or the binding has no batches. */
    private int writeSome(Job job, int at, Region dst, long dstOffset, long capacityBytes, Scratch scratch) {
        Encoding encoding = job.encoding;
        int texts = encoding == null ? 0 : gather(job, at, scratch);
        if (encoding == null || texts == 0) {
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
            return 0;
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
