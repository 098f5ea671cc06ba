package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
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
    @ValueSource(strings = {"unitstr", "unitstr-tvm", "unitstr-ffm"})
    void theDocumentationIsThatOfExportedPackages(String module) throws IOException {
        assertEquals(exported(module), documented(jar(module, "-javadoc\\.jar")));
    }

    @Tag("reports")
    @ParameterizedTest
    @ValueSource(strings = {"unitstr", "unitstr-tvm", "unitstr-ffm"})
    void theBundleExportsWhatTheModuleExports(String module) throws IOException {
        try (JarFile jar = new JarFile(jar(module, "\\d\\.jar").toFile())) {
            String header = jar.getManifest().getMainAttributes().getValue("Export-Package");
            Set<String> packages = new TreeSet<>();
            Pattern.compile("(?:^|,)([\\w.]+);version=\"([^\"]+)\"")
                    .matcher(header)
                    .results()
                    .forEach(export -> {
                        packages.add(export.group(1));
                        assertEquals(Set.of(export.group(2)), Checkout.found("pom.xml", "<revision>([^<]+)<"), header);
                    });
            assertEquals(exported(module), packages, header);
        }
    }

    private static Set<String> exported(String module) {
        Set<String> exported =
                Checkout.found("java/" + module + "/src/main/java/module-info.java", "(?m)^    exports ([\\w.]+);");
        assertTrue(exported.size() >= 2, exported::toString);
        return exported;
    }

    /** The only jar of a module whose name ends so. */
    private static Path jar(String module, String end) throws IOException {
        String directory = "java/" + module + (Report.GRADLE ? "/build/libs" : "/target");
        List<String> jars = Checkout.files(directory, ".jar").stream()
                .filter(jar -> jar.matches(".*" + end))
                .toList();
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
