package dev.unitstr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The list of cells in which other libraries are known to read or write wrong text: {@code wrong-text.tsv} beside the plans.
 * There, wrong text is a result; elsewhere, it fails the run.
 *
 * @param cells contender, direction, charset and content of each, with blanks between them
 */
record WrongTexts(Set<String> cells) {
    /** The name of the file. */
    static final String FILE = "wrong-text.tsv";

    /** Wrong text is a failure everywhere. */
    static final WrongTexts NONE = new WrongTexts(Set.of());

    private static final int COLUMNS = 6;
    private static final int KEY = 4;

    /** Reads the list in the directory of a plan; without a file, nothing is known to be wrong. */
    static WrongTexts beside(Path plan) throws IOException {
        Path file = plan.resolveSibling(FILE);
        Set<String> cells = new TreeSet<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] columns = line.split("\t");
                if (columns.length != COLUMNS) {
                    throw new IOException(file + ": not " + COLUMNS + " columns: " + line);
                }
                if (columns[0].startsWith("unitstr")) {
                    throw new IOException(file + ": wrong text of unitstr is a failure: " + line);
                }
                cells.add(String.join(" ", List.of(columns).subList(0, KEY)));
            }
        }
        return new WrongTexts(cells);
    }

    boolean has(Work work) {
        return cells.contains(String.join(" ", work.contender(), work.direction(), work.charset(), work.content()));
    }

    /** The listed cells in which the contender was right in all of these rows that are of it. */
    Set<String> right(List<Row> rows) {
        Set<String> right = rows.stream()
                .filter(row -> !row.isWrong())
                .map(Row::line)
                .collect(Collectors.toCollection(TreeSet::new));
        right.retainAll(cells);
        rows.stream().filter(Row::isWrong).map(Row::line).forEach(right::remove);
        return right;
    }
}
