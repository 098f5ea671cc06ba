package dev.unitstr.bench.ffm.columns;

import dev.unitstr.bench.Content;
import dev.unitstr.bench.Forks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Columns in the memory of Arrow's vectors; times are for each row. */
public class Columns extends Forks {
    /** The number of rows of a column. */
    private static final int COUNT = 10_000;

    /** The format: utf8, large, view, or dictionary. */
    @Param("utf8")
    public String layout = "utf8";

    private @Nullable ColumnContender contenderOfFork;

    /** For JMH. */
    public Columns() {}

    /**
     * Makes the vectors and the contender, and compares its results with those of {@code String}.
     *
     * @param params which benchmark this is
     */
    @Setup
    public void setUp(BenchmarkParams params) {
        String direction = begin(params);
        Vectors vectors = new Vectors(layout, Content.of(content), size, COUNT);
        contenderOfFork = switch (contender) {
            case "unitstr" -> new Ours(vectors, layout);
            case "arrow" -> new ArrowJava(vectors, layout);
            case "twocopies" -> new TwoCopies(vectors);
            default -> throw new IllegalArgumentException("no contender " + contender + " for columns");
        };
        contenderOfFork.check(direction);
    }

    private ColumnContender contender() {
        return Objects.requireNonNull(contenderOfFork);
    }

    /**
     * Decodes all rows.
     *
     * @return the strings
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public String[] decode() {
        return contender().decode();
    }

    /**
     * Decodes each row alone.
     *
     * @return the strings
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public String[] get() {
        return contender().get();
    }

    /**
     * Computes the hash codes.
     *
     * @return the hash codes
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int[] hashCodes() {
        contender().hashCodes();
        return contender().numbers;
    }

    /**
     * Finds the rows that equal a text.
     *
     * @return the number of rows
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int selectEqual() {
        return contender().selectEqual();
    }

    /**
     * Finds the rows that start with a text.
     *
     * @return the number of rows
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int selectPrefix() {
        return contender().selectPrefix();
    }

    /**
     * Writes a column.
     *
     * @return the number of rows
     */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public long build() {
        return contender().build();
    }
}
