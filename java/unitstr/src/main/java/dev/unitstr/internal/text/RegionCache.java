package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
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
 */
public final class RegionCache implements StringCache {
    /** The maximum size of a text that is kept, in bytes. */
    private static final int MOST_BYTES = 256;

    private static final int MOST_STRINGS = 1 << 24;
    private static final int ROW = 4;
    /**
     * A place in {@link #table} has the first and the last eight bytes of a text, its size, and whether it was read.
     */
    private static final int FIELDS = 4;

    private static final int SIZE = 2;
    private static final int READ = 3;
    /** The size up to which the first and the last eight bytes are the whole text. */
    private static final int SHORT_BYTES = 2 * Long.BYTES;

    private static final long MIX = 0x9E3779B97F4A7C15L; // odd, with bits that look random: 2^64 / golden ratio
    private static final VarHandle ARRAY_WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BUFFER_WORD =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final RegionStrings strings;
    private final Coding coding;
    private final int mostUnits;
    private final int shift;
    /** The text to look up, unless it is short. */
    private final byte[] text = new byte[MOST_BYTES + Long.BYTES];

    private final ArrayRegion textRegion = new ArrayRegion(text);
    private final long[] table;
    /** The texts that are not short. */
    private final byte[] @Nullable [] keys;

    private final @Nullable String[] values;
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
        this.mostUnits = MOST_BYTES / coding.unitSize();
        int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros((maxStrings - 1) / ROW);
        this.shift = Long.SIZE - rowBits;
        int places = ROW << rowBits;
        this.table = new long[FIELDS * places];
        this.keys = new byte[places][];
        this.values = new String[places];
    }

    @Override
    public String getString(ByteBuffer memory, int index, long units) {
        Objects.requireNonNull(memory, "memory");
        if (units > 0 && units <= mostUnits && index >= 0) {
            int bytes = (int) units * coding.unitSize();
            int limit = memory.limit();
            if (index <= limit - bytes) {
                if (bytes > SHORT_BYTES || index > limit - Long.BYTES) {
                    memory.get(index, text, 0, bytes);
                    return findCopy(bytes);
                }
                long first = (long) BUFFER_WORD.get(memory, index);
                long last = bytes < Long.BYTES ? 0 : (long) BUFFER_WORD.get(memory, index + bytes - Long.BYTES);
                return find(first, last, bytes);
            }
        }
        return getString(BufferTexts.region(memory), index, units);
    }

    @Override
    public String getString(NativeMemory memory, long offset, long units) {
        return getString(BufferTexts.region(Objects.requireNonNull(memory, "memory")), offset, units);
    }

    /**
     * Returns the string of a text.
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
        if (memory instanceof WordAccess words
                && words.isCheap()
                && bytes <= SHORT_BYTES
                && offset <= memory.byteSize() - Long.BYTES) {
            long first = words.getWord(offset);
            long last = bytes < Long.BYTES ? 0 : words.getWord(offset + bytes - Long.BYTES);
            return find(first, last, bytes);
        }
        RawBytes.read(strings.binding(), memory, offset, text, bytes);
        return findCopy(bytes);
    }

    private String findCopy(int bytes) {
        long last = bytes < Long.BYTES ? 0 : (long) ARRAY_WORD.get(text, bytes - Long.BYTES);
        return find((long) ARRAY_WORD.get(text, 0), last, bytes);
    }

    /** Returns the string of a text with these words; the first may have other bytes after the text. */
    private String find(long firstWord, long last, int bytes) {
        long first = bytes < Long.BYTES ? firstWord & (1L << 8 * bytes) - 1 : firstWord;
        long hash = (first * MIX ^ last) * MIX + bytes;
        for (int i = Long.BYTES; i < bytes - Long.BYTES; i += Long.BYTES) { // never for a short text
            hash = (hash ^ hash >>> 29 ^ (long) ARRAY_WORD.get(text, i)) * MIX;
        }
        hash ^= hash >>> 32;
        int row = shift == Long.SIZE ? 0 : ROW * (int) (hash * MIX >>> shift);
        for (int place = row; place < row + ROW; place++) {
            int at = FIELDS * place;
            if (table[at] == first && table[at + 1] == last && table[at + SIZE] == bytes && hasMiddle(place, bytes)) {
                if (table[at + READ] == 0) {
                    table[at + READ] = 1;
                }
                return values[place];
            }
        }
        return keep(row, first, last, bytes);
    }

    private boolean hasMiddle(int place, int bytes) {
        return bytes <= SHORT_BYTES
                || Arrays.equals(keys[place], Long.BYTES, bytes - Long.BYTES, text, Long.BYTES, bytes - Long.BYTES);
    }

    private String keep(int row, long first, long last, int bytes) {
        byte[] key = null;
        if (bytes <= SHORT_BYTES) {
            ARRAY_WORD.set(text, 0, first);
            if (bytes > Long.BYTES) {
                ARRAY_WORD.set(text, bytes - Long.BYTES, last);
            }
        } else {
            key = Arrays.copyOf(text, bytes);
        }
        String value = strings.string(textRegion, 0, bytes, coding);
        int place = replaceable(row);
        int at = FIELDS * place;
        table[at] = first;
        table[at + 1] = last;
        table[at + SIZE] = bytes;
        table[at + READ] = 0;
        keys[place] = key;
        values[place] = value;
        return value;
    }

    /**
     * Returns a free place, or else one that was not read. The search starts at another place each time: otherwise two
     * new texts that are read in turn would replace each other forever.
     */
    private int replaceable(int row) {
        for (int place = row; place < row + ROW; place++) {
            if (values[place] == null) {
                return place;
            }
        }
        int first = turn++;
        for (int i = 0; i < ROW; i++) {
            int place = row + (first + i & ROW - 1);
            if (table[FIELDS * place + READ] == 0) {
                return place;
            }
        }
        for (int place = row; place < row + ROW; place++) {
            table[FIELDS * place + READ] = 0;
        }
        return row + (first & ROW - 1);
    }
}
