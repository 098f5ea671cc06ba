package dev.unitstr.contract;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** The possible results if only a part of a text fits: every prefix of whole code points, and its units. */
public final class Prefixes {
    private final List<Prefix> prefixes = new ArrayList<>();

    /**
     * @param chars how many chars of the text
     * @param bytes what the JDK encodes them as, replacements included
     */
    public record Prefix(int chars, byte[] bytes, long units) {}

    public Prefixes(String text, Charset charset) {
        int end = 0;
        add(text, end, charset);
        while (end < text.length()) {
            end += Character.charCount(text.codePointAt(end));
            add(text, end, charset);
        }
    }

    private void add(String text, int end, Charset charset) {
        byte[] bytes = Oracle.encode(text.substring(0, end), charset);
        prefixes.add(new Prefix(end, bytes, bytes.length / Charsets.unitSize(charset)));
    }

    /** The longest that takes no more than this. */
    public Prefix within(long units) {
        Prefix best = prefixes.get(0);
        for (Prefix prefix : prefixes) {
            if (prefix.units > units) {
                break;
            }
            best = prefix;
        }
        return best;
    }

    /** How many units the whole text takes. */
    public long units() {
        return prefixes.get(prefixes.size() - 1).units;
    }
}
