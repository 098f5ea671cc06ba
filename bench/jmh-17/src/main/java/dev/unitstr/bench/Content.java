package dev.unitstr.bench;

import java.util.Locale;
import java.util.Random;

/** What texts consist of. All are random, so that no branch predictor learns them. */
public enum Content {
    /** Printable ASCII. */
    ASCII,
    /** Latin letters, 1 in 8 accented. */
    LATIN1,
    /** Cyrillic words. */
    CYRILLIC,
    /** Common Chinese characters. */
    CJK,
    /** Emoji, of two chars each. */
    EMOJI,
    /** Words: 60 % ASCII, 15 % accented, 15 % Chinese, 5 % Cyrillic, 5 % emoji. */
    MIXED,
    /** Mixed words with an error in every 20 units, on average. */
    MALFORMED,
    /** Half of the texts are empty, the others ASCII. */
    HALF_EMPTY;

    private static final int ERRORS = 20;

    /**
     * A content by its name.
     *
     * @param name a name, in lower case
     * @return the content
     */
    public static Content of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    boolean isLatin1() {
        return this == ASCII || this == LATIN1;
    }

    /**
     * A text of so many chars, with lone surrogates if it is to be malformed.
     *
     * @param chars how many
     * @param random makes it
     * @return the text
     */
    public String text(int chars, Random random) {
        if (this == HALF_EMPTY) {
            return random.nextBoolean() ? "" : ASCII.text(chars, random);
        }
        StringBuilder text = new StringBuilder(chars + 1);
        while (text.length() < chars) {
            word(text, chars - text.length(), random);
        }
        if (this == MALFORMED) {
            for (int i = random.nextInt(ERRORS); i < chars; i += 1 + random.nextInt(2 * ERRORS)) {
                text.setCharAt(i, (char) (Character.MIN_SURROGATE + random.nextInt(0x800)));
            }
        }
        return text.toString();
    }

    /** Spoils encoded text that is well-formed, unit by unit. */
    static void spoil(byte[] encoded, int unitSize, boolean bigEndian, Random random) {
        int units = encoded.length / unitSize;
        for (int i = random.nextInt(ERRORS); i < units; i += 1 + random.nextInt(2 * ERRORS)) {
            // FF in UTF-8, a lone surrogate in UTF-16, a number above all code points in UTF-32.
            int bad = unitSize == 1 ? 0xFF : unitSize == 2 ? 0xDC21 : 0x210021;
            for (int b = 0; b < unitSize; b++) {
                int shift = 8 * (bigEndian ? unitSize - 1 - b : b);
                encoded[i * unitSize + b] = (byte) (bad >> shift);
            }
        }
    }

    private void word(StringBuilder text, int room, Random random) {
        int percent = random.nextInt(100);
        Content of = this;
        if (this == MIXED || this == MALFORMED) {
            of = percent < 60 ? ASCII : percent < 75 ? LATIN1 : percent < 90 ? CJK : percent < 95 ? CYRILLIC : EMOJI;
        }
        boolean spaced = this == CYRILLIC || of != this;
        int length = Math.min(room, spaced ? 1 + random.nextInt(10) : room);
        for (int i = 0; i < length; i++) {
            if (of == EMOJI && i + 1 < length) {
                text.appendCodePoint(0x1F300 + random.nextInt(0x350));
                i++;
            } else {
                text.append(of.character(random));
            }
        }
        if (spaced && length < room) {
            text.append(' ');
        }
    }

    private char character(Random random) {
        return (char)
                switch (this) {
                    case LATIN1 -> random.nextInt(8) == 0 ? 0xE0 + random.nextInt(0x17) : 'a' + random.nextInt(26);
                    case CYRILLIC -> 0x430 + random.nextInt(32);
                    case CJK -> 0x4E00 + random.nextInt(0x5000);
                    default -> '!' + random.nextInt('~' - '!');
                };
    }
}
