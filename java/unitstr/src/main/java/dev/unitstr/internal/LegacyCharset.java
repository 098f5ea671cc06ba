package dev.unitstr.internal;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What a charset says of itself only by its behaviour.
 *
 * @param hasNul whether a zero byte is NUL
 * @param hasState whether what a char becomes depends on the chars before it
 */
record LegacyCharset(boolean hasNul, boolean hasState) {
    private static final Map<Charset, LegacyCharset> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    /** Of many scripts, so that a charset that shifts between sets of characters has one in each. */
    private static final String SAMPLES = "a\u00e9\u0416\u05d0\u0628\u0e01\u3042\u30a2\uff71\u4e00\u6f22\u4e2d\ud55c";

    /**
     * Asks a charset, once.
     *
     * @param charset the charset
     * @return what it does
     */
    static LegacyCharset of(Charset charset) {
        LegacyCharset known = KNOWN.get(charset);
        if (known == null) { // the charset may be anybody's code: it does not run under the map's lock
            known = new LegacyCharset(new String(new byte[1], charset).equals("\0"), hasState(charset));
            KNOWN.put(charset, known);
        }
        return known;
    }

    /** A shift sequence, a designation or a byte order mark is written once for two chars of a kind. */
    private static boolean hasState(Charset charset) {
        if (!charset.canEncode()) {
            return false;
        }
        return SAMPLES.chars().mapToObj(c -> String.valueOf((char) c)).anyMatch(sample -> {
            byte[] one = sample.getBytes(charset);
            byte[] two = sample.repeat(2).getBytes(charset);
            return two.length != 2 * one.length
                    || !Arrays.equals(one, Arrays.copyOf(two, one.length))
                    || !Arrays.equals(one, Arrays.copyOfRange(two, one.length, two.length));
        });
    }
}
