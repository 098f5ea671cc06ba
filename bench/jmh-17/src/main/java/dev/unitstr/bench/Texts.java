package dev.unitstr.bench;

import dev.unitstr.UnitCharsets;
import java.nio.charset.Charset;
import java.util.Random;

/** The texts of a cell, what they are in memory, and what the JDK makes of both: many of the same size. */
public final class Texts {
    private static final int MOST = 256;

    /** So many that they stay in a core's own cache, with what is made of them: not memory is measured here. */
    private static final int MOST_CHARS = 1 << 17;

    private final Charset charset;
    private final String[] strings;
    private final byte[][] sources;

    Texts(Charset charset, Content content, int chars, int count) {
        this.charset = charset;
        strings = new String[count];
        sources = new byte[count][];
        Random random = new Random(chars);
        boolean bigEndian = charset.name().endsWith("BE");
        for (int i = 0; i < count; i++) {
            strings[i] = content.text(chars, random);
            if (content == Content.MALFORMED) {
                sources[i] = Content.MIXED.text(chars, random).getBytes(charset);
                Content.spoil(sources[i], unitSize(), bigEndian, random);
            } else {
                sources[i] = strings[i].getBytes(charset);
            }
        }
    }

    /**
     * Makes as many texts as a cell needs.
     *
     * @param charset the name of a charset, as reports show it
     * @param content the name of a {@link Content}
     * @param chars how long each text is
     * @return the texts, the same each time
     */
    public static Texts of(String charset, String content, int chars) {
        return new Texts(Charsets.of(charset), Content.of(content), chars, count(chars));
    }

    /** How many different texts are enough: a power of two. */
    static int count(int chars) {
        return Math.max(4, Integer.highestOneBit(Math.min(MOST, MOST_CHARS / Math.max(chars, 1))));
    }

    /**
     * The charset.
     *
     * @return the same for all
     */
    public Charset charset() {
        return charset;
    }

    /**
     * The size of a code unit.
     *
     * @return bytes
     */
    public int unitSize() {
        return UnitCharsets.unitSize(charset);
    }

    /**
     * How many texts there are.
     *
     * @return more than 1
     */
    public int count() {
        return strings.length;
    }

    /**
     * What is to be written.
     *
     * @param i which
     * @return the text
     */
    public String string(int i) {
        return strings[i];
    }

    /**
     * All that is to be written.
     *
     * @return the texts
     */
    public String[] strings() {
        return strings.clone();
    }

    /**
     * What is to be read.
     *
     * @param i which
     * @return bytes, without a terminator
     */
    public byte[] source(int i) {
        return sources[i];
    }

    /**
     * What a read must give.
     *
     * @param i which
     * @return the JDK's decoding
     */
    public String decoded(int i) {
        return new String(sources[i], charset);
    }

    /**
     * What a write must give.
     *
     * @param i which
     * @return the JDK's encoding
     */
    public byte[] encoded(int i) {
        return strings[i].getBytes(charset);
    }

    /**
     * Where each text starts if they are laid out one after the other, with a zero unit after each; then the size of
     * them all.
     *
     * @return {@link #count} + 1 offsets, in bytes
     */
    public int[] offsets() {
        int[] offsets = new int[count() + 1];
        for (int i = 0; i < count(); i++) {
            offsets[i + 1] = offsets[i] + sources[i].length + unitSize();
        }
        return offsets;
    }

    /**
     * The size of each source.
     *
     * @return code units
     */
    public int[] units() {
        int[] units = new int[count()];
        for (int i = 0; i < count(); i++) {
            units[i] = sources[i].length / unitSize();
        }
        return units;
    }

    /**
     * Room for any one of the texts and a terminator.
     *
     * @return bytes
     */
    public int room() {
        int chars = 0;
        for (String string : strings) {
            chars = Math.max(chars, string.length());
        }
        return (chars + 1) * Math.max(unitSize(), 3);
    }
}
