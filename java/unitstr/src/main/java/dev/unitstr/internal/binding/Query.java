package dev.unitstr.internal.binding;

/**
 * A question about encoded text whose answer is a packed long. All queries share one method of {@link Binding}. The
 * constants are in the order of {@code QUERIES} in {@code rust/unitstr-c/src/query.rs}; a test compares the two.
 */
public enum Query {
    ;

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
