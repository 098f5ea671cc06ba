package dev.unitstr.spark.tests;

import dev.unitstr.spark.ArrowStringsSource;
import dev.unitstr.spark.StringTensorSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * What Spark does with speculative and repeated tasks, in an order that is the same each time: several attempts write the
 * same partition, and the job commits one of them.
 */
final class Attempts {
    private record Info(String queryId, StructType schema, CaseInsensitiveStringMap options)
            implements LogicalWriteInfo {}

    private Attempts() {}

    static void run(SparkSession spark, Path work, String format) throws IOException {
        Path directory = work.resolve(format);
        TableProvider source = format.equals("string-tensor") ? new StringTensorSource() : new ArrowStringsSource();
        Map<String, String> options = Map.of("path", directory.toString());
        StructType schema = StructType.fromDDL("value STRING");
        SupportsWrite table = (SupportsWrite) source.getTable(schema, new Transform[0], options);
        BatchWrite job = table.newWriteBuilder(new Info("job", schema, new CaseInsensitiveStringMap(options)))
                .build()
                .toBatch();
        DataWriterFactory factory = job.createBatchWriterFactory(() -> 1);
        DataWriter<InternalRow> late = writer(factory, 10, "late");
        DataWriter<InternalRow> aborted = writer(factory, 11, "aborted");
        aborted.abort();
        aborted.close();
        commit(writer(factory, 12, "not chosen"));
        job.commit(new WriterCommitMessage[] {commit(writer(factory, 13, "chosen"))});
        late.write(row("later"));
        late.abort(); // after the job: the executor was slow to learn that its attempt is not needed
        late.close();
        List<String> names;
        try (Stream<Path> files = Files.list(directory)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
        Live.equal(2, names.size());
        Live.contains(names.toString(), "_SUCCESS, part-00000-job-000");
        Live.equal(
                "[[chosen]]",
                spark.read()
                        .format(format)
                        .load(directory.toString())
                        .collectAsList()
                        .toString());
    }

    private static DataWriter<InternalRow> writer(DataWriterFactory factory, long attempt, String text)
            throws IOException {
        DataWriter<InternalRow> writer = factory.createWriter(0, attempt);
        writer.write(row(text));
        return writer;
    }

    private static WriterCommitMessage commit(DataWriter<InternalRow> writer) throws IOException {
        WriterCommitMessage message = writer.commit();
        writer.close();
        return message;
    }

    private static InternalRow row(String text) {
        return new GenericInternalRow(new Object[] {UTF8String.fromString(text)});
    }
}
