package dev.unitstr.cli;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;

/** JSON as this program prints it. */
final class JsonFile {
    private JsonFile() {}

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
