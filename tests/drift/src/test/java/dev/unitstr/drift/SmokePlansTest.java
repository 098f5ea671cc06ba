package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CI runs each benchmark once, for a short time. */
class SmokePlansTest {
    private static final List<String> PLANS = List.of("bench/plans/smoke.txt", "bench/plans/smoke-17.txt");
    /** Has the class of each suite whose name is another. */
    private static final String WORK = "bench/jmh-17/src/main/java/dev/unitstr/bench/Work.java";

    private static final int MOST_FORKS = 130;

    @Test
    void everyBenchmarkIsInOne() throws IOException {
        Map<String, String> suites = new TreeMap<>();
        Checkout.matches(WORK, "case \"(\\w+)\" -> \"[\\w.]+\\.(\\w+)\"")
                .forEach(match -> suites.put(match.group(2), match.group(1)));
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve("bench"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String path = Checkout.ROOT.relativize(file).toString();
                String type = file.getFileName().toString().replace(".java", "");
                String suite = suites.getOrDefault(type, type.toLowerCase(Locale.ROOT));
                Checkout.found(path, "@Benchmark\\s+(?:@\\w+(?:\\([^)]*\\))?\\s+)*public \\S+ (\\w+)\\(")
                        .forEach(method -> there.add(suite + " " + method));
            }
        }
        assertTrue(there.size() > 12, there::toString);
        Set<String> planned = new TreeSet<>();
        for (String plan : PLANS) {
            for (String[] line : lines(plan)) {
                for (String direction : line[2].split(",")) {
                    planned.add(line[1] + " " + direction);
                }
            }
        }
        there.removeAll(planned);
        assertEquals(Set.of(), there, "in no plan of " + PLANS);
    }

    /** The most, as what is not possible is left out when a plan is read. */
    @Test
    void noneIsLong() {
        for (String plan : PLANS) {
            int forks = 0;
            for (String[] line : lines(plan)) {
                int product = Integer.parseInt(line[0]);
                for (int i = 2; i < line.length; i++) {
                    product *= line[i].split(",").length;
                }
                forks += product;
            }
            assertTrue(forks <= MOST_FORKS, plan + ": " + forks + " forks");
        }
    }

    private static List<String[]> lines(String plan) {
        return Checkout.text(plan)
                .lines()
                .map(line -> line.replaceFirst("#.*", "").trim().split("\\s+"))
                .filter(words -> words.length == 8)
                .toList();
    }
}
