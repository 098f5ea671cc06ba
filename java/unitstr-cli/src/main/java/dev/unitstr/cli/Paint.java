package dev.unitstr.cli;

/**
 * The colors of a terminal, or no colors.
 *
 * @param colored whether to print colors
 */
record Paint(boolean colored) {
    static final String BOLD = "1";
    static final String DIM = "2";
    static final String RED = "1;31";
    static final String GREEN = "32";
    static final String YELLOW = "33";
    static final String BLUE = "34";
    static final String MAGENTA = "35";
    static final String CYAN = "36";

    /** When to use colors. */
    enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    String paint(String style, String text) {
        return colored && !text.isEmpty() ? "\u001B[" + style + "m" + text + "\u001B[0m" : text;
    }

    /** Returns the color of a field by its name. */
    static String of(String field) {
        return switch (field) {
            case "size" -> YELLOW;
            case "offset", "ptr", "end" -> CYAN;
            case "count" -> MAGENTA;
            case "cap", "owner_ref" -> BLUE;
            case "text" -> GREEN;
            default -> DIM;
        };
    }
}
