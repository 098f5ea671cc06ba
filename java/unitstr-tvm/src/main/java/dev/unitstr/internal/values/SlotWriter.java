package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes values that need no object as slots of libtvm_ffi: two words. */
abstract class SlotWriter {
    /** The outcome for a value that needs an object, which was not written. */
    static final long NEEDS_OBJECT = -1;

    private static final int ASCII = 0x80;

    private final RegionStrings strings;

    /** Constructor for subclasses. */
    SlotWriter(RegionStrings strings) {
        this.strings = strings;
    }

    /**
     * Writes a slot. The place is an index or an address, depending on the subclass, and so is the outcome, which is
     * never {@link #NEEDS_OBJECT}.
     */
    abstract long put(long place, int code, int length, long word);

    /** Writes a value that needs no object. Returns {@link #NEEDS_OBJECT} for any other value. */
    final long putPlain(long place, @Nullable Object value) {
        if (value == null) {
            return put(place, TvmSlots.NONE, 0, 0);
        } else if (value instanceof Long number) {
            return put(place, TvmSlots.INT, 0, number);
        } else if (value instanceof String text) {
            return putSmall(place, text);
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return put(place, TvmSlots.INT, 0, ((Number) value).longValue());
        } else if (value instanceof Double || value instanceof Float) {
            return put(place, TvmSlots.FLOAT, 0, Double.doubleToRawLongBits(((Number) value).doubleValue()));
        } else if (value instanceof Boolean truth) {
            return put(place, TvmSlots.BOOL, 0, truth ? 1 : 0);
        } else if (value instanceof byte[] bytes) {
            return putSmall(place, TvmSlots.SMALL_BYTES, bytes);
        }
        return NEEDS_OBJECT;
    }

    /** Writes a text that fits into the slot. Returns {@link #NEEDS_OBJECT} for a longer one. */
    final long putSmall(long place, String text) {
        int chars = text.length();
        if (chars > TvmSlots.SMALL) {
            return NEEDS_OBJECT;
        }
        long word = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= ASCII) {
                byte[] utf8 = strings.encode(text, StandardCharsets.UTF_8, 0, chars, MalformedPolicy.REPLACE);
                return putSmall(place, TvmSlots.SMALL_STR, utf8);
            }
            word |= (long) c << 8 * i;
        }
        return put(place, TvmSlots.SMALL_STR, chars, word);
    }

    /** Writes bytes of a string or a binary that fit into the slot. Returns {@link #NEEDS_OBJECT} for more bytes. */
    final long putSmall(long place, int code, byte[] bytes) {
        if (bytes.length > TvmSlots.SMALL) {
            return NEEDS_OBJECT;
        }
        long word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word |= (bytes[i] & 0xFFL) << 8 * i;
        }
        return put(place, code, bytes.length, word);
    }
}
