package dev.unitstr.internal.binding;

/**
 * The step functions of an encoding with a fixed byte order, in plain Java. A byte order mark is text here.
 *
 * <p>The <em>runs</em> are the fast way over what needs no thought; they may stop anywhere, and a step deals with what
 * comes next.
 */
abstract class JavaCodec {
    /** In place of a code point: the bytes are no text. */
    static final int MALFORMED = -1;
    /** In place of a code point: the bytes begin one, and there are no more bytes. */
    static final int UNFINISHED = -2;
    /** What malformed text becomes when decoded. */
    static final int REPLACEMENT = 0xFFFD;

    private final int unitSize;
    private final int substitute;

    /**
     * Makes one.
     *
     * @param unitSize bytes of a unit; a char of a run is one unit
     * @param substitute the code point that replaces what can't be encoded
     */
    JavaCodec(int unitSize, int substitute) {
        this.unitSize = unitSize;
        this.substitute = substitute;
    }

    /**
     * The codec of an encoding.
     *
     * @param encoding one with a fixed byte order
     * @return the codec
     */
    static JavaCodec of(Encoding encoding) {
        return switch (encoding) {
            case UTF_8 -> JavaUtf8.INSTANCE;
            case LATIN_1 -> JavaSingleByte.LATIN_1;
            case ASCII -> JavaSingleByte.ASCII;
            case UTF_16LE -> JavaUtf16.LITTLE;
            case UTF_16BE -> JavaUtf16.BIG;
            case UTF_32LE -> JavaUtf32.LITTLE;
            case UTF_32BE -> JavaUtf32.BIG;
            default -> throw new IllegalArgumentException(encoding + " has no fixed byte order");
        };
    }

    final int unitSize() {
        return unitSize;
    }

    final int substitute() {
        return substitute;
    }

    /**
     * Decodes one code point, looking at no byte from {@code end} on.
     *
     * @param text the bytes
     * @param at where it starts, below {@code end}
     * @param end where the text ends
     * @return {@link #codePoint} and {@link #consumed}
     */
    abstract long step(byte[] text, int at, int end);

    /**
     * Decodes a run of chars below U+0100.
     *
     * @param text the bytes
     * @param at where it starts
     * @param end where the text ends
     * @param latin1 takes the chars
     * @param index where the first one goes
     * @return how many chars, each of one unit
     */
    abstract int latin1Run(byte[] text, int at, int end, byte[] latin1, int index);

    /**
     * Decodes a run of chars.
     *
     * @param text the bytes
     * @param at where it starts
     * @param end where the text ends
     * @param chars takes the chars
     * @param index where the first one goes
     * @return how many chars, each of one unit
     */
    abstract int charsRun(byte[] text, int at, int end, char[] chars, int index);

    /**
     * Measures a code point.
     *
     * @param codePoint a code point that is no surrogate
     * @return its bytes; 0 if the encoding lacks it
     */
    abstract int size(int codePoint);

    /**
     * Encodes a code point.
     *
     * @param codePoint one that has a size
     * @param target takes its bytes
     * @param index where the first one goes
     */
    abstract void put(int codePoint, byte[] target, int index);

    /**
     * Encodes a run of chars, each into one unit.
     *
     * @param chars the chars
     * @param at where it starts
     * @param end where the chars end
     * @param target takes the bytes
     * @param index where the first one goes
     * @return how many chars
     */
    abstract int encodeRun(char[] chars, int at, int end, byte[] target, int index);

    /**
     * A step's result.
     *
     * @param codePoint the code point, {@link #MALFORMED} or {@link #UNFINISHED}
     * @param consumed its bytes
     * @return both
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
