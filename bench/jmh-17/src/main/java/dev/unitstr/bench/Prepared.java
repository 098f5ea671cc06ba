package dev.unitstr.bench;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@link Fixed} is made of: a class of its own, because it is used before the constants are. */
final class Prepared {
    private static @Nullable Contender contender;

    private Prepared() {}

    static void prepare(Contender contender) {
        if (Prepared.contender != null) {
            throw new IllegalStateException("one cell per JVM: fork, please");
        }
        Prepared.contender = contender;
    }

    static Contender contender() {
        return Objects.requireNonNull(contender, "no cell yet");
    }
}
