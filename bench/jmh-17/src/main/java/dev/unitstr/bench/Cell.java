package dev.unitstr.bench;

import dev.unitstr.UnitStr;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One cell of the table: who converts which text in which memory. A fork measures one cell, so that the charset and the
 * contender are constants to the compiler, as they are where people use them, and no call site sees two types.
 *
 * <p>The heap is touched before, or a String costs what the kernel takes to find a page.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsPrepend = {"-Xms800m", "-Xmx800m", "-Xmn256m"},
        jvmArgsAppend = {
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", // agrona
            "--add-opens=java.base/java.nio=ALL-UNNAMED", // the address of a buffer
            "-XX:+UseG1GC",
            "-XX:+AlwaysPreTouch",
            "-XX:G1HeapRegionSize=8m"
        })
public abstract class Cell {
    /** How many strings a batch has. */
    public static final int BATCH = 1000;

    /** The charset: a name of {@link Charsets}. */
    @Param("UTF-8")
    public String charset = "UTF-8";

    /** The text: a name of {@link Content}. */
    @Param("ascii")
    public String content = "ascii";

    /** How long each text is, in chars. */
    @Param("20")
    public int size;

    /** The memory. For buffers, global memory is a direct buffer. */
    @Param("global")
    public String arena = "global";

    /** The binding, of unitstr; it says {@code none} for the others. */
    @Param("jni")
    public String binding = "jni";

    /** Who converts. */
    @Param("unitstr")
    public String contender = "unitstr";

    /** The tier of the kernels that {@code UNITSTR_ISA} forces, or {@code best}. */
    @Param("best")
    public String isa = "best";

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
        String benchmark = params.getBenchmark();
        String direction = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        if (!isa.equals("best") && !isa.equals(System.getenv("UNITSTR_ISA"))) {
            throw new IllegalStateException("isa=" + isa + " needs the environment variable UNITSTR_ISA=" + isa);
        }
        if (contender.startsWith("unitstr")) {
            choose(binding);
        }
        boolean batch = direction.endsWith("Batch");
        Texts texts = new Texts(Charsets.of(charset), Content.of(content), size, batch ? BATCH : Texts.count(size));
        mask = texts.count() - 1;
        Prepared.prepare(contender(texts));
        Fixed.CONTENDER.check(direction);
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
     * Which text is next.
     *
     * @return an index
     */
    protected final int next() {
        return next++ & mask;
    }

    private static void choose(String binding) {
        System.setProperty("dev.unitstr.binding", binding);
        if (!UnitStr.binding().equals(binding)) {
            throw new IllegalStateException(binding + " was asked for, " + UnitStr.binding() + " runs; fork, please");
        }
    }
}
