package dev.unitstr.contract;

import java.nio.charset.Charset;
import java.util.List;
import java.util.SplittableRandom;

/** Texts to write: some chosen, some random. */
public final class Texts {
    /** Short ones with something about each. */
    public static final List<String> CHOSEN = List.of(
            "",
            "X",
            "section \u00a7",
            "snowman \u26c4",
            "rainbow \ud83c\udf08",
            "\ud83d",
            "\udc00\ud83c",
            "\ud800\ud800\udc00",
            "\ufeff\ufeffa",
            "\ufffe\uffff",
            "a\0b\0",
            "\u007f\u0080\u00ff\u0100\u07ff\u0800\ud7ff\ue000\uffff",
            "\ud800\udc00\udbff\udfff");

    private static final String BOUNDARY =
            "\0\u007f\u0080\u00a0\u00ff\u0100\u07ff\u0800\ud7ff\ud800\udbff\udc00\udfff\ue000\ufeff\ufffd\ufffe\uffff";

    private Texts() {}

    /**
     * A random text.
     *
     * @param random where it comes from
     * @param maxChars how long it may become
     */
    public static String next(SplittableRandom random, int maxChars) {
        int chars = random.nextInt(4) == 0 ? random.nextInt(maxChars + 1) : random.nextInt(Math.min(maxChars, 20) + 1);
        int kind = random.nextInt(8);
        StringBuilder text = new StringBuilder(chars);
        while (text.length() < chars) {
            append(text, random, kind == 7 ? random.nextInt(7) : kind);
        }
        text.setLength(chars); // may cut a pair: a lone surrogate at the end is wanted too
        return text.toString();
    }

    private static void append(StringBuilder text, SplittableRandom random, int kind) {
        switch (kind) {
            case 0 -> text.append((char) random.nextInt(0x20, 0x7f));
            case 1 -> text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x80, 0x100) : 'e'));
            case 2 -> text.append((char) random.nextInt(0x80, 0x800));
            case 3 -> text.append((char) random.nextInt(0x4e00, 0xa000));
            case 4 -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
            case 5 -> text.append(BOUNDARY.charAt(random.nextInt(BOUNDARY.length())));
            default -> text.append((char) random.nextInt(random.nextBoolean() ? 0xd800 : 0, 0x10000));
        }
    }

    /** A text of whole code points that this charset can represent and give back. */
    public static String sound(SplittableRandom random, int maxChars, Charset charset) {
        StringBuilder text = new StringBuilder();
        next(random, maxChars)
                .codePoints()
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .forEach(text::appendCodePoint);
        String result = text.toString();
        boolean representable = Oracle.encodeFault(result, charset) == null;
        boolean givenBack = Charsets.OURS.contains(charset)
                || result.equals(Oracle.decode(Oracle.encode(result, charset), charset));
        return representable && givenBack ? result : result.replaceAll("[^\\x00-\\x7f]", "?");
    }
}
