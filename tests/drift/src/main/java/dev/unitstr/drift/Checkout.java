package dev.unitstr.drift;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this checkout, by their paths from its root. */
final class Checkout {
    /** The root: the tests run two directories below it. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private Checkout() {}

    static String text(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files in a directory whose names end so, sorted; none of those in directories below it. */
    static List<String> files(String directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
            return files.map(file -> directory + "/" + file.getFileName())
                    .filter(file -> file.endsWith(end))
                    .sorted()
                    .toList();
        }
    }

    /** Returns all matches of the first group of a regular expression in a file. */
    static Set<String> found(String file, String regex) {
        Set<String> found = new TreeSet<>();
        matches(file, regex).forEach(match -> found.add(match.group(1)));
        return found;
    }

    /** Returns all matches of the first two groups of a regular expression in a file. */
    static Map<String, String> pairs(String file, String regex) {
        Map<String, String> found = new TreeMap<>();
        matches(file, regex).forEach(match -> found.put(match.group(1), match.group(2)));
        return found;
    }

    static Stream<MatchResult> matches(String file, String regex) {
        return Pattern.compile(regex).matcher(text(file)).results();
    }
}
