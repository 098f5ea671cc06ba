package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.TensorFormatException;
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

    TensorTexts(TensorReader reader, Charset charset, MalformedPolicy policy) {
        this.reader = reader;
        this.strings = reader.memory.strings();
        this.charset = charset;
        this.policy = policy;
    }

    /**
     * Decodes a range of strings.
     *
     * @param first the index of the first element
     * @param count the number of elements
     * @param dst receives the strings; null to validate only
     * @param dstIndex the index in {@code dst} of the first string
     */
    void read(long first, long count, String @Nullable [] dst, int dstIndex) {
        reader.open();
        Part part = new Part(count, dst);
        TensorBudget budget = new TensorBudget(reader);
        for (long done = 0; done < count; ) {
            part.first = first + done;
            part.dstIndex = (int) (dstIndex + done);
            done += part.read((int) Math.min(count - done, Elements.MOST), budget);
        }
    }

    /**
     * Decodes all strings by several threads. Returns false if that is not worthwhile, or after an error; the caller
     * then decodes by one thread, which throws the first exception.
     */
    boolean readParallel(String[] dst) {
        int shares = (dst.length + SHARE - 1) / SHARE;
        if (shares < 2 || !reader.memory.region().isShared()) {
            return false;
        }
        long limit = reader.checks.totalLimit(reader.memory.byteSize());
        try {
            long total = IntStream.range(0, shares)
                    .parallel()
                    .mapToLong(share -> {
                        int from = share * SHARE;
                        Part part = new Part(Elements.MOST, dst);
                        TensorBudget budget = new TensorBudget(reader);
                        int to = Math.min(dst.length, from + SHARE);
                        for (int at = from; at < to; ) {
                            part.first = at;
                            part.dstIndex = at;
                            at += part.read(Math.min(to - at, Elements.MOST), budget);
                        }
                        return budget.total();
                    })
                    .sum();
            return total <= limit;
        } catch (RuntimeException e) {
            return false; // one thread finds the first error in order; other threads may also lack access to the memory
        }
    }

    long firstMalformed() {
        try {
            read(0, reader.count, null, 0);
            return -1;
        } catch (MalformedTextException e) {
            return e.stringIndex();
        }
    }

    /** A range of elements and their texts. */
    private final class Part {
        private final long most;
        private final String @Nullable [] dst;
        private final NativeTexts natives = new NativeTexts(reader, charset, policy);
        private final long[] bytes = new long[1];
        private @Nullable InJava inJava;
        private long first;
        private int dstIndex;

        Part(long most, String @Nullable [] dst) {
            this.most = most;
            this.dst = dst;
        }

        int read(int n, TensorBudget budget) {
            int done = natives.read(first, n, budget.left(), dst, dstIndex, bytes);
            if (done > 0) {
                budget.spend(bytes[0], done);
                return done;
            }
            InJava here = inJava;
            if (here == null) {
                inJava = here = new InJava(this, (int) Math.min(most, Elements.MOST));
            }
            return here.read(n, budget);
        }
    }

    /** Elements that Java reads and checks, and their texts. */
    private final class InJava {
        private final Part part;
        private final Elements elements;
        private final PlacedTexts texts = new PlacedTexts(strings, charset, policy);
        private final long[] pairs;

        InJava(Part part, int most) {
            this.part = part;
            this.elements = new Elements(most);
            this.pairs = new long[2 * most];
        }

        int read(int n, TensorBudget budget) {
            int good = reader.read(part.first, n, elements);
            TensorFormatException error = elements.error;
            for (int i = 0; i < good; i++) {
                TensorFormatException tooMuch = budget.visit(part.first + i, i, elements);
                if (tooMuch != null) {
                    error = tooMuch;
                    good = i;
                }
            }
            if (elements.hasAddresses) {
                decodeMixed(good);
            } else {
                for (int i = 0; i < good; i++) {
                    long size = elements.bytes[i];
                    pairs[2 * i] = size == 0 ? 0 : elements.places[i];
                    pairs[2 * i + 1] = size;
                }
                texts.read(reader.memory.region(), pairs, good, new Strings(null));
            }
            if (error != null) {
                throw error; // thrown after the texts before it, which may be malformed
            }
            return n;
        }

        /**
         * Decodes strings in the tensor's memory, then strings at addresses. Throws the first exception in element
         * order.
         */
        private void decodeMixed(int good) {
            int[] which = new int[good];
            int inside = 0;
            for (int i = 0; i < good; i++) {
                if (!elements.isAddress(i) || elements.bytes[i] == 0) {
                    pairs[2 * inside] = elements.bytes[i] == 0 ? 0 : elements.places[i];
                    pairs[2 * inside + 1] = elements.bytes[i];
                    which[inside++] = i;
                }
            }
            MalformedTextException error = null;
            try {
                texts.read(reader.memory.region(), pairs, inside, new Strings(which));
            } catch (MalformedTextException e) {
                error = e;
            }
            try {
                decodeOutside(good, which);
            } catch (MalformedTextException e) {
                error = error == null || e.stringIndex() < error.stringIndex() ? e : error;
            }
            if (error != null) {
                throw error;
            }
        }

        private void decodeOutside(int good, int[] which) {
            long low = -1; // the largest unsigned address
            long high = 0;
            int outside = 0;
            for (int i = 0; i < good; i++) {
                if (elements.isAddress(i) && elements.bytes[i] > 0) {
                    long at = elements.places[i];
                    low = Long.compareUnsigned(at, low) < 0 ? at : low;
                    long end = at + elements.bytes[i];
                    high = Long.compareUnsigned(end, high) > 0 ? end : high;
                    pairs[2 * outside] = at;
                    pairs[2 * outside + 1] = elements.bytes[i];
                    which[outside++] = i;
                }
            }
            if (outside == 0) {
                return;
            }
            if (high - low < 0) {
                // The addresses are farther apart than any region: each string is read as a separate region.
                for (int i = 0; i < outside; i++) {
                    AddressRegion region = new AddressRegion(pairs[2 * i], pairs[2 * i + 1]);
                    RegionStrings.checkAccess(strings.binding(), region, pairs[2 * i + 1]);
                    long[] pair = {0, pairs[2 * i + 1]};
                    texts.read(region, pair, 1, new Strings(new int[] {which[i]}));
                }
                return;
            }
            AddressRegion region = new AddressRegion(low, high - low);
            RegionStrings.checkAccess(strings.binding(), region, high - low);
            for (int i = 0; i < outside; i++) {
                pairs[2 * i] -= low;
            }
            texts.read(region, pairs, outside, new Strings(which));
        }

        /** Stores texts in the caller's array. */
        private final class Strings implements PlacedTexts.Sink {
            private final int @Nullable [] which;

            Strings(int @Nullable [] which) {
                this.which = which;
            }

            private int element(int i) {
                return which == null ? i : which[i];
            }

            @Override
            public void take(int i, byte[] latin1, char[] chars, long result) {
                if (part.dst != null) {
                    part.dst[part.dstIndex + element(i)] = PlacedTexts.string(latin1, chars, result);
                }
            }

            @Override
            public void take(int i, String text) {
                if (part.dst != null) {
                    part.dst[part.dstIndex + element(i)] = text;
                }
            }

            @Override
            public long index(int i) {
                return part.first + element(i);
            }
        }
    }
}
