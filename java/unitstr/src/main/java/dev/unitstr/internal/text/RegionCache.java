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
 * A hash table with four slots for each string that it may keep. A text is in one of the four slots of the row of its hash
 * code, mostly in the one that the hash code selects: a table with fewer slots would take twice the time, because the
 * processor could not predict which of them has the text. If the table has all strings that it may keep, a new one
 * replaces one that has not been read since the last search for such a string passed it.
 *
 * <p>A lookup reads the memory in words, without a copy of the text. Only a text that is not found is copied.
 */
public final class RegionCache implements StringCache {
    /** The size up to which two words are the whole text, in bytes. */
    public static final int TWO_WORDS = 2 * Long.BYTES;
    /** The size up to which four words are the whole text, in bytes. */
    public static final int FOUR_WORDS = 4 * Long.BYTES;

    /** The maximum size of a text that is kept, in bytes. */
    private static final int MOST_BYTES = 256;

    private static final int MOST_STRINGS = 1 << 24;
    private static final int ROW = 4;
    private static final int SLOTS_PER_STRING = 4;

    private static final long MIX_FIRST = 0x9E3779B97F4A7C15L; // odd, with bits that look random: 2^64 / golden ratio
    private static final long MIX_SECOND = 0xC2B2AE3D27D4EB4FL; // odd, with bits that look random: a prime of xxHash

    private static final int MIX_ROTATION = 27;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle SHORT = view(short[].class);

    private final RegionStrings strings;
    private final Coding coding;
    private final int mostUnits;
    private final int unitSize;
    private final int mostStrings;
    /** A copy of the text to look up. */
    private final byte[] text = new byte[MOST_BYTES];

    private final ByteBuffer textBuffer = ByteBuffer.wrap(text);
    private final ArrayRegion textRegion = new ArrayRegion(text);

    private final @Nullable Kept[] slots;
    private final int slotMask;
    private int count;
    /** The slot that the search for a string to replace passed last. */
    private int hand;

    private int turn;

    /** A string that is kept, and its text: four words, or a hash code and bytes. */
    private static final class Kept {
        final long first;
        final long second;
        final long third;
        final long fourth;
        final int bytes;
        /** The text, if it has more than {@link #FOUR_WORDS}. */
        final byte @Nullable [] text;

        final String value;
        /** Whether the text was read since the last search for a string to replace. */
        boolean read;

