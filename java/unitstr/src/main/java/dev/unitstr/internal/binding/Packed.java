package dev.unitstr.internal.binding;

/**
 * The one long that an operation of a {@link Binding} returns. Layout and numbers are those of {@code unitstr.h}
 * ({@code USTR_PACKED_*}, {@code USTR_*}); a test compares the two.
 *
 * <pre>
 * bit 63        1: error, and the whole long is the negative error number
 * bits 60..62   bad: how many source elements the malformed or unmappable sequence has (0..4)
 * bit 59        coder: 0 Latin-1 bytes, 1 chars
 * bits 56..58   status
 * bits 28..55   read, in source elements (bytes of encoded text, or chars)
 * bits  0..27   written, in destination elements (chars, or bytes of encoded text)
 * </pre>
 */
public final class Packed {
    /** All of the source was read. */
    public static final int DONE = 0;
    /** The next code point does not fit into the destination. */
    public static final int OUTPUT_FULL = 1;
    /** The source is malformed after {@code read} elements. */
    public static final int MALFORMED = 2;
    /** The code point after {@code read} elements does not exist in the encoding. */
    public static final int UNMAPPABLE = 3;
    /** The source ends inside a sequence, and more was promised. */
    public static final int INCOMPLETE = 4;
    /** The char after {@code read} elements is above U+00FF. Not returned by a {@link Binding}. */
    public static final int NOT_LATIN1 = 5;
    /** The texts differ. */
    public static final int MISMATCH = 6;
    /** The next element of a tensor is not what its format allows, or what may be trusted. */
    public static final int REFUSED = 7;

    /** A pointer is null and its size is not zero. */
    public static final int E_NULL = -1;
    /** The encoding's number is unknown. */
    public static final int E_ENCODING = -2;
    /** A flag is unknown, or two exclude each other. */
    public static final int E_FLAGS = -3;
    /** A size is negative or too large. */
    public static final int E_RANGE = -4;
    /** A struct's {@code struct_size} is too small or absurd. */
    public static final int E_SIZE = -5;
    /** A struct's tail that this library does not know is not zero. */
    public static final int E_UNKNOWN_FIELD = -6;
    /** The library does not do this. */
    public static final int E_UNSUPPORTED = -7;
    /** The library failed inside and caught it. */
    public static final int E_PANIC = -8;

    private static final int COUNT_BITS = 28;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private Packed() {}

    /**
     * Packs a result, as the native code does.
     *
     * @param status one of the constants here that are not negative
     * @param coder 0 or 1
     * @param read source elements
     * @param written destination elements
     * @param bad source elements of the bad sequence
     * @return the long
     */
    public static long of(int status, int coder, int read, int written, int bad) {
        return written | (long) read << COUNT_BITS | (long) status << 56 | (long) coder << 59 | (long) bad << 60;
    }

    /**
     * Tells an error from a result.
     *
     * @param packed the long
     * @return whether {@link #error} applies
     */
    public static boolean isError(long packed) {
        return packed < 0;
    }

    /**
     * The error.
     *
     * @param packed the long, negative
     * @return one of the negative constants here
     */
    public static int error(long packed) {
        return (int) packed;
    }

    /**
     * The status.
     *
     * @param packed the long, not negative
     * @return one of the constants here that are not negative
     */
    public static int status(long packed) {
        return (int) (packed >>> 56) & 7;
    }

    /**
     * The form of decoded text.
     *
     * @param packed the long, not negative
     * @return whether the text is in the chars, not in the Latin-1 bytes
     */
    public static boolean isChars(long packed) {
        return (packed & 1L << 59) != 0;
    }

    /**
     * How much was read.
     *
     * @param packed the long, not negative
     * @return source elements
     */
    public static int read(long packed) {
        return (int) (packed >>> COUNT_BITS & COUNT_MASK);
    }

    /**
     * How much was written.
     *
     * @param packed the long, not negative
     * @return destination elements
     */
    public static int written(long packed) {
        return (int) (packed & COUNT_MASK);
    }

    /**
     * The length of the bad sequence.
     *
     * @param packed the long, not negative
     * @return source elements
     */
    public static int bad(long packed) {
        return (int) (packed >>> 60);
    }

    /**
     * What is wrong with the next element of a tensor.
     *
     * @param packed the long, with status {@link #REFUSED}
     * @return the number of a code
     */
    public static int refusedCode(long packed) {
        return read(packed) & 0xFF;
    }

    /**
     * Where the next element of a tensor is wrong.
     *
     * @param packed the long, with status {@link #REFUSED}
     * @return the number of a field
     */
    public static int refusedField(long packed) {
        return read(packed) >>> 8;
    }

    /**
     * Whether it is not an element of the tensor that is wrong but what concerns all of them.
     *
     * @param packed the long, with status {@link #REFUSED}
     * @return whether the index to report is the count of elements
     */
    public static boolean isRefusedAsAWhole(long packed) {
        return bad(packed) != 0;
    }

    /**
     * Where a decoded text of a batch starts.
     *
     * @param result what {@link Binding#decodeBatch} says of it
     * @return an index into the array that holds it
     */
    public static int startOf(long result) {
        return (int) result;
    }

    /**
     * How long a decoded text of a batch is.
     *
     * @param result what {@link Binding#decodeBatch} says of it
     * @return chars
     */
    public static int lengthOf(long result) {
        return (int) (result >>> 32) & Integer.MAX_VALUE;
    }

    /**
     * The form of a decoded text of a batch.
     *
     * @param result what {@link Binding#decodeBatch} says of it
     * @return whether the text is in the chars, not in the Latin-1 bytes
     */
    public static boolean isCharsOf(long result) {
        return result < 0;
    }
}
