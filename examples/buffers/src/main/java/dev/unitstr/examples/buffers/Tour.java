package dev.unitstr.examples.buffers;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Prints the tour: at each stop what plain JDK calls give, what unitstr gives, and the line of code for it. */
final class Tour {
    private static final String BOLD = "1";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String CYAN = "36";

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

    void jdk(String code, Callable<?> call) {
        line("plain JDK", YELLOW, code, call);
    }

    void ours(String code, Callable<?> call) {
        line("unitstr", GREEN, code, call);
    }

    private void line(String label, String style, String code, Callable<?> call) {
        String heading = label;
        for (String statement : code.split("(?<=;) ")) {
            out.printf("  %-9s  %s%n", heading, paint(CYAN, statement));
            heading = "";
        }
        out.println("             " + paint(style, outcome(call)));
    }

    private static String outcome(Callable<?> call) {
        try {
            Object result = call.call();
            return result instanceof String text ? '"' + text.replace("\0", "\\0") + '"' : String.valueOf(result);
        } catch (Exception e) {
            return e.toString();
        }
    }

    private String paint(String style, String text) {
        return color ? "\u001B[" + style + "m" + text + "\u001B[0m" : text;
    }

    private static boolean color() {
        String noColor = System.getenv("NO_COLOR");
        return (noColor == null || noColor.isEmpty()) && System.console() != null;
    }
}
