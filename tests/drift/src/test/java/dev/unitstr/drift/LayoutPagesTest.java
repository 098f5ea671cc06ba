package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages in docs/layouts: one for every layout and dialect, all reachable, and all that they name is there. */
class LayoutPagesTest {
    private static final String JAVA = "java/unitstr/src/main/java/dev/unitstr/";

    private final List<String> pages = pages();

    LayoutPagesTest() throws IOException {}

    private static List<String> pages() throws IOException {
        try (Stream<Path> files = Files.list(Checkout.ROOT.resolve("docs/layouts"))) {
            return files.map(file -> "docs/layouts/" + file.getFileName())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyLayoutAndDialectHasOne() {
        Set<String> names = new TreeSet<>();
        names.addAll(Checkout.found(JAVA + "tensor/TensorLayout.java", "public static final TensorLayout (\\w+) ="));
        names.addAll(Checkout.found(JAVA + "values/Dialect.java", "(?m)^    ([A-Z]\\w+)\\(\\d+, \\d+\\)[,;]"));
        assertTrue(names.containsAll(Set.of("TF24", "MATX")), names::toString);
        Set<String> titled = new TreeSet<>();
        for (String page : pages) {
            String title = Checkout.text(page).lines().findFirst().orElseThrow();
            names.stream()
                    .filter(name -> title.matches("# .*\\b" + name + "\\b.*"))
                    .forEach(titled::add);
        }
        assertEquals(names, titled);
    }

    @Test
    void everyOneIsInTheIndex() {
        Set<String> linked = new TreeSet<>();
        Checkout.found("docs/README.md", "\\]\\((layouts/[^)#]+)").forEach(link -> linked.add("docs/" + link));
        assertEquals(new TreeSet<>(pages), linked);
    }

    @Test
    void whatTheyNameIsThere() {
        for (String page : pages) {
            for (String path : Checkout.found(page, "`((?:rust|tests)/[\\w./-]+)`")) {
                assertTrue(Files.exists(Checkout.ROOT.resolve(path)), page + " names " + path);
            }
            for (String link : Checkout.found(page, "\\]\\(([^)]*)\\)")) {
                String file = link.replaceFirst("#.*", "");
                String target = file.isEmpty() ? page : "docs/layouts/" + file;
                assertTrue(Files.exists(Checkout.ROOT.resolve(target)), page + " links to " + link);
                if (link.contains("#")) {
                    Set<String> anchors = new TreeSet<>();
                    for (String heading : Checkout.found(target, "(?m)^##+ (.*)$")) {
                        anchors.add(heading.toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\w -]", "")
                                .replace(' ', '-'));
                    }
                    assertTrue(anchors.contains(link.replaceFirst(".*#", "")), page + " links to " + link);
                }
            }
        }
    }
}
