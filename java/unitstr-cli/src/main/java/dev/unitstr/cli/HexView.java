package dev.unitstr.cli;

import dev.unitstr.cli.TensorFacts.Element;
import dev.unitstr.cli.TensorFacts.Fault;
import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import java.io.PrintWriter;

/** Prints a tensor for people: one line per field, with its bytes, its name and its value. */
final class HexView extends TextView {
    private final TensorFacts facts;

    HexView(TensorFacts facts, Shown options, PrintWriter out, Paint paint) {
        super(options, out, paint);
        this.facts = facts;
    }

    void print() {
        TensorLayout layout = facts.layout;
        head(facts.memory.limit() + " bytes as " + Formats.name(layout) + ", " + Formats.counted(facts.count, "element")
                + details(layout));
        for (ElementField field : facts.tableFields()) {
            line(
                    field,
                    Long.toUnsignedString(field.value()),
                    facts.fault != null && facts.fault.error().field() == field.field());
        }
        if (facts.tensor == null) {
            byte[] start = new byte[Math.min(facts.memory.limit(), options.bytes())];
            facts.memory.duplicate().get(start);
            dump(0, start, "bytes", "", false);
        }
        facts.elements(options).forEach(this::element);
        shown(facts.tensor == null ? 0 : facts.count, "element");
        verdict();
    }

    private static String details(TensorLayout layout) {
        if (layout.format() == Format.TFLITE) {
            return "";
        }
        return "; " + Formats.name(layout.order()) + "-endian"
                + (layout.format() == Format.TF_LEGACY ? "" : ", addresses of " + layout.wordBytes() + " bytes")
                + (layout.format() == Format.TF24 ? ", VIEWs as of TensorFlow " + Formats.name(layout.viewAbi()) : "");
    }

    private void element(Element element) {
        StringElement said = element.said();
        String about =
                said == null ? "" : " " + said.kind() + ", " + Long.toUnsignedString(said.byteLength()) + " bytes";
        title(element.index(), about, element.shown() == null ? "" : ", " + text(element));
        Fault fault = element.fault();
        boolean inside = false;
        for (ElementField field : element.fields()) {
            boolean bad = fault != null && fault.at() >= field.offset() && fault.at() < field.offset() + field.bytes();
            boolean isText = field.name().equals("text");
            inside |= isText;
            line(
                    field,
                    isText && element.shown() != null ? Escape.quoted(facts.bytes(field)) : meaning(element, field),
                    bad);
        }
        if (!inside && element.shown() != null && said != null && element.shown().length > 0) {
            dump(
                    said.offset(),
                    element.shown(),
                    "text",
                    element.isCut() ? "the first " + element.shown().length + " bytes" : "",
                    false);
        }
        if (fault != null) {
            println("  " + paint(Paint.RED, where(fault) + ": " + reason(fault)));
        }
    }

    private String text(Element element) {
        return paint(Paint.GREEN, Escape.quoted(element.shown())) + (element.isCut() ? "..." : "");
    }

    private String meaning(Element element, ElementField field) {
        String number = Long.toUnsignedString(field.value());
        return switch (field.name()) {
            case "text", "nul", "unused" -> "";
            case "ptr", "owner_ref" -> "0x" + Long.toHexString(field.value());
            case "offset" ->
                number
                        + (element.said() == null
                                ? ""
                                : ": at " + hex(element.said().offset()));
            default -> number;
        };
    }

    private void line(ElementField field, String meaning, boolean bad) {
        dump(field.offset(), facts.bytes(field), field.name(), meaning, bad);
    }

    private void dump(long at, byte[] bytes, String name, String meaning, boolean bad) {
        dump(options.offset() + at, bytes, Paint.of(name), name, meaning, bad);
    }

    private void verdict() {
        Fault fault = facts.fault;
        if (fault == null) {
            good(Formats.counted(facts.count, "element") + ", " + Formats.counted(facts.totalBytes, "byte")
                    + " of strings");
        } else if (facts.memory.limit() == 0) {
            bad(fault.words());
        } else if (fault.error().index() >= facts.count) {
            bad(where(fault) + ": " + reason(fault));
        } else {
            bad("element " + fault.error().index() + ", " + where(fault) + ": " + reason(fault)
                    + (facts.good == 0 ? "" : "; " + Formats.counted(facts.good, "good element") + " before it"));
        }
    }

    private String where(Fault fault) {
        return "byte " + hex(fault.at());
    }

    private static String reason(Fault fault) {
        return fault.error().code() + ": " + fault.words();
    }

    /** Returns a position relative to the start of the file. */
    private String hex(long at) {
        return "0x" + Long.toHexString(options.offset() + at);
    }
}
