package dev.unitstr.contract.refusals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes all wrong calls. */
public final class Refusals {
    private Refusals() {}

    /**
     * Fails if a call is not refused as it must be, or the calls do not call each method of the artifact.
     *
     * @param artifact a class of the artifact
     * @param refusals the calls
     * @param exempt the methods that no call has to call
     */
    public static void check(Class<?> artifact, List<Refusal> refusals, Set<String> exempt) {
        List<PublicApi.Member> called = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (Refusal each : refusals) {
            complaints.addAll(each.complaints(called));
        }
        assertEquals("", String.join("\n", complaints));
        Set<String> uncalled = PublicApi.uncalled(artifact, called);
        uncalled.removeAll(exempt);
        assertEquals(Set.of(), uncalled);
    }
}
