package dev.unitstr.cli;

import com.google.gson.stream.JsonWriter;
import dev.unitstr.cli.ValueFacts.Part;
import dev.unitstr.cli.ValueFacts.SlotFacts;
import dev.unitstr.tvm.ValueFormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints slots for programs. {@code inspect-values.schema.json} defines the format; keys may be added but are never
 * changed or removed.
 */
final class ValueJson {
    private static final int SCHEMA = 1;

    private final ValueFacts facts;
    private final Inspect options;
    private final JsonWriter json;

    private ValueJson(ValueFacts facts, Inspect options, JsonWriter json) {
        this.facts = facts;
        this.options = options;
        this.json = json;
    }

    static void print(ValueFacts facts, Inspect options, PrintWriter out) throws IOException {
        JsonFile.print(out, json -> new ValueJson(facts, options, json).all());
    }

    private void all() throws IOException {
        json.beginObject();
        json.name("schema").value(SCHEMA);
        json.name("file").value(options.file.toString());
        JsonFile.number(json, "offset", options.start());
        JsonFile.number(json, "bytes", facts.image.slots().limit());
        json.name("dialect").value(Formats.name(facts.dialect));
        JsonFile.number(json, "slotBytes", facts.slotBytes);
        JsonFile.number(json, "count", facts.count);
        json.name("valid").value(facts.fault == null);
        JsonFile.number(json, "bad", facts.bad < 0 ? null : facts.bad);
        error(facts.fault);
        json.name("slots").beginArray();
        try {
            facts.forEach(options.first, options.limit, options.bytes, this::slot);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        json.endArray();
        json.endObject();
    }

    private void slot(SlotFacts slot) {
        try {
            json.beginObject();
            JsonFile.number(json, "index", slot.index());
            json.name("code").value(slot.code());
            json.name("parts").beginArray();
            for (Part part : slot.parts()) {
                json.beginObject();
                json.name("name").value(part.name());
                JsonFile.number(json, "offset", options.start() + part.offset());
                JsonFile.number(json, "bytes", part.bytes().length);
                json.name("hex").value(HexFormat.of().formatHex(part.bytes()));
                json.endObject();
            }
            json.endArray();
            json.name("value");
            node(slot.node());
            error(slot.error());
            json.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void node(ValueNode node) throws IOException {
        json.beginObject();
        json.name("kind").value(node.kind() == null ? null : node.kind().name().toLowerCase(Locale.ROOT));
        if (node.text() != null) {
            JsonFile.number(json, "byteLength", node.bytes());
            json.name("text").value(new String(node.text(), StandardCharsets.UTF_8));
            json.name("hex").value(HexFormat.of().formatHex(node.text()));
        } else if (node.value() instanceof Double number && !Double.isFinite(number)) {
            json.name("value").value(number.toString()); // JSON cannot represent NaN and infinities
        } else if (node.value() instanceof Number number) {
            JsonFile.number(json, "value", number);
        } else if (node.value() instanceof Boolean truth) {
            json.name("value").value(truth);
        } else if (node.value() != null) {
            json.name("value").value(node.value().toString());
        }
        if (node.isRead()) {
            JsonFile.number(json, "size", node.size());
            json.name(ValueNode.isMap(node.kind()) ? "pairs" : "elements").beginArray();
            for (int i = 0; i < node.children().size(); i++) {
                boolean map = ValueNode.isMap(node.kind());
                if (map && i % 2 == 0) {
                    json.beginArray();
                }
                node(node.children().get(i));
                if (map && i % 2 == 1) {
                    json.endArray();
                }
            }
            json.endArray();
        }
        if (node.error() != null) {
            error(node.error());
        }
        json.endObject();
    }

    private void error(@Nullable ValueFormatException error) throws IOException {
        json.name("error");
        if (error == null) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("code").value(error.code().name());
        json.name("field").value(error.field().name());
        JsonFile.number(json, "offset", error.offset());
        json.name("address").value(error.address() == 0 ? null : "0x" + Long.toHexString(error.address()));
        json.name("message").value(error.getMessage());
        json.endObject();
    }
}
