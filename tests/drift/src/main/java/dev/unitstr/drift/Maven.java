package dev.unitstr.drift;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The content of a pom. */
record Maven(Path directory, Element project) {
    /**
     * An execution of Surefire with an id such as {@code jni-on-17}.
     *
     * @param tags the tags that a class needs to be tested by the run; none if includes pick the classes
     * @param skip the property that leaves the run out
     */
    record Run(
            String id,
            List<String> tags,
            Optional<String> skip,
            Optional<String> jvmOptions,
            Optional<String> reportSuffix,
            Map<String, String> properties,
            Map<String, String> environment) {
        String jdk() {
            return id.substring(id.indexOf("-on-") + "-on-".length());
        }

        /** Whether only {@code -Pmatrix} runs it, and not {@code make check}. */
        boolean isOfTheMatrix() {
            return skip.isPresent();
        }
    }

    static Maven read(Path directory) throws Exception {
        return new Maven(
                directory,
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(directory.resolve("pom.xml").toFile())
                        .getDocumentElement());
    }

    /** This one and all below it. */
    List<Maven> reactor() throws Exception {
        List<Maven> all = new ArrayList<>(List.of(this));
        for (Element module : elements(project, "modules", "module")) {
            all.addAll(
                    read(directory.resolve(module.getTextContent()).normalize()).reactor());
        }
        return all;
    }

    boolean isAggregator() {
        return text(project, "modules").isPresent();
    }

    String name() {
        return text(project, "artifactId").orElseThrow();
    }

    /** The directory, from the root of the checkout. */
    String path() {
        return Checkout.ROOT.relativize(directory).toString();
    }

    Map<String, String> properties() {
        return children(elements(project, "properties"));
    }

    /** The artifacts that the module depends on, each with its scope; {@code provided} if it is optional. */
    Set<String> dependencies() {
        Set<String> dependencies = new TreeSet<>();
        for (Element dependency : elements(project, "dependencies", "dependency")) {
            dependencies.add(text(dependency, "artifactId").orElseThrow() + " "
                    + (text(dependency, "optional").isPresent()
                            ? "provided"
                            : text(dependency, "scope").orElse("compile")));
        }
        return dependencies;
    }

    /** The ranges of JDKs that the toolchains plugin selects, by the ids of its executions. */
    Map<String, String> jdks() {
        Map<String, String> jdks = new TreeMap<>();
        for (Element execution : executions("maven-toolchains-plugin")) {
            jdks.put(
                    text(execution, "id").orElseThrow(),
                    text(execution, "configuration", "version").orElseThrow());
        }
        return jdks;
    }

    /** The test classes that executions of Surefire include by name. */
    Set<String> includes() {
        Set<String> includes = new TreeSet<>();
        for (Element run : executions("maven-surefire-plugin")) {
            elements(run, "configuration", "includes", "include").forEach(e -> includes.add(e.getTextContent()));
        }
        return includes;
    }

    /** The executions of Surefire that name a JDK. */
    List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (Element run : executions("maven-surefire-plugin")) {
            String id = text(run, "id").orElseThrow();
            if (id.contains("-on-")) {
                runs.add(new Run(
                        id,
                        text(run, "configuration", "groups").stream()
                                .flatMap(tags -> Stream.of(tags.split(" & ")))
                                .toList(),
                        text(run, "configuration", "skip"),
                        text(run, "configuration", "argLine"),
                        text(run, "configuration", "reportNameSuffix"),
                        children(elements(run, "configuration", "systemPropertyVariables")),
                        children(elements(run, "configuration", "environmentVariables"))));
            }
        }
        return runs;
    }

    private List<Element> executions(String plugin) {
        return elements(project, "build", "plugins", "plugin").stream()
                .filter(element -> text(element, "artifactId").equals(Optional.of(plugin)))
                .flatMap(element -> elements(element, "executions", "execution").stream())
                .toList();
    }

    private static Map<String, String> children(List<Element> parents) {
        Map<String, String> children = new TreeMap<>();
        for (Element parent : parents) {
            elements(parent, "*").forEach(child -> children.put(child.getTagName(), child.getTextContent()));
        }
        return children;
    }

    private static Optional<String> text(Element from, String... path) {
        return elements(from, path).stream().findFirst().map(Element::getTextContent);
    }

    private static List<Element> elements(Element from, String... path) {
        List<Element> found = List.of(from);
        for (String name : path) {
            List<Element> next = new ArrayList<>();
            for (Element parent : found) {
                for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
                    if (node instanceof Element child && (name.equals("*") || name.equals(child.getTagName()))) {
                        next.add(child);
                    }
                }
            }
            found = next;
        }
        return found;
    }
}
