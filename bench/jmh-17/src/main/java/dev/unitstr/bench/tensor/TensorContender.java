package dev.unitstr.bench.tensor;

import dev.unitstr.bench.WrongText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Someone who reads and writes tensors of strings. Each operation is what people write who use it. */
public abstract class TensorContender implements AutoCloseable {
    /** The strings. */
    protected final TensorTexts texts;

    /**
     * For subclasses.
     *
     * @param texts the strings
     */
    protected TensorContender(TensorTexts texts) {
        this.texts = texts;
    }

    /**
     * Reads all strings.
     *
     * @return the strings
     */
    public String[] decode() {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes a tensor of all strings to new memory, or to memory that is kept for that.
     *
     * @return something that depends on it
     */
    public long encode() {
        throw new UnsupportedOperationException();
    }

    /**
     * How long all strings are.
     *
     * @return bytes
     */
    public int[] lengths() {
        throw new UnsupportedOperationException();
    }

    /**
     * Encodes, and reads the result in plain Java.
     *
     * @return the strings
     */
    protected String[] encodedAndRead() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    /** Compares what an operation does with the strings. */
    final void check(String direction) {
        String[] strings = texts.strings();
        switch (direction) {
            case "decode" -> WrongText.unlessEqual(strings, decode());
            case "encode" -> WrongText.unlessEqual(strings, encodedAndRead());
            case "lengths" -> {
                int[] lengths = new int[strings.length];
                Arrays.setAll(lengths, i -> strings[i].getBytes(StandardCharsets.UTF_8).length);
                WrongText.unlessEqual(lengths, lengths());
            }
            default -> throw new IllegalArgumentException(direction);
        }
    }
}
