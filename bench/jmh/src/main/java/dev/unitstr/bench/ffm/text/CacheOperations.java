package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.OFFSETS;
import static dev.unitstr.bench.ffm.text.Constants.SOURCE;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static dev.unitstr.bench.ffm.text.Constants.UNITS;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The values of a column: the text of rank n is n times as rare as the first one (Zipf's law). */
final class CacheOperations {
    /** A power of two. */
    private static final int ROWS = 1 << 12;

    private static final int[] VALUES = values();
    private static final StringCache CACHE = StringCache.of(CHARSET, MalformedPolicy.REPLACE, 2 * TEXTS.count());
    private static final ByteBuffer BUFFER = SOURCE.asByteBuffer();

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long MIX = 0x9E3779B97F4A7C15L; // odd, with bits that look random
    private static final int FLOOR_BITS = 14;
    private static final long[] @Nullable [] FLOOR_WORDS = new long[1 << FLOOR_BITS][];
    private static final String[] FLOOR_STRINGS = new String[1 << FLOOR_BITS];

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
                    case "floor" -> i -> floor(next());
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

    /**
     * The least that a lookup can do: it reads all bytes, computes the number of a place from two words, compares the bytes
     * with those at the place, and returns the string there. It replaces what is there if it is another text, and knows the
     * segment as a constant.
     */
    private static String floor(int i) {
        long offset = OFFSETS[i];
        int bytes = UNITS[i] * TEXTS.unitSize();
        long first = bytes < Long.BYTES ? few(offset, bytes) : SOURCE.get(WORD, offset);
        long last = bytes < Long.BYTES ? 0 : SOURCE.get(WORD, offset + bytes - Long.BYTES);
        int place = (int) ((31 * first + last) * MIX >>> Long.SIZE - FLOOR_BITS);
        long[] words = FLOOR_WORDS[place];
        if (words == null || words[0] != bytes || words[1] != first || words[2] != last) {
            return putFloor(place, i);
        }
        for (int at = Long.BYTES; at < bytes - Long.BYTES; at += Long.BYTES) {
            if (words[2 + at / Long.BYTES] != SOURCE.get(WORD, offset + at)) {
                return putFloor(place, i);
            }
        }
        return FLOOR_STRINGS[place];
    }

    /** Returns the bytes of a text of 4 to 7 bytes. */
    private static long few(long offset, int bytes) {
        return SOURCE.get(JAVA_INT_UNALIGNED, offset) & 0xFFFFFFFFL
                | (long) SOURCE.get(JAVA_INT_UNALIGNED, offset + bytes - Integer.BYTES) << Integer.SIZE;
    }

    private static String putFloor(int place, int i) {
        long offset = OFFSETS[i];
        int bytes = UNITS[i] * TEXTS.unitSize();
        long[] words = new long[3 + bytes / Long.BYTES];
        words[0] = bytes;
        words[1] = bytes < Long.BYTES ? few(offset, bytes) : SOURCE.get(WORD, offset);
        words[2] = bytes < Long.BYTES ? 0 : SOURCE.get(WORD, offset + bytes - Long.BYTES);
        for (int at = Long.BYTES; at < bytes - Long.BYTES; at += Long.BYTES) {
            words[2 + at / Long.BYTES] = SOURCE.get(WORD, offset + at);
        }
        FLOOR_WORDS[place] = words;
        return FLOOR_STRINGS[place] = TEXTS.decoded(i);
    }

    private static String cachedOfBuffer(int i) {
        return CACHE.getString(BUFFER, OFFSETS[i], UNITS[i]);
    }

    private static String stringOfBuffer(int i) {
        return BufferStrings.getString(BUFFER, OFFSETS[i], UNITS[i], CHARSET);
    }
}
