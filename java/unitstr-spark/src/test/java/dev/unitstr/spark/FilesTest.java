package dev.unitstr.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

/** Files that a task writes are read as they were, in parts. */
class FilesTest {
    private static byte[] file(StringFiles files, String[] columns, String[]... rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StringFiles.Writer writer = files.create(out, columns)) {
            for (String[] row : rows) {
                writer.write(new GenericInternalRow(
                        Arrays.stream(row).map(UTF8String::fromString).toArray()));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static FilePart part(int index, int parts) {
        return new FilePart("a", 1, index, parts);
    }

    private static List<List<String>> rows(StringFiles.Strings strings, int columns) throws IOException {
        StringVector[] vectors = new StringVector[columns];
        Arrays.setAll(vectors, column -> new StringVector());
        List<List<String>> rows = new ArrayList<>();
        try (strings) {
            for (int n = strings.read(vectors); n > 0; n = strings.read(vectors)) {
                for (int i = 0; i < n; i++) {
                    int row = i;
                    rows.add(Arrays.stream(vectors)
                            .map(column -> Objects.toString(column.getUTF8String(row), null))
                            .toList());
                }
            }
        }
        return rows;
    }

    private static List<List<String>> arrow(byte[] file, boolean caseSensitive, String... columns) throws IOException {
        ByteArrayReadableSeekableByteChannel channel = new ByteArrayReadableSeekableByteChannel(file);
        return rows(new ArrowStringFiles(caseSensitive).open(channel, part(0, 1), columns, columns), columns.length);
    }

    private static void lacks(String message, byte[] file, boolean caseSensitive, String... columns) {
        assertEquals(
                message,
                assertThrows(IOException.class, () -> arrow(file, caseSensitive, columns))
                        .getMessage());
    }

    @Test
    void arrowColumnsHaveNamesInAnyCase() throws IOException {
        byte[] file = file(new ArrowStringFiles(false), new String[] {"Country", "city"}, new String[][] {
            {"France", "Paris"}, {null, "\u6771\u4eac"}
        });
        assertEquals(List.of(List.of("France"), Arrays.asList((String) null)), arrow(file, false, "COUNTRY"));
        assertEquals(List.of(List.of("Paris"), List.of("\u6771\u4eac")), arrow(file, true, "city"));
        lacks(
                "there is no column COUNTRY of strings; the columns of strings are [Country, city]",
                file,
                true,
                "COUNTRY");
        lacks(
                "there is no column street of strings; the columns of strings are [Country, city]",
                file,
                false,
                "street");
        byte[] both = file(new ArrowStringFiles(false), new String[] {"a", "A"}, new String[][] {{"small", "large"}});
        assertEquals(List.of(List.of("large", "small")), arrow(both, false, "A", "a"), "the same case matches first");
        byte[] two = file(new ArrowStringFiles(false), new String[] {"ab", "Ab"}, new String[][] {{"x", "y"}});
        lacks("there is more than one column AB of strings; the columns of strings are [ab, Ab]", two, false, "AB");
    }

    @Test
    void tensorsInParts() throws IOException {
        TensorStringFiles files = new TensorStringFiles("tf24");
        String[][] rows = {{"a"}, {""}, {"a string that is longer than an element"}, {"b"}, {"c"}};
        ByteBuffer file = ByteBuffer.wrap(file(files, new String[] {"value"}, rows));
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.addAll(rows(files.open(file, part(i, 3)), 1));
        }
        assertEquals(Arrays.stream(rows).map(List::of).toList(), all);
        assertEquals(
                "the file does not state its number of elements: its first element is not of kind OFFSET",
                assertThrows(IOException.class, () -> files.open(ByteBuffer.wrap(new byte[24]), part(0, 1)))
                        .getMessage());
        assertEquals(
                "row 1 of the file is null: a tensor has no nulls; coalesce(value, '') replaces them",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> file(files, new String[] {"value"}, new String[] {"a"}, new String[] {null}))
                        .getMessage());
    }

    @Test
    void partsCoverAFileOnce() {
        for (long count : new long[] {0, 1, 6, 7, 1L << 40, Long.MAX_VALUE}) {
            long end = 0;
            for (int i = 0; i < 7; i++) {
                assertEquals(end, part(i, 7).first(count));
                end = part(i, 7).end(count);
            }
            assertEquals(count, end);
        }
    }
}
