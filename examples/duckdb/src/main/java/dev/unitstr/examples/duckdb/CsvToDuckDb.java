package dev.unitstr.examples.duckdb;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** A column of CSV files becomes a tensor, the tensor becomes an Arrow stream, and DuckDB makes a table of the stream. */
public final class CsvToDuckDb {
    private CsvToDuckDb() {}

    /**
     * Runs the example.
     *
     * @param args the file of libduckdb
     * @throws IOException if a CSV file cannot be read
     */
    public static void main(String... args) throws IOException {
        StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF24);
        try (Stream<Path> files = Files.list(Path.of("examples", "data", "countries"))) {
            for (Path file : files.sorted().toList()) {
                add(file, builder);
            }
        }
        ByteBuffer image = builder.build();
        StringTensor tensor = StringTensor.of(image, builder.size(), TensorLayout.TF24);
        System.out.println("tensor: " + tensor.size() + " strings, " + image.capacity() + " bytes");

        StringColumn names = StringColumnBuilder.of(ColumnFormat.UTF8_VIEW)
                .addAll(tensor.toByteArrays())
                .build();
        try (DuckDb database = new DuckDb(Path.of(args[0]))) {
            database.load("countries", List.of(Map.of("name", names)));
            String sql = "SELECT name FROM countries WHERE length(name) = 4 ORDER BY name LIMIT 12";
            database.query(
                    sql,
                    chunk -> System.out.println("four characters: "
                            + String.join(", ", chunk.strings(0).toStrings())));
        }
    }

    private static void add(Path file, StringTensorBuilder builder) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (Reader text = Files.newBufferedReader(file)) {
            for (CSVRecord record : format.parse(text)) {
                builder.add(record.get("value"));
            }
        }
    }
}
