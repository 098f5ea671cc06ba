package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of rows of four places. A text is only ever in the row of its hash code, so that a lookup never compares
 * more than four. A new text takes a free place, or replaces one that has not been read since the last replacement in
 * its row. Reading stores no reference, because that would cost more than the rest of a lookup with some garbage
 * collectors.
 *
 * <p>A lookup compares the tags of the four places at once, because a branch for each of them, which the processor cannot
 * predict, would cost more than the rest. It reads the memory in words, without a copy of the text. Only a text that is
 * not found is copied.
 */
public final class RegionCache implements StringCache {
    /** The size up to which the first and the last word are the whole text, in bytes. */
    public static final int SHORT_BYTES = 2 * Long.BYTES;

    /** The maximum size of a text that is kept, in bytes. */
    private static final int MOST_BYTES = 256;

    private static final int MOST_STRINGS = 1 << 24;
    private static final int ROW = 4;
    /** The size of a tag, in bits: the size of the text in bytes, and a part of the hash code. */
    private static final int TAG_BITS = 16;

    private static final int SIZE_BITS = 9;
    private static final long TAG = 0xFFFF;
    private static final long EACH_TAG = 0x0001000100010001L;
    private static final long LOW_BITS = 0x7FFF * EACH_TAG;
    private static final long HIGH_BITS = 0x8000 * EACH_TAG;

    private static final long MIX_FIRST = 0x9E3779B97F4A7C15L; // odd, with bits that look random: 2^64 / golden ratio
    private static final long MIX_SECOND = 0xC2B2AE3D27D4EB4FL; // odd, with bits that look random: a prime of xxHash
    private static final int MIX_ROTATION = 27;

    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle KEY = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final RegionStrings strings;
    private final Coding coding;
    private final int mostUnits;
    private final int unitSize;
    private final int rowMask;
    /** A copy of the text to look up. */
    private final byte[] text = new byte[MOST_BYTES];

    private final ByteBuffer textBuffer = ByteBuffer.wrap(text);
    private final ArrayRegion textRegion = new ArrayRegion(text);
    /** The tags of each row, the first in the lowest bits; a tag of 0 is a free place. */
    private final long[] tags;
    /** The first and the last word of each text. */
    private final long[] words;
    /** The texts that are not short. */
    private final byte[] @Nullable [] keys;

    private final @Nullable String[] values;
    /** Whether a text was read since the last replacement in its row. */
    private final boolean[] read;

    private int turn;

    /**
     * Implements {@link StringCache#of}.
     *
     * @param charset the charset of all texts
     * @param policy how to handle malformed text
     * @param maxStrings the number of strings to keep
     */
    public RegionCache(Charset charset, MalformedPolicy policy, int maxStrings) {
        this.coding = Coding.of(charset, policy);
        if (maxStrings < 1 || maxStrings > MOST_STRINGS) {
            throw new IllegalArgumentException("maxStrings is " + maxStrings + ": not between 1 and " + MOST_STRINGS);
        }
        this.strings = RegionStrings.chosen();
        this.unitSize = coding.unitSize();
        this.mostUnits = MOST_BYTES / unitSize;
        int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros((maxStrings - 1) / ROW);
        this.rowMask = (1 << rowBits) - 1;
        int places = ROW << rowBits;
        this.tags = new long[1 << rowBits];
        this.words = new long[2 * places];
        this.keys = new byte[places][];
        this.values = new String[places];
        this.read = new boolean[places];
    }

