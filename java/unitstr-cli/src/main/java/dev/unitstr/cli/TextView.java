package dev.unitstr.cli;

import java.io.PrintWriter;

/** Prints facts for people: the lines with bytes, and those about the whole file, for tensors and values. */
abstract class TextView {
    private static final int BYTES = 12; // per line; the largest field other than text

    final Shown options;
    private final PrintWriter out;
    private final Paint paint;
    private long shown;

    TextView(Shown options, PrintWriter out, Paint paint) {
        this.options = options;
        this.out = out;
        this.paint = paint;
    }

    final String paint(String style, String text) {
        return paint.paint(style, text);
    }

    final void println(String line) {
        out.println(line);
    }

    /** Prints the first line. */
    final void head(String facts) {
        String name = TensorFile.isStandard(options.file())
                ? TensorFile.name(options.file())
                : String.valueOf(options.file().getFileName());
        println(paint(Paint.BOLD, Escape.controls(name)) + ": " + facts);
    }

    /** Prints an empty line and the first line of an element or slot. */
    final void title(long index, String bold, String rest) {
        shown++;
        println("");
        println(paint(Paint.BOLD, "[" + index + "]" + bold) + rest);
    }

    /** Prints the number of elements or slots that were shown, if not all, and an empty line before the last one. */
    final void shown(long count, String what) {
        println("");
        if (shown < count) {
            println("(" + shown + " of " + Formats.counted(count, what) + " shown: --first and --limit select others)");
            println("");
        }
    }

    /** Prints the last line of a file without violations. */
    final void good(String facts) {
        println(paint(Paint.GREEN, "well-formed") + ": " + facts);
    }

    /** Prints the last line of a file with a violation. */
    final void bad(String reason) {
        println(paint(Paint.RED, "malformed") + ": " + reason);
    }

    /**
     * Prints bytes; in the first line also their name and meaning.
     *
     * @param at the position of the first byte in the file
     * @param bytes the bytes
     * @param style the color
     * @param name the name of the field
     * @param meaning its value
     * @param bad whether the violation is in these bytes
     */
    final void dump(long at, byte[] bytes, String style, String name, String meaning, boolean bad) {
        String color = bad ? Paint.RED : style;
        for (int i = 0; i < bytes.length; i += BYTES) {
            StringBuilder hex = new StringBuilder();
            for (int k = i; k < Math.min(bytes.length, i + BYTES); k++) {
                hex.append(String.format("%02x ", bytes[k]));
            }
            String line = "  " + paint(Paint.DIM, String.format("%08x", at + i)) + "  "
                    + paint(color, String.format("%-" + 3 * BYTES + "s", hex))
                    + (bad ? "! " : "  ")
                    + (i > 0 ? "" : paint(color, String.format("%-9s", name)) + "  " + meaning);
            println(line.stripTrailing());
        }
    }
}
