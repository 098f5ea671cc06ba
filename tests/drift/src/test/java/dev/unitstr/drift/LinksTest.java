package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages for readers: their links and names are valid, and the index of the documentation has all pages. */
class LinksTest {
    static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>(Checkout.files("docs", ".md"));
        pages.addAll(Checkout.files("docs/layouts", ".md"));
        pages.addAll(List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "java/unitstr-cli/README.md"));
        for (String directory :
                List.of("abi", "bench", "examples", "gradle", "rust", "rust/unitstr/src/kernels", "tests", "tools")) {
            pages.add(directory + "/README.md");
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void areThere(String page) {
        for (String path : Checkout.found(page, "`((?:rust|tests)/(?!\\S*NAME)[\\w./-]+)`")) {
            assertTrue(Files.exists(Checkout.ROOT.resolve(path)), page + " names " + path);
        }
        for (String link : Checkout.found(page, "\\]\\(([^)]*)\\)")) {
            if (link.startsWith("https://")) {
                continue;
            }
            String file = link.replaceFirst("#.*", "");
            String target = file.isEmpty()
                    ? page
                    : Path.of(page).resolveSibling(file).normalize().toString();
            assertTrue(Files.exists(Checkout.ROOT.resolve(target)), page + " links to " + link);
            if (link.contains("#")) {
                assertTrue(anchors(target).contains(link.replaceFirst(".*#", "")), page + " links to " + link);
            }
        }
    }

    private static Set<String> anchors(String page) {
        Set<String> anchors = new TreeSet<>();
        for (String heading : Checkout.found(page, "(?m)^##+ (.*)$")) {
            anchors.add(
                    heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-'));
        }
        return anchors;
    }

    /** A class that was renamed is renamed in ARCHITECTURE.md too. */
    @Test
    void theClassesOfTheArchitectureExist() throws IOException {
        Set<String> classes = new TreeSet<>(List.of("Cargo", "MemorySegment", "Module", "RegisterNatives")); // not ours
        for (String root : List.of("java", "tests", "bench")) {
            try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(root))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> classes.add(name.replace(".java", "")));
            }
        }
        Set<String> named = new TreeSet<>();
        Checkout.matches("ARCHITECTURE.md", "`(?:internal/\\w+/)?([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.\\w+)?`")
                .forEach(match -> named.add(match.group(1)));
        assertTrue(named.size() > 50, named::toString);
        named.removeAll(classes);
        assertEquals(Set.of(), named);
    }

    @Test
    void theIndexHasEveryPage() throws IOException {
        Set<String> linked = new TreeSet<>();
        Checkout.found("docs/README.md", "\\]\\(([^./)#][^)#]*)").forEach(link -> linked.add("docs/" + link));
        Set<String> pages = new TreeSet<>(Checkout.files("docs", ".md"));
        pages.addAll(Checkout.files("docs/layouts", ".md"));
        pages.remove("docs/README.md");
        assertEquals(pages, linked);
    }
}
