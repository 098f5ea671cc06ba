package dev.unitstr.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.unitstr.BufferStrings;
import dev.unitstr.cli.TensorFacts.Element;
import dev.unitstr.cli.TensorFacts.Fault;
import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints a tensor for programs. {@code inspect.schema.json} defines the format; keys may be added but are never changed
 * or removed.
 */
record JsonView(TensorFacts facts, Shown options) {
    private static final int SCHEMA = 1;

    void print(PrintWriter out) throws IOException {
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("file", options.file().toString());
        json.add("offset", JsonFile.number(options.offset()));
        json.add("bytes", JsonFile.number(facts.memory.limit()));
        json.add("layout", layout(facts.layout));
        json.add("count", JsonFile.number(facts.count));
        json.addProperty("valid", facts.fault == null);
        json.add("goodElements", JsonFile.number(facts.good));
        json.add("totalBytes", JsonFile.number(facts.totalBytes));
        json.add("error", error(facts.fault));
        json.add("fields", fields(facts.tableFields()));
        JsonFile.print(out, json, "elements", facts.elements(options).map(this::element));
    }

    private static JsonObject layout(TensorLayout layout) {
        JsonObject json = new JsonObject();
        json.addProperty("format", Formats.name(layout));
        json.addProperty("order", Formats.name(layout.order()));
        json.add("wordBytes", JsonFile.number(layout.wordBytes()));
        json.addProperty("viewAbi", Formats.name(layout.viewAbi()));
        return json;
    }

    private JsonObject element(Element element) {
        StringElement said = element.said();
        boolean address = said != null && said.kind().isAddress();
        JsonObject json = new JsonObject();
        json.add("index", JsonFile.number(element.index()));
        json.addProperty("kind", said == null ? null : said.kind().name().toLowerCase(Locale.ROOT));
        json.add("byteLength", JsonFile.number(said == null ? null : unsigned(said.byteLength())));
        json.add("capacityBytes", JsonFile.number(said == null ? null : unsigned(said.capacityBytes())));
        json.add("textOffset", JsonFile.number(said == null || address ? null : inFile(said.offset())));
        json.addProperty("address", address ? "0x" + Long.toHexString(said.address()) : null);
        byte[] shown = element.shown();
        json.add("shownBytes", JsonFile.number(shown == null ? null : shown.length));
        json.addProperty("text", shown == null ? null : new String(shown, StandardCharsets.UTF_8));
        json.addProperty("utf8", shown == null ? null : isUtf8(shown));
        json.addProperty("hex", shown == null ? null : HexFormat.of().formatHex(shown));
        json.add("fields", fields(element.fields()));
        json.add("error", error(element.fault()));
        return json;
    }

    private static Boolean isUtf8(byte[] bytes) {
        return BufferStrings.firstMalformed(ByteBuffer.wrap(bytes), 0, bytes.length, StandardCharsets.UTF_8) < 0;
    }

    private JsonArray fields(List<ElementField> fields) {
        JsonArray all = new JsonArray();
        for (ElementField field : fields) {
            boolean number = !List.of("text", "nul", "unused").contains(field.name());
            JsonObject json = new JsonObject();
            json.addProperty("name", field.name());
            json.add("offset", JsonFile.number(inFile(field.offset())));
            json.add("bytes", JsonFile.number(field.bytes()));
            json.add("value", JsonFile.number(number ? unsigned(field.value()) : null));
            json.addProperty("hex", HexFormat.of().formatHex(facts.bytes(field)));
            all.add(json);
        }
        return all;
    }

    private JsonElement error(@Nullable Fault fault) {
        if (fault == null) {
            return JsonNull.INSTANCE;
        }
        long element = fault.error().index();
        JsonObject json = new JsonObject();
        json.addProperty("code", fault.error().code().name());
        json.addProperty("field", fault.error().field().name());
        json.add("element", JsonFile.number(element < facts.count ? element : null));
        json.add("byte", JsonFile.number(inFile(fault.at())));
        json.addProperty("message", fault.words());
        return json;
    }

    /**
     * Returns a position relative to the start of the file. A BigInteger, because adding an invalid offset may
     * overflow.
     */
    private BigInteger inFile(long at) {
        return unsigned(at).add(BigInteger.valueOf(options.offset()));
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
