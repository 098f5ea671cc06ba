package dev.unitstr.internal.binding;

/**
 * The long that an operation of a {@link Binding} returns. The layout and the numbers are those of {@code unitstr.h}
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
    /** The encoding cannot represent the code point after {@code read} elements. */
    public static final int UNMAPPABLE = 3;
    /** The source ends inside a sequence, and {@link Flags#MORE} promised more. */
    public static final int INCOMPLETE = 4;
    /** The char after {@code read} elements is above U+00FF. Not returned by a {@link Binding}. */
    public static final int NOT_LATIN1 = 5;
    /** The texts differ. */
    public static final int MISMATCH = 6;
    /** The format or the trust settings do not allow the next element of a tensor. */
    public static final int REFUSED = 7;

    /** A pointer is null and its size is not zero. */
    public static final int E_NULL = -1;
    /** The number of the encoding is unknown. */
    public static final int E_ENCODING = -2;
    /** A flag is unknown, or two exclude each other. */
    public static final int E_FLAGS = -3;
    /** A size is negative or too large. */
    public static final int E_RANGE = -4;
    /** The {@code struct_size} of a struct is too small or implausibly large. */
    public static final int E_SIZE = -5;
    /** Bytes of a struct that this library does not define are not zero. */
    public static final int E_UNKNOWN_FIELD = -6;
    /** The library does not support this operation. */
    public static final int E_UNSUPPORTED = -7;
    /** Native code panicked; the library caught the panic. */
    public static final int E_PANIC = -8;

    private static final int COUNT_BITS = 28;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private Packed() {}

    /**
     * Packs a result, as native code does.
     *
     * @param status a status (a constant here that is not negative)
     * @param coder 0 or 1
     * @param read the number of source elements read
     * @param written the number of destination elements written
     * @param bad the number of source elements in the malformed or unmappable sequence
     * @return the packed result
     */
    public static long of(int status, int coder, int read, int written, int bad) {
        return written | (long) read << COUNT_BITS | (long) status << 56 | (long) coder << 59 | (long) bad << 60;
    }

    /**
     * Tests whether a result is an error.
     *
     * @param packed the result
     * @return true if it is an error, for {@link #error}
     */
    public static boolean isError(long packed) {
        return packed < 0;
    }

    /**
     * Returns the error.
     *
     * @param packed the result, negative
     * @return an error (a negative constant here)
     */
    public static int error(long packed) {
        return (int) packed;
    }

    /**
     * Returns the status.
     *
     * @param packed the result, not negative
     * @return a status (a constant here that is not negative)
     */
    public static int status(long packed) {
        return (int) (packed >>> 56) & 7;
    }

    /**
     * Tests whether all of the source was read.
     *
     * @param packed the result
     * @return true if it is not an error and the status is {@link #DONE}
     */
    public static boolean isDone(long packed) {
        return !isError(packed) && status(packed) == DONE;
    }

    /**
     * Tests whether decoded text is in the chars.
     *
     * @param packed the result, not negative
     * @return true if the text is in the chars, false if it is in the Latin-1 bytes
     */
    public static boolean isChars(long packed) {
        return (packed & 1L << 59) != 0;
    }

    /**
     * Tests whether the source is malformed, or holds a code point that the encoding cannot represent.
     *
     * @param packed the result
     * @return true if the status is {@link #MALFORMED} or {@link #UNMAPPABLE}
     */
    public static boolean isMalformed(long packed) {
        return !isError(packed) && (status(packed) == MALFORMED || status(packed) == UNMAPPABLE);
    }

    /**
     * Returns the number of source elements read.
     *
     * @param packed the result, not negative
     * @return the number of source elements
     */
    public static int read(long packed) {
        return (int) (packed >>> COUNT_BITS & COUNT_MASK);
    }

    /**
     * Returns the number of destination elements written.
     *
     * @param packed the result, not negative
     * @return the number of destination elements
     */
    public static int written(long packed) {
        return (int) (packed & COUNT_MASK);
    }

    /**
     * Returns the length of the malformed or unmappable sequence.
     *
     * @param packed the result, not negative
     * @return the number of source elements
     */
    public static int bad(long packed) {
        return (int) (packed >>> 60);
    }

    /**
     * Returns the reason why the next element of a tensor is refused.
     *
     * @param packed the result, with status {@link #REFUSED}
     * @return the number of the code
     */
    public static int refusedCode(long packed) {
        return read(packed) & 0xFF;
    }

    /**
     * Returns the field for which the next element of a tensor is refused.
     *
     * @param packed the result, with status {@link #REFUSED}
     * @return the number of the field
     */
    public static int refusedField(long packed) {
        return read(packed) >>> 8;
    }

    /**
     * Tests whether the tensor as a whole is refused rather than one element.
     *
     * @param packed the result, with status {@link #REFUSED}
     * @return true if the index to report is the number of elements
     */
    public static boolean isRefusedAsAWhole(long packed) {
        return bad(packed) != 0;
    }

    /**
     * Returns the start of a decoded text of a batch.
     *
     * @param result the number from {@link Binding#decodeBatch}
     * @return the index in the array that holds the text
     */
    public static int startOf(long result) {
        return (int) result;
    }

    /**
     * Returns the length of a decoded text of a batch.
     *
     * @param result the number from {@link Binding#decodeBatch}
     * @return the length in chars
     */
    public static int lengthOf(long result) {
        return (int) (result >>> 32) & Integer.MAX_VALUE;
    }

    /**
     * Tests whether a decoded text of a batch is in the chars.
     *
     * @param result the number from {@link Binding#decodeBatch}
     * @return true if the text is in the chars, false if it is in the Latin-1 bytes
     */
    public static boolean isCharsOf(long result) {
        return result < 0;
    }
}
