package dev.unitstr.bench;

import java.nio.charset.Charset;
import java.util.Arrays;

/** Someone who converts the texts of a cell. Each operation is what people write who use it. */
public abstract class Contender implements AutoCloseable {
    /** What is converted. */
    protected final Texts texts;

    /**
     * For subclasses.
     *
     * @param texts what is converted
     */
    protected Contender(Texts texts) {
        this.texts = texts;
    }

    final Charset charset() {
        return texts.charset();
    }

    /**
     * Reads a text.
     *
     * @param i which
     * @return the text
     */
    public abstract String read(int i);

    /**
     * Writes a text to the target.
     *
     * @param i which
     * @return something that depends on it
     */
    public abstract long write(int i);

    /**
     * What is in the target.
     *
     * @param bytes how much
     * @return its first bytes
     */
    protected abstract byte[] written(int bytes);

    /**
     * Compares memory with the text that is there.
     *
     * @param i which
     * @return true
     */
    public boolean contentEquals(int i) {
        return read(i).equals(texts.string(i));
    }

    /**
     * Reads all texts.
     *
     * @return the texts
     */
    public String[] readBatch() {
        String[] strings = new String[texts.count()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = read(i);
        }
        return strings;
    }

    /**
     * Writes all texts, one after the other.
     *
     * @return something that depends on them
     */
    public long writeBatch() {
        long sum = 0;
        for (int i = 0; i < texts.count(); i++) {
            sum += write(i);
        }
        return sum;
    }

    @Override
    public void close() {}

    /** Compares what an operation does with what the JDK does, text by text. */
    final void check(String direction) {
        switch (direction) {
            case "read" -> {
                for (int i = 0; i < texts.count(); i++) {
                    require(read(i).equals(texts.decoded(i)), i);
                }
            }
            case "write" -> {
                for (int i = 0; i < texts.count(); i++) {
                    byte[] expected = texts.encoded(i);
                    write(i);
                    require(Arrays.equals(written(expected.length), expected), i);
                }
            }
            case "contentEquals" -> {
                for (int i = 0; i < texts.count(); i++) {
                    require(contentEquals(i), i);
                }
            }
            case "readBatch" -> {
                String[] read = readBatch();
                require(read.length == texts.count(), 0);
                for (int i = 0; i < read.length; i++) {
                    require(read[i].equals(texts.decoded(i)), i);
                }
            }
            case "writeBatch" -> checkBatch();
            default -> throw new IllegalArgumentException(direction);
        }
    }

    /** Compares what a batch writes. Overridden where the texts are not all in the target at the end. */
    protected void checkBatch() {
        writeBatch();
        byte[] last = texts.encoded(texts.count() - 1);
        require(Arrays.equals(written(last.length), last), texts.count() - 1);
    }

    /**
     * Fails if something is wrong.
     *
     * @param right whether it is right
     * @param i which text
     */
    protected final void require(boolean right, int i) {
        if (!right) {
            throw new AssertionError(getClass().getSimpleName() + " makes something else of: " + texts.string(i));
        }
    }
}
