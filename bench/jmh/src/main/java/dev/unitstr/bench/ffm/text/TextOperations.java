package dev.unitstr.bench.ffm.text;

import dev.unitstr.bench.Forks;
import dev.unitstr.bench.Texts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Fields of structs, adapted calls, C strings, views, caches, streams and indexes: each beside what is written by hand and
 * what the JDK does. The names of the methods start with what they are about.
 */
public class TextOperations extends Forks {
    /** The charset: a name of {@link Texts#of}. */
    @Param("UTF-8")
    public String charset = "UTF-8";

    private int next;
    private int mask;

    /** For JMH. */
    public TextOperations() {}

    /**
     * Makes the texts and the operation, and compares its results with the JDK's.
     *
     * @param params which benchmark this is
     */
    @Setup
    public void setUp(BenchmarkParams params) {
        String direction = begin(params);
        Texts texts = Texts.of(charset, content, size);
        mask = texts.count() - 1;
        Constants.Cell.prepare(texts, direction, contender, arena);
        Constants.Chosen.OPERATION.check(texts.count());
    }

    private Object object() {
        return Constants.Chosen.OPERATION.object().apply(next++ & mask);
    }

    private long number() {
        return Constants.Chosen.OPERATION.number().applyAsLong(next++ & mask);
    }

    /**
     * Reads a field.
     *
     * @return the text
     */
    @Benchmark
    public Object fieldGet() {
        return object();
    }

    /**
     * Writes a field.
     *
     * @return the number of units
     */
    @Benchmark
    public long fieldSet() {
        return number();
    }

    /**
     * Compares a field with a string that is equal.
     *
     * @return 1
     */
    @Benchmark
    public long fieldEquals() {
        return number();
    }

    /**
     * Passes a text as a pointer and a length.
     *
     * @return the result of the function
     */
    @Benchmark
    public long callPair() {
        return number();
    }

    /**
     * Passes a text with a terminator.
     *
     * @return the result of the function
     */
    @Benchmark
    public long callTerminated() {
        return number();
    }

    /**
     * Gets a text in a buffer.
     *
     * @return the text
     */
    @Benchmark
    public Object callBuffer() {
        return object();
    }

    /**
     * Gets a text that is released then.
     *
     * @return the text
     */
    @Benchmark
    public Object callOwned() {
        return object();
    }

    /**
     * Passes an array of three texts.
     *
     * @return the result of the function
     */
    @Benchmark
    public long callPointers() {
        return number();
    }

    /**
     * Calls a function that calls Java with a text.
     *
     * @return the number of chars
     */
    @Benchmark
    public long callBack() {
        return number();
    }

    /**
     * Writes a text and a terminator.
     *
     * @return the number of units
     */
    @Benchmark
    public long writeTerminated() {
        return number();
    }

    /**
     * Writes a text and a terminator to memory that an allocator returns, always the same.
     *
     * @return the size of the memory
     */
    @Benchmark
    public long allocateTerminated() {
        return number();
    }

    /**
     * Reads the string behind a pointer.
     *
     * @return the string
     */
    @Benchmark
    public Object readPointer() {
        return object();
    }

    /**
     * Reads the strings behind an array of pointers, per string.
     *
     * @return the strings
     */
    @Benchmark
    @OperationsPerInvocation(CStringOperations.POINTERS)
    public Object readPointers() {
        return object();
    }

    /**
     * Writes strings and an array of pointers to them, in a new arena, per string.
     *
     * @return something that depends on them
     */
    @Benchmark
    @OperationsPerInvocation(CStringOperations.POINTERS)
    public long writePointers() {
        return number();
    }

    /**
     * Writes a few strings and an array of pointers to them, in a new arena, per string.
     *
     * @return something that depends on them
     */
    @Benchmark
    @OperationsPerInvocation(CStringOperations.FEW)
    public long writeFewPointers() {
        return number();
    }

    /**
     * Writes a few strings one after the other, per string.
     *
     * @return the number of units
     */
    @Benchmark
    @OperationsPerInvocation(CStringOperations.FEW)
    public long writeFew() {
        return number();
    }

    /**
     * Writes the first half of a text and a terminator.
     *
     * @return the number of units, without the terminator
     */
    @Benchmark
    public long writeTruncated() {
        return number();
    }

    /**
     * Compares a text with another.
     *
     * @return the result of {@code compareTo}
     */
    @Benchmark
    public long viewCompare() {
        return number();
    }

    /**
     * Computes a hash code.
     *
     * @return the hash code
     */
    @Benchmark
    public long viewHash() {
        return number();
    }

    /**
     * Looks for the last chars of a text.
     *
     * @return their index
     */
    @Benchmark
    public long viewIndexOf() {
        return number();
    }

    /**
     * Reads a value of a column, some of which are frequent.
     *
     * @return the value
     */
    @Benchmark
    public Object cacheZipf() {
        return object();
    }

    /**
     * Decodes a text in chunks of 8 KiB.
     *
     * @return the number of chars
     */
    @Benchmark
    public long decodeChunks() {
        return number();
    }

    /**
     * Creates an index of a text.
     *
     * @return the number of chars
     */
    @Benchmark
    public long indexBuild() {
        return number();
    }

    /**
     * Maps an offset in UTF-8 to an index in chars.
     *
     * @return the index
     */
    @Benchmark
    public long indexChar() {
        return number();
    }

    /**
     * Maps an index in chars to an offset in UTF-8.
     *
     * @return the offset
     */
    @Benchmark
    public long indexUnit() {
        return number();
    }
}
