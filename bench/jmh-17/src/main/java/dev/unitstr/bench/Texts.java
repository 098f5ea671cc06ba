package dev.unitstr.bench;

import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Texts to convert: many different ones of the same size, so that no branch predictor learns them. */
public final class Texts {
    /** How many texts; a power of two. */
    public static final int COUNT = 256;

    private Texts() {}

    /**
     * Printable ASCII.
     *
     * @param chars the size of each text
     * @return {@link #COUNT} texts
     */
    public static String[] ascii(int chars) {
        return of(chars, random -> ' ' + random % ('~' - ' '));
    }

    /**
     * Common Chinese characters.
     *
     * @param chars the size of each text
     * @return {@link #COUNT} texts
     */
    public static String[] cjk(int chars) {
        return of(chars, random -> 0x4E00 + random % 0x5000);
    }

    private static String[] of(int chars, IntUnaryOperator character) {
        Random random = new Random(chars);
        String[] texts = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            char[] text = new char[chars];
            for (int j = 0; j < chars; j++) {
                text[j] = (char) character.applyAsInt(random.nextInt(Integer.MAX_VALUE));
            }
            texts[i] = new String(text);
        }
        return texts;
    }
}
