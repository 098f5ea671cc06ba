package dev.unitstr.ffm.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** UTF-16 in this machine's byte order, which a {@code char[]} already is. */
public final class HeapText {
    private static final char REPLACEMENT = '\uFFFD';

    private HeapText() {}

    /**
     * Copies a string into an array that holds its encoded form.
     *
     * @param string the string
     * @param charset the encoding
     * @param policy what to do with lone surrogates
     * @return the array, or null if the encoding is another one, or the string has to be reported
     */
    public static char @Nullable [] nativeUtf16(String string, Charset charset, MalformedPolicy policy) {
        if (Encoding.of(charset) != Encoding.UTF_16_NATIVE) {
            return null;
        }
        char[] chars = string.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (Character.isSurrogate(chars[i])) {
                if (isPair(chars, i)) {
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

    private static boolean isPair(char[] chars, int i) {
        return Character.isHighSurrogate(chars[i]) && i + 1 < chars.length && Character.isLowSurrogate(chars[i + 1]);
    }
}
