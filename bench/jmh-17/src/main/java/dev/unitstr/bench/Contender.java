package dev.unitstr.bench;

import java.nio.charset.Charset;
import java.util.Arrays;

/** Someone who converts the texts of a cell. Each operation is what people write who use it. */
public abstract class Contender implements AutoCloseable {
    /** What is converted. */
    protected final Texts texts;
    /** Where each text is, in bytes, and the end of all. */
    protected final int[] offsets;
    /** How many code units each text has. */
    protected final int[] units;

    /**
     * For subclasses.
     *
     * @param texts what is converted
     */
    protected Contender(Texts texts) {
        this.texts = texts;
        offsets = texts.offsets();
        units = texts.units();
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
     * Reads a text up to its terminator.
     *
     * @param i which
     * @return the text
     */
    public String readTerminated(int i) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " looks for no terminator");
    }

    /**
     * Writes a text to the target.
     *
     * @param i which
     * @param offset where to, in bytes
     * @return something that depends on it
     */
    public abstract long write(int i, int offset);

    /**
     * Writes a text and a terminator at the start of the memory.
     *
     * @param i the index of the text
     * @return something that depends on it
     */
    public long writeTerminated(int i) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " writes no terminator");
    }

    /**
     * What is in the target.
     *
     * @param offset where, in bytes
     * @param bytes how much
     * @return these bytes
     */
    protected abstract byte[] written(long offset, int bytes);

    /**
     * Where a batch writes a text.
     *
     * @param i which
     * @return where it is in the source, too
     */
    protected long place(int i) {
        return offsets[i];
    }

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
            sum += write(i, offsets[i]);
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
                    WrongText.unlessEqual(texts.decoded(i), read(i));
                }
            }
            case "readTerminated" -> {
                for (int i = 0; i < texts.count(); i++) {
                    WrongText.unlessEqual(texts.decoded(i), readTerminated(i));
                }
            }
            case "write" -> {
                for (int i = 0; i < texts.count(); i++) {
                    write(i, 0);
                    checkWritten(i, 0);
                }
            }
            case "writeTerminated" -> {
                for (int i = 0; i < texts.count(); i++) {
                    write(i, 1); // other bytes than zeros
                    writeTerminated(i);
                    byte[] expected = texts.encoded(i);
                    int bytes = expected.length + texts.unitSize();
                    WrongText.unlessEqual(Arrays.copyOf(expected, bytes), written(0, bytes));
                }
            }
            case "contentEquals" -> {
                for (int i = 0; i < texts.count(); i++) {
                    WrongText.unlessEqual(true, contentEquals(i));
                }
            }
            case "readBatch" -> {
                String[] read = readBatch();
                String[] expected = new String[texts.count()];
                Arrays.setAll(expected, texts::decoded);
                WrongText.unlessEqual(expected, read);
            }
            case "writeBatch" -> {
                writeBatch();
                for (int i = 0; i < texts.count(); i++) {
                    checkWritten(i, place(i));
                }
            }
            default -> throw new IllegalArgumentException(direction);
        }
    }

    private void checkWritten(int i, long offset) {
        byte[] expected = texts.encoded(i);
        WrongText.unlessEqual(expected, written(offset, expected.length));
    }
}
