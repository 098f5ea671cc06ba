package dev.unitstr.internal.values;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A key to look up in a map of libtvm_ffi: computes its hash and compares it with keys in the map, 8 bytes at a time.
 *
 * <p>Source: {@code AnyHash} and {@code AnyEqual} in {@code any.h}, {@code StableHashBytes} in {@code base_detail.h} of
 * apache/tvm-ffi; {@code rust/unitstr-values/src/tvm/hash.rs}.
 */
final class MapKey {
    private static final long FACTOR = 1_099_511_628_211L;
    /** A prime, 2<sup>31</sup> - 1. Hashes are below it. */
    private static final long MODULUS = 0x7FFF_FFFFL;

    private static final byte[] NONE = {};

    /** {@link TvmSlots#INT}, {@link TvmSlots#STR} or {@link TvmSlots#BYTES}. */
    private final int code;
    /** The bytes of a text or binary. */
    private final byte[] bytes;
    /** The value of an int, or a text or binary of at most 8 bytes. */
    private final long word;

    private final long hash;

    private MapKey(int code, byte[] bytes, long word, long hash) {
        this.code = code;
        this.bytes = bytes;
        this.word = word;
        this.hash = code ^ (hash + 0x9E37_79B9L + ((long) code << 6) + (code >>> 2));
    }

    static MapKey of(long number) {
        return new MapKey(TvmSlots.INT, NONE, number, number);
    }

    /** Returns null if the text contains a lone surrogate. */
    static @Nullable MapKey of(String text) {
        byte[] utf8 = utf8(text);
        return utf8 == null ? null : of(TvmSlots.STR, utf8);
    }

    /** Encodes a text. Returns null if it contains a lone surrogate, which UTF-8 cannot represent. */
    static byte @Nullable [] utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        // The JDK replaces a lone surrogate with a question mark.
        boolean isWhole = !contains(utf8, (byte) '?') || new String(utf8, StandardCharsets.UTF_8).equals(text);
        return isWhole ? utf8 : null;
    }

    static MapKey of(byte[] binary) {
        return of(TvmSlots.BYTES, binary);
    }

    /** Creates a key of the bytes of a text or binary. */
    static MapKey of(int code, byte[] bytes) {
        long hash = 0;
        for (int i = 0; i < bytes.length; i += Long.BYTES) {
            hash = modulo(hash * FACTOR + word(bytes, i));
        }
        return new MapKey(code, bytes, word(bytes, 0), hash);
    }

    private static boolean contains(byte[] bytes, byte wanted) {
        for (byte each : bytes) {
            if (each == wanted) {
                return true;
            }
        }
        return false;
    }

    long hash() {
        return hash;
    }

    /** Returns an unsigned number modulo {@link #MODULUS}. */
    private static long modulo(long number) {
        long sum = (number & MODULUS) + (number >>> 31 & MODULUS) + (number >>> 62);
        sum = (sum & MODULUS) + (sum >>> 31);
        return sum >= MODULUS ? sum - MODULUS : sum;
    }

    /** Returns 8 bytes, padded with zeros after the end. */
    private static long word(byte[] bytes, int at) {
        int rest = bytes.length - at;
        if (rest >= Long.BYTES) {
            return Bits.i64(bytes, at);
        }
        if (at > 0) {
            return Bits.i64(bytes, bytes.length - Long.BYTES) >>> 8 * (Long.BYTES - rest);
        }
        long word = 0;
        for (int i = 0; i < rest; i++) {
            word |= (bytes[i] & 0xFFL) << 8 * i;
        }
        return word;
    }

    /**
     * Tests whether a slot contains an equal key.
     *
     * @param reach the memory of objects
     * @param head the first 8 bytes of the slot
     * @param word the last 8 bytes of the slot
     */
    boolean isIn(Reach reach, long head, long word) {
        int found = (int) head;
        if (code == TvmSlots.INT) {
            return head == TvmSlots.INT && word == this.word;
        }
        if (found == code) {
            return isObject(reach, word);
        }
        if (found != (code == TvmSlots.STR ? TvmSlots.SMALL_STR : TvmSlots.SMALL_BYTES)) {
            return false;
        }
        int small = SlotFormat.small((int) (head >>> 32), 4, TvmSlots.SMALL);
        return small == bytes.length && (word & (1L << 8 * small) - 1) == this.word;
    }

    private boolean isObject(Reach reach, long object) {
        AddressSpace.Spot spot = reach.memory().find(object, TvmSlots.TEXT);
        int header = (int) reach.word(spot, 8);
        if (header != code) {
            throw FormatErrors.header(code, header, 8, object);
        }
        long size = Reach.size(reach.word(spot, TvmSlots.HEADER + 8), TvmSlots.HEADER + 8, object);
        return size == bytes.length && (size == 0 || isText(reach, reach.word(spot, TvmSlots.HEADER)));
    }

    private boolean isText(Reach reach, long data) {
        AddressSpace.Spot spot = reach.memory().find(data, bytes.length);
        int last = bytes.length - Long.BYTES;
        if (last < 0) {
            byte[] few = new byte[Long.BYTES];
            AddressSpace.read(reach.strings(), spot.region(), spot.offset(), few, bytes.length);
            return Bits.i64(few, 0) == word;
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            if (reach.word(spot, i) != Bits.i64(bytes, i)) {
                return false;
            }
        }
        return reach.word(spot, last) == Bits.i64(bytes, last);
    }
}
