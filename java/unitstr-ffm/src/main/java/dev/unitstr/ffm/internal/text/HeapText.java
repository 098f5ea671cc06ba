package dev.unitstr.ffm.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Encodes strings as UTF-16 in native byte order, the form of a {@code char[]}. */
public final class HeapText {
    private static final char REPLACEMENT = '\uFFFD';

    private HeapText() {}

    /**
     * Returns the encoded form of a string.
     *
     * @param string the string
     * @param charset the charset
     * @param policy how to handle lone surrogates
     * @return the array, or null if {@code charset} is another charset or the string is malformed and {@code policy} is
     *     not REPLACE
     */
    public static char @Nullable [] nativeUtf16(String string, Charset charset, MalformedPolicy policy) {
        if (Encoding.of(charset) != Encoding.UTF_16_NATIVE) {
            return null;
        }
        char[] chars = string.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (Character.isSurrogate(chars[i])) {
                if (i + 1 < chars.length && Character.isSurrogatePair(chars[i], chars[i + 1])) {
                    i++;
                } else if (policy == MalformedPolicy.REPLACE) {
                    chars[i] = REPLACEMENT;
                } else {
                    return null;
                }
            }
        }
        return chars;
    }
}
