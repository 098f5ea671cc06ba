package dev.unitstr.cli;

import dev.unitstr.cli.TensorFacts.Element;
import dev.unitstr.cli.TensorFacts.Fault;
import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.io.PrintWriter;
import java.nio.ByteOrder;

/** Prints a tensor for people: one line per field, with its bytes, its name and its value. */
final class HexView {
    private static final int BYTES = 12; // per line; the largest field other than text

    private final TensorFacts facts;
    private final Inspect options;
    private final PrintWriter out;
    private final Paint paint;

    HexView(TensorFacts facts, Inspect options, PrintWriter out, Paint paint) {
        this.facts = facts;
        this.options = options;
        this.out = out;
        this.paint = paint;
    }

    void print() {
        TensorLayout layout = facts.layout;
        String name = Escape.controls(
                TensorFile.isStandard(options.file)
                        ? TensorFile.name(options.file)
                        : String.valueOf(options.file.getFileName()));
        out.println(paint.paint(Paint.BOLD, name) + ": " + facts.memory.limit() + " bytes as " + Formats.name(layout)
                + ", " + Formats.counted(facts.count, "element") + details(layout));
        for (ElementField field : facts.tableFields()) {
            line(
                    field,
                    Long.toUnsignedString(field.value()),
                    facts.fault != null && facts.fault.error().field() == field.field());
        }
        if (facts.tensor == null) {
            byte[] start = new byte[Math.min(facts.memory.limit(), options.bytes)];
            facts.memory.duplicate().get(start);
            dump(0, start, "bytes", "");
        }
        long shown = facts.forEach(options.first, options.limit, options.bytes, this::element);
        if (facts.tensor != null && shown < facts.count) {
            out.println();
            out.println("(" + shown + " of " + Formats.counted(facts.count, "element")
                    + " shown: --first and --limit choose others)");
        }
        out.println();
        verdict();
    }

    private static String details(TensorLayout layout) {
        if (layout.format() == Format.TFLITE) {
            return "";
        }
        String order = layout.order() == ByteOrder.BIG_ENDIAN ? "big" : "little";
        if (layout.format() == Format.TF_LEGACY) {
            return "; " + order + "-endian";
        }
        String abi = layout.viewAbi() == ViewAbi.FROM_2_21 ? "2.21" : "2.20";
        return "; " + order + "-endian, addresses of " + layout.wordBytes() + " bytes"
                + (layout.format() == Format.TF24 ? ", VIEWs as of TensorFlow " + abi : "");
    }

    private void element(Element element) {
        StringElement said = element.said();
        out.println();
        String title = "[" + element.index() + "]";
        if (said != null) {
            title += " " + said.kind() + ", " + Long.toUnsignedString(said.byteLength()) + " bytes";
        }
        out.println(paint.paint(Paint.BOLD, title) + (element.shown() == null ? "" : ", " + text(element)));
        Fault fault = element.fault();
        boolean inside = false;
        for (ElementField field : element.fields()) {
            boolean bad = fault != null && fault.at() >= field.offset() && fault.at() < field.offset() + field.bytes();
            boolean isText = field.name().equals("text");
            inside |= isText;
            line(field, isText && element.shown() != null ? Escape.quoted(bytes(field)) : meaning(element, field), bad);
        }
        if (!inside && element.shown() != null && said != null && element.shown().length > 0) {
            dump(
                    said.offset(),
                    element.shown(),
                    "text",
                    element.isCut() ? "the first " + element.shown().length + " bytes" : "");
        }
        if (fault != null) {
            out.println("  " + paint.paint(Paint.RED, where(fault) + ": " + reason(fault)));
        }
    }

    private String text(Element element) {
        return paint.paint(Paint.GREEN, Escape.quoted(element.shown())) + (element.isCut() ? "..." : "");
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
        dump(field.offset(), bytes(field), field.name(), meaning, bad);
    }

    private void dump(long at, byte[] bytes, String name, String meaning) {
        dump(at, bytes, name, meaning, false);
    }

    private void dump(long at, byte[] bytes, String name, String meaning, boolean bad) {
        String style = bad ? Paint.RED : Paint.of(name);
        for (int i = 0; i < bytes.length; i += BYTES) {
            StringBuilder hex = new StringBuilder();
            for (int k = i; k < Math.min(bytes.length, i + BYTES); k++) {
                hex.append(String.format("%02x ", bytes[k]));
            }
            String line = "  " + paint.paint(Paint.DIM, position(at + i)) + "  "
                    + paint.paint(style, String.format("%-" + 3 * BYTES + "s", hex))
                    + (bad ? "! " : "  ")
                    + (i > 0 ? "" : paint.paint(style, String.format("%-9s", name)) + "  " + meaning);
            out.println(line.stripTrailing());
        }
    }

    private void verdict() {
        Fault fault = facts.fault;
        if (fault == null) {
            out.println(paint.paint(Paint.GREEN, "well-formed") + ": " + Formats.counted(facts.count, "element") + ", "
                    + Formats.counted(facts.totalBytes, "byte") + " of strings");
            return;
        }
        if (facts.memory.limit() == 0) {
            out.println(paint.paint(Paint.RED, "malformed") + ": " + fault.words());
            return;
        }
        boolean whole = fault.error().index() >= facts.count;
        out.println(paint.paint(Paint.RED, "malformed") + ": "
                + (whole ? "" : "element " + fault.error().index() + ", ") + where(fault) + ": " + reason(fault)
                + (whole || facts.good == 0 ? "" : "; " + Formats.counted(facts.good, "good element") + " before it"));
    }

    private String where(Fault fault) {
        return "byte " + hex(fault.at());
    }

    private static String reason(Fault fault) {
        return fault.error().code() + ": " + fault.words();
    }

    private byte[] bytes(ElementField field) {
        byte[] bytes = new byte[field.bytes()];
        facts.memory.duplicate().position((int) field.offset()).get(bytes);
        return bytes;
    }

    /** Returns a position relative to the start of the file, as {@code hexdump} counts. */
    private String position(long at) {
        return String.format("%08x", options.input.offset + at);
    }

    private String hex(long at) {
        return "0x" + Long.toHexString(options.input.offset + at);
    }
}
