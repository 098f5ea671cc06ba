package dev.unitstr.interop.tensorflow;

import java.util.List;

/** A table in Markdown, printed row by row. */
final class Table {
    private int failures;

    Table(String heading, String about, List<String> columns) {
        System.out.println("\n### " + heading + "\n\n" + about + "\n");
        System.out.println("| " + String.join(" | ", columns) + " |");
        System.out.println("|" + "---|".repeat(columns.size()));
    }

    void row(List<String> cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }

    /** What a check found, or why it failed. */
    interface Check {
        String run() throws Throwable;
    }

    /** The text of a cell: what the check says. */
    String cell(String what, Check check) {
        try {
            return check.run();
        } catch (Throwable e) {
            failures++;
            System.err.println("FAILED: " + what);
            e.printStackTrace();
            return "**FAILED**";
        }
    }

    int failures() {
        return failures;
    }
}
