package dev.unitstr.cli;

import dev.unitstr.cli.ValueFacts.Part;
import dev.unitstr.cli.ValueFacts.SlotFacts;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import java.io.PrintWriter;

/** Prints slots for people: the parts of each slot with their bytes, and the value as a tree. */
final class ValueText extends TextView {
    private final ValueFacts facts;

    ValueText(ValueFacts facts, Shown options, PrintWriter out, Paint paint) {
        super(options, out, paint);
        this.facts = facts;
    }

    void print() {
        head(Formats.counted(facts.count, "slot") + " of " + facts.slotBytes + " bytes as "
                + Formats.name(facts.dialect) + (facts.image.isWhole() ? ", with the memory they refer to" : ""));
        facts.slots(options).forEach(this::slot);
        shown(facts.count, "slot");
        if (facts.fault == null) {
            good(Formats.counted(facts.count, "slot"));
        } else {
            bad("slot " + facts.bad + ": " + words(facts.fault));
        }
    }

    private void slot(SlotFacts slot) {
        ValueNode node = slot.node();
        title(slot.index(), "", " " + line(node));
        for (Part part : slot.parts()) {
            part(part, slot.isBad(part));
        }
        children(node, "  ");
        ValueFormatException error = slot.error();
        if (error != null && node.fault() == null) {
            println("  " + paint(Paint.RED, words(error))); // the violation is in a part that is not shown
        }
    }

    private void part(Part part, boolean bad) {
        String style = Paint.of(part.name().equals("payload") ? "text" : "size");
        dump(options.offset() + part.offset(), part.bytes(), style, part.name(), part.number(), bad);
    }

    /** Returns a value in one line, without its children. */
    private String line(ValueNode node) {
        if (node.error() != null) {
            return (node.kind() == null ? "" : node.kind() + ", ") + paint(Paint.RED, words(node.error()));
        }
        if (node.text() != null) {
            return node.kind() + ", " + Formats.counted(node.bytes(), "byte") + ", "
                    + paint(Paint.GREEN, Escape.quoted(node.text()))
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
            println(indent + (value ? "  = " : "- ") + line(child));
            children(child, indent + (value ? "    " : "  "));
        }
        if (node.children().size() < (map ? 2L : 1L) * node.size()) {
            println(indent + "(" + node.children().size() / (map ? 2 : 1) + " of "
                    + Formats.counted(node.size(), map ? "pair" : "element") + " shown)");
        }
    }

    private static String words(ValueFormatException e) {
        return e.code() + ": " + Escape.controls(String.valueOf(e.getMessage()));
    }
}
