package dev.unitstr.bench.ffm.values;

import dev.unitstr.bench.values.Caller;
import dev.unitstr.bench.values.Packed;
import dev.unitstr.bench.values.TvmLibrary;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** On JDK 22 and later. */
public class PackedCalls extends Packed {
    /** For JMH. */
    public PackedCalls() {}

    @Override
    protected String defaultBinding() {
        return "ffm";
    }

    @Override
    protected Caller contender(@Nullable TvmLibrary library, String[] strings) {
        return switch (contender) {
            case "byhand" -> new PlainCaller(Objects.requireNonNull(library));
            case "ffmnop" -> new Critical();
            default -> super.contender(library, strings);
        };
    }
}
