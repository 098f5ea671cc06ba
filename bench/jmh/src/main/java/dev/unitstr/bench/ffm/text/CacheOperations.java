package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.OFFSETS;
import static dev.unitstr.bench.ffm.text.Constants.SOURCE;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static dev.unitstr.bench.ffm.text.Constants.UNITS;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;
import java.nio.ByteBuffer;
import java.util.Random;

/** The values of a column: the text of rank n is n times as rare as the first one (Zipf's law). */
final class CacheOperations {
    /** A power of two. */
    private static final int ROWS = 1 << 12;

    private static final int[] VALUES = values();
    private static final StringCache CACHE = StringCache.of(CHARSET, MalformedPolicy.REPLACE, 2 * TEXTS.count());
    private static final ByteBuffer BUFFER = SOURCE.asByteBuffer();

    /** The next row: the number of a text says nothing here. */
    private static int row;

    private CacheOperations() {}

    private static int[] values() {
        double[] sums = new double[TEXTS.count()];
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += 1.0 / (i + 1);
            sums[i] = sum;
        }
        Random random = new Random(1);
        int[] values = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double at = random.nextDouble() * sum;
            int value = 0;
            while (sums[value] < at) {
                value++;
            }
            values[i] = value;
        }
        return values;
    }

    private static int next() {
        return VALUES[row++ & ROWS - 1];
    }

    static Operation of(String contender, boolean buffers) {
        return Operation.ofObject(
                switch (contender) {
                    case "unitstr" -> buffers ? i -> cachedOfBuffer(next()) : i -> cached(next());
                    case "string" -> buffers ? i -> stringOfBuffer(next()) : i -> string(next());
                    case "jdk" -> i -> SOURCE.getString(OFFSETS[next()], CHARSET);
                    default -> throw Operation.unknown(contender);
                },
                i -> TEXTS.decoded(VALUES[row - 1 & ROWS - 1])); // the one that was returned last
    }

    private static String cached(int i) {
        return SegmentTexts.getString(CACHE, SOURCE, OFFSETS[i], UNITS[i]);
    }

    private static String string(int i) {
        return SegmentStrings.getString(SOURCE, OFFSETS[i], UNITS[i], CHARSET);
    }

    private static String cachedOfBuffer(int i) {
        return CACHE.getString(BUFFER, OFFSETS[i], UNITS[i]);
    }

    private static String stringOfBuffer(int i) {
        return BufferStrings.getString(BUFFER, OFFSETS[i], UNITS[i], CHARSET);
    }
}
