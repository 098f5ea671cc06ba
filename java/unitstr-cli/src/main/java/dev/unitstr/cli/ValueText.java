package dev.unitstr.cli;

import dev.unitstr.cli.ValueFacts.Part;
import dev.unitstr.cli.ValueFacts.SlotFacts;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import java.io.PrintWriter;

/** Prints slots for people: the parts of each slot with their bytes, and the value as a tree. */
final class ValueText {
    private static final int BYTES = 12; // per line, as in HexView

    private final ValueFacts facts;
    private final Inspect options;
    private final PrintWriter out;
    private final Paint paint;

    ValueText(ValueFacts facts, Inspect options, PrintWriter out, Paint paint) {
        this.facts = facts;
        this.options = options;
        this.out = out;
        this.paint = paint;
    }

    void print() {
        String name = Escape.controls(
                TensorFile.isStandard(options.file)
                        ? TensorFile.name(options.file)
                        : String.valueOf(options.file.getFileName()));
        out.println(
                paint.paint(Paint.BOLD, name) + ": " + Formats.counted(facts.count, "slot") + " of " + facts.slotBytes
                        + " bytes as " + Formats.name(facts.dialect)
                        + (facts.image.isWhole() ? ", with what they refer to" : ""));
        int shown = facts.forEach(options.first, options.limit, options.bytes, this::slot);
        if (shown < facts.count) {
            out.println();
            out.println("(" + shown + " of " + Formats.counted(facts.count, "slot")
                    + " shown: --first and --limit choose others)");
        }
        out.println();
        ValueFormatException fault = facts.fault;
        if (fault == null) {
            out.println(paint.paint(Paint.GREEN, "well-formed") + ": " + Formats.counted(facts.count, "slot"));
        } else {
            out.println(paint.paint(Paint.RED, "malformed") + ": slot " + facts.bad + ": " + words(fault));
        }
    }

    private void slot(SlotFacts slot) {
        out.println();
        ValueNode node = slot.node();
        out.println(paint.paint(Paint.BOLD, "[" + slot.index() + "]") + " " + line(node));
        for (Part part : slot.parts()) {
            part(part, slot.isBad(part));
        }
        children(node, "  ");
        ValueFormatException error = slot.error();
        if (error != null && node.fault() == null) {
            out.println("  " + paint.paint(Paint.RED, words(error))); // the violation is in a part that is not shown
        }
    }

    private void part(Part part, boolean bad) {
        String style = bad ? Paint.RED : Paint.of(part.name().equals("payload") ? "text" : "size");
        for (int i = 0; i < part.bytes().length; i += BYTES) {
            StringBuilder hex = new StringBuilder();
            for (int k = i; k < Math.min(part.bytes().length, i + BYTES); k++) {
                hex.append(String.format("%02x ", part.bytes()[k]));
            }
            boolean number = part.bytes().length == Integer.BYTES;
            String said = i > 0
                    ? ""
                    : paint.paint(style, String.format("%-9s", part.name()))
                            + (number ? "  " + ValueFacts.number(part) : "");
            String line = "  "
                    + paint.paint(Paint.DIM, String.format("%08x", options.start() + part.offset() + i)) + "  "
                    + paint.paint(style, String.format("%-" + 3 * BYTES + "s", hex)) + (bad ? "! " : "  ") + said;
            out.println(line.stripTrailing());
        }
    }

    /** Returns a value in one line, without its children. */
    private String line(ValueNode node) {
        if (node.error() != null) {
            return (node.kind() == null ? "" : node.kind() + ", ") + paint.paint(Paint.RED, words(node.error()));
        }
        if (node.text() != null) {
            return node.kind() + ", " + Formats.counted(node.bytes(), "byte") + ", "
                    + paint.paint(Paint.GREEN, Escape.quoted(node.text()))
                    + (node.text().length < node.bytes() ? "..." : "");
        }
        if (node.isRead()) {
            return node.kind() + " of "
                    + Formats.counted(node.size(), ValueNode.isMap(node.kind()) ? "pair" : "element");
        }
        return node.kind() == ValueKind.NULL
                ? "null"
                : node.kind() + ", " + Escape.controls(String.valueOf(node.value()));
    }

    private void children(ValueNode node, String indent) {
        boolean map = ValueNode.isMap(node.kind());
        for (int i = 0; i < node.children().size(); i++) {
            ValueNode child = node.children().get(i);
            boolean value = map && i % 2 == 1;
            out.println(indent + (value ? "  = " : "- ") + line(child));
            children(child, indent + (value ? "    " : "  "));
        }
        if (node.children().size() < (map ? 2L : 1L) * node.size()) {
            out.println(indent + "(" + node.children().size() / (map ? 2 : 1) + " of "
                    + Formats.counted(node.size(), map ? "pair" : "element") + " shown)");
        }
    }

    private static String words(ValueFormatException e) {
        return e.code() + " in " + e.field() + ": " + Escape.controls(String.valueOf(e.getMessage()));
    }
}
