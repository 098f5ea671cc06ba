package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Maven, Gradle and cargo have the same modules, versions and runs. The poms are the expected values. */
class DriftTest {
    private static final Map<String, List<String>> CONTRACT_RUNS = Map.of(
            "tests/contract",
                    List.of(
                            "java-on-17",
                            "jni-on-17",
                            "jni-scalar-on-17",
                            "java-on-25",
                            "jni-on-25",
                            "jni-avx2-on-25",
                            "ffm-on-25"),
            "tests/contract-ffm",
                    List.of(
                            "java-on-25",
                            "jni-on-25",
                            "ffm-on-25",
                            "ffm-scalar-on-25",
                            "ffm-avx2-on-25",
                            "ffm-opened-on-25",
                            "denied-on-25"));

    private final Maven parent = Maven.read(Checkout.ROOT);
    private final List<Maven> modules =
            parent.reactor().stream().filter(pom -> !pom.isAggregator()).toList();

    DriftTest() throws Exception {}

    @Test
    void modules() {
        Map<String, String> maven = new TreeMap<>();
        modules.forEach(pom -> maven.put(pom.name(), pom.path()));
        assertEquals(maven, Checkout.pairs("settings.gradle.kts", "\"([\\w-]+)\" to \"([^\"]+)\""));
    }

    @Test
    void releases() {
        String common = parent.properties().get("maven.compiler.release");
        assertEquals(Set.of(common), Checkout.found("build.gradle.kts", "release.convention\\((\\d+)\\)"));
        for (Maven pom : modules) {
            String maven = pom.properties().getOrDefault("maven.compiler.release", common);
            Set<String> gradle = Checkout.found(script(pom), "options.release = (\\d+)");
            assertEquals(Set.of(maven), gradle.isEmpty() ? Set.of(common) : gradle, pom.name());
        }
    }

    @Test
    void jdks() throws Exception {
        assertEquals(Map.of("require-jdk-17", "[17,18)", "require-jdk-25", "[25,26)"), parent.jdks());
        assertEquals(
                Set.of("25"), Checkout.found("build.gradle.kts", "toolchain \\{ .*JavaLanguageVersion.of\\((\\d+)\\)"));
        assertEquals(Set.of("17", "25"), Checkout.found("tools/prerequisites", "\\./jdk (\\d+)"));
        for (Maven pom : parent.reactor()) {
            pom.jdks().forEach((id, range) -> {
                int jdk = Integer.parseInt(id.replaceAll(".*\\D", ""));
                assertEquals("[" + jdk + "," + (jdk + 1) + ")", range, id + " in " + pom.name());
            });
        }
    }

    @Test
    void versionsOfLibraries() {
        Map<String, String> maven = new TreeMap<>();
        parent.properties().forEach((name, value) -> {
            if (name.endsWith(".version")) {
                maven.put(name.replace(".version", ""), value);
            }
        });
        assertEquals(maven, Checkout.pairs("gradle/libs.versions.toml", "(?m)^([\\w-]+) = \"([^\"]+)\"$"));
    }

    /** Gradle's configurations are finer than Maven's scopes, and its launcher and annotation processors are explicit. */
    @Test
    void dependencies() {
        Map<String, String> libraries =
                Checkout.pairs("gradle/libs.versions.toml", "(?m)^([\\w-]+) = \\{ module = \"[^:]+:([^\"]+)\"");
        for (Maven pom : modules) {
            Set<String> gradle = new TreeSet<>();
            Checkout.matches(
                            script(pom),
                            "(?m)^ +(api|\\w*[iI]mplementation|\\w*Only(?:Api)?)\\((?:project|variantOf)?\\(?(\":|libs\\.)([\\w.-]+)")
                    .forEach(line -> {
                        String name = line.group(3);
                        String artifact = line.group(2).equals("libs.") ? libraries.get(name.replace('.', '-')) : name;
                        gradle.add(artifact + " " + scope(line.group(1)));
                    });
            gradle.remove("junit-platform-launcher test");
            Set<String> maven = pom.dependencies();
            if (pom.path().equals("tests/interop")) {
                maven.remove("unitstr-cli test"); // a dependency of the Gradle task
            }
            assertEquals(maven, gradle, pom.name());
        }
    }

    private static String scope(String configuration) {
        return switch (configuration) {
            case "api", "implementation", "compileOnlyApi" -> "compile";
            case "testImplementation", "testRuntimeOnly", "testCompileOnly" -> "test";
            case "runtimeOnly" -> "runtime";
            case "compileOnly" -> "provided";
            default -> throw new IllegalArgumentException(configuration);
        };
    }

