package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueFormatException.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key to look up in a map of libtvm_ffi: computes its hash and compares it with keys in the map. Text is encoded on
 * the fly, as UTF-8 words of 8 bytes; it is never encoded into memory as a whole.
 *
 * <p>Source: {@code AnyHash} and {@code AnyEqual} in {@code any.h}, {@code StableHashBytes} in {@code base_detail.h} of
 * apache/tvm-ffi; {@code rust/unitstr-values/src/tvm/hash.rs}.
 */
final class MapKey {
    private static final long FACTOR = 1_099_511_628_211L;
    /** A prime, 2<sup>31</sup> - 1. Hashes are below it. */
    private static final long MODULUS = 0x7FFF_FFFFL;

    /** {@link TvmSlots#INT}, {@link TvmSlots#STR} or {@link TvmSlots#BYTES}. */
    private final int code;

    private final @Nullable String text;
    private final byte @Nullable [] binary;
    /** The value of an int, or the first 8 bytes of a text or binary. */
    private long first;
    /** The size of a text or binary in bytes. */
    private long bytes;

    private final long hash;

    // The read position.
    private int at;
    /** The bytes of a code point that begins in the preceding word; the next field is their number. */
    private long carry;

    private int carried;
    /** The number of bytes of the last word that belong to the key. */
    private int filled;

    /** Whether the text contains a lone surrogate. */
    private boolean malformed;

    private MapKey(int code, @Nullable String text, byte @Nullable [] binary, long number) {
        this.code = code;
        this.text = text;
        this.binary = binary;
        this.first = number;
        this.hash = combine(code, code == TvmSlots.INT ? number : hashText());
    }

    static MapKey of(long number) {
        return new MapKey(TvmSlots.INT, null, null, number);
    }

    static MapKey of(String text) {
        return new MapKey(TvmSlots.STR, text, null, 0);
    }

    static MapKey of(byte[] binary) {
        return new MapKey(TvmSlots.BYTES, null, binary, 0);
    }

    private static long combine(long code, long value) {
        return code ^ (value + 0x9E37_79B9L + (code << 6) + (code >>> 2));
    }

    long hash() {
        return hash;
    }

    /** Tests whether the text contains a lone surrogate, which UTF-8 cannot represent. */
    boolean isMalformed() {
        return malformed;
    }

    private long hashText() {
        long hash = 0;
        do {
            long word = next();
            if (bytes == 0) {
                first = word;
            }
            if (filled > 0) {
                hash = modulo(hash * FACTOR + word);
                bytes += filled;
            }
        } while (filled == Long.BYTES);
        return hash;
    }

    /** Returns an unsigned number modulo {@link #MODULUS}. */
    private static long modulo(long number) {
        long sum = (number & MODULUS) + (number >>> 31 & MODULUS) + (number >>> 62);
        sum = (sum & MODULUS) + (sum >>> 31);
        return sum >= MODULUS ? sum - MODULUS : sum;
    }

    private void rewind() {
        at = 0;
        carry = 0;
        carried = 0;
    }

    /** Returns the next 8 bytes, padded with zeros at the end of the key. */
    private long next() {
        return text != null ? nextOf(text) : nextOf(Objects.requireNonNull(binary));
    }

    private long nextOf(byte[] binary) {
        filled = Math.min(Long.BYTES, binary.length - at);
        if (filled == Long.BYTES) {
            at += Long.BYTES;
            return Bits.i64(binary, at - Long.BYTES);
        }
        long word = 0;
        for (int i = 0; i < filled; i++) {
            word |= (binary[at + i] & 0xFFL) << 8 * i;
        }
        at += filled;
        return word;
    }

    private long nextOf(String text) {
        long word = carry;
        int count = carried;
        carry = 0;
        carried = 0;
        while (count < Long.BYTES && at < text.length()) {
            char c = text.charAt(at++);
            if (c < 0x80) {
                word |= (long) c << 8 * count++;
                continue;
            }
            long utf8;
            int size;
            if (c < 0x800) {
                utf8 = 0x80C0L | c >> 6 | (c & 0x3F) << 8;
                size = 2;
            } else if (!Character.isSurrogate(c)) {
                utf8 = 0x80_80E0L | c >> 12 | (c >> 6 & 0x3F) << 8 | (c & 0x3F) << 16;
                size = 3;
            } else if (Character.isHighSurrogate(c)
                    && at < text.length()
                    && Character.isLowSurrogate(text.charAt(at))) {
                int point = Character.toCodePoint(c, text.charAt(at++));
                utf8 = 0x8080_80F0L
                        | point >> 18
                        | (point >> 12 & 0x3F) << 8
                        | (point >> 6 & 0x3F) << 16
                        | (long) (point & 0x3F) << 24;
                size = 4;
            } else {
                malformed = true;
                continue;
            }
            word |= utf8 << 8 * count;
            count += size;
            if (count > Long.BYTES) {
                carried = count - Long.BYTES;
                carry = utf8 >>> 8 * (size - carried);
                count = Long.BYTES;
            }
        }
        filled = count;
        return word;
    }

    /**
     * Tests whether a slot contains an equal key.
     *
     * @param reach the memory of objects
     * @param head the first 8 bytes of the slot
     * @param word the last 8 bytes of the slot
     */
    boolean isIn(SlotFormat.Reach reach, long head, long word) {
        int found = (int) head;
        if (code == TvmSlots.INT) {
            return head == TvmSlots.INT && word == first;
        }
        if (found == code) {
            return isObject(reach, word);
        }
        if (found != (code == TvmSlots.STR ? TvmSlots.SMALL_STR : TvmSlots.SMALL_BYTES)) {
            return false;
        }
        int small = SlotFormat.small((int) (head >>> 32), 4, TvmSlots.SMALL);
        return small == bytes && (word & (1L << 8 * small) - 1) == first;
    }

    private boolean isObject(SlotFormat.Reach reach, long object) {
        AddressSpace.Spot spot = reach.memory().find(object, TvmSlots.TEXT);
        int header = (int) reach.word(spot, 8);
        if (header != code) {
            throw FormatErrors.header(code, header, 8, object);
        }
        long size = SlotFormat.size(reach.word(spot, TvmSlots.HEADER + 8), Field.SIZE, TvmSlots.HEADER + 8, object);
        return size == bytes && (size == 0 || isText(reach, reach.word(spot, TvmSlots.HEADER)));
    }

    private boolean isText(SlotFormat.Reach reach, long data) {
        AddressSpace.Spot spot = reach.memory().find(data, bytes);
        if (bytes < Long.BYTES) {
            byte[] few = new byte[Long.BYTES];
            AddressSpace.read(reach.strings(), spot.region(), spot.offset(), few, (int) bytes);
            return Bits.i64(few, 0) == first;
        }
        rewind();
        long offset = 0;
        for (; offset + Long.BYTES <= bytes; offset += Long.BYTES) {
            if (reach.word(spot, offset) != next()) {
                return false;
            }
        }
        // Reads no byte beyond the text: the last 8 bytes of the text contain the rest.
        int rest = (int) (bytes - offset);
        return rest == 0 || reach.word(spot, bytes - Long.BYTES) >>> 8 * (Long.BYTES - rest) == next();
    }
}
