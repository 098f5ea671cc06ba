package dev.unitstr.drift;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The report of one run of one test module, from the files that Maven or Gradle wrote.
 *
 * @param module the module's directory, from the root of the checkout
 * @param run the run, such as {@code jni-on-17}
 * @param tags the tags of the classes that the run tests, if it is one of several of the same suites
 * @param tests how often each test ran: class without package, dot, name
 * @param failed the tests that failed
 * @param skipped the tests that were skipped
 */
record Report(
        String module,
        String run,
        List<String> tags,
        Map<String, Integer> tests,
        List<String> failed,
        List<String> skipped) {
    /** Whether Gradle built this, and not Maven. */
    static final boolean GRADLE = "gradle".equals(System.getProperty("unitstr.build"));

    static Report read(Maven pom, Maven.Run run) throws Exception {
        Report report =
                new Report(pom.path(), run.id(), run.tags(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
        List<Path> files = GRADLE
                ? files(pom.directory().resolve("build/test-results").resolve(run.id()), "TEST-", ".xml")
                : files(pom.directory().resolve("target/surefire-reports"), "TEST-", "-" + run.id() + ".xml");
        for (Path file : files) {
            NodeList cases = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                report.add((Element) cases.item(i));
            }
        }
        return report;
    }

    /** The lines that the JVM of a run printed, by the files they are in: one file for each JVM of a module's runs. */
    static Map<Path, List<String>> jvmLogs(Maven pom) throws IOException {
        Map<Path, List<String>> logs = new TreeMap<>();
        for (Path file : files(pom.directory().resolve(GRADLE ? "build" : "target"), "jvm-", ".log")) {
            logs.put(file, Files.readAllLines(file));
        }
        return logs;
    }

    /** The classes whose tests ran or were skipped. */
    Set<String> classes() {
        return Stream.concat(tests.keySet().stream(), skipped.stream())
                .map(Report::classOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The class of a test: its name up to the dot. */
    static String classOf(String test) {
        return test.substring(0, test.indexOf('.'));
    }

    int ran() {
        return tests.values().stream().mapToInt(Integer::intValue).sum();
    }

    String jdk() {
        return run.substring(run.indexOf("-on-") + "-on-".length());
    }

    private void add(Element test) {
        // Surefire appends the run to the name of the class, in parentheses.
        String type = test.getAttribute("classname").replaceAll("\\(.*", "").replaceAll(".*\\.", "");
        String name = type + "." + test.getAttribute("name");
        if (has(test, "skipped")) {
            skipped.add(name);
            return;
        }
        tests.merge(name, 1, Integer::sum);
        if (has(test, "failure") || has(test, "error")) {
            failed.add(name);
        }
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private static List<Path> files(Path directory, String prefix, String suffix) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && file.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
