package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** {@code make calibrate} measures each threshold between Java and native calls. */
class ThresholdsTest {
    private static final String SOURCES = "java/unitstr/src/main/java/dev/unitstr/internal/text/";
    /** For methods of JDK 27, on which no other benchmark runs: their documentation has the measurements. */
    private static final String OF_JDK_27 = "WriteRoute.JDK_27_";
    /** One native call or two, not Java or a call; no benchmark writes fields. */
    private static final String FIELD = "WriteRoute.FIELD";

    @Test
    void eachIsMeasured() {
        assertEquals(thresholds(), Checkout.found("bench/plans/calibrate.txt", "(?m)^\\d.* # (\\w+Route\\.\\w+)$"));
    }

    private static Set<String> thresholds() {
        Set<String> thresholds = new TreeSet<>();
        for (String type : Set.of("ReadRoute", "WriteRoute")) {
            Checkout.found(SOURCES + type + ".java", "static final int (\\w+) = [\\d* ]+;")
                    .forEach(name -> thresholds.add(type + "." + name));
        }
        thresholds.removeIf(name -> name.equals(FIELD) || name.startsWith(OF_JDK_27));
        return thresholds;
    }
}
