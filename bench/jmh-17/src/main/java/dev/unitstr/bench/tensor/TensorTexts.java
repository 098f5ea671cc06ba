package dev.unitstr.bench.tensor;

import dev.unitstr.bench.Content;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** The strings of a tensor. */
public final class TensorTexts {
    /** So many that no branch predictor learns them, and that several threads have something to do. */
    public static final int COUNT = 50_000;

    private final Form form;
    private final String[] strings = new String[COUNT];

    TensorTexts(Form form, Content content, int chars) {
        this.form = form;
        Random random = new Random(chars);
        for (int i = 0; i < COUNT; i++) {
            strings[i] = content.text(chars, random);
        }
    }

    /**
     * How they lie in memory.
     *
     * @return the form
     */
    public Form form() {
        return form;
    }

    /**
     * The strings.
     *
     * @return the array, not to be changed
     */
    public String[] strings() {
        return strings;
    }

    /**
     * The longest of them.
     *
     * @return bytes
     */
    public int longest() {
        int longest = 0;
        for (String string : strings) {
            longest = Math.max(longest, string.getBytes(StandardCharsets.UTF_8).length);
        }
        return longest;
    }
}
