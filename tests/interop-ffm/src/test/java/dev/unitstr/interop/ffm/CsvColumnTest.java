package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.examples.csv.CsvColumn;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example: the column that is mapped is the one of the CSV files. */
class CsvColumnTest {
    private static final Path DATA = Path.of("..", "..", "examples", "data", "countries");

    private static List<String> show(Path directory, String column) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvColumn.show(directory, column, new PrintStream(out, true, StandardCharsets.UTF_8), 1_000_000);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void namesOfCountries() throws Exception {
        List<String> lines = show(DATA, "value");
        assertEquals(6, lines.size(), lines::toString);
        assertTrue(
                lines.get(0).matches("wrote  column \"value\": \\d{3,4} strings, a tensor of \\d{5} bytes"),
                lines::toString);
        assertTrue(lines.get(1).matches("mapped it: \\d{5} bytes of text, well-formed true"), lines::toString);
        assertTrue(lines.get(5).matches(" +tensor.toStrings\\(\\), in bulk .* ns .* times as fast"), lines::toString);
    }

    /** Quotes, newlines and nothing at all are what a column may hold too. */
    @Test
    void anyText(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("a.csv"), "x,text\r\n1,\"a \"\"b\"\",\nc\"\r\n2,\r\n3,\uD83D\uDE00\r\n");
        assertEquals(
                "mapped it: 12 bytes of text, well-formed true",
                show(directory, "text").get(1));
    }
}
