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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What all cells have: a fork measures one cell, so that the charset and the contender are constants to the compiler, as
 * they are where people use them, and no call site sees two types.
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
public abstract class Forks {
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

    /** For subclasses. */
    protected Forks() {}

    /**
     * Sees to it that the kernels and the binding are those of the cell.
     *
     * @param params which benchmark this is
     * @return its method
     */
    protected final String begin(BenchmarkParams params) {
        String benchmark = params.getBenchmark();
        if (!isa.equals("best") && !isa.equals(System.getenv("UNITSTR_ISA"))) {
            throw new IllegalStateException("isa=" + isa + " needs the environment variable UNITSTR_ISA=" + isa);
        }
        if (contender.startsWith("unitstr")) {
            choose(binding);
        }
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    private static void choose(String binding) {
        System.setProperty("dev.unitstr.binding", binding);
        if (!UnitStr.binding().equals(binding)) {
            throw new IllegalStateException(binding + " was asked for, " + UnitStr.binding() + " runs; fork, please");
        }
    }
}
