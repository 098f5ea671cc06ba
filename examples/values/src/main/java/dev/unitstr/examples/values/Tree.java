package dev.unitstr.examples.values;

import dev.unitstr.tvm.Value;
import java.io.PrintStream;

/** Prints a value with all that it holds. Nothing is copied but the texts. */
final class Tree {
    /** A list may hold itself. */
    private static final int DEPTH = 32;

    private final PrintStream out;

    Tree(PrintStream out) {
        this.out = out;
    }

    void print(Value value, String indent) {
        out.println(indent + line(value));
        children(value, indent + "  ", 1);
    }

    private void children(Value value, String indent, int depth) {
        if (depth == DEPTH) {
            out.println(indent + "...");
            return;
        }
        switch (value.kind()) {
            case MAP, DICT -> {
                value.asMap().forEach((key, inner) -> {
                    out.println(indent + line(key) + ": " + line(inner));
                    children(inner, indent + "  ", depth + 1);
                });
            }
            case ARRAY, LIST -> {
                for (Value element : value.asList()) {
                    out.println(indent + "- " + line(element));
                    children(element, indent + "  ", depth + 1);
                }
            }
            default -> {}
        }
    }

    /** Not what it holds. */
    private static String line(Value value) {
        return switch (value.kind()) {
            case STRING -> quoted(value.asString());
            case MAP, DICT -> value.kind() + " of " + value.asMap().size();
            case ARRAY, LIST -> value.kind() + " of " + value.asList().size();
            case INT, FLOAT, BOOL, NULL -> String.valueOf(value.toJava());
            default -> value.kind().toString(); // all else can be passed on
        };
    }

    static String quoted(String text) {
        return '"' + text.replace("\0", "\\0") + '"';
    }
}
