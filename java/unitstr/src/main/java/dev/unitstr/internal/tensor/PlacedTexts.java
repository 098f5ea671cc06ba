package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Decodes strings at positions that have been checked. Each call of the binding decodes as many strings as
 * {@link Binding#CHUNK_BYTES} permits. One call decodes one string if the string is longer, if the JDK implements the
 * charset, or if the binding has no batches.
 */
final class PlacedTexts {
    private final RegionStrings strings;

    private final Charset charset;
    private final MalformedPolicy policy;
    private final @Nullable Encoding encoding;
    private final int flags;
    private boolean batches = true;

    PlacedTexts(RegionStrings strings, Charset charset, MalformedPolicy policy) {
        this.strings = strings;
        this.charset = charset;
        this.policy = policy;
        this.encoding = Encoding.of(charset);
        this.flags = policy == MalformedPolicy.REPLACE ? Flags.REPLACE : Flags.REPORT;
    }

    /** Receives decoded texts. */
    interface Sink {
        /**
         * Receives a text of a batch.
         *
         * @param i the index of the position
         * @param latin1 contains the text if {@code result} says so
         * @param chars contains the text otherwise
         * @param result the result, as {@link Binding#decodeBatch} defines it
         */
        void take(int i, byte[] latin1, char[] chars, long result);

        /**
         * Receives a text that was decoded alone.
         *
         * @param i the index of the position
         * @param text the text
         */
        void take(int i, String text);

        /**
         * Returns the index of an element, for error messages.
         *
         * @param i the index of the position
         * @return the index of the element
         */
        long index(int i);
    }

    /**
     * Decodes strings.
     *
     * @param region the memory
     * @param pairs the offset and the size of each string in bytes, inside the memory
     * @param count the number of strings
     * @param sink receives the texts
     * @throws MalformedTextException at the first malformed text, if the policy is REPORT
     */
    void read(Region region, long[] pairs, int count, Sink sink) {
        long[] part = new long[2 * Math.min(count, Binding.BATCH_TEXTS)];
        for (int at = 0; at < count; ) {
            int texts = encoding != null && batches ? batch(region, pairs, at, count, part, sink) : 0;
            if (texts == 0) {
                sink.take(at, one(region, pairs[2 * at], (int) pairs[2 * at + 1], sink.index(at)));
                texts = 1;
            }
            at += texts;
        }
    }

    private String one(Region region, long offset, int bytes, long index) {
        try {
            return strings.getStringOfBytes(region, offset, bytes, charset, policy);
        } catch (MalformedTextException e) {
            throw e.inString(index);
        }
    }

    /** Decodes strings by one call of the binding. Returns 0 if the binding cannot decode the next one. */
    private int batch(Region region, long[] pairs, int at, int count, long[] part, Sink sink) {
        int texts = 0;
        int total = 0;
        while (at + texts < count && texts < Binding.BATCH_TEXTS) {
            long bytes = pairs[2 * (at + texts) + 1];
            if (bytes > Binding.CHUNK_BYTES - total) {
                break;
            }
            part[2 * texts] = pairs[2 * (at + texts)];
            part[2 * texts + 1] = bytes;
            total += (int) bytes;
            texts++;
        }
        if (texts == 0) {
            return 0;
        }
        Binding binding = strings.binding();
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(total);
            char[] chars = scratch.chars(total);
            long[] results = scratch.results(texts);
            long packed = binding.decodeBatch(region, part, texts, encoding.id(), flags, latin1, chars, results);
            if (packed == Packed.E_UNSUPPORTED) {
                batches = false;
                return 0;
            }
            int done = Packed.isError(packed) ? 0 : Packed.written(packed);
            boolean whole = !Packed.isError(packed) && Packed.status(packed) == Packed.DONE && done == texts;
            if (!whole && (done == 0 || done >= texts)) {
                RuntimeException error = TextErrors.decoding(binding, packed, charset, 0);
                throw error instanceof MalformedTextException malformed ? malformed.inString(sink.index(at)) : error;
            }
            for (int i = 0; i < done; i++) {
                sink.take(at + i, latin1, chars, results[i]);
            }
            return done; // an error in the next text is thrown when that text is the first of a batch
        } finally {
            scratch.release();
        }
    }

    /**
     * Creates a string. The constructor for Latin-1 is deprecated because it is wrong for other charsets; for Latin-1,
     * it gives the same result with half of the instructions, and the JIT compiler inlines it.
     */
    @SuppressWarnings("deprecation")
    static String string(byte[] latin1, char[] chars, long result) {
        int start = Packed.startOf(result);
        int length = Packed.lengthOf(result);
        return Packed.isCharsOf(result) ? new String(chars, start, length) : new String(latin1, 0, start, length);
    }
}
