package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that CONTRIBUTING names for a new operation: their number and their content. */
class OperationsTest {
    private static final int MOST = 10;

    @ParameterizedTest
    @CsvSource({
        "Without native code: nine files, 9, copyField|copy_field",
        "With native code: nine files, 9, firstMalformed|FIRST_MALFORMED"
    })
    void touchesTheFilesThatAreNamed(String heading, int count, String name) throws IOException {
        List<String> files = files(heading);
        assertEquals(count, files.size(), files::toString);
        assertEquals(count, new TreeSet<>(files).size(), files::toString);
        assertTrue(count <= MOST, heading);
        for (String file : files) {
            String text = Files.readString(Checkout.ROOT.resolve(file));
            assertTrue(text.matches("(?s).*\\b(" + name + ")\\b.*"), file + " has no " + name);
        }
    }

    /** No file of the product mentions the operation besides those that CONTRIBUTING names. */
    @Test
    void noOtherFileMentionsTheQuery() throws IOException {
        List<String> named = files("With native code: nine files");
        for (String directory : List.of(
                "java/unitstr/src/main",
                "java/unitstr-tvm/src/main",
                "java/unitstr-ffm/src/main",
                "rust/unitstr-c/src")) {
            try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(directory))) {
                for (Path path : files.filter(Files::isRegularFile).toList()) {
                    String file = Checkout.ROOT.relativize(path).toString();
                    boolean mentions = Files.readString(path).contains("FIRST_MALFORMED");
                    assertTrue(!mentions || named.contains(file), file);
                }
            }
        }
    }

    /** The files that the table of a section links to. */
    private static List<String> files(String heading) throws IOException {
        String page = Files.readString(Checkout.ROOT.resolve("CONTRIBUTING.md"));
        int start = page.indexOf("\n### " + heading + "\n");
        assertTrue(start >= 0, heading);
        String section = page.substring(start, page.indexOf("\n##", start + 1));
        return section.lines()
                .filter(line -> line.startsWith("|"))
                .flatMap(line -> Pattern.compile("\\]\\(([^)#]+)\\)")
                        .matcher(line)
                        .results()
                        .map(result -> result.group(1)))
                .toList();
    }
}
