package dev.unitstr.cli;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Prints JSON. */
final class JsonFile {
    private JsonFile() {}

    /** The largest magnitude that a reader which parses numbers as double, such as JavaScript, reads exactly. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(53);

    /** Writes a named number. An integer above 2<sup>53</sup> or below -2<sup>53</sup> is written as a string. */
    static void number(JsonWriter json, String name, @Nullable Number number) throws IOException {
        json.name(name);
        if (number instanceof Double || number instanceof Float) {
            json.value(number);
            return;
        }
        BigInteger exact = number == null ? null : new BigInteger(number.toString());
        if (exact != null && exact.abs().compareTo(MOST) > 0) {
            json.value(exact.toString());
        } else {
            json.value(exact);
        }
    }

    /** Writes the content of the file. */
    interface Content {
        void write(JsonWriter json) throws IOException;
    }

    static void print(PrintWriter out, Content content) throws IOException {
        JsonWriter json = new JsonWriter(out);
        json.setIndent("  ");
        json.setStrictness(Strictness.STRICT);
        content.write(json);
        json.flush();
        out.println();
    }
}
