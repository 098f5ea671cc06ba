package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The charset and the policy of an operation, and what follows from them.
 *
 * @param charset the charset
 * @param encoding the encoding of the charset, or null if the JDK converts it
 * @param policy how to handle malformed text
 * @param unitSize the size of a code unit, in bytes
 * @param flags the policy in the form that a binding takes
 */
public record Coding(Charset charset, @Nullable Encoding encoding, MalformedPolicy policy, int unitSize, int flags) {
    /** One object for each encoding and policy of the JDK, so that an operation allocates none. */
    private static final @Nullable Coding[] KNOWN = new Coding[Encoding.values().length * 2];

    /**
     * Returns the coding of a charset and a policy.
     *
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the coding; the same object each time if there is an encoding and the policy is REPLACE or REPORT
     */
    static Coding of(Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(Objects.requireNonNull(charset, "charset"));
        int flags = flags(policy);
        if (encoding == null) {
            boolean keeps = policy == MalformedPolicy.LOSSLESS || policy == MalformedPolicy.SURROGATE_ESCAPE;
            return new Coding(charset, null, keeps ? MalformedPolicy.REPORT : policy, 1, flags);
        }
        MalformedPolicy same = Repairs.policy(encoding, policy);
        if (same != MalformedPolicy.REPLACE && same != MalformedPolicy.REPORT) {
            int plain = isDirect(encoding, same) ? flags : flags | Flags.CONTINUED;
            return new Coding(charset, encoding, same, encoding.unitSize(), plain);
        }
        int at = 2 * encoding.ordinal() + flags;
        Coding known = KNOWN[at];
        return known != null ? known : (KNOWN[at] = new Coding(charset, encoding, same, encoding.unitSize(), flags));
    }

    /**
     * Tests whether well-formed text can be converted by a binding with {@link #flags}. If so, an operation may try it
     * and start anew only if the text turns out to be malformed.
     *
     * @param encoding the encoding
     * @param policy how to handle malformed text
     * @return false only if the policy is LOSSLESS and the encoding drops byte order marks, or accepts two surrogates
     *     in place of a supplementary character
     */
    public static boolean isDirect(Encoding encoding, MalformedPolicy policy) {
        return policy != MalformedPolicy.LOSSLESS || encoding.unitSize() < 4 && encoding.bomBytes() == 0;
    }

    /** Tests whether errors are repaired by {@link Repairs}: they are neither replaced by the binding nor reported. */
    boolean repairs() {
        return policy != MalformedPolicy.REPLACE && policy != MalformedPolicy.REPORT;
    }

    /** Tests whether a binding stops at errors. */
    boolean stopsAtErrors() {
        return policy != MalformedPolicy.REPLACE;
    }

    /**
     * Returns a policy in the form that a binding takes. A binding stops at an error for every policy but REPLACE.
     *
     * @param policy the policy
     * @return a constant of {@link Flags}
     */
    public static int flags(MalformedPolicy policy) {
        return Objects.requireNonNull(policy, "policy") == MalformedPolicy.REPLACE ? Flags.REPLACE : Flags.REPORT;
    }

    /**
     * Returns an upper bound of the encoded size of a text.
     *
     * @param encoding the encoding
     * @param chars the length of the text, in chars
     * @param policy how to handle malformed text
     * @return the size in bytes, including a byte order mark
     */
    public static long mostBytes(Encoding encoding, long chars, MalformedPolicy policy) {
        boolean replaces = policy != MalformedPolicy.REPLACE
                && policy != MalformedPolicy.REPORT
                && policy.replacement().isPresent();
        int perChar = replaces ? policy.replacement().get().length() : 1;
        return chars * perChar * encoding.maxBytesPerChar() + encoding.bomBytes();
    }

    /**
     * Returns the encoding in which to try to encode text as one byte for each char. It stops at the first other char, where
     * UTF-8 would go on until it is out of space.
     */
    Encoding oneByteEach() {
        return encoding == Encoding.UTF_8 ? Encoding.ASCII : encoding;
    }

    /** Returns the flags for {@link #oneByteEach}: what US-ASCII would replace, UTF-8 may not. */
    int oneByteEachFlags() {
        return encoding == Encoding.UTF_8 ? Flags.REPORT : flags;
    }

    /**
     * Tests whether each char of any text takes exactly one unit.
     *
     * @param encoding the encoding
     * @param policy how to handle malformed text
     * @return whether it does; a surrogate without a partner is replaced by one unit
     */
    public static boolean isFixed(Encoding encoding, MalformedPolicy policy) {
        return policy == MalformedPolicy.REPLACE && (encoding == Encoding.UTF_16LE || encoding == Encoding.UTF_16BE);
    }

    /**
     * Checks that text of a charset can have a terminator.
     *
     * @param charset the charset
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     */
    public static void checkNul(Charset charset) {
        of(charset, MalformedPolicy.REPLACE).checkNul();
    }

    void checkNul() {
        if (encoding == null && !LegacyText.hasNul(charset)) {
            throw new IllegalArgumentException("charset " + charset + " has no NUL of one unit");
        }
    }

    /**
     * Checks that C reads a text to its end: that it has no NUL, unless the charset encodes NUL as other bytes than a
     * terminator.
     *
     * @param name the name of the argument
     * @param text the text: a result of {@link Chars#of}
     * @param charset the charset
     * @throws IllegalArgumentException if {@code text} has a NUL
     */
    public static void checkNoNul(String name, CharSequence text, Charset charset) {
        int nul = Chars.indexOfNul(text);
        if (nul >= 0 && charset != UnitCharsets.MODIFIED_UTF_8) {
            throw new IllegalArgumentException(name + " has a NUL at char " + nul + ": it would end there");
        }
    }

    /** Checks the same of a string and of what replaces its malformed characters. */
    void checkNoNul(String name, String text) {
        checkReplacement();
        checkNoNul(name, text, charset);
    }

    /** Checks that no malformed text is replaced by a NUL. */
    void checkReplacement() {
        if (replacesByNul(policy)) {
            throw new IllegalArgumentException("the replacement of policy has a NUL: it would end a string");
        }
    }

    /**
     * Tests whether a policy puts a NUL in place of malformed text.
     *
     * @param policy the policy; null if it has not been checked yet
     * @return true if its replacement has one
     */
    public static boolean replacesByNul(@Nullable MalformedPolicy policy) {
        return policy != null
                && policy != MalformedPolicy.REPLACE
                && policy != MalformedPolicy.REPORT
                && policy.replacement().orElse("").indexOf('\0') >= 0;
    }

    /**
     * Returns the unit that fills a field padded with blanks.
     *
     * @throws IllegalArgumentException if {@code charset} does not encode a blank as one unit
     */
    byte[] blank() {
        Charset plain =
                encoding == null ? charset : Charset.forName(encoding.fixed().charsetName());
        byte[] blank = " ".getBytes(plain);
        if (blank.length != unitSize || !new String(blank, plain).equals(" ")) {
            throw new IllegalArgumentException("charset " + charset + " has no blank of one unit");
        }
        return blank;
    }

    /** Checks that text can be truncated after any code point. */
    void checkTruncates() {
        RegionStrings.checkEncodes(encoding, charset);
        if (encoding == null && LegacyText.hasState(charset)) {
            throw new UnsupportedOperationException(
                    "charset " + charset + " is stateful: its text cannot be truncated");
        }
    }
}
