package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The faults in {@code tests/mutants/faults} can still be put into the code, and each has a test. */
class FaultsTest {
    static List<String> patches() throws IOException {
        return Checkout.files("tests/mutants/faults", ".patch");
    }

    @ParameterizedTest
    @MethodSource("patches")
    void fitsTheCode(String patch) {
        String file = Checkout.found(patch, "(?m)^--- a/(.*)$").iterator().next();
        String[] hunks = Checkout.text(patch).split("(?m)^@@.*\n");
        assertTrue(hunks.length > 1, patch);
        for (String hunk : List.of(hunks).subList(1, hunks.length)) {
            String before = hunk.lines()
                    .filter(line -> line.startsWith(" ") || line.startsWith("-"))
                    .map(line -> line.substring(1))
                    .collect(Collectors.joining("\n"));
            assertTrue(Checkout.text(file).contains(before), () -> file + " has no longer: " + before);
        }
    }

    @Test
    void haveTests() throws IOException {
        Set<String> names = new TreeSet<>();
        patches().forEach(patch -> names.add(patch.replaceAll(".*/|\\.patch$", "")));
        assertEquals(names, new TreeSet<>(Checkout.found("tests/mutants/faults.tsv", "(?m)^([^\t]+)\t")));
    }
}
