package dev.unitstr.examples.segments;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Prints the tour: at each stop what plain JDK calls give, what unitstr gives, and the line of code for it. */
final class Tour {
    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String CYAN = "36";

    /** Code that the tour shows and runs. */
    @FunctionalInterface
    interface Call {
        Object call() throws Throwable;
    }

    // UTF-8 even where the locale knows ASCII only, and System.out would print question marks.
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final boolean color = color();

    void title(String text) {
        out.println(paint(BOLD, text));
    }

    void end() {
        out.println();
    }

    void stop(String title) {
        out.println();
        out.println(paint(BOLD, title));
    }

    void note(String text) {
        out.println("  " + text);
    }

    void missing(String what) {
        out.println("  " + paint(RED, what));
    }

    void jdk(String code, Call call) {
        line("plain JDK", YELLOW, code, call);
    }

    void ours(String code, Call call) {
        line("unitstr", GREEN, code, call);
    }

    private void line(String label, String style, String code, Call call) {
        String heading = label;
        for (String statement : code.split("(?<=;) ")) {
            out.printf("  %-9s  %s%n", heading, paint(CYAN, statement));
            heading = "";
        }
        out.println("             " + paint(style, outcome(call)));
    }

    private static String outcome(Call call) {
        try {
            Object result = call.call();
            return result instanceof String text ? '"' + text.replace("\0", "\\0") + '"' : String.valueOf(result);
        } catch (Throwable e) {
            return e.toString();
        }
    }

    private String paint(String style, String text) {
        return color ? "\u001B[" + style + "m" + text + "\u001B[0m" : text;
    }

    private static boolean color() {
        String noColor = System.getenv("NO_COLOR");
        return (noColor == null || noColor.isEmpty())
                && System.console() != null
                && System.console().isTerminal();
    }
}
