package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the strings of a tensor. Elements are read and checked in batches of 1024, and their texts are decoded by few
 * native calls.
 */
final class TensorTexts {
    /** The number of elements that one thread decodes at a time, if there are several threads. */
    private static final int SHARE = 8 * Elements.MOST;

    private final TensorReader reader;
    private final RegionStrings strings;
    private final Charset charset;
    private final MalformedPolicy policy;
    private final String @Nullable [] dst;
    private final BulkReader natives;
    private @Nullable InJava inJava;
    /** The index of the next element. */
    private long first;
    /** The index in {@code dst} of its string. */
    private int dstIndex;

    /**
     * Prepares to decode strings.
     *
     * @param reader the tensor
     * @param charset the encoding
     * @param policy how malformed text is handled
     * @param dst receives the strings; null to validate only
     */
    TensorTexts(TensorReader reader, Charset charset, MalformedPolicy policy, String @Nullable [] dst) {
        this.reader = reader;
        this.strings = reader.memory.strings();
        this.charset = charset;
        this.policy = policy;
        this.dst = dst;
        this.natives = new BulkReader(reader, charset, policy);
    }

    /**
     * Decodes a range of strings of a tensor that was {@linkplain TensorReader#open checked}.
     *
     * @param from the index of the first element
     * @param count the number of elements
     * @param index the index in the destination array of the first string
     */
    void read(long from, long count, int index) {
        read(from, count, index, new TensorBudget(reader));
    }

    private void read(long from, long count, int index, TensorBudget budget) {
        // A charset without a codec may be user code. It may change the elements after the one that it decodes.
        int most = Encoding.of(charset) == null ? 1 : Elements.MOST;
        for (long done = 0; done < count; ) {
            first = from + done;
            dstIndex = (int) (index + done);
            int n = (int) Math.min(count - done, most);
            int decoded = natives.decode(first, n, dst, dstIndex, budget);
            done += decoded > 0 ? decoded : readInJava(n, budget);
        }
    }

    private int readInJava(int n, TensorBudget budget) {
        InJava java = inJava == null ? inJava = new InJava(n) : inJava; // later parts are not larger
        return java.read(n, budget);
    }

    /**
     * Decodes all strings by several threads. Returns false if that is not worthwhile, or after an error; the caller
     * then decodes by one thread, which throws the first exception.
     */
    static boolean readParallel(TensorReader reader, Charset charset, MalformedPolicy policy, String[] dst) {
        int shares = (dst.length + SHARE - 1) / SHARE;
        if (shares < 2 || !reader.memory.region().isShared()) {
            return false;
        }
        try {
            long total = IntStream.range(0, shares)
                    .parallel()
                    .mapToLong(share -> {
                        int from = share * SHARE;
                        TensorBudget budget = new TensorBudget(reader);
                        new TensorTexts(reader, charset, policy, dst)
                                .read(from, Math.min(dst.length - from, SHARE), from, budget);
                        return budget.total();
                    })
                    .sum();
            return total <= reader.checks.totalLimit(reader.memory.byteSize());
        } catch (RuntimeException e) {
            return false; // one thread finds the first error in order; other threads may also lack access to the memory
        }
    }

    /**
     * Elements that Java reads and checks, and their texts. Each call of the binding decodes as many strings as
     * {@link Binding#CHUNK_BYTES} permits. One call decodes one string if the string is longer, if the JDK implements
     * the charset, or if the binding has no batches.
     */
    private final class InJava {
        private final Elements elements;
        private final @Nullable Encoding encoding = Encoding.of(charset);
        private boolean batches = encoding != null && Coding.isDirect(encoding, policy);
        /** The offset and the size of each string to decode, in bytes. */
        private final long[] spans;
        /** The index in {@code elements} of each string to decode. */
        private final int[] which;

        InJava(int most) {
            this.elements = new Elements(most);
            this.spans = new long[2 * most];
            this.which = new int[most];
        }

        int read(int n, TensorBudget budget) {
            int good = budget.read(first, n, elements);
            decode(good);
            if (elements.error != null) {
                throw elements.error; // thrown after the texts before it, which may be malformed
            }
            return n;
        }

