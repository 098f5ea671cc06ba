package dev.unitstr.cli;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** JSON as this program prints it. */
final class JsonFile {
    private JsonFile() {}

    /** Beyond it a program that reads numbers as double, as JavaScript does, would read another one. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(53);

    /** Writes a number with a name; an integer above 2<sup>53</sup> as a string, as well as one below -2<sup>53</sup>. */
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

    /** What stands in it. */
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