        Kept(long first, long second, long third, long fourth, int bytes, byte @Nullable [] text, String value) {
            this.first = first;
            this.second = second;
            this.third = third;
            this.fourth = fourth;
            this.bytes = bytes;
            this.text = text;
            this.value = value;
        }
    }

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
        this.mostStrings = maxStrings;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(maxStrings - 1);
        this.slots = new Kept[SLOTS_PER_STRING << bits];
        this.slotMask = slots.length - 1;
    }

    private static VarHandle view(Class<?> words) {
        return MethodHandles.byteBufferViewVarHandle(words, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public String getString(ByteBuffer memory, int index, long units) {
        Objects.requireNonNull(memory, "memory");
        int bytes = textBytes(units);
        if (bytes > 0 && index >= 0 && index <= memory.limit() - bytes) {
            String string = find(memory, index, bytes);
            if (string != null) {
                return string;
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
        String string = find(textBuffer, 0, bytes);
        if (string == null) {
            string = decode(bytes);
            keep(string, bytes);
        }
        return string;
    }

    /** Decodes the text in {@link #text}. A charset's own decoder is user code, which may use this cache. */
    private String decode(int bytes) {
        if (coding.encoding() != null) {
            return strings.string(textRegion, 0, bytes, coding);
        }
        byte[] copy = Arrays.copyOf(text, bytes);
        try {
            return strings.string(new ArrayRegion(copy), 0, bytes, coding);
        } finally {
            System.arraycopy(copy, 0, text, 0, bytes);
        }
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
     * Looks for the string of a text of at most {@link #FOUR_WORDS}.
     *
     * @param first the first word of the text; of less than 8 bytes, two parts of the text that may overlap
     * @param second the last word of at most {@link #TWO_WORDS}, or the second word of more; 0 for less than 8 bytes
     * @param third the last word but one of a text of more than {@link #TWO_WORDS}, or 0
     * @param fourth the last word of a text of more than {@link #TWO_WORDS}, or 0
     * @param bytes the size of the text, in bytes
     * @return the string, or null
     */
    public @Nullable String find(long first, long second, long third, long fourth, int bytes) {
        int slot = slot(hash(first, second) + hash(third, fourth));
        for (int i = 0; i < ROW; i++) {
            Kept kept = slots[slot ^ i];
            if (kept != null
                    && kept.first == first
                    && kept.second == second
                    && kept.third == third
                    && kept.fourth == fourth
                    && kept.bytes == bytes) {
                kept.read = true;
                return kept.value;
            }
        }
        return null;
    }

    /**
     * Returns the array to which the caller copies a text of more than {@link #FOUR_WORDS} before it calls
     * {@link #find(int)}.
     *
     * @return an array for the longest text that is kept
     */
    public byte[] text() {
        return text;
    }

    /**
     * Looks for the string of the text that was copied to {@link #text()}.
     *
     * @param bytes the size of the text, in bytes, more than {@link #FOUR_WORDS}
     * @return the string, or null
     */
    public @Nullable String find(int bytes) {
        long hash = hash(bytes);
        int slot = slot(hash);
        for (int i = 0; i < ROW; i++) {
            Kept kept = slots[slot ^ i];
            if (kept != null
                    && kept.first == hash
                    && kept.text != null
                    && Arrays.equals(text, 0, bytes, kept.text, 0, kept.text.length)) {
                kept.read = true;
                return kept.value;
            }
        }
        return null;
    }

    private int slot(long hash) {
        return (int) hash & slotMask;
    }

    private static long hash(long first, long last) {
        long one = first ^ MIX_FIRST;
        long two = last ^ MIX_SECOND;
        return Math.multiplyHigh(one, two) ^ one * two;
    }

    /** Returns the hash code of the text in {@link #text}, of more than {@link #TWO_WORDS}. */
    private long hash(int bytes) {
        long hash = bytes;
        for (int at = 0; at < bytes - TWO_WORDS; at += TWO_WORDS) {
            hash = Long.rotateLeft(hash, MIX_ROTATION) + hash(word(at), word(at + Long.BYTES));
        }
        return hash ^ hash(word(bytes - TWO_WORDS), word(bytes - Long.BYTES));
    }

    private long word(int at) {
        return (long) WORD.get(text, at);
    }

    private @Nullable String find(ByteBuffer memory, int index, int bytes) {
        if (bytes < Long.BYTES) {
            return find(few(memory, index, bytes), 0, 0, 0, bytes);
        }
        if (bytes <= FOUR_WORDS) {
            long first = (long) LONG.get(memory, index);
            long last = (long) LONG.get(memory, index + bytes - Long.BYTES);
            if (bytes <= TWO_WORDS) {
                return find(first, last, 0, 0, bytes);
            }
            long second = (long) LONG.get(memory, index + Long.BYTES);
            return find(first, second, (long) LONG.get(memory, index + bytes - TWO_WORDS), last, bytes);
        }
        if (memory != textBuffer) {
            memory.get(index, text, 0, bytes);
        }
        return find(bytes);
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

    /** Keeps the string of the text in {@link #text}. */
    private void keep(String value, int bytes) {
        if (bytes > FOUR_WORDS) {
            long hash = hash(bytes);
            keep(new Kept(hash, 0, 0, 0, bytes, Arrays.copyOf(text, bytes), value), hash);
            return;
        }
        boolean isWord = bytes >= Long.BYTES;
        boolean isLong = bytes > TWO_WORDS;
        long first = isWord ? word(0) : few(textBuffer, 0, bytes);
        long last = isWord ? word(bytes - Long.BYTES) : 0;
        long second = isLong ? word(Long.BYTES) : last;
        long third = isLong ? word(bytes - TWO_WORDS) : 0;
        long fourth = isLong ? last : 0;
        Kept kept = new Kept(first, second, third, fourth, bytes, null, value);
        keep(kept, hash(first, second) + hash(third, fourth));
    }

    private void keep(Kept kept, long hash) {
        slots[freeSlot(slot(hash))] = kept;
    }

    /** Returns a slot for a new string, in the row of {@code slot}; frees it or another one if necessary. */
    private int freeSlot(int slot) {
        for (int i = 0; i < ROW; i++) {
            if (slots[slot ^ i] == null) {
                if (count < mostStrings) {
                    count++;
                } else {
                    removeOne();
                }
                return slot ^ i;
            }
        }
        // Another one each time: otherwise two new texts that are read in turn would replace each other forever.
        int first = turn++;
        for (int i = 0; i < ROW; i++) {
            int next = slot ^ first + i & ROW - 1;
            if (!Objects.requireNonNull(slots[next]).read) {
                return next;
            }
        }
        for (int i = 0; i < ROW; i++) {
            Objects.requireNonNull(slots[slot ^ i]).read = false;
        }
        return slot ^ first & ROW - 1;
    }

    private void removeOne() {
        while (true) {
            hand = hand + 1 & slotMask;
            Kept kept = slots[hand];
            if (kept != null) {
                if (!kept.read) {
                    slots[hand] = null;
                    return;
                }
                kept.read = false;
            }
        }
    }
}
