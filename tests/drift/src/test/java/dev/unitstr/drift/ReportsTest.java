package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every run of the other test modules ran, all of it: those of {@code make check}, or those of the matrix too. Runs last;
 * {@code make check}, which builds everything, is the way to run it.
 */
@Tag("reports")
class ReportsTest {
    /** Whether the build left out the runs that are only in the matrix. */
    private static final boolean CHECK = Boolean.getBoolean("unitstr.matrix.skip");

    private static final List<Maven> MODULES = new ArrayList<>();
    private static final List<Report> REPORTS = new ArrayList<>();
    private static final Map<String, Map<String, Set<String>>> TAGS = new TreeMap<>();

    @BeforeAll
    static void read() throws Exception {
        for (Maven pom : Maven.read(Checkout.ROOT).reactor()) {
            if (!pom.runs().isEmpty()) {
                MODULES.add(pom);
            }
            for (Maven.Run run : runs(pom)) {
                REPORTS.add(Report.read(pom, run));
            }
        }
        System.out.printf("%-22s %-16s %7s %6s %7s%n", "module", "run", "tests", "failed", "skipped");
        for (Report one : REPORTS) {
            System.out.printf(
                    "%-22s %-16s %7d %6d %7d%n",
                    one.module(),
                    one.run(),
                    one.ran(),
                    one.failed().size(),
                    one.skipped().size());
        }
    }

    private static List<Maven.Run> runs(Maven pom) {
        return pom.runs().stream().filter(run -> !CHECK || !run.isOfTheMatrix()).toList();
    }

    @Test
    void everyRunRan() {
        assertTrue(REPORTS.size() > (CHECK ? 4 : 14), REPORTS::toString); // of contract suites, and of real libraries
        for (Report one : REPORTS) {
            assertTrue(one.ran() > 0, () -> one.run() + " in " + one.module() + " left no report");
            assertEquals(List.of(), one.failed(), one.run() + " in " + one.module());
        }
    }

    /** A suite's tags say which runs have it: no run lost one, and no run has more. */
    @Test
    void everyRunTestedTheClassesOfItsTags() {
        for (Report one : comparable()) {
            Set<String> expected = new TreeSet<>();
            tags(one).forEach((type, tags) -> {
                if (tags.containsAll(one.tags())) {
                    expected.add(type);
                }
            });
            assertTrue(expected.size() > 10, one.run());
            assertEquals(expected, one.classes(), one.run() + " in " + one.module());
        }
    }

    /**
     * A test for old JDKs is skipped on new ones, and the other way round; one that ran nowhere is a lost one. Where a module's
     * run on the other JDK is of the matrix, only a build with the matrix can tell.
     */
    @Test
    void everyTestRanSomewhere() {
        List<String> lost = new ArrayList<>();
        Set<String> partly = new TreeSet<>();
        MODULES.stream().filter(pom -> runs(pom).size() < pom.runs().size()).forEach(pom -> partly.add(pom.path()));
        for (Report one : REPORTS) {
            one.skipped().stream()
                    .filter(test -> !one.tags().isEmpty() || !partly.contains(one.module()))
                    .filter(test -> REPORTS.stream()
                            .noneMatch(other -> other.module().equals(one.module()) && times(other, test) > 0))
                    .forEach(test -> lost.add(test + " in " + one.module()));
        }
        String missing =
                System.getenv().getOrDefault("UNITSTR_ALLOW_MISSING", "").strip();
        if (missing.isEmpty()) {
            assertEquals(List.of(), lost);
        } else {
            lost.forEach(test -> System.out.println("skipped, as " + missing + " may be missing: " + test));
        }
    }

    @Test
    void runsOfTheSameSuitesRanTheSameTests() {
        Set<String> differences = new TreeSet<>();
        Map<String, List<Report>> groups =
                comparable().stream().collect(Collectors.groupingBy(one -> one.module() + " on " + one.jdk()));
        groups.forEach((group, all) -> {
            Set<String> tests = new TreeSet<>();
            all.forEach(one -> tests.addAll(one.tests().keySet()));
            for (String test : tests) {
                List<Report> reports = all.stream()
                        .filter(one -> tags(one).get(Report.classOf(test)).containsAll(one.tags()))
                        .toList();
                int most =
                        reports.stream().mapToInt(one -> times(one, test)).max().orElseThrow();
                String having = reports.stream()
                        .filter(one -> times(one, test) == most)
                        .map(Report::run)
                        .collect(Collectors.joining(","));
                if (reports.stream().anyMatch(one -> times(one, test) < most)) {
                    differences.add(reports.get(0).module() + "\t" + test.replaceAll("[(\\[].*", "") + "\t" + having);
                }
            }
        });
        assertEquals(Set.of(), differences);
    }

    @Test
    void theJvmHadNothingToSayAboutOurJni() throws Exception {
        for (Maven pom : MODULES) {
            if (!pom.path().startsWith("tests/")) {
                continue;
            }
            Map<?, List<String>> logs = Report.jvmLogs(pom);
            assertTrue(logs.size() >= runs(pom).size(), () -> "too few logs in " + pom.path() + ": " + logs.keySet());
            logs.forEach((file, lines) -> lines.stream()
                    .filter(line -> line.contains("in native method") || line.contains("JNI local refs"))
                    .findFirst()
                    .ifPresent(line -> {
                        throw new AssertionError(file + ": " + line);
                    }));
        }
    }

    /** The reports of contract suites. */
    private static List<Report> comparable() {
        return REPORTS.stream().filter(one -> !one.tags().isEmpty()).toList();
    }

    /** The tags of each test class of a report's module. */
    private static Map<String, Set<String>> tags(Report report) {
        return TAGS.computeIfAbsent(report.module(), Tags::ofTests);
    }

    private static int times(Report one, String test) {
        return one.tests().getOrDefault(test, 0);
    }
}
