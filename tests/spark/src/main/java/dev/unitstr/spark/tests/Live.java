package dev.unitstr.spark.tests;

import dev.unitstr.UnitStr;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The data sources in a real Spark. Each row prints a line; the first that fails ends the program. */
public final class Live {
    private static final String TENSORS = "string-tensor";
    private static final String ARROW = "arrow-strings";
    private static final String CHECKSUM = "sum(crc32(value))";

    private final SparkSession spark;
    private final Path work;
    private final boolean isCluster;
    private final int count;
    private final Pattern rows;

    private Live(SparkSession spark, Path work, int count, Pattern rows) {
        this.spark = spark;
        this.work = work;
        this.count = count;
        this.rows = rows;
        this.isCluster = spark.sparkContext().master().startsWith("local-cluster");
    }

    interface Check {
        void run() throws Exception;
    }

    /**
     * Runs all rows.
     *
     * @param args an empty directory, the number of strings, the binding that executors must use, and a regular
     *     expression that the names of rows contain
     */
    public static void main(String[] args) throws Exception {
        SparkSession spark = SparkSession.builder().appName("unitstr").getOrCreate();
        Live live = new Live(spark, Path.of(args[0]), Integer.parseInt(args[1]), Pattern.compile(args[3]));
        System.out.println("Spark " + spark.version() + " on Java "
                + Runtime.version().feature() + ", " + spark.sparkContext().master() + ", " + args[2]);
        live.row("executors use " + args[2], () -> live.binding(args[2]));
        live.row("tensors: the checksum of one machine", live::checksum);
        live.row("tensors: every layout that states its count", live::layouts);
        for (String format : List.of(TENSORS, ARROW)) {
            live.row(format + ": conditions and limits give Spark's own rows", () -> live.conditions(format));
            live.row(
                    format + ": append, overwrite, and a directory that is read while it is overwritten",
                    () -> live.modes(format));
            live.row(format + ": nothing is left of a job that failed", () -> live.failure(format));
            live.row(format + ": a directory with a name like a pattern", () -> live.names(format));
            live.row(
                    format + ": a job that cannot delete or finish keeps what it wrote", () -> live.unfinished(format));
            live.row(
                    format + ": two attempts of a task", () -> Attempts.run(spark, live.directory("attempts"), format));
            live.row(format + ": a file that changes after planning fails its task", () -> live.changed(format));
            live.row(format + ": SQL", () -> live.sql(format));
            live.row(format + ": partitioned directories and options", () -> live.partitioned(format));
            live.row(format + ": files that cannot be mapped", () -> live.remote(format));
            if (live.isCluster) {
                live.row(format + ": an executor ends in the middle of a job", () -> live.killed(format));
            }
        }
        live.row("tensors: count(*) reads no element", live::count);
        live.row("tensors: a corrupt file fails its task", live::corrupt);
        live.row("tensors: what cannot be read or written is named", live::refused);
        live.row("arrow: columns, nulls and pruning", live::columns);
        live.row("arrow: every query finds that a file lacks a column", live::lacking);
        live.row(
                "arrow: large_utf8 and utf8_view by Arrow Java, and corrupt offsets",
                () -> new ArrowRows(spark, live.work).run());
        spark.stop();
    }

    private void row(String name, Check check) throws Exception {
        if (!rows.matcher(name).find()) {
            return;
        }
        long start = System.nanoTime();
        try {
            check.run();
        } catch (Throwable e) {
            System.out.println("FAILED " + name);
            throw e;
        }
        System.out.println("ok " + name + " (" + (System.nanoTime() - start) / 1_000_000 + " ms)");
    }

