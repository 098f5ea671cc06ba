package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** {@code bench/run calibrate} measures each threshold between Java and native calls. */
class ThresholdsTest {
    private static final String SOURCES = "java/unitstr/src/main/java/dev/unitstr/internal/text/";
    /**
     * Between two native ways, between two methods of the JDK, between native calls and a charset of the JDK, and for methods
     * of JDK 27: no contender of JDK 17 or 25 runs one of these alone. Their documentation has the measurements.
     */
    private static final Set<String> OTHERS = Set.of(
            "ReadRoute.NEAR_UTF_8",
            "ReadRoute.SEGMENT_LONGS",
            "ReadRoute.SEGMENT_TERMINATED_OTHER",
            "WriteRoute.ALLOCATE",
            "WriteRoute.FEW",
            "WriteRoute.FEW_OTHERS",
            "WriteRoute.FIELD",
            "WriteRoute.JDK_27_ASCII",
            "WriteRoute.JDK_27_JNI",
            "WriteRoute.NEAR_UTF_8",
            "WriteRoute.SEGMENT_TERMINATED_ASCII",
            "WriteRoute.SEGMENT_UTF_8_CUT");

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
        assertTrue(thresholds.containsAll(OTHERS), thresholds::toString);
        thresholds.removeAll(OTHERS);
        return thresholds;
    }
}
