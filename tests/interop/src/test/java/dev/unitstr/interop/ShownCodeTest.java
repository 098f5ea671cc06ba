package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tour shows code beside its results: it must be the code that it ran. */
class ShownCodeTest {
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern SHOWN =
            Pattern.compile("tour\\.(?:jdk|ours)\\(\\s*(" + STRING + "(?:\\s*\\+\\s*" + STRING + ")*)");

    @ParameterizedTest
    @ValueSource(strings = {"segments", "buffers"})
    void isTheCodeThatRan(String example) throws IOException {
        Path sources = Path.of("..", "..", "examples", example, "src", "main", "java");
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        int shown = 0;
        for (Path file : files) {
            String source = Files.readString(file);
            String rest = squeeze(SHOWN.matcher(source).replaceAll("tour.shown("));
            for (Matcher matcher = SHOWN.matcher(source); matcher.find(); shown++) {
                for (String statement : text(matcher.group(1)).split("; ")) {
                    assertTrue(rest.contains(squeeze(statement)), file + " shows and does not run: " + statement);
                }
            }
        }
        assertTrue(shown >= 10, example + " shows only " + shown);
    }

    /** Returns the value of concatenated string literals. */
    private static String text(String literals) {
        StringBuilder text = new StringBuilder();
        for (Matcher matcher = STRING.matcher(literals); matcher.find(); ) {
            String literal = matcher.group();
            text.append(literal, 1, literal.length() - 1);
        }
        return text.toString().replace("\\\"", "\"");
    }

    private static String squeeze(String code) {
        return code.replaceAll("\\s", "");
    }
}
