package dev.unitstr.spark.tests;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Writes and reads many strings. */
public final class Large {
    private Large() {}

    /**
     * Runs the test.
     *
     * @param args an empty directory, and the number of strings
     */
    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder().appName("unitstr").getOrCreate();
        String path = Path.of(args[0], "large").toString();
        long rows = Long.parseLong(args[1]);
        long start = System.nanoTime();
        spark.range(0, rows, 1, 16)
                .selectExpr("concat('\u6f22 ', id) value")
                .write()
                .format("string-tensor")
                .mode(SaveMode.Append)
                .save(path);
        long written = System.nanoTime();
        Row found = spark.read()
                .format("string-tensor")
                .load(path)
                .selectExpr("count(*)", "sum(crc32(value))")
                .first();
        long read = System.nanoTime();
        Live.equal(rows, found.getLong(0));
        Live.equal(checksum(rows), found.getLong(1));
        String before = memory(spark);
        spark.read()
                .format("string-tensor")
                .load(path)
                .selectExpr("sum(crc32(value))")
                .first();
        System.out.println("memory of an executor, without mapped files, after one and after two reads: " + before
                + "; " + memory(spark));
        System.out.printf(
                "ok %,d strings in %d partitions: written in %d s, read in %d s; the checksum is that of one machine%n",
                rows, partitions(spark, path), (written - start) / 1_000_000_000, (read - written) / 1_000_000_000);
        spark.stop();
    }

    private static int partitions(SparkSession spark, String path) {
        Dataset<Row> all = spark.read().format("string-tensor").load(path);
        return all.rdd().getNumPartitions();
    }

    /** Returns the anonymous resident memory of the executor that has most, as a text. */
    static String memory(SparkSession spark) {
        MapPartitionsFunction<Long, String> status = rows -> {
            String own = Files.readString(Path.of("/proc/self/status"));
            return List.of(own.replaceAll("(?s).*RssAnon:\\s*(\\d+) kB.*", "$1"))
                    .iterator();
        };
        return spark.range(0, 8, 1, 8).mapPartitions(status, Encoders.STRING()).collectAsList().stream()
                                .mapToInt(Integer::parseInt)
                                .max()
                                .orElseThrow()
                        / 1024
                + " MiB";
    }

    /** The checksum without Spark. */
    private static long checksum(long rows) {
        return LongStream.range(0, rows)
                .parallel()
                .map(i -> {
                    CRC32 crc = new CRC32();
                    crc.update(("\u6f22 " + i).getBytes(StandardCharsets.UTF_8));
                    return crc.getValue();
                })
                .sum();
    }
}
