package dev.unitstr.internal.binding;

/**
 * A question about encoded text whose answer is a packed long. All queries share one method of {@link Binding}. The
 * constants are in the order of {@code QUERIES} in {@code rust/unitstr-c/src/query.rs}; a test compares the two.
 */
public enum Query {
    /** Finds the first malformed sequence, whatever the policy. Status DONE, MALFORMED or INCOMPLETE; written: 0. */
    FIRST_MALFORMED((text, bytes, encoding, flags, chars) -> {
        int report = flags & ~Flags.POLICY_MASK | Flags.REPORT | Flags.CHARS;
        long packed = JavaTranscoder.decode(text, bytes, encoding, report, null, chars);
        return Packed.of(Packed.status(packed), 0, Packed.read(packed), 0, Packed.bad(packed));
    });

    /** Answers the query in plain Java. */
    final Answer plain;

    Query(Answer plain) {
        this.plain = plain;
    }

    /** Answers a query in plain Java. */
    interface Answer {
        /**
         * Answers the query.
         *
         * @param text encoded text, from index 0
         * @param bytes the number of bytes
         * @param encoding the encoding
         * @param flags as for {@link Binding#query}
         * @param chars scratch memory, at least {@code bytes} long
         * @return the same as {@link Binding#query}
         */
        long of(byte[] text, int bytes, Encoding encoding, int flags, char[] chars);
    }
}
