package dev.unitstr.interop.ffm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Random;

/**
 * Random text, most of it malformed somewhere, and always the same. U+FFFD and {@code ?} are not put in on purpose, so
 * that those in a result were put there by a conversion.
 */
final class Records {
    /** How many records a test looks at: fewer in {@code make check}; {@code -Dunitstr.records} asks for more. */
    static final int COUNT = Math.max(
            Integer.getInteger("unitstr.share", 1) > 7 ? 50_000 : 200_000, Integer.getInteger("unitstr.records", 0));

    /** The most units that a record has: more than one native call takes in. */
    static final int MAX_UNITS = 100_000;

    private static final int[] EDGES = {
        0, 'a', 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF, 0x1F600
    };
    private static final int[] EDGE_BYTES = {
        0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF
    };

    private final Random random = new Random(20260101);
    private int made;

    /** UTF-16 with lone surrogates. */
    char[] utf16() {
        StringBuilder text = new StringBuilder();
        int units = units();
        boolean clean = random.nextInt(4) == 0;
        while (text.length() < units) {
            if (clean || random.nextInt(8) != 0) {
                text.appendCodePoint(codePoint());
            } else {
                text.append((char) (0xD800 + random.nextInt(0x800)));
            }
        }
        return text.toString().toCharArray();
    }

    /** UTF-8 with bytes that are missing, superfluous or wrong. */
    byte[] utf8() {
        byte[] bytes = new byte[units()];
        int i = 0;
        boolean clean = random.nextInt(4) == 0;
        while (i < bytes.length) {
            int c = codePoint();
            switch (clean ? 0 : random.nextInt(8)) {
                case 1 -> bytes[i++] = (byte) EDGE_BYTES[random.nextInt(EDGE_BYTES.length)];
                case 2 -> bytes[i++] = (byte) random.nextInt(256);
                default -> i = encode(c, bytes, i);
            }
        }
        return bytes;
    }

    /** UTF-32 with numbers that are no code points. */
    int[] utf32() {
        int[] units = new int[units()];
        boolean clean = random.nextInt(4) == 0;
        for (int i = 0; i < units.length; i++) {
            units[i] = switch (clean ? 0 : random.nextInt(12)) {
                case 1 -> 0x110000 + random.nextInt(3);
                case 2 -> -1 - random.nextInt(3);
                default -> codePoint();
            };
        }
        return units;
    }

    /** Most records are short; a few are longer than one native call takes in. */
    private int units() {
        return switch (++made % 20_000) {
            case 0 -> MAX_UNITS / 2 + random.nextInt(MAX_UNITS / 2 - 1);
            case 1, 2, 3, 4, 5 -> random.nextInt(5000);
            default -> random.nextInt(40);
        };
    }

    private int codePoint() {
        int c = switch (random.nextInt(6)) {
            case 0, 1 -> random.nextInt(0x80);
            case 2 -> 0x80 + random.nextInt(0x780);
            case 3 -> random.nextInt(0x10000);
            case 4 -> 0x10000 + random.nextInt(0x100000);
            default -> EDGES[random.nextInt(EDGES.length)];
        };
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        return surrogate || c == '?' || c == 0xFFFD || c == 0xFEFF ? 'x' : c;
    }

    /** As many bytes of a code point as fit: the last code point may be cut. */
    private static int encode(int c, byte[] bytes, int at) {
        byte[] sequence = Character.toString(c).getBytes(UTF_8);
        int count = Math.min(sequence.length, bytes.length - at);
        System.arraycopy(sequence, 0, bytes, at, count);
        return at + count;
    }
}
