package dev.unitstr.examples.csv;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A column of CSV files becomes a file that TensorFlow could map as well: written at once, mapped, and decoded. Once by
 * a call for each string, once by hand, and once by one call for all.
 */
public final class CsvColumn {
    /** How long is measured: until the JIT has long been done. */
    private static final long NANOS = 5_000_000_000L;

    private CsvColumn() {}

    /**
     * Shows it.
     *
     * @param args a directory of CSV files and the name of a column; if there are none, those of the examples
     * @throws IOException if a file can't be read or written
     */
    public static void main(String... args) throws IOException {
        Path directory = args.length > 0 ? Path.of(args[0]) : Path.of("..", "data", "countries");
        show(directory, args.length > 1 ? args[1] : "value", System.out, NANOS);
    }

    /**
     * Shows it.
     *
     * @param directory has the CSV files
     * @param column the name of a column
     * @param out takes what is printed
     * @param nanos how long is measured
     * @throws IOException if a file can't be read or written
     */
    public static void show(Path directory, String column, PrintStream out, long nanos) throws IOException {
        String[] strings = read(directory, column);
        Path file = Files.createTempFile("column", ".tensor");
        try (Arena arena = Arena.ofConfined()) {
            // The measuring pass, one pass that encodes; the file is there as a whole or not at all.
            long bytes =
                    StringTensorBuilder.of(TensorLayout.TF24).addAll(strings).writeFile(file);
            out.printf("wrote  column \"%s\": %d strings, a tensor of %d bytes%n", column, strings.length, bytes);

            // Nothing in the file is trusted, and nothing is copied until a string is asked for.
            SegmentTensor tensor = SegmentTensors.map(file, TensorLayout.TF24, strings.length, arena);
            out.printf(
                    "mapped it: %d bytes of text, well-formed %b%n",
                    tensor.totalBytes(), tensor.validate().isValid());

            MemorySegment image = map(file, arena);
            Map<String, Supplier<String[]>> ways = new LinkedHashMap<>();
            ways.put("by hand, MemorySegment alone", () -> byHand(image, strings.length));
            ways.put("tensor.get(i), one by one", () -> eachByItself(tensor));
            ways.put("tensor.toStrings(), in bulk", tensor::toStrings);
            for (Supplier<String[]> way : ways.values()) {
                if (!Arrays.equals(strings, way.get())) {
                    throw new AssertionError("other strings than in the CSV files");
                }
            }
            out.println("read   the same strings, in three ways; the best time for each string:");
            times(ways, strings.length, nanos, out);
        } finally {
            Files.delete(file);
        }
    }

    /** A column of all CSV files of a directory, in the order of their names. */
    static String[] read(Path directory, String column) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(".csv"))
                    .sorted()
                    .toList();
        }
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        List<String> strings = new ArrayList<>();
        for (Path file : files) {
            try (CSVParser parser = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
                for (CSVRecord record : parser) {
                    strings.add(record.get(column));
                }
            }
        }
        return strings.toArray(String[]::new);
    }

    private static MemorySegment map(Path file, Arena arena) throws IOException {
        try (var channel = java.nio.channels.FileChannel.open(file)) {
            return channel.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /** The same without unitstr. Of the four kinds of elements, it reads only the one in this file. */
    private static String[] byHand(MemorySegment image, int count) {
        String[] strings = new String[count];
        for (int i = 0; i < count; i++) {
            int size = image.get(JAVA_INT_UNALIGNED, 24L * i) >>> 2;
            long offset = 24L * i + Integer.toUnsignedLong(image.get(JAVA_INT_UNALIGNED, 24L * i + 4));
            strings[i] = new String(image.asSlice(offset, size).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
        }
        return strings;
    }

    private static String[] eachByItself(SegmentTensor tensor) {
        String[] strings = new String[(int) tensor.size()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = tensor.get(i);
        }
        return strings;
    }

    /** The ways take turns, so that whatever else the machine does, and the JIT, is in the way of all of them alike. */
    private static void times(Map<String, Supplier<String[]>> ways, int strings, long nanos, PrintStream out) {
        Map<String, Long> best = new LinkedHashMap<>();
        for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
            ways.forEach((name, way) -> {
                long before = System.nanoTime();
                way.get();
                best.merge(name, System.nanoTime() - before, Math::min);
            });
        }
        String first = best.keySet().iterator().next();
        best.forEach((name, time) -> out.printf(
                "         %-30s %7.1f ns%s%n",
                name,
                (double) time / strings,
                name.equals(first) ? "" : String.format("  %.1f times as fast", (double) best.get(first) / time)));
    }
}
