package dev.unitstr.internal.text;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What a charset says of itself only by its behaviour.
 *
 * @param hasNul whether a zero byte is NUL
 * @param hasState whether what a char becomes depends on the chars before it, in another way than that two bytes for each
 *     character follow a shift-out and end with a shift-in
 */
record LegacyCharset(boolean hasNul, boolean hasState) {
    private static final Map<Charset, LegacyCharset> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    private static final byte SHIFT_OUT = 0x0E;
    private static final byte SHIFT_IN = 0x0F;

    /** Of many scripts, so that a charset that shifts between sets of characters has one in each. */
    private static final String SAMPLES = "a\u00e9\u0416\u05d0\u0628\u0e01\u3042\u30a2\uff71\u4e00\u6f22\u4e2d\ud55c";

    /**
     * Asks a charset, once.
     *
     * @param charset the charset
     * @return what it does
     */
    static LegacyCharset of(Charset charset) {
        LegacyCharset cached = KNOWN.get(charset);
        if (cached == null) { // the charset may be anybody's code: it does not run under the map's lock
            cached = new LegacyCharset(new String(new byte[1], charset).equals("\0"), hasState(charset));
            KNOWN.put(charset, cached);
        }
        return cached;
    }

    /** A shift sequence, a designation or a byte order mark is written once for two chars of a kind. */
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

    /** Whether one text is the other two times, inside the {@code border} bytes that both start and end with. */
    private static boolean isTwice(byte[] two, byte[] one, int border) {
        int bytes = one.length - 2 * border;
        return two.length == one.length + bytes
                && Arrays.equals(two, border, border + bytes, one, border, border + bytes)
                && Arrays.equals(two, border + bytes, two.length - border, one, border, border + bytes);
    }

    /** Whether a text is shifted as those of IBM's hosts are, between a shift-out and a shift-in. */
    private static boolean isShifted(byte[] text) {
        return text.length > 2 && text[0] == SHIFT_OUT && text[text.length - 1] == SHIFT_IN;
    }
}
