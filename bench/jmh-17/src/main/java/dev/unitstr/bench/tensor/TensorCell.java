package dev.unitstr.bench.tensor;

import dev.unitstr.bench.Content;
import dev.unitstr.bench.Forks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** One cell of the table of tensors: {@link TensorTexts#COUNT} strings at once, so that a call costs nothing. */
public abstract class TensorCell extends Forks {
    /** How the strings lie in memory: a name of {@link Form}. */
    @Param("TF24-SMALL")
    public String layout = "TF24-SMALL";

    private @Nullable TensorContender who;

    /** For subclasses. */
    protected TensorCell() {}

    /**
     * Makes the strings and the contender, and looks at what it does.
     *
     * @param params which benchmark this is
     */
    @Setup
    public final void setUp(BenchmarkParams params) {
        String direction = begin(params);
        who = contender(new TensorTexts(Form.of(layout), Content.of(content), size));
        who.check(direction);
    }

    /** Frees the memory. */
    @TearDown
    public final void tearDown() {
        who().close();
    }

    /**
     * Makes the contender that the params name.
     *
     * @param texts the strings
     * @return the contender
     */
    protected abstract TensorContender contender(TensorTexts texts);

    /**
     * Who does it.
     *
     * @return the contender
     */
    protected final TensorContender who() {
        return Objects.requireNonNull(who);
    }
}
