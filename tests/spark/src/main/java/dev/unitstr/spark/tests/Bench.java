package dev.unitstr.spark.tests;

import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Rows per second of the CPU time of tasks, and of the time that passes: the same strings by three ways. */
public final class Bench {
    private static final String ALL = "sum(length(value))";
    private static final String PREFIX = "value like 'name-7%'";
    private static final String LOOP = "loop over get(i) in mapPartitions";
    private static final List<String> FORMATS = List.of("string-tensor", "arrow-strings", "parquet");
    private static final int ROUNDS = 3;

    private Bench() {}

    /** Adds up the CPU time of tasks. */
    private static final class Cost extends SparkListener {
        final AtomicLong cpuNanos = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            cpuNanos.addAndGet(end.taskMetrics().executorCpuTime());
        }
    }

    /**
     * Runs the benchmark and prints a table.
     *
     * @param args an empty directory, and the number of strings
     */
    public static void main(String[] args) throws Exception {
        SparkSession spark = SparkSession.builder().appName("unitstr").getOrCreate();
        long rows = Long.parseLong(args[1]);
        Path work = Path.of(args[0]);
        Dataset<Row> strings =
                spark.range(0, rows, 1, 8).selectExpr("concat('name-', pmod(hash(id), 100000), ' ', id) value");
        for (String format : FORMATS) {
            strings.write()
                    .format(format)
                    .option("compression", "uncompressed") // Parquet, which then is fastest
                    .mode(SaveMode.Overwrite)
                    .save(work.resolve(format).toString());
        }
        Cost cost = new Cost();
        spark.sparkContext().addSparkListener(cost);
        System.out.printf(
                Locale.ROOT,
                "%n## %s, Spark %s, Java %d, %,d strings%n%n",
                spark.sparkContext().master(),
                spark.version(),
                Runtime.version().feature(),
                rows);
        long length = all(strings);
        long selected = prefix(strings);
        System.out.println("| what | how | million rows/s of CPU time | million rows/s |\n|---|---|---|---|");
        Path tensors = work.resolve("string-tensor");
        List<String> files;
        try (Stream<Path> all = Files.list(tensors)) {
            files = all.map(Path::toString)
                    .filter(file -> file.endsWith(".tensor"))
                    .sorted()
                    .toList();
        }
        List<String> memory = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            boolean last = round == ROUNDS - 1;
            for (String format : FORMATS) {
                Dataset<Row> read =
                        spark.read().format(format).load(work.resolve(format).toString());
                measure(last, cost, rows, format, "all, " + ALL, length, () -> all(read));
                measure(last, cost, rows, format, PREFIX, selected, () -> prefix(read));
            }
            measure(last, cost, rows, LOOP, "all, " + ALL, length, () -> all(loop(spark, files)));
            measure(last, cost, rows, LOOP, PREFIX, selected, () -> prefix(loop(spark, files)));
            memory.add(Large.memory(spark));
        }
        System.out.println("\nMemory of an executor without mapped files, after each of " + ROUNDS + " rounds: "
                + String.join("; ", memory) + ".");
        spark.stop();
    }

    private static long all(Dataset<Row> strings) {
        return strings.selectExpr(ALL).first().getLong(0);
    }

    private static long prefix(Dataset<Row> strings) {
        return strings.filter(PREFIX).count();
    }

    /** What a user would write without the data source. */
    private static Dataset<Row> loop(SparkSession spark, List<String> files) {
        MapPartitionsFunction<String, String> strings = paths -> {
            Stream<String> all = Stream.empty();
            while (paths.hasNext()) {
                StringTensor tensor = map(Path.of(paths.next()));
                all = Stream.concat(all, LongStream.range(0, tensor.size()).mapToObj(tensor::get));
            }
            return all.iterator();
        };
        return spark.createDataset(files, Encoders.STRING())
                .repartition(files.size())
                .mapPartitions(strings, Encoders.STRING())
                .toDF("value");
    }

    private static StringTensor map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            long count = StringTensors.storedCount(memory, TensorLayout.TF24).orElseThrow();
            return StringTensor.of(memory, count, TensorLayout.TF24);
        }
    }

    private static void measure(
            boolean print, Cost cost, long rows, String how, String what, long expected, LongSupplier job)
            throws Exception {
        Thread.sleep(500); // the listener gets the last events of the job before
        cost.cpuNanos.set(0);
        long start = System.nanoTime();
        Live.equal(expected, job.getAsLong());
        long nanos = System.nanoTime() - start;
        Thread.sleep(500);
        if (print) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.1f |%n",
                    what,
                    how,
                    1e3 * rows / cost.cpuNanos.get(),
                    1e3 * rows / nanos);
        }
    }
}
