package dev.unitstr.bench;

import dev.unitstr.UnitStr;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How every benchmark is run. The heap is touched before, or a String costs what the kernel takes to find a page. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Xms800m",
            "-Xmx800m",
            "-Xmn256m",
            "-XX:+UseG1GC",
            "-XX:+AlwaysPreTouch",
            "-XX:G1HeapRegionSize=8m"
        })
public abstract class Settings {
    private int next;

    /** For subclasses. */
    protected Settings() {}

    /**
     * Forces a binding, in a JVM that has none yet.
     *
     * @param binding its name
     */
    protected static void choose(String binding) {
        System.setProperty("dev.unitstr.binding", binding);
        if (!UnitStr.binding().equals(binding)) {
            throw new IllegalStateException(binding + " was asked for, " + UnitStr.binding() + " runs; fork, please");
        }
    }

    /**
     * Which text is next.
     *
     * @return an index below {@link Texts#COUNT}
     */
    protected final int next() {
        return next++ & Texts.COUNT - 1;
    }
}
