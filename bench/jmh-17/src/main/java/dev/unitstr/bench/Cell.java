package dev.unitstr.bench;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** One cell of the table: who converts which text in which memory. */
public abstract class Cell extends Forks {
    /** How many strings a batch has. */
    public static final int BATCH = 1000;
    /** How often the contenders for other memory convert each text, in turn: enough for the compiler's profile. */
    private static final int ROUNDS = 50;

    /** The charset: a name of {@link Charsets}. */
    @Param("UTF-8")
    public String charset = "UTF-8";

    private int next;
    private int mask;

    /** For subclasses. */
    protected Cell() {}

    /**
     * Makes the texts and the contender, and compares what it does with what the JDK does.
     *
     * @param params which benchmark this is
     */
    @Setup
    public final void setUp(BenchmarkParams params) {
        String direction = begin(params);
        boolean batch = direction.endsWith("Batch");
        Texts texts = new Texts(Charsets.of(charset), Content.of(content), size, batch ? BATCH : Texts.count(size));
        mask = texts.count() - 1;
        Prepared.prepare(contender(texts));
        try {
            Fixed.CONTENDER.check(direction);
        } catch (RuntimeException e) {
            throw WrongText.of(e); // no text at all
        }
        List<Contender> others = others(texts);
        for (int i = 0; i < ROUNDS; i++) {
            others.forEach(other -> other.check(direction));
        }
        others.forEach(Contender::close);
    }

    /** Frees the memory. */
    @TearDown
    public final void tearDown() {
        Fixed.CONTENDER.close();
    }

    /**
     * Makes the contender that the params name.
     *
     * @param texts what it is to convert
     * @return the contender
     */
    protected abstract Contender contender(Texts texts);

    /**
     * Makes contenders that convert the same texts in other memory before the measurement.
     *
     * @param texts what they are to convert
     * @return the contenders
     */
    protected List<Contender> others(Texts texts) {
        return List.of();
    }

    /**
     * Which text is next.
     *
     * @return an index
     */
    protected final int next() {
        return next++ & mask;
    }
}
