package dev.unitstr.bench.values;

import dev.unitstr.bench.Forks;
import dev.unitstr.bench.WrongText;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Calls of packed functions, and back, beside calls that do nothing: the yardstick. {@code arena} says of which library:
 * {@link TvmLibrary}.
 */
public abstract class Packed extends Forks {
    /** How many strings an array has. */
    static final int MANY = 1024;

    private static final int TEXTS = 64; // a power of two

    /** The dialect of slots. */
    @Param("TVM_FFI")
    public String layout = "TVM_FFI";

    private final String[] texts = new String[TEXTS];
    private int next;
    private @Nullable Caller caller;

    /** For subclasses. */
    protected Packed() {}

    /**
     * Opens the library and looks at what the contender makes of its functions.
     *
     * @param params which benchmark this is
     */
    @Setup
    public final void setUp(BenchmarkParams params) {
        String direction = begin(params);
        for (int i = 0; i < TEXTS; i++) {
            texts[i] = ("t" + i + "x".repeat(size)).substring(0, size);
        }
        if (contender.endsWith("nop")) {
            caller = contender(null, texts);
            return;
        }
        if (!contender.startsWith("unitstr")) {
            System.setProperty("dev.unitstr.binding", defaultBinding()); // which only opens the library
        }
        String[] strings = new String[MANY];
        Arrays.setAll(strings, i -> texts[i % TEXTS]);
        Caller who = contender(TvmLibrary.open(arena), strings);
        switch (direction) {
            case "nop" -> WrongText.unlessEqual(0L, who.nop());
            case "echo" -> {
                String[] echoes = Arrays.stream(texts).map(who::echo).toArray(String[]::new);
                WrongText.unlessEqual(texts, echoes);
            }
            case "upcall" -> WrongText.unlessEqual(1L << 40, who.upcall(1L << 40));
            case "readArray" -> WrongText.unlessEqual(strings, who.readArray());
            default -> throw new IllegalArgumentException(direction);
        }
        caller = who;
    }

    /**
     * The binding of this JDK.
     *
     * @return its name
     */
    protected abstract String defaultBinding();

    /**
     * Makes the contender that the params name.
     *
     * @param library what is called; null for those who call something else
     * @param strings of an array
     * @return the contender
     */
    protected Caller contender(@Nullable TvmLibrary library, String[] strings) {
        return switch (contender) {
            case "jninop" -> new Nothing();
            case "tvm4j" -> new Tvm4j(Objects.requireNonNull(library), strings);
            case "unitstr-simple" -> new Simple(Objects.requireNonNull(library));
            case "unitstr" -> new OurCaller(Objects.requireNonNull(library), strings);
            default -> throw new IllegalArgumentException(contender);
        };
    }

    private Caller caller() {
        return Objects.requireNonNull(caller);
    }

    /**
     * Calls a function that does nothing.
     *
     * @return something that depends on it
     */
    @Benchmark
    public long nop() {
        return caller().nop();
    }

    /**
     * Calls a function with a string, which it returns.
     *
     * @return the result
     */
    @Benchmark
    public String echo() {
        return caller().echo(texts[next++ & TEXTS - 1]);
    }

    /**
     * Calls native code that calls Java.
     *
     * @return the result
     */
    @Benchmark
    public long upcall() {
        return caller().upcall(next++);
    }

    /**
     * Reads an array of strings; the time of one.
     *
     * @return the strings
     */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public String[] readArray() {
        return caller().readArray();
    }
}
