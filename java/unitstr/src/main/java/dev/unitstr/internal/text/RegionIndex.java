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
import java.util.Objects;

/**
 * Samples: the numbers of bytes, chars, code points and line feeds before every block. A block starts at a sequence, at
 * most 3 bytes before a multiple of {@link #BLOCK}, so that the block of a byte is found by a division. A part of the
 * block is decoded again to map a position in it.
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

    private final Binding binding;
    private final Region region;
    private final long offset;
    private final int units;
    private final Coding coding;
    private final int blocks;
    /** The numbers before each block, and of the whole text. */
    private final int[] samples;

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
    }

    /**
     * Implements {@link TextIndex#of}.
     *
     * @param text the text
     * @return a new index
     */
    public static TextIndex of(TextView text) {
        return ((RegionView) Objects.requireNonNull(text, "text")).index();
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
        long packed = decode(start, end - start, coding.flags() | more, scratch);
        if (Packed.status(packed) == Packed.MALFORMED) {
            throw TextErrors.decoding(binding, packed, coding.charset(), start);
        }
        int rest = end - start - Packed.read(packed);
        if (rest > (more == 0 ? 0 : EARLY)) {
            throw TextErrors.unexpected(binding, packed);
        }
        samples[at + FIELDS + BYTES] = end - rest;
        samples[at + FIELDS + CHARS] = samples[at + CHARS] + Packed.written(packed);
        samples[at + FIELDS + POINTS] = samples[at + POINTS] + points(packed, scratch);
        samples[at + FIELDS + FEEDS] = samples[at + FEEDS] + feeds(packed, scratch);
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
            return samples[FIELDS * blocks + field];
        }
        int at = FIELDS * (unitOffset / BLOCK);
        int start = samples[at + BYTES];
        int bytes = unitOffset - start;
        Scratch scratch = Scratch.acquire();
        try {
            long packed = bytes == 0 ? 0 : decode(start, bytes, Flags.REPLACE | Flags.MORE, scratch);
            int rest = bytes - Packed.read(packed);
            int number = samples[at + field]
                    + switch (field) {
                        case BYTES -> bytes - rest;
                        case CHARS -> Packed.written(packed);
                        case POINTS -> points(packed, scratch);
                        default -> feeds(packed, scratch);
                    };
            // The bytes before may begin a sequence, or be a malformed one, whose replacement is one char.
            boolean isOver = rest > 0 && isMalformed(start + bytes - rest, rest, scratch);
            return isOver && field != FEEDS ? number + (field == BYTES ? rest : 1) : number;
        } finally {
            scratch.release();
        }
    }

    /** Tests whether the sequence at an offset is malformed and has no more than this many bytes. */
    private boolean isMalformed(int start, int bytes, Scratch scratch) {
        long packed = decode(start, Math.min(SEQUENCE, units - start), Flags.REPORT, scratch);
        return Packed.status(packed) == Packed.MALFORMED && Packed.read(packed) == 0 && Packed.bad(packed) <= bytes;
    }

    /** Returns the highest offset whose number is at most this, for a number that does not exceed that of the text. */
    private int last(int number, int field) {
        int low = 0; // the block of the offset: binary search
        int high = blocks;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (samples[FIELDS * middle + field] <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        int first = samples[FIELDS * low + BYTES];
        int end = low == blocks ? units : samples[FIELDS * (low + 1) + BYTES];
        while (first < end) {
            int middle = first + (end - first + 1) / 2;
            if (before(middle, field) <= number) {
                first = middle;
            } else {
                end = middle - 1;
            }
        }
        return first;
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
        return before(last(check("charIndex", charIndex, chars()), CHARS), BYTES);
    }

    @Override
    public int codePointIndex(int unitOffset) {
        return before(check("unitOffset", unitOffset, units), POINTS);
    }

    @Override
    public int codePointOffset(int codePointIndex) {
        return before(last(check("codePointIndex", codePointIndex, codePoints()), POINTS), BYTES);
    }

    @Override
    public int line(int unitOffset) {
        return before(check("unitOffset", unitOffset, units), FEEDS);
    }

    @Override
    public int lineOffset(int line) {
        check("line", line, total(FEEDS));
        return line == 0 ? 0 : last(line - 1, FEEDS) + 1;
    }
}
