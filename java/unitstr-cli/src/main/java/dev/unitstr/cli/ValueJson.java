package dev.unitstr.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.unitstr.cli.ValueFacts.Part;
import dev.unitstr.cli.ValueFacts.SlotFacts;
import dev.unitstr.tvm.ValueFormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints slots for programs. {@code inspect-values.schema.json} defines the format; keys may be added but are never
 * changed or removed.
 */
record ValueJson(ValueFacts facts, Shown options) {
    private static final int SCHEMA = 1;

    void print(PrintWriter out) throws IOException {
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("file", options.file().toString());
        json.add("offset", JsonFile.number(options.offset()));
        json.add("bytes", JsonFile.number(facts.image.slots().limit()));
        json.addProperty("dialect", Formats.name(facts.dialect));
        json.add("slotBytes", JsonFile.number(facts.slotBytes));
        json.add("count", JsonFile.number(facts.count));
        json.addProperty("valid", facts.fault == null);
        json.add("bad", JsonFile.number(facts.bad < 0 ? null : facts.bad));
        json.add("error", error(facts.fault));
        JsonFile.print(out, json, "slots", facts.slots(options).map(this::slot));
    }

    private JsonObject slot(SlotFacts slot) {
        JsonArray parts = new JsonArray();
        for (Part part : slot.parts()) {
            JsonObject json = new JsonObject();
            json.addProperty("name", part.name());
            json.add("offset", JsonFile.number(options.offset() + part.offset()));
            json.add("bytes", JsonFile.number(part.bytes().length));
            json.addProperty("hex", HexFormat.of().formatHex(part.bytes()));
            parts.add(json);
        }
        JsonObject json = new JsonObject();
        json.add("index", JsonFile.number(slot.index()));
        json.addProperty("code", slot.code());
        json.add("parts", parts);
        json.add("value", node(slot.node()));
        json.add("error", error(slot.error()));
        return json;
    }

    private static JsonObject node(ValueNode node) {
        JsonObject json = new JsonObject();
        json.addProperty("kind", node.kind() == null ? null : node.kind().name().toLowerCase(Locale.ROOT));
        if (node.text() != null) {
            json.add("byteLength", JsonFile.number(node.bytes()));
            json.addProperty("text", new String(node.text(), StandardCharsets.UTF_8));
            json.addProperty("hex", HexFormat.of().formatHex(node.text()));
        } else if (node.value() instanceof Double number && !Double.isFinite(number)) {
            json.addProperty("value", number.toString()); // JSON cannot represent NaN and infinities
        } else if (node.value() instanceof Number number) {
            json.add("value", JsonFile.number(number));
        } else if (node.value() instanceof Boolean truth) {
            json.addProperty("value", truth);
        } else if (node.value() != null) {
            json.addProperty("value", node.value().toString());
        }
        if (node.isRead()) {
            json.add("size", JsonFile.number(node.size()));
            json.add(ValueNode.isMap(node.kind()) ? "pairs" : "elements", children(node));
        }
        if (node.error() != null) {
            json.add("error", error(node.error()));
        }
        return json;
    }

    private static JsonArray children(ValueNode node) {
        JsonArray all = new JsonArray();
        JsonArray pair = new JsonArray();
        for (ValueNode child : node.children()) {
            if (!ValueNode.isMap(node.kind())) {
                all.add(node(child));
                continue;
            }
            pair.add(node(child));
            if (pair.size() == 2) {
                all.add(pair);
                pair = new JsonArray();
            }
        }
        return all;
    }

    private static JsonElement error(@Nullable ValueFormatException error) {
        if (error == null) {
            return JsonNull.INSTANCE;
        }
        JsonObject json = new JsonObject();
        json.addProperty("code", error.code().name());
        json.add("offset", JsonFile.number(error.offset()));
        json.addProperty("address", error.address() == 0 ? null : "0x" + Long.toHexString(error.address()));
        json.addProperty("message", error.getMessage());
        return json;
    }
}
