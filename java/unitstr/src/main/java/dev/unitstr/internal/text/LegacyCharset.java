package dev.unitstr.internal.text;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Properties of a charset that only its behaviour reveals.
 *
 * @param hasNul whether the charset encodes NUL as one zero byte
 * @param hasState whether the encoded form of a char depends on the chars before it, other than by a shift-out and a
 *     shift-in around two-byte characters
 */
record LegacyCharset(boolean hasNul, boolean hasState) {
    /** The properties of a class's charsets by name. Charsets of different classes are equal if their names are. */
    private static final ClassValue<Map<String, LegacyCharset>> KNOWN = new ClassValue<>() {
        @Override
        protected Map<String, LegacyCharset> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private static final byte SHIFT_OUT = 0x0E;
    private static final byte SHIFT_IN = 0x0F;

    /** Chars of many scripts, so that every character set of a charset that switches between sets is represented. */
    private static final String SAMPLES = "a\u00e9\u0416\u05d0\u0628\u0e01\u3042\u30a2\uff71\u4e00\u6f22\u4e2d\ud55c";

    /**
     * Returns the properties of a charset. They are determined once.
     *
     * @param charset the charset
     * @return the properties
     */
    static LegacyCharset of(Charset charset) {
        Map<String, LegacyCharset> known = KNOWN.get(charset.getClass());
        LegacyCharset cached = known.get(charset.name());
        if (cached == null) { // the charset may be user code: do not call it while holding a lock of the map
            cached = new LegacyCharset(new String(new byte[1], charset).equals("\0"), hasState(charset));
            known.put(charset.name(), cached);
        }
        return cached;
    }

    /**
     * Detects shift sequences, designations and byte order marks: they occur only once in the encoded form of two equal
     * chars.
     */
    private static boolean hasState(Charset charset) {
        if (!charset.canEncode()) {
            return false;
        }
        return SAMPLES.chars().mapToObj(c -> String.valueOf((char) c)).anyMatch(sample -> {
            byte[] one = sample.getBytes(charset);
            byte[] two = sample.repeat(2).getBytes(charset);
            return !isTwice(two, one, 0) && !(isShifted(one) && isShifted(two) && isTwice(two, one, 1));
        });
    }

    /**
     * Tests whether {@code two} is {@code one} twice, not counting {@code border} bytes at the start and the end of
     * each.
     */
    private static boolean isTwice(byte[] two, byte[] one, int border) {
        int bytes = one.length - 2 * border;
        return two.length == one.length + bytes
                && Arrays.equals(two, border, border + bytes, one, border, border + bytes)
                && Arrays.equals(two, border + bytes, two.length - border, one, border, border + bytes);
    }

    /** Tests whether a text is enclosed in a shift-out and a shift-in, as in charsets of IBM hosts. */
    private static boolean isShifted(byte[] text) {
        return text.length > 2 && text[0] == SHIFT_OUT && text[text.length - 1] == SHIFT_IN;
    }
}
