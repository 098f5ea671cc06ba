package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
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
    private static final int POLICIES = MalformedPolicy.values().length;
    /** One object for each encoding and policy, so that an operation allocates none. */
    private static final @Nullable Coding[] KNOWN = new Coding[Encoding.values().length * POLICIES];

    /**
     * Returns the coding of a charset and a policy.
     *
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the coding; the same object each time if there is an encoding
     */
    static Coding of(Charset charset, MalformedPolicy policy) {
        Encoding encoding = Encoding.of(Objects.requireNonNull(charset, "charset"));
        int flags = flags(policy);
        if (encoding == null) {
            return new Coding(charset, null, policy, 1, flags);
        }
        int at = encoding.ordinal() * POLICIES + policy.ordinal();
        Coding known = KNOWN[at];
        return known != null ? known : (KNOWN[at] = new Coding(charset, encoding, policy, encoding.unitSize(), flags));
    }

    /**
     * Returns a policy in the form that a binding takes.
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
     * @return the size in bytes, including a byte order mark
     */
    public static long mostBytes(Encoding encoding, long chars) {
        return chars * encoding.maxBytesPerChar() + encoding.bomBytes();
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

    /** Checks that text can be truncated after any code point. */
    void checkTruncates() {
        RegionStrings.checkEncodes(encoding, charset);
        if (encoding == null && LegacyText.hasState(charset)) {
            throw new UnsupportedOperationException(
                    "charset " + charset + " is stateful: its text cannot be truncated");
        }
    }
}