    static void equal(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected " + expected + ", was " + actual);
        }
    }

    static void contains(String text, String... parts) {
        for (String part : parts) {
            if (!text.contains(part)) {
                throw new AssertionError("no '" + part + "' in: " + text);
            }
        }
    }

    /** Returns the messages of the exception that an action throws, and of its causes. */
    static String failure(Check action) {
        try {
            action.run();
        } catch (Throwable e) {
            StringBuilder all = new StringBuilder();
            for (Throwable each = e; each != null; each = each.getCause()) {
                all.append(each).append('\n');
            }
            return all.toString();
        }
        throw new AssertionError("nothing was thrown");
    }

    /** Short and long, of one to four bytes per code point, some of them equal. */
    static String text(int i) {
        return switch (i % 8) {
            case 0 -> "";
            case 1 -> "key " + i;
            case 2 -> "un-" + i;
            case 3 -> "\u00e9t\u00e9 " + i;
            case 4 -> "\ud83d\ude00 " + i;
            case 5 -> "\u6f22\u5b57 " + i;
            case 6 -> "x".repeat(i % 100);
            default -> "token " + i % 1000;
        };
    }

    private static long crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(work.resolve(name));
    }

    private Dataset<Row> read(String format, Path path) {
        return spark.read().format(format).load(path.toString());
    }

    /** Spark's own rows: those of {@link #text}, in memory. */
    private Dataset<Row> own() {
        return spark.createDataset(
                        IntStream.range(0, count).mapToObj(Live::text).toList(), Encoders.STRING())
                .toDF("value");
    }

    private static List<String> sorted(Dataset<Row> rows) {
        return rows.collectAsList().stream()
                .map(row -> String.valueOf(row.get(0)))
                .sorted()
                .toList();
    }

    private static long checksum(Dataset<Row> rows) {
        return rows.selectExpr(CHECKSUM).first().getLong(0);
    }

    private List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private void binding(String expected) {
        MapPartitionsFunction<Long, String> binding =
                rows -> List.of(UnitStr.binding()).iterator();
        List<String> found = spark.range(0, 8, 1, 8)
                .mapPartitions(binding, Encoders.STRING())
                .distinct()
                .collectAsList();
        equal(List.of(expected), found);
    }

    private void checksum() throws IOException {
        Path directory = directory("tensors");
        long expected = 0;
        for (int file = 0; file < 3; file++) {
            StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF24);
            for (int i = file; i < count; i += 3) {
                builder.add(text(i));
            }
            Path path = directory.resolve("file-" + file + ".tensor");
            builder.writeFile(path);
            StringTensor tensor = StringTensors.map(path, TensorLayout.TF24, builder.size());
            for (byte[] each : tensor.toByteArrays()) {
                expected += crc(each);
            }
        }
        Files.writeString(directory.resolve("_ignored"), "not a tensor");
        Dataset<Row> rows = read(TENSORS, directory);
        equal("value STRING NOT NULL", rows.schema().toDDL());
        equal(expected, checksum(rows));
        equal((long) count, rows.count());
        equal(expected, checksum(read(TENSORS, directory.resolve("file-*"))));
        equal(sorted(own()), sorted(rows));
        if (rows.rdd().getNumPartitions() < 3) {
            throw new AssertionError("partitions: " + rows.rdd().getNumPartitions());
        }
    }

    private void layouts() throws IOException {
        for (TensorLayout layout :
                List.of(TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24, TensorLayout.TFLITE)) {
            String name = layout.format().name().toLowerCase();
            Path directory = directory("layout-" + name);
            StringTensors.writeFile(
                    directory.resolve("a"), layout, "b", "", "\u6f22\u5b57", "a string of more than 24 bytes");
            StringTensors.writeFile(directory.resolve("empty"), layout);
            List<String> rows = spark.read()
                    .format(TENSORS)
                    .option("layout", name)
                    .schema("text STRING")
                    .load(directory.toString())
                    .select("text")
                    .as(Encoders.STRING())
                    .collectAsList();
            equal(List.of("b", "", "\u6f22\u5b57", "a string of more than 24 bytes"), rows);
        }
    }

    private void conditions(String format) throws Exception {
        Path directory = work.resolve("conditions-" + format);
        own().repartition(3).write().format(format).mode(SaveMode.Append).save(directory.toString());
        Dataset<Row> rows = read(format, directory);
        String[] pushed = {
            "value = 'token 7'",
            "value <=> 'token 7'",
            "value in ('token 7', 'key 1', null, '\ud83d\ude00 4')",
            "value like 'un-1%'",
            "value like '\u6f22%' and value is not null",
            "value = ''",
            "value = 'absent'",
        };
        for (String condition : pushed) {
            Dataset<Row> selected = rows.filter(condition);
            equal(sorted(own().filter(condition)), sorted(selected));
            String plan = selected.queryExecution().executedPlan().toString();
            contains(plan, "Condition[");
            if (plan.contains("Filter (")) {
                throw new AssertionError("not pushed: " + plan);
            }
        }
        for (String condition : List.of(
                "value > 'token'",
                "length(value) = 5 and value like 'key%'",
                "value <=> null",
                "value <> 'token 7'",
                "value = 'token 7' or value = 'key 1'",
                "lower(value) = 'key 1'",
                "value collate UNICODE_CI = 'TOKEN 7'")) {
            equal(sorted(own().filter(condition)), sorted(rows.filter(condition)));
        }
        equal(
                own().filter("value like 'un%'").count(),
                rows.filter("value like 'un%'").count());
        Dataset<Row> limited = rows.filter("value like 'un%'").limit(10);
        equal(10L, (long) limited.collectAsList().size());
        contains(limited.queryExecution().executedPlan().toString(), "limit 10");
        equal(0, rows.limit(0).collectAsList().size());
        // Strings that outlive their batch: sorted, joined, aggregated.
        equal(
                own().groupBy("value").count().filter("count > 1").count(),
                rows.groupBy("value").count().filter("count > 1").count());
        equal(sorted(own().selectExpr("max(value)")), sorted(rows.selectExpr("max(value)")));
        equal(
                own().join(own().limit(50), "value").count(),
                rows.join(own().limit(50), "value").count());
    }

    private void modes(String format) throws Exception {
        Path directory = work.resolve("modes-" + format);
        long one = checksum(own());
        own().repartition(4).write().format(format).mode(SaveMode.Append).save(directory.toString());
        equal(4L + 1, (long) files(directory).size());
        contains(files(directory).toString(), "_SUCCESS");
        equal(one, checksum(read(format, directory)));
        own().repartition(2).write().format(format).mode(SaveMode.Append).save(directory.toString());
        equal(2 * one, checksum(read(format, directory)));
        read(format, directory)
                .limit(100)
                .write()
                .format(format)
                .mode(SaveMode.Overwrite)
                .save(directory.toString());
        equal(100L, read(format, directory).count());
        own().limit(0).write().format(format).mode(SaveMode.Overwrite).save(directory.toString());
        equal(1L + 1, (long) files(directory).size()); // an empty file, for the schema
        equal(0L, read(format, directory).count());
    }

    /** Writes must neither read nor delete the files of a directory that the name matches as a pattern. */
    private void names(String format) throws Exception {
        Path neighbor = work.resolve(format).resolve("a b%20#__x1\u6f22");
        Path directory = work.resolve(format).resolve("a b%20#?*{x,y}[1]\u6f22");
        for (Path path : List.of(neighbor, directory, directory)) {
            own().limit(5)
                    .write()
                    .format(format)
                    .mode(path == neighbor ? SaveMode.Append : SaveMode.Overwrite)
                    .save(path.toString());
        }
        equal(
                List.of(5L, 5L),
                List.of(read(format, neighbor).count(), read(format, directory).count()));
        equal(5L, read(format, work.resolve(format).resolve("a*_*")).count());
    }

    private void unfinished(String format) throws Exception {
        Path directory = work.resolve("unfinished-" + format);
        Files.createDirectories(directory.resolve("_SUCCESS/not-empty"));
        Dataset<Row> five = own().limit(5).coalesce(1);
        String message =
                failure(() -> five.write().format(format).mode(SaveMode.Append).save(directory.toString()));
        contains(message, "_SUCCESS");
        message = failure(() -> own().limit(7)
                .coalesce(1)
                .write()
                .format(format)
                .mode(SaveMode.Overwrite)
                .save(directory.toString()));
        contains(message, "_SUCCESS");
        equal(7L, read(format, directory).count());
    }

    private void changed(String format) throws Exception {
        Path directory = work.resolve("changed-" + format);
        own().coalesce(1).write().format(format).mode(SaveMode.Append).save(directory.toString());
        Path file = files(directory).get(1);
        JavaRDD<Row> planned = read(format, directory).toJavaRDD();
        equal(1, planned.getNumPartitions());
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        contains(
                failure(planned::count),
                file.getFileName() + ": the file has " + (bytes.length - 1) + " bytes: it had " + bytes.length
                        + " when the job was planned");
    }

    private void remote(String format) {
        Map<String, String> options = Map.of("fs.other.impl", OtherFileSystem.class.getName());
        String path = "other://" + work.resolve("other-" + format);
        own().repartition(2)
                .write()
                .format(format)
                .options(options)
                .mode(SaveMode.Append)
                .save(path);
        Dataset<Row> rows = spark.read().format(format).options(options).load(path);
        equal(2, rows.rdd().getNumPartitions());
        equal(checksum(own()), checksum(rows));
        equal((long) count, rows.count());
    }

    private void sql(String format) {
        String path = work.resolve("sql-" + format).toString();
        own().limit(100).write().format(format).mode(SaveMode.Append).save(path);
        spark.sql("create or replace temporary view words using `" + format + "` options (path '" + path + "')");
        equal(
                own().limit(100).filter("value like 'un%'").count(),
                spark.sql("select count(*) from words where value like 'un%'")
                        .first()
                        .getLong(0));
        spark.sql("insert into words values ('one more')");
        equal(101L, spark.sql("select count(*) from words").first().getLong(0));
    }

    private void failure(String format) throws Exception {
        Path directory = work.resolve("failure-" + format);
        own().limit(10).write().format(format).mode(SaveMode.Append).save(directory.toString());
        List<Path> before = files(directory);
        MapPartitionsFunction<String, String> failing = rows -> {
            int partition = TaskContext.getPartitionId();
            List<String> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            return all.stream()
                    .map(each -> {
                        if (partition == 3 && each.startsWith("token 99")) {
                            throw new IllegalStateException("as the test wants");
                        }
                        return each;
                    })
                    .iterator();
        };
        for (SaveMode mode : List.of(SaveMode.Append, SaveMode.Overwrite)) {
            String message = failure(() -> own().as(Encoders.STRING())
                    .repartition(4)
                    .mapPartitions(failing, Encoders.STRING())
                    .toDF("value")
                    .write()
                    .format(format)
                    .mode(mode)
                    .save(directory.toString()));
            contains(message, "as the test wants");
            equal(before, files(directory));
        }
        equal(10L, read(format, directory).count());
    }

    private void killed(String format) throws Exception {
        Path directory = work.resolve("killed-" + format);
        String flag = work.resolve("killed-once-" + format).toString();
        MapPartitionsFunction<String, String> halting = rows -> {
            List<String> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            int[] at = {0};
            return all.stream()
                    .map(each -> {
                        if (TaskContext.getPartitionId() == 5
                                && ++at[0] == 1000
                                && Path.of(flag).toFile().mkdir()) {
                            Runtime.getRuntime().halt(1); // as a kill -9 would
                        }
                        return each;
                    })
                    .iterator();
        };
        own().as(Encoders.STRING())
                .repartition(8)
                .mapPartitions(halting, Encoders.STRING())
                .toDF("value")
                .write()
                .format(format)
                .mode(SaveMode.Append)
                .save(directory.toString());
        if (!Files.exists(Path.of(flag))) {
            throw new AssertionError("no executor was ended: this shows nothing");
        }
        equal((long) count, read(format, directory).count());
        equal(checksum(own()), checksum(read(format, directory)));
        equal(8L + 1, (long) files(directory).size());
    }

    /** A tensor in which an element points behind the end of the file. */
    private Path damaged() throws IOException {
        Path directory = directory("damaged");
        ByteBuffer image = StringTensors.write(
                TensorLayout.TF24, IntStream.range(0, 5000).mapToObj(Live::text).toArray(String[]::new));
        image.order(ByteOrder.LITTLE_ENDIAN).putInt(24 * 4500 + 4, 1 << 30);
        Files.write(directory.resolve("damaged.tensor"), Arrays.copyOfRange(image.array(), 0, image.limit()));
        return directory;
    }

    private void count() throws IOException {
        Dataset<Row> rows = read(TENSORS, damaged());
        equal(5000L, rows.count());
        equal(5000L, rows.selectExpr("1").count());
    }

    private void corrupt() throws IOException {
        Dataset<Row> rows = read(TENSORS, damaged());
        contains(
                failure(() -> checksum(rows)),
                "damaged.tensor: OFFSET_RANGE in OFFSET of element 4500: ",
                "Job aborted");
        equal(1000, rows.limit(1000).collectAsList().size());
        Path addresses = directory("addresses").resolve("addresses.tensor");
        ByteBuffer large = StringTensors.write(TensorLayout.TF24, "a", "b")
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(24, 100 << 2 | 1) // LARGE
                .putLong(32, 100)
                .putLong(40, 1 << 20);
        Files.write(addresses, Arrays.copyOf(large.array(), large.limit()));
        contains(
                failure(() -> checksum(read(TENSORS, addresses))),
                "addresses.tensor: POINTER_REFUSED in POINTER of element 1: ");
        Path truncated = directory("truncated").resolve("truncated.tensor");
        byte[] all = Files.readAllBytes(work.resolve("damaged/damaged.tensor"));
        Files.write(truncated, Arrays.copyOf(all, 1000));
        contains(
                failure(() -> read(TENSORS, truncated).count()),
                "truncated.tensor: TABLE_TRUNCATED in TABLE: the memory has 1000 bytes");
        Files.write(truncated, "no tensor".getBytes(StandardCharsets.UTF_8));
        contains(
                failure(() -> read(TENSORS, truncated).count()),
                "truncated.tensor: the file does not state its number");
    }

    private void refused() {
        contains(failure(() -> read(TENSORS, work.resolve("absent")).count()), "absent does not exist");
        contains(failure(() -> spark.read().format(TENSORS).load()), "option path is missing");
        contains(failure(() -> spark.read().format(TENSORS).load("a", "b")), "several paths");
        contains(
                failure(() ->
                        spark.read().format(TENSORS).option("layout", "tf25").load("a")),
                "option layout is 'tf25'");
        contains(
                failure(() -> spark.read()
                        .format(TENSORS)
                        .schema("a STRING, b STRING")
                        .load("a")),
                "the schema has 2 columns");
        contains(
                failure(() -> own().selectExpr("value", "value")
                        .write()
                        .format(ARROW)
                        .mode(SaveMode.Append)
                        .save(work.resolve("same-names").toString())),
                "columns have the same name: [value, value]");
        contains(
                failure(() ->
                        spark.read().format(ARROW).schema("a STRING, b INT").load("a")),
                "column b is of type int");
        Path target = work.resolve("refused");
        contains(
                failure(() -> spark.range(3)
                        .write()
                        .format(TENSORS)
                        .mode(SaveMode.Append)
                        .save(target.toString())),
                "column id is of type bigint");
        contains(
                failure(() -> spark.sql("select cast(null as string) value")
                        .write()
                        .format(TENSORS)
                        .mode(SaveMode.Append)
                        .save(target.toString())),
                "row 0 of the file is null");
        contains(failure(() -> own().write().format(TENSORS).save(target.toString())), "\"Append\" or \"Overwrite\"");
        equal(false, Files.exists(target.resolve("_SUCCESS")));
    }

    private void columns() throws Exception {
        Path directory = work.resolve("columns");
        StructType schema = new StructType(new StructField[] {
            DataTypes.createStructField("city", DataTypes.StringType, true),
            DataTypes.createStructField("name", DataTypes.StringType, true)
        });
        List<Row> list = IntStream.range(0, 100_000)
                .mapToObj(i -> RowFactory.create(i % 3 == 0 ? null : "city " + i % 10, i % 7 == 0 ? null : text(i)))
                .toList();
        Dataset<Row> own = spark.createDataFrame(list, schema);
        own.repartition(2).write().format(ARROW).mode(SaveMode.Append).save(directory.toString());
        Dataset<Row> rows = read(ARROW, directory);
        equal(schema, rows.schema());
        equal(list.size() + 0L, rows.count());
        equal(
                sorted(own.selectExpr("concat_ws('|', city, name, city is null, name is null)")),
                sorted(rows.selectExpr("concat_ws('|', city, name, city is null, name is null)")));
        Dataset<Row> names = rows.filter("city = 'city 4' and name is not null").select("name");
        equal(sorted(own.filter("city = 'city 4' and name is not null").select("name")), sorted(names));
        contains(names.queryExecution().executedPlan().toString(), "[name], conditions [Condition[");
        equal(own.filter("city is null").count(), rows.filter("city is null").count());
        contains(
                failure(() -> spark.read()
                        .format(ARROW)
                        .schema("street STRING")
                        .load(directory.toString())
                        .collectAsList()),
                "there is no column street of strings; the columns of strings are [city, name]");
        Dataset<Row> upper = spark.read().format(ARROW).schema("CITY STRING").load(directory.toString());
        equal(
                own.filter("city = 'city 4'").count(),
                upper.filter("CITY = 'city 4'").count());
        spark.conf().set("spark.sql.caseSensitive", true);
        contains(
                failure(() -> spark.read()
                        .format(ARROW)
                        .schema("CITY STRING")
                        .load(directory.toString())
                        .collectAsList()),
                "there is no column CITY of strings");
        spark.conf().unset("spark.sql.caseSensitive");
    }

    /** Directories of directories, and options that only Spark's own sources have. */
    private void partitioned(String format) {
        Path directory = work.resolve("partitioned-" + format);
        for (String part : List.of("day=1", "day=2")) {
            own().limit(10)
                    .write()
                    .format(format)
                    .mode(SaveMode.Append)
                    .save(directory.resolve(part).toString());
        }
        String message = failure(() -> spark.read()
                .format(format)
                .schema("value STRING")
                .load(directory.toString())
                .count());
        contains(message, "only directories such as day=", "it is partitioned", "recursiveFileLookup");
        Dataset<Row> all =
                spark.read().format(format).option("recursiveFileLookup", true).load(directory.toString());
        equal(20L, all.count());
        equal(20L, read(format, directory.resolve("day=*")).count());
        contains(
                failure(() -> spark.read()
                        .format(format)
                        .option("pathGlobFilter", "*.x")
                        .load(directory.toString())),
                "option pathGlobFilter is '*.x'");
        contains(
                failure(() -> own().write()
                        .format(format)
                        .option("compression", "zstd")
                        .mode(SaveMode.Append)
                        .save(directory.toString())),
                "option compression is 'zstd'");
    }

    /** Queries that read a column that is there, one that is not, or none. */
    private static final List<Query> QUERIES = List.of(
            Dataset::count,
            Dataset::collectAsList,
            rows -> rows.select("value").collectAsList(),
            rows -> rows.selectExpr("1").count(),
            rows -> rows.filter("value = 'token 7'").count(),
            rows -> rows.filter("value > 'token 7'").count(),
            rows -> rows.groupBy().agg(Map.of("value", "max")).collectAsList(),
            rows -> rows.groupBy("value").count().collectAsList(),
            rows -> rows.join(rows.limit(1), "value").count(),
            rows -> rows.repartition(2).count(),
            rows -> rows.sort("value").limit(1).collectAsList());

    private interface Query {
        void run(Dataset<Row> rows) throws Exception;
    }

    private void lacking() throws Exception {
        Path directory = work.resolve("lacking");
        own().write().format(ARROW).mode(SaveMode.Append).save(directory.toString());
        Dataset<Row> nope =
                spark.read().format(ARROW).schema("nope STRING, value STRING").load(directory.toString());
        List<Query> all = new ArrayList<>(QUERIES);
        all.add(Dataset::isEmpty);
        all.add(Dataset::first);
        all.add(rows -> rows.limit(1).count());
        all.add(rows -> rows.filter("nope = 'x'").count());
        all.add(rows -> rows.filter("nope is null").count());
        for (Query query : all) {
            contains(failure(() -> query.run(nope)), ".arrow: there is no column nope of strings", "Job aborted");
        }
        Path different = work.resolve("different");
        own().write().format(ARROW).mode(SaveMode.Append).save(different.toString());
        own().selectExpr("value as other")
                .write()
                .format(ARROW)
                .mode(SaveMode.Append)
                .save(different.toString());
        for (String schema : List.of("value STRING", "value STRING, other STRING")) {
            Dataset<Row> rows = spark.read().format(ARROW).schema(schema).load(different.toString());
            for (Query query : QUERIES.subList(0, 4)) {
                contains(failure(() -> query.run(rows)), ".arrow: there is no column ", " of strings", "Job aborted");
            }
        }
        Dataset<Row> tensor = spark.read()
                .format(TENSORS)
                .schema("renamed STRING") // a tensor is the only column, whatever its name is
                .load(damaged().toString());
        equal(5000L, tensor.count());
    }
}
