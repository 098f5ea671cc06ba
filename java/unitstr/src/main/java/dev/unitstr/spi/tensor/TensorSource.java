package dev.unitstr.spi.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.BatchStrings;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.RegionStrings;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The strings that go into a tensor: each a text or bytes. */
final class TensorSource {
    private final RegionStrings strings;
    private final @Nullable String[] texts;
    private final byte @Nullable [] @Nullable [] raw;
    private final Charset charset;
    private final MalformedPolicy policy;

    TensorSource(
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

    /** Where the strings end that are of the same sort as the first. */
    private int runEnd(int from, int to) {
        boolean text = isText(from);
        int end = from + 1;
        while (end < to && isText(end) == text) {
            end++;
        }
        return end;
    }

    /** How many bytes each has; -1 if these are more than {@link Integer#MAX_VALUE}. */
    int[] measure() {
        int[] sizes = new int[texts.length];
        BatchStrings batches = strings.batches();
        for (int at = 0; at < texts.length; ) {
            int end = runEnd(at, texts.length);
            if (isText(at)) {
                batches.measureEach(texts, at, end - at, charset, policy, sizes);
            } else {
                for (int i = at; i < end; i++) {
                    sizes[i] = raw[i].length;
                }
            }
            at = end;
        }
        return sizes;
    }

    /**
     * Writes strings one after the other.
     *
     * @param first the first
     * @param n how many
     * @param region where they go
     * @param offset where the first starts
     * @param bytes how much they have, together
     */
    void write(int first, int n, Region region, long offset, long bytes) {
        TensorMemory memory = new TensorMemory(region, strings);
        long at = offset;
        for (int i = first; i < first + n; ) {
            int end = runEnd(i, first + n);
            if (isText(i)) {
                at += strings.batches().writeEach(texts, i, end - i, charset, policy, region, at, offset + bytes - at);
            } else {
                for (int each = i; each < end; each++) {
                    memory.write(raw[each], raw[each].length, at);
                    at += raw[each].length;
                }
            }
            i = end;
        }
        if (at != offset + bytes) {
            throw new IllegalStateException("charset " + charset + " encodes the same string to different sizes");
        }
    }

    /** The same to the start of an array. */
    void write(int first, int n, byte[] target, int bytes) {
        write(first, n, new ArrayRegion(target), 0, bytes);
    }
}