    @Test
    void versionOfTheProject() {
        String version = parent.properties().get("revision");
        assertEquals(Set.of(version), Checkout.found("Cargo.toml", "(?m)^version = \"([^\"]+)\""));
        Set<String> crates = Checkout.found("Cargo.toml", "\"((?:rust|bench|tests)/[\\w/-]+)\"");
        assertEquals(9, crates.size(), crates::toString);
        for (String crate : crates) {
            assertEquals(
                    Set.of("true"), Checkout.found(crate + "/Cargo.toml", "(?m)^version.workspace = (.*)$"), crate);
        }
        assertEquals(
                Checkout.found("Cargo.toml", "(?m)^rust-version = \"([^\"]+)\""),
                Checkout.found("README.md", "Rust (\\d+\\.\\d+)"));
        for (String consumer : List.of("segments", "buffers", "values")) {
            String directory = "tests/consumer/" + consumer;
            assertEquals(
                    Set.of(version), Checkout.found(directory + "/pom.xml", "<unitstr.version>([^<]+)<"), consumer);
            assertEquals(
                    Set.of(version),
                    Checkout.found(directory + "/build.gradle.kts", "dev.unitstr:[\\w-]+:([\\w.-]+)"),
                    consumer);
        }
        assertEquals(
                version,
                Checkout.matches("CHANGELOG.md", "(?m)^## (\\d[\\w.-]*)")
                        .findFirst()
                        .orElseThrow()
                        .group(1));
    }

    @Test
    void testRuns() throws Exception {
        Maven tests = Maven.read(Checkout.ROOT.resolve("tests"));
        assertEquals(
                Set.of(tests.properties().get("jvm.sparing")),
                Checkout.found("gradle.properties", "(?m)^compiler=(.*)$"));
        assertEquals(
                Checkout.found("pom.xml", "(?s)<matrix.skip>false<.*?<tests.share>(\\d+)<"),
                Checkout.found("tests/contract/src/main/java/dev/unitstr/contract/Run.java", "SHARE_OF_CI = (\\d+);"));
        for (Maven pom : modules) {
            Set<String> maven = new TreeSet<>();
            List<String> compiledByDefault = new ArrayList<>();
            List<String> inCheck = new ArrayList<>();
            for (Maven.Run run : pom.runs()) {
                String where = run.id() + " in " + pom.name();
                maven.add(run.id());
                assertEquals(run.jdk(), run.properties().get("unitstr.java"), where);
                assertEquals(run.id(), run.reportSuffix().orElse("none"), where);
                if (!run.tags().isEmpty()) {
                    String tag = run.tags().get(0); // of the binding
                    String isa = run.properties().get("unitstr.isa");
                    boolean opened = "true".equals(run.properties().get("unitstr.opened"));
                    String kind = opened ? "-opened" : isa == null ? "" : "-" + isa;
                    assertEquals(run.id(), tag + kind + "-on-" + run.jdk(), where);
                    assertEquals(isa, run.environment().get("UNITSTR_ISA"), where);
                    boolean matrix = run.isOfTheMatrix();
                    assertEquals(matrix ? "${matrix.skip}" : "none", run.skip().orElse("none"), where);
                    if (isa != null || opened || tag.equals("denied")) {
                        assertEquals(List.of(tag, isa != null ? "tier" : "route"), run.tags(), where);
                        assertTrue(matrix, where);
                    }
                    if (!matrix) {
                        inCheck.add('"' + run.id() + '"');
                    }
                    if (run.jvmOptions()
                            .filter(options -> options.contains("${jvm.compiler}"))
                            .isEmpty()) {
                        compiledByDefault.add('"' + run.id() + '"');
                    }
                    assertEquals(tag, run.properties().get("unitstr.run"), where);
                    assertEquals(
                            tag.equals("denied") ? null : tag, run.properties().get("dev.unitstr.binding"), where);
                }
            }
            assertEquals(maven, Checkout.found(script(pom), "\"([a-z]+(?:-[a-z0-9]+)?-on-\\d+)\""), pom.name());
            assertEquals(pom.includes(), Checkout.found(script(pom), "\"([A-Z]\\w*Test)\""), pom.name());
            if (CONTRACT_RUNS.containsKey(pom.path())) {
                assertEquals(new TreeSet<>(CONTRACT_RUNS.get(pom.path())), maven, pom.name());
                Set<String> properties = new TreeSet<>(List.of("unitstr.panic.library"));
                pom.runs().forEach(run -> properties.addAll(run.properties().keySet()));
                assertEquals(
                        Set.of(String.join(", ", compiledByDefault)),
                        Checkout.found(script(pom), "compiledByDefault = listOf\\(([^)]*)\\)"),
                        pom.name());
                assertEquals(
                        Set.of(String.join(", ", inCheck)),
                        Checkout.found(script(pom), "inCheck = listOf\\(([^)]*)\\)"),
                        pom.name());
                Map<String, String> tags = new TreeMap<>();
                pom.runs().forEach(run -> tags.put(run.id(), String.join(" & ", run.tags())));
                assertEquals(tags, Checkout.pairs(script(pom), "\"([\\w-]+-on-\\d+)\" to \"([^\"]+)\""), pom.name());
                assertEquals(properties, Checkout.found(script(pom), "systemProperty\\(\"([^\"]+)\""), pom.name());
            }
        }
    }

    private static String script(Maven pom) {
        return pom.path() + "/build.gradle.kts";
    }
}
