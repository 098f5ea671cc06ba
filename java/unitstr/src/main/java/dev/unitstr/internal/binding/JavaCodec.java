package dev.unitstr.internal.binding;

/**
 * The primitive steps of an encoding with a fixed byte order, in plain Java. A byte order mark is text here.
 *
 * <p>The <em>run</em> methods are the fast path for simple sequences. They may stop anywhere; a step then processes the
 * next code point.
 */
abstract class JavaCodec {
    /** In place of a code point: the bytes are malformed. */
    static final int MALFORMED = -1;
    /** In place of a code point: the bytes end inside a sequence. */
    static final int UNFINISHED = -2;
    /** The replacement for malformed text when decoding. */
    static final int REPLACEMENT = 0xFFFD;

    /** The size of a unit in bytes; a run converts each unit to one char. */
    final int unitSize;
    /** The code point that replaces an unmappable one. */
    final int substitute;

    JavaCodec(int unitSize, int substitute) {
        this.unitSize = unitSize;
        this.substitute = substitute;
    }

    /**
     * Decodes one code point. Reads no byte at or after {@code end}.
     *
     * @param text the bytes
     * @param at the index of the first byte, below {@code end}
     * @param end the end of the text, exclusive
     * @return the result, for {@link #codePoint} and {@link #consumed}
     */
    abstract long step(byte[] text, int at, int end);

    /**
     * Decodes a run of chars below U+0100.
     *
     * @param text the bytes
     * @param at the index of the first one
     * @param end the end of the text, exclusive
     * @param latin1 receives the chars
     * @param index the index for the first one
     * @return the number of chars, each of one unit
     */
    abstract int latin1Run(byte[] text, int at, int end, byte[] latin1, int index);

    /**
     * Decodes a run of chars.
     *
     * @param text the bytes
     * @param at the index of the first one
     * @param end the end of the text, exclusive
     * @param chars receives the chars
     * @param index the index for the first one
     * @return the number of chars, each of one unit
     */
    abstract int charsRun(byte[] text, int at, int end, char[] chars, int index);

    /**
     * Returns the size of a code point.
     *
     * @param codePoint a code point, not a surrogate
     * @return the size in bytes; 0 if the encoding cannot represent it
     */
    abstract int size(int codePoint);

    /**
     * Encodes a code point.
     *
     * @param codePoint a code point with a size other than 0
     * @param target receives its bytes
     * @param index the index for the first one
     */
    abstract void put(int codePoint, byte[] target, int index);

    /**
     * Encodes a run of chars, each as one unit.
     *
     * @param chars the chars
     * @param at the index of the first one
     * @param end the end of the chars, exclusive
     * @param target receives the bytes
     * @param index the index for the first one
     * @return the number of chars
     */
    abstract int encodeRun(char[] chars, int at, int end, byte[] target, int index);

    /**
     * Packs the result of a step.
     *
     * @param codePoint the code point, {@link #MALFORMED} or {@link #UNFINISHED}
     * @param consumed the number of bytes
     * @return both, packed
     */
    static long stepped(int codePoint, int consumed) {
        return (long) codePoint << 32 | consumed;
    }

    static int codePoint(long step) {
        return (int) (step >> 32);
    }

    static int consumed(long step) {
        return (int) step;
    }
}
