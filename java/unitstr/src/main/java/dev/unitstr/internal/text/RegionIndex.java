package dev.unitstr.internal.text;

import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * Samples: the numbers of bytes, chars, code points and line feeds before every block. A block starts at a sequence, at
 * most 3 bytes before a multiple of {@link #BLOCK}, so that the block of a byte is found by a division. To find the
 * block of a char, code point or line feed, {@link #steps} has the block of every n-th of them, where n is so large that
 * there are not more than blocks.
 *
 * <p>In a block without malformed text, a position is mapped by counting bytes that begin a sequence, eight at a time. A
 * block with malformed text is decoded again.
 */
public final class RegionIndex implements TextIndex {
    private static final int BLOCK = 512;
    /** The maximum number of bytes of a block before the multiple of {@link #BLOCK}. */
    private static final int EARLY = 3;
    /** The maximum size of a sequence, in bytes. */
    private static final int SEQUENCE = 4;

    private static final int FIELDS = 4;
    private static final int BYTES = 0;
    private static final int CHARS = 1;
    private static final int POINTS = 2;
    private static final int FEEDS = 3;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long LOW_BITS = 0x7F * EACH_BYTE;
    private static final long EACH_FEED = '\n' * EACH_BYTE;

    private final Binding binding;
    private final Region region;
    private final long offset;
    private final int units;
    private final Coding coding;
    private final int blocks;
    /** The numbers before each block, and of the whole text. */
    private final int[] samples;
    /** The blocks that have malformed text. */
    private final BitSet malformed = new BitSet();
    /** For each field but BYTES: the blocks that have the chars, code points or line feeds 0, n, 2n and so on. */
    private final int[][] steps = new int[FIELDS][];

    private RegionIndex(Binding binding, Region region, long offset, int units, Coding coding) {
        this.binding = binding;
        this.region = region;
        this.offset = offset;
        this.units = units;
        this.coding = coding;
        this.blocks = units / BLOCK + (units % BLOCK == 0 ? 0 : 1);
        this.samples = new int[FIELDS * (blocks + 1)];
        Scratch scratch = Scratch.acquire();
        try {
            for (int block = 0; block < blocks; block++) {
                sample(block, scratch);
            }
        } finally {
            scratch.release();
        }
        for (int field = CHARS; field < FIELDS; field++) {
            steps[field] = steps(field);
        }
    }

    private int[] steps(int field) {
        int step = step(field);
        int[] found = new int[total(field) / step + 1];
        int next = 0;
        for (int block = 0; block < blocks; block++) {
            while (next < found.length && next * step < samples[FIELDS * (block + 1) + field]) {
                found[next++] = block;
            }
        }
        if (next < found.length) {
            found[next] = blocks; // the end of the text
        }
        return found;
    }

    private int step(int field) {
        return total(field) / Math.max(blocks, 1) + 1;
    }

    /**
     * Implements {@link TextIndex#of}.
     *
     * @param text the text
     * @return a new index
     */
    public static TextIndex of(TextView text) {
        return Ours.cast(RegionView.class, text, "text").index();
    }

    static RegionIndex of(Binding binding, Region region, long offset, int units, Coding coding) {
        if (coding.encoding() != Encoding.UTF_8) {
            throw new IllegalArgumentException("the charset of the text is " + coding.charset() + ": not UTF-8");
        }
        Checks.replacesOrReports(coding.policy());
        region.checkAccess();
        return new RegionIndex(binding, region, offset, units, coding);
    }

    private void sample(int block, Scratch scratch) {
        int at = FIELDS * block;
        int start = samples[at + BYTES];
        int end = (int) Math.min((block + 1L) * BLOCK, units);
        int more = end < units ? Flags.MORE : 0;
        long packed = decode(start, end - start, Flags.REPORT | more, scratch);
        boolean isMalformed = Packed.status(packed) == Packed.MALFORMED;
        if (isMalformed) {
            if (coding.flags() == Flags.REPORT) {
                throw TextErrors.decoding(binding, packed, coding.charset(), start);
            }
            malformed.set(block);
            packed = decode(start, end - start, Flags.REPLACE | more, scratch);
        }
        int bytes = Packed.read(packed);
        if (end - start - bytes > (more == 0 ? 0 : EARLY)) {
            throw TextErrors.unexpected(binding, packed);
        }
        int points = isMalformed ? points(packed, scratch) : 0;
        int feeds = isMalformed ? feeds(packed, scratch) : 0;
        if (!isMalformed) {
            byte[] raw = read(start, bytes, scratch);
            points = count(raw, bytes, POINTS);
            feeds = count(raw, bytes, FEEDS);
        }
        samples[at + FIELDS + BYTES] = start + bytes;
        samples[at + FIELDS + CHARS] = samples[at + CHARS] + Packed.written(packed);
        samples[at + FIELDS + POINTS] = samples[at + POINTS] + points;
        samples[at + FIELDS + FEEDS] = samples[at + FEEDS] + feeds;
    }

    /** Copies a part of the text to an array of the scratch, which has more bytes than the part. */
    private byte[] read(int start, int bytes, Scratch scratch) {
        byte[] raw = scratch.bytes(BLOCK + EARLY);
        RawBytes.readPiece(binding, region, offset + start, raw, bytes, scratch.chars(BLOCK + EARLY));
        return raw;
    }

    /** Counts the chars, code points or line feeds in well-formed text. */
    private static int count(byte[] raw, int bytes, int field) {
        int count = 0;
        for (int at = 0; at < bytes; at += Long.BYTES) {
            int left = bytes - at;
            long mask = left < Long.BYTES ? (1L << 8 * left) - 1 : -1;
            count += count((long) WORD.get(raw, at), mask, field);
        }
        return count;
    }

    /** Counts in the bytes of a word that the mask selects. */
    private static int count(long word, long mask, int field) {
        long each = EACH_BYTE & mask;
        if (field == FEEDS) {
            long other = word ^ EACH_FEED;
            return Long.bitCount(~((other & LOW_BITS) + LOW_BITS | other) >>> 7 & each); // its zero bytes
        }
        int points = Long.bitCount(~(word >>> 7 & ~(word >>> 6)) & each); // all bytes but 10xxxxxx
        // Sequences of four bytes, which are two chars, start with 11110xxx.
        return field == POINTS
                ? points
                : points + Long.bitCount(word >>> 7 & word >>> 6 & word >>> 5 & word >>> 4 & each);
    }

    /** Returns the index of the byte at which the sequence of this number starts, in well-formed text. */
    private static int select(byte[] raw, int bytes, int number, int field) {
        int left = number;
        int at = 0;
        for (; at < bytes - Long.BYTES; at += Long.BYTES) {
            int count = count((long) WORD.get(raw, at), -1, field);
            if (count > left) {
                break;
            }
            left -= count;
        }
        for (; at < bytes; at++) { // the bytes of a word
            left -= count(raw[at], 0xFF, field);
            if (left < 0) {
                break;
            }
        }
        return at;
    }

    private long decode(int start, int bytes, int flags, Scratch scratch) {
        byte[] latin1 = scratch.bytes(BLOCK + EARLY);
        char[] chars = scratch.chars(BLOCK + EARLY);
        int all = flags | Flags.CONTINUED;
        long place = region.start() + offset + start;
        long packed = binding.decode(region.base(), place, bytes, Encoding.UTF_8.id(), all, latin1, chars);
        if (packed < 0 || Packed.read(packed) > bytes || Packed.written(packed) > bytes) {
            throw TextErrors.unexpected(binding, packed);
        }
        return packed;
    }

    private static int points(long packed, Scratch scratch) {
        int points = Packed.written(packed);
        if (Packed.isChars(packed)) {
            char[] chars = scratch.chars(BLOCK + EARLY);
            for (int i = Packed.written(packed) - 1; i >= 0; i--) {
                points -= Character.isLowSurrogate(chars[i]) ? 1 : 0; // UTF-8 yields pairs only
            }
        }
        return points;
    }

    private static int feeds(long packed, Scratch scratch) {
        int feeds = 0;
        if (Packed.isChars(packed)) {
            char[] chars = scratch.chars(BLOCK + EARLY);
            for (int i = Packed.written(packed) - 1; i >= 0; i--) {
                feeds += chars[i] == '\n' ? 1 : 0;
            }
        } else {
            byte[] latin1 = scratch.bytes(BLOCK + EARLY);
            for (int i = Packed.written(packed) - 1; i >= 0; i--) {
                feeds += latin1[i] == '\n' ? 1 : 0;
            }
        }
        return feeds;
    }

    /** Returns one of the numbers before the sequence that has this byte. */
    private int before(int unitOffset, int field) {
        if (unitOffset == units) {
            return total(field);
        }
        int block = unitOffset / BLOCK;
        int at = FIELDS * block;
        int start = samples[at + BYTES];
        int bytes = unitOffset - start;
        Scratch scratch = Scratch.acquire();
        try {
            if (malformed.get(block)) {
                return samples[at + field] + decoded(start, bytes, field, scratch);
            }
            byte[] raw = read(start, bytes + 1, scratch);
            while (bytes > 0 && (raw[bytes] & 0xC0) == 0x80) {
                bytes--;
            }
            return samples[at + field] + (field == BYTES ? bytes : count(raw, bytes, field));
        } finally {
            scratch.release();
        }
    }

    /** Returns one of the numbers in a part of a block that has malformed text. */
    private int decoded(int start, int bytes, int field, Scratch scratch) {
        long packed = bytes == 0 ? 0 : decode(start, bytes, Flags.REPLACE | Flags.MORE, scratch);
        int rest = bytes - Packed.read(packed);
        int number = switch (field) {
            case BYTES -> bytes - rest;
            case CHARS -> Packed.written(packed);
            case POINTS -> points(packed, scratch);
            default -> feeds(packed, scratch);
        };
        // The bytes before may begin a sequence, or be a malformed one, whose replacement is one char.
        boolean isOver = rest > 0 && isMalformed(start + bytes - rest, rest, scratch);
        return isOver && field != FEEDS ? number + (field == BYTES ? rest : 1) : number;
    }

    /** Tests whether the sequence at an offset is malformed and has no more than this many bytes. */
    private boolean isMalformed(int start, int bytes, Scratch scratch) {
        long packed = decode(start, Math.min(SEQUENCE, units - start), Flags.REPORT, scratch);
        return Packed.status(packed) == Packed.MALFORMED && Packed.read(packed) == 0 && Packed.bad(packed) <= bytes;
    }

    /** Returns the offset of the sequence that has this char or code point, or of this line feed. */
    private int offset(int number, int field) {
        int block = block(number, field);
        int start = samples[FIELDS * block + BYTES];
        if (block == blocks) {
            return start;
        }
        int end = samples[FIELDS * (block + 1) + BYTES];
        if (malformed.get(block)) {
            return before(last(number, field, start, end), BYTES);
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] raw = read(start, end - start, scratch);
            return start + select(raw, end - start, number - samples[FIELDS * block + field], field);
        } finally {
            scratch.release();
        }
    }

    /** Returns the block of a char, code point or line feed. */
    private int block(int number, int field) {
        int step = number / step(field);
        int low = steps[field][step];
        int high = step + 1 < steps[field].length ? steps[field][step + 1] : blocks;
        while (low < high) { // a few blocks, unless most lines are in a small part of the text
            int middle = low + high + 1 >>> 1;
            if (samples[FIELDS * middle + field] <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the highest offset before which the number is at most this. */
    private int last(int number, int field, int start, int end) {
        int low = start;
        int high = end;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (before(middle, field) <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int check(String name, int position, int most) {
        if (position < 0 || position > most) {
            throw new IndexOutOfBoundsException(name + " is " + position + ": not between 0 and " + most);
        }
        return position;
    }

    private int total(int field) {
        return samples[FIELDS * blocks + field];
    }

    @Override
    public int units() {
        return units;
    }

    @Override
    public int chars() {
        return total(CHARS);
    }

    @Override
    public int codePoints() {
        return total(POINTS);
    }

    @Override
    public int lines() {
        return total(FEEDS) + 1;
    }

    @Override
    public int charIndex(int unitOffset) {
        return before(check("unitOffset", unitOffset, units), CHARS);
    }

    @Override
    public int unitOffset(int charIndex) {
        return offset(check("charIndex", charIndex, chars()), CHARS);
    }

    @Override
    public int codePointIndex(int unitOffset) {
        return before(check("unitOffset", unitOffset, units), POINTS);
    }

    @Override
    public int codePointOffset(int codePointIndex) {
        return offset(check("codePointIndex", codePointIndex, codePoints()), POINTS);
    }

    @Override
    public int line(int unitOffset) {
        return before(check("unitOffset", unitOffset, units), FEEDS);
    }

    @Override
    public int lineOffset(int line) {
        check("line", line, total(FEEDS));
        return line == 0 ? 0 : offset(line - 1, FEEDS) + 1;
    }
}
