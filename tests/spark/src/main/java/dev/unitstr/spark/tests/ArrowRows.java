package dev.unitstr.spark.tests;

import dev.unitstr.spark.ArrowStringsSource;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Files that Arrow Java writes, with all types of strings. */
final class ArrowRows {
    private static final int ROWS = 10_000;

    private final SparkSession spark;
    private final Path work;

    ArrowRows(SparkSession spark, Path work) {
        this.spark = spark;
        this.work = work;
    }

    void run() throws IOException {
        Path file = Files.createDirectories(work.resolve("arrow-java")).resolve("all.arrow");
        write(file, false, CodecType.NO_COMPRESSION);
        Dataset<Row> rows = spark.read().format("arrow-strings").load(file.toString());
        Live.equal(List.of("small", "large", "view"), List.of(rows.columns()));
        List<String> expected = new ArrayList<>();
        for (int batch = 0; batch < 3; batch++) {
            for (int i = 0; i < ROWS; i++) {
                expected.add(i % 5 == 4 ? null : Live.text(i + batch));
            }
        }
        Live.equal(3L * ROWS, rows.count());
        for (String column : rows.columns()) {
            List<String> found = rows.select(column).collectAsList().stream()
                    .map(row -> row.getString(0))
                    .toList();
            Live.equal(expected, found);
            Live.equal(
                    expected.stream().filter("token 7"::equals).count(),
                    rows.filter(column + " = 'token 7'").count());
        }
        for (CodecType codec : List.of(CodecType.LZ4_FRAME, CodecType.ZSTD)) {
            Path compressed = work.resolve("arrow-java/" + codec + ".arrow");
            write(compressed, false, codec);
            Dataset<Row> same = spark.read().format("arrow-strings").load(compressed.toString());
            Live.equal(rows.collectAsList(), same.collectAsList());
        }
        Path damaged = work.resolve("arrow-java/damaged.arrow");
        write(damaged, true, CodecType.NO_COMPRESSION);
        Live.equal(
                3L * ROWS,
                spark.read().format("arrow-strings").load(damaged.toString()).count());
        for (String column : rows.columns()) {
            String message = Live.failure(() -> spark.read()
                    .format("arrow-strings")
                    .load(damaged.toString())
                    .selectExpr("sum(crc32(" + column + "))")
                    .collectAsList());
            Live.contains(
                    message,
                    "damaged.arrow: record batch 2, column " + column + ": OFFSET_RANGE in OFFSET of element 9998: ");
        }
        Path same = work.resolve("arrow-java/same.arrow");
        sameNames(same);
        Live.contains(
                Live.failure(() -> spark.read().format("arrow-strings").load(same.toString())),
                "columns have the same name: [a, a]");
        Live.contains(
                Live.failure(() -> spark.read()
                        .format("arrow-strings")
                        .schema("a STRING")
                        .load(same.toString())
                        .collectAsList()),
                "same.arrow: there is more than one column a of strings");
        Path none = work.resolve("arrow-java/none.arrow");
        Files.writeString(none, "this is not an Arrow file, whatever its name says");
        Live.contains(Live.failure(() -> spark.read().format("arrow-strings").load(none.toString())), "none.arrow: ");
        footers(Files.readAllBytes(file), none);
    }

    /**
     * Changes each byte of the footer. A schema may come of it, or a message that names the file and says something. Calls
     * what Spark would call, without all that Spark does for a load.
     */
    private static void footers(byte[] valid, Path changed) throws IOException {
        int footerBytes = ByteBuffer.wrap(valid).order(ByteOrder.LITTLE_ENDIAN).getInt(valid.length - 10);
        Map<String, String> options = Map.of("path", changed.toString());
        ArrowStringsSource source = new ArrowStringsSource();
        int refused = 0;
        Files.write(changed, valid);
        try (RandomAccessFile file = new RandomAccessFile(changed.toFile(), "rw")) {
            for (int at = valid.length - 10 - footerBytes; at < valid.length; at++) {
                file.seek(at);
                file.write(~valid[at]);
                try {
                    StructType schema = source.inferSchema(new CaseInsensitiveStringMap(options));
                    source.getTable(schema, new Transform[0], options);
                } catch (RuntimeException e) {
                    refused++;
                    String message = String.valueOf(e.getMessage());
                    if (!message.startsWith("columns have the same name: ")) {
                        Live.contains(message, "none.arrow: ");
                        Live.equal(false, message.endsWith(": null"));
                    }
                }
                file.seek(at);
                file.write(valid[at]);
            }
        }
        Live.equal(true, refused > 10);
    }

    private static void sameNames(Path file) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector one = new VarCharVector("a", allocator);
                VarCharVector other = new VarCharVector("a", allocator);
                VectorSchemaRoot root = new VectorSchemaRoot(List.of(one, other));
                FileOutputStream out = new FileOutputStream(file.toFile());
                ArrowFileWriter writer = new ArrowFileWriter(root, null, out.getChannel())) {
            one.setSafe(0, new byte[] {'x'});
            other.setSafe(0, new byte[] {'y'});
            root.setRowCount(1);
            writer.writeBatch();
        }
    }

    private static void write(Path file, boolean damage, CodecType codec) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector small = new VarCharVector("small", allocator);
                LargeVarCharVector large = new LargeVarCharVector("large", allocator);
                ViewVarCharVector view = new ViewVarCharVector("view", allocator);
                IntVector number = new IntVector("number", allocator);
                VectorSchemaRoot root = VectorSchemaRoot.of(small, large, number, view);
                FileOutputStream out = new FileOutputStream(file.toFile());
                ArrowFileWriter writer = new ArrowFileWriter(
                        root,
                        null,
                        out.getChannel(),
                        Map.of(),
                        IpcOption.DEFAULT,
                        CompressionCodec.Factory.INSTANCE,
                        codec)) {
            for (int batch = 0; batch < 3; batch++) {
                for (FieldVector vector : root.getFieldVectors()) {
                    vector.setInitialCapacity(ROWS);
                    vector.allocateNew();
                }
                for (int i = 0; i < ROWS; i++) {
                    number.setSafe(i, i);
                    if (i % 5 == 4) {
                        small.setNull(i);
                        large.setNull(i);
                        view.setNull(i);
                    } else {
                        byte[] text = Live.text(i + batch).getBytes(StandardCharsets.UTF_8);
                        small.setSafe(i, text);
                        large.setSafe(i, text);
                        view.setSafe(i, text);
                    }
                }
                root.setRowCount(ROWS);
                if (damage && batch == 2) {
                    small.getOffsetBuffer().setInt(4L * 9999, 1 << 30); // the end of element 9998
                    large.getOffsetBuffer().setLong(8L * 9999, -1);
                    long at = (long) BaseVariableWidthViewVector.ELEMENT_SIZE * 9998;
                    view.getDataBuffer().setInt(at, 13);
                    view.getDataBuffer().setInt(at + 8, 77);
                }
                writer.writeBatch();
            }
        }
    }
}