        /**
         * Decodes strings in the tensor's memory, then strings at addresses. Throws the first exception in element
         * order.
         */
        private void decode(int good) {
            int inside = 0;
            for (int i = 0; i < good; i++) {
                if (elements.isInside(i)) {
                    put(inside++, i, reader.offset(elements, i));
                }
            }
            MalformedTextException error = null;
            try {
                decode(reader.memory.region(), inside);
            } catch (MalformedTextException e) {
                error = e;
            }
            if (inside < good) {
                try {
                    decodeOutside(good);
                } catch (MalformedTextException e) {
                    error = error == null || e.stringIndex() < error.stringIndex() ? e : error;
                }
            }
            if (error != null) {
                throw error;
            }
        }

        private void put(int at, int i, long offset) {
            spans[2 * at] = offset;
            spans[2 * at + 1] = elements.bytes[i];
            which[at] = i;
        }

        private void decodeOutside(int good) {
            long low = -1; // the largest unsigned address
            long high = 0;
            int outside = 0;
            for (int i = 0; i < good; i++) {
                if (!elements.isInside(i)) {
                    long at = elements.places[i];
                    low = Long.compareUnsigned(at, low) < 0 ? at : low;
                    long end = at + elements.bytes[i];
                    high = Long.compareUnsigned(end, high) > 0 ? end : high;
                    put(outside++, i, at);
                }
            }
            if (high - low < 0) {
                // The addresses are farther apart than any region: each string is read as a separate region.
                for (int at = 0; at < outside; at++) {
                    int i = which[at];
                    store(i, one(reader.memory(elements, i).region(), 0, i));
                }
                return;
            }
            for (int at = 0; at < outside; at++) {
                spans[2 * at] -= low;
            }
            decode(reader.memory.at(low, high - low).region(), outside);
        }

        /** Decodes the first {@code count} of {@code spans} in a region. */
        private void decode(Region region, int count) {
            for (int at = 0; at < count; ) {
                int texts = batches ? batch(region, at, count) : 0;
                if (texts == 0) {
                    store(which[at], one(region, spans[2 * at], which[at]));
                    texts = 1;
                }
                at += texts;
            }
        }

        private String one(Region region, long offset, int i) {
            try {
                return strings.getStringOfBytes(region, offset, (int) elements.bytes[i], charset, policy);
            } catch (MalformedTextException e) {
                throw e.inString(first + i);
            }
        }

        private void store(int i, String text) {
            if (dst != null) {
                dst[dstIndex + i] = text;
            }
        }

        /** Decodes strings by one call of the binding. Returns 0 if the binding cannot decode the next one. */
        private int batch(Region region, int at, int count) {
            Binding binding = strings.binding();
            Scratch scratch = Scratch.acquire();
            try {
                long[] batch = scratch.spans(Math.min(count - at, Binding.BATCH_TEXTS));
                int texts = 0;
                int total = 0;
                while (at + texts < count && texts < Binding.BATCH_TEXTS) {
                    long bytes = spans[2 * (at + texts) + 1];
                    if (bytes > Binding.CHUNK_BYTES - total) {
                        break;
                    }
                    batch[2 * texts] = spans[2 * (at + texts)];
                    batch[2 * texts + 1] = bytes;
                    total += (int) bytes;
                    texts++;
                }
                if (texts == 0) {
                    return 0;
                }
                int flags = Coding.flags(policy);
                long packed = binding.decodeBatch(region, scratch, texts, total, encoding.id(), flags);
                if (packed == Packed.E_UNSUPPORTED) {
                    batches = false;
                    return 0;
                }
                int done = Packed.isError(packed) ? 0 : Packed.written(packed);
                boolean whole = Packed.isDone(packed) && done == texts;
                if (!whole && done == 0 && policy != MalformedPolicy.REPORT && Packed.isMalformed(packed)) {
                    return 0;
                }
                if (!whole && (done == 0 || done >= texts)) {
                    RuntimeException error = TextErrors.decoding(binding, packed, charset, 0);
                    throw error instanceof MalformedTextException malformed
                            ? malformed.inString(first + which[at])
                            : error;
                }
                byte[] latin1 = scratch.bytes(total);
                char[] chars = scratch.chars(total);
                long[] results = scratch.results(texts);
                for (int i = 0; i < done; i++) {
                    store(which[at + i], BatchStrings.string(latin1, chars, results[i]));
                }
                return done; // an error in the next text is thrown when that text is the first of a batch
            } finally {
                scratch.release();
            }
        }
    }
}
