package dev.unitstr.cli;

import com.google.gson.stream.JsonWriter;
import dev.unitstr.cli.TensorFacts.Element;
import dev.unitstr.cli.TensorFacts.Fault;
import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints a tensor for programs. {@code inspect.schema.json} defines the format; keys may be added but are never changed
 * or removed.
 */
final class JsonView {
    private static final int SCHEMA = 1;

    private final TensorFacts facts;
    private final Inspect options;
    private final JsonWriter json;

    private JsonView(TensorFacts facts, Inspect options, JsonWriter json) {
        this.facts = facts;
        this.options = options;
        this.json = json;
    }

    static void print(TensorFacts facts, Inspect options, PrintWriter out) throws IOException {
        JsonFile.print(out, json -> new JsonView(facts, options, json).all());
    }

    private void all() throws IOException {
        json.beginObject();
        json.name("schema").value(SCHEMA);
        json.name("file").value(options.file.toString());
        JsonFile.number(json, "offset", options.input.offset);
        JsonFile.number(json, "bytes", facts.memory.limit());
        layout(facts.layout);
        JsonFile.number(json, "count", facts.count);
        json.name("valid").value(facts.fault == null);
        JsonFile.number(json, "goodElements", facts.good);
        JsonFile.number(json, "totalBytes", facts.totalBytes);
        error(facts.fault);
        fields(facts.tableFields());
        json.name("elements").beginArray();
        try {
            facts.forEach(options.first, options.limit, options.bytes, this::element);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        json.endArray();
        json.endObject();
    }

    private void layout(TensorLayout layout) throws IOException {
        json.name("layout").beginObject();
        json.name("format").value(Formats.name(layout));
        json.name("order").value(layout.order() == ByteOrder.BIG_ENDIAN ? "big" : "little");
        JsonFile.number(json, "wordBytes", layout.wordBytes());
        json.name("viewAbi").value(layout.viewAbi() == ViewAbi.FROM_2_21 ? "2.21" : "2.20");
        json.endObject();
    }

    private void element(Element element) {
        try {
            StringElement said = element.said();
            json.beginObject();
            JsonFile.number(json, "index", element.index());
            json.name("kind").value(said == null ? null : said.kind().name().toLowerCase(Locale.ROOT));
            JsonFile.number(json, "byteLength", said == null ? null : unsigned(said.byteLength()));
            JsonFile.number(json, "capacityBytes", said == null ? null : unsigned(said.capacityBytes()));
            boolean address = said != null && said.kind().isAddress();
            JsonFile.number(json, "textOffset", said == null || address ? null : inFile(said.offset()));
            json.name("address").value(address ? "0x" + Long.toHexString(said.address()) : null);
            text(element.shown());
            fields(element.fields());
            error(element.fault());
            json.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void text(byte @Nullable [] shown) throws IOException {
        JsonFile.number(json, "shownBytes", shown == null ? null : shown.length);
        json.name("text").value(shown == null ? null : new String(shown, StandardCharsets.UTF_8));
        json.name("utf8").value(shown == null ? null : isUtf8(shown));
        json.name("hex").value(shown == null ? null : HexFormat.of().formatHex(shown));
    }

    private static Boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private void fields(List<ElementField> fields) throws IOException {
        json.name("fields").beginArray();
        for (ElementField field : fields) {
            byte[] bytes = new byte[field.bytes()];
            facts.memory.duplicate().position((int) field.offset()).get(bytes);
            json.beginObject();
            json.name("name").value(field.name());
            JsonFile.number(json, "offset", inFile(field.offset()));
            JsonFile.number(json, "bytes", field.bytes());
            boolean number = !List.of("text", "nul", "unused").contains(field.name());
            JsonFile.number(json, "value", number ? unsigned(field.value()) : null);
            json.name("hex").value(HexFormat.of().formatHex(bytes));
            json.endObject();
        }
        json.endArray();
    }

    private void error(@Nullable Fault fault) throws IOException {
        json.name("error");
        if (fault == null) {
            json.nullValue();
            return;
        }
        json.beginObject();
        json.name("code").value(fault.error().code().name());
        json.name("field").value(fault.error().field().name());
        JsonFile.number(
                json,
                "element",
                fault.error().index() < facts.count ? fault.error().index() : null);
        JsonFile.number(json, "byte", inFile(fault.at()));
        json.name("message").value(fault.words());
        json.endObject();
    }

    /**
     * Returns a position relative to the start of the file. A BigInteger, because adding an invalid offset may
     * overflow.
     */
    private BigInteger inFile(long at) {
        return unsigned(at).add(BigInteger.valueOf(options.input.offset));
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
