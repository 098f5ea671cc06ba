package dev.unitstr.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Code in a page, and its source. A fenced block follows a line {@code <!-- FILE: NAME -->}; the file marks that
 * part with {@code [PAGE: NAME]} and {@code [PAGE: end]}, each on a line of its own, in a comment. PAGE is the name of the
 * page's file without {@code .md}. Indentation that all lines share does not count.
 */
record Snippets(String page) {
    /** A block of code: the file and the part that it names, and its text. */
    record Block(String language, String file, String name, String code) {}

    private static final Pattern FENCED =
            Pattern.compile("(?ms)(?:^<!-- (\\S+?)(?:: (\\w+))? -->\\n)?^```(\\w*)\\n(.*?)^```$");

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        FENCED.matcher(Checkout.text(page)).results().forEach(match -> {
            blocks.add(new Block(match.group(3), orEmpty(match, 1), orEmpty(match, 2), match.group(4)));
        });
        return blocks;
    }

    /** Returns the code of a block in its source file. */
    String source(Block block) {
        Pattern part = Pattern.compile("(?ms)^[^\\n]*\\[" + marker() + ": " + block.name()
                + "\\][^\\n]*\\n(.*?)^[^\\n]*\\[" + marker() + ": end\\]");
        List<String> parts = part.matcher(Checkout.text(block.file()))
                .results()
                .map(match -> match.group(1))
                .toList();
        if (parts.size() != 1) {
            throw new AssertionError(
                    block.file() + " marks " + parts.size() + " parts as [" + marker() + ": " + block.name() + "]");
        }
        return parts.get(0).stripTrailing().stripIndent() + "\n";
    }

    /** The parts that a file marks for this page. */
    Set<String> marked(String file) {
        Set<String> names = Checkout.found(file, "\\[" + marker() + ": (\\w+)\\]");
        names.remove("end");
        return names;
    }

    private String marker() {
        return page.replaceFirst(".*/", "").replaceFirst("\\.md$", "");
    }

    private static String orEmpty(MatchResult match, int group) {
        return match.group(group) == null ? "" : match.group(group);
    }
}
