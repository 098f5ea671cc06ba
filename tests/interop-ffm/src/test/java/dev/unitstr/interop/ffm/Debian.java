package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.unitstr.examples.segments.bindings.MissingLibrary;
import java.util.List;

/** Opens what the tests need. A library that is missing is a failure, unless the environment allows it. */
final class Debian {
    private static final String ALLOWED = "UNITSTR_ALLOW_MISSING";

    interface Opening<T> {
        T open() throws Throwable;
    }

    private Debian() {}

    static <T> T open(Opening<T> opening) throws Throwable {
        try {
            return opening.open();
        } catch (MissingLibrary e) {
            String allowed = System.getenv().getOrDefault(ALLOWED, "");
            return List.of(allowed.split(" ")).contains(e.debianPackage())
                    ? abort(e.getMessage() + " (" + ALLOWED + " allows it)")
                    : fail(e.getMessage(), e);
        }
    }
}
