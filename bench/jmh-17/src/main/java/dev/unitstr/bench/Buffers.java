package dev.unitstr.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Strings in byte buffers, on JDK 17 and later. {@link #arena} is {@code direct}, {@code heap}, or {@code address}: the
 * direct buffer by its address.
 */
public class Buffers extends Cell {
    /** For JMH. */
    public Buffers() {}

    @Override
    protected Contender contender(Texts texts) {
        return BufferContender.of(contender, arena, texts);
    }

    /**
     * Reads a text.
     *
     * @return the text
     */
    @Benchmark
    public String read() {
        return Fixed.CONTENDER.read(next());
    }

    /**
     * Writes a text.
     *
     * @return something that depends on it
     */
    @Benchmark
    public long write() {
        return Fixed.CONTENDER.write(next(), 0);
    }

    /**
     * Writes a text and a terminator.
     *
     * @return something that depends on it
     */
    @Benchmark
    public long writeTerminated() {
        return Fixed.CONTENDER.writeTerminated(next());
    }

    /**
     * Compares a text.
     *
     * @return true
     */
    @Benchmark
    public boolean contentEquals() {
        return Fixed.CONTENDER.contentEquals(next());
    }

    /**
     * Reads many texts.
     *
     * @return the texts
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public String[] readBatch() {
        return Fixed.CONTENDER.readBatch();
    }

    /**
     * Writes many texts.
     *
     * @return something that depends on them
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long writeBatch() {
        return Fixed.CONTENDER.writeBatch();
    }
}
