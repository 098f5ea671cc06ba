package dev.unitstr.cli;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints JSON. */
final class JsonFile {
    /** The largest magnitude that a reader which parses numbers as double, such as JavaScript, reads exactly. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(53);

    private static final Gson GSON = new GsonBuilder()
            .setFormattingStyle(FormattingStyle.PRETTY)
            .setStrictness(Strictness.STRICT)
            .serializeNulls()
            .disableHtmlEscaping()
            .create();

    private JsonFile() {}

    /** Returns a number. An integer above 2<sup>53</sup> or below -2<sup>53</sup> becomes a string. */
    static JsonElement number(@Nullable Number number) {
        if (number == null) {
            return JsonNull.INSTANCE;
        }
        if (number instanceof Double) {
            return new JsonPrimitive(number);
        }
        BigInteger exact = new BigInteger(number.toString());
        return exact.abs().compareTo(MOST) > 0 ? new JsonPrimitive(exact.toString()) : new JsonPrimitive(exact);
    }

    /**
     * Prints an object, element by element, because it may have many.
     *
     * @param out receives the JSON
     * @param head the first properties
     * @param name the name of the last property, an array
     * @param elements the elements of the array
     */
    static void print(PrintWriter out, JsonObject head, String name, Stream<JsonObject> elements) throws IOException {
        JsonWriter json = GSON.newJsonWriter(out);
        json.beginObject();
        for (Map.Entry<String, JsonElement> each : head.entrySet()) {
            GSON.toJson(each.getValue(), json.name(each.getKey()));
        }
        json.name(name).beginArray();
        elements.forEach(element -> GSON.toJson(element, json));
        json.endArray().endObject().flush();
        out.println();
    }
}