    private static VarHandle view(Class<?> words) {
        return MethodHandles.byteBufferViewVarHandle(words, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public String getString(ByteBuffer memory, int index, long units) {
        Objects.requireNonNull(memory, "memory");
        int bytes = textBytes(units);
        if (bytes > 0 && index >= 0 && index <= memory.limit() - bytes) {
            int place = place(memory, index, bytes);
            if (place >= 0 && hasMiddle(place, memory, index, bytes)) {
                return value(place);
            }
        }
        return getString(BufferTexts.region(memory), index, units);
    }

    @Override
    public String getString(NativeMemory memory, long offset, long units) {
        return getString(BufferTexts.region(Objects.requireNonNull(memory, "memory")), offset, units);
    }

    /**
     * Returns the string of a text, which is decoded and kept if it was not found.
     *
     * @param memory the memory to read
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @return the string
     */
    public String getString(Region memory, long offset, long units) {
        int bytes = strings.checkRead(memory, offset, units, coding);
        if (bytes == 0 || bytes > MOST_BYTES) {
            return strings.string(memory, offset, bytes, coding);
        }
        RawBytes.read(strings.binding(), memory, offset, text, bytes);
        return ofCopy(bytes);
    }

    /**
     * Returns the size of a text that may be kept.
     *
     * @param units the length of the text, in code units
     * @return the size in bytes; 0 or less if texts of that length are not kept
     */
    public int textBytes(long units) {
        return units <= mostUnits ? (int) Math.max(units, 0) * unitSize : 0;
    }

    /**
     * Combines two words of a text with the hash code of the words before them.
     *
     * @param hash the hash code of the words before
     * @param one a word
     * @param two another word
     * @return the hash code
     */
    public static long hash(long hash, long one, long two) {
        long first = one ^ MIX_FIRST;
        long second = two ^ MIX_SECOND;
        return Long.rotateLeft(hash, MIX_ROTATION) + (Math.multiplyHigh(first, second) ^ first * second);
    }

    /**
     * Looks for a text by its first and its last word, its size and its hash code. The first word of a text of less than
     * 8 bytes is made of two parts of it that may overlap, and the last one is 0.
     *
     * @param first the first word
     * @param last the last word
     * @param hash the hash code of all words, the first and the last at the end
     * @param bytes the size, in bytes
     * @return the place of a text, whose other words may differ; -1 if there is none
     */
    public int place(long first, long last, long hash, int bytes) {
        int row = (int) hash & rowMask;
        long differences = tags[row] ^ tag(hash, bytes) * EACH_TAG;
        long equal =
                ~((differences & LOW_BITS) + LOW_BITS | differences) & HIGH_BITS; // a bit for each tag that is equal
        while (equal != 0) { // usually once
            int place = ROW * row + Long.numberOfTrailingZeros(equal) / TAG_BITS;
            if (words[2 * place] == first && words[2 * place + 1] == last) {
                read[place] = true;
                return place;
            }
            equal &= equal - 1;
        }
        return -1;
    }

    private static long tag(long hash, int bytes) {
        return hash >>> Long.SIZE - TAG_BITS + SIZE_BITS << SIZE_BITS | bytes;
    }

    /**
     * Returns a string that is kept.
     *
     * @param place a result of {@link #place(long, long, long, int)}
     * @return the string
     */
    public String value(int place) {
        return Objects.requireNonNull(values[place]);
    }

    /**
     * Returns a word of a text that is kept, of more than {@link #SHORT_BYTES}.
     *
     * @param place a result of {@link #place(long, long, long, int)}
     * @param at the offset of the word in the text, in bytes
     * @return the word, little-endian
     */
    public long word(int place, int at) {
        return (long) KEY.get(keys[place], at);
    }

    private int place(ByteBuffer memory, int index, int bytes) {
        if (bytes < Long.BYTES) {
            long word = few(memory, index, bytes);
            return place(word, 0, hash(0, word, 0), bytes);
        }
        int end = bytes - Long.BYTES;
        long first = (long) LONG.get(memory, index);
        long last = (long) LONG.get(memory, index + end);
        return place(first, last, hash(middle(memory, index, end), first, last), bytes);
    }

    /** Returns the hash code of the words between the first and the last, which is at {@code end}. */
    private static long middle(ByteBuffer memory, int index, int end) {
        long hash = 0;
        for (int at = Long.BYTES; at < end; at += 2 * Long.BYTES) {
            long one = (long) LONG.get(memory, index + at);
            hash = hash(hash, one, (long) LONG.get(memory, index + Math.min(at + Long.BYTES, end)));
        }
        return hash;
    }

    private static long few(ByteBuffer memory, int index, int bytes) {
        if (bytes >= Integer.BYTES) {
            int one = (int) INT.get(memory, index);
            return one & 0xFFFFFFFFL | (long) (int) INT.get(memory, index + bytes - Integer.BYTES) << Integer.SIZE;
        }
        if (bytes >= Short.BYTES) {
            short one = (short) SHORT.get(memory, index);
            return one & 0xFFFF | (long) (short) SHORT.get(memory, index + bytes - Short.BYTES) << Integer.SIZE;
        }
        return memory.get(index);
    }

    private boolean hasMiddle(int place, ByteBuffer memory, int index, int bytes) {
        for (int at = Long.BYTES; at < bytes - Long.BYTES; at += Long.BYTES) {
            if (word(place, at) != (long) LONG.get(memory, index + at)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the string of the text in {@link #text}. */
    private String ofCopy(int bytes) {
        int end = bytes - Long.BYTES;
        long first = end < 0 ? few(textBuffer, 0, bytes) : (long) LONG.get(textBuffer, 0);
        long last = end < 0 ? 0 : (long) LONG.get(textBuffer, end);
        long hash = hash(middle(textBuffer, 0, end), first, last);
        int row = (int) hash & rowMask;
        long tag = tag(hash, bytes);
        for (int i = 0; i < ROW; i++) {
            int place = ROW * row + i;
            if ((tags[row] >>> TAG_BITS * i & TAG) == tag
                    && words[2 * place] == first
                    && words[2 * place + 1] == last
                    && hasMiddle(place, textBuffer, 0, bytes)) {
                read[place] = true;
                return value(place);
            }
        }
        String value = strings.string(textRegion, 0, bytes, coding);
        int i = replaceable(ROW * row);
        int place = ROW * row + i;
        tags[row] = tags[row] & ~(TAG << TAG_BITS * i) | tag << TAG_BITS * i;
        words[2 * place] = first;
        words[2 * place + 1] = last;
        keys[place] = bytes <= SHORT_BYTES ? null : Arrays.copyOf(text, bytes);
        values[place] = value;
        read[place] = false;
        return value;
    }

    /**
     * Returns the number of a free place in a row, or else of one that was not read. The search starts at another place
     * each time: otherwise two new texts that are read in turn would replace each other forever.
     */
    private int replaceable(int row) {
        for (int i = 0; i < ROW; i++) {
            if (values[row + i] == null) {
                return i;
            }
        }
        int first = turn++;
        for (int i = 0; i < ROW; i++) {
            int next = first + i & ROW - 1;
            if (!read[row + next]) {
                return next;
            }
        }
        Arrays.fill(read, row, row + ROW, false);
        return first & ROW - 1;
    }
}
