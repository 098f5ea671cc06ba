package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published metadata and the API's documentation. */
class PublishedTest {
    @Test
    void thePomSaysWhereItIsFrom() {
        String pom = Checkout.text("pom.xml").replaceAll("(?s)<(dependencies|build)>.*?</\\1>", "");
        for (String element : List.of("name", "description", "url", "license", "developer", "scm", "connection")) {
            assertTrue(pom.contains("</" + element + ">"), element);
        }
        assertEquals(
                Set.of("MIT", "Apache-2.0"),
                Checkout.found("pom.xml", "<license>\\s*<name>([^<]+)</name>\\s*<url>https://"));
    }

    /** Runs last, after the jars are made. Internal packages are not documented, because users cannot use them. */
    @Tag("reports")
    @ParameterizedTest
    @ValueSource(strings = {"unitstr", "unitstr-ffm"})
    void theDocumentationIsThatOfExportedPackages(String module) throws IOException {
        Set<String> exported =
                Checkout.found("java/" + module + "/src/main/java/module-info.java", "(?m)^    exports ([\\w.]+);");
        assertTrue(exported.size() >= 3, exported::toString);
        assertEquals(exported, documented(jar(module)));
    }

    private static Path jar(String module) throws IOException {
        String directory = "java/" + module + (Report.GRADLE ? "/build/libs" : "/target");
        List<String> jars = Checkout.files(directory, "-javadoc.jar");
        assertEquals(1, jars.size(), directory);
        return Checkout.ROOT.resolve(jars.get(0));
    }

    /** The packages that have a page. */
    private static Set<String> documented(Path jar) throws IOException {
        Set<String> packages = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .filter(entry -> entry.getName().endsWith("/package-summary.html"))
                    .map(entry -> entry.getName().replaceFirst("^dev\\.unitstr[^/]*/", ""))
                    .map(name -> name.replaceFirst("/package-summary.html$", "").replace('/', '.'))
                    .forEach(packages::add);
        }
        return packages;
    }
}
