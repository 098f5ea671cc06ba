package dev.unitstr.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** Results in JMH's own JSON: one file for a run. */
final class Results {
    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeNulls()
            .create();

    /** The key of what is wrong, in place of JMH's metrics. */
    static final String WRONG = "wrong";

    private final Path file;
    private final JsonArray entries;

    private Results(Path file, JsonArray entries) {
        this.file = file;
        this.entries = entries;
    }

    /** What a file has, if it is there. */
    static Results resume(Path file) throws IOException {
        boolean there = Files.exists(file);
        return new Results(
                file, there ? JsonParser.parseString(Files.readString(file)).getAsJsonArray() : new JsonArray());
    }

    /** A new file. */
    static Results fresh(Path file) throws IOException {
        Files.deleteIfExists(file);
        return resume(file);
    }

    /** The rows of results that are in no file. */
    static List<Row> rows(Collection<RunResult> results) {
        return rows(json(results));
    }

    List<Row> rows() {
        return rows(entries);
    }

    boolean has(Work work) {
        return rows().stream().anyMatch(row -> row.key().equals(work.key()));
    }

    /** The last result, in short. */
    String last() {
        Row row = new Row(entries.get(entries.size() - 1).getAsJsonObject());
        return String.format(Locale.ROOT, "%.1f ns, CPU %.1f, %.0f B", row.wall(), row.ns(), row.bytes());
    }

    void add(Collection<RunResult> results) throws IOException {
        entries.addAll(json(results));
        write();
    }

    /** Adds a row without times. */
    void addWrong(Work work, WrongText wrong) throws IOException {
        JsonObject row = new JsonObject();
        row.addProperty("benchmark", work.benchmark());
        row.addProperty("jdkVersion", String.valueOf(work.feature()));
        row.add("params", GSON.toJsonTree(work.params()));
        row.addProperty(WRONG, wrong.getMessage());
        entries.add(row);
        write();
    }

    private void write() throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        Path temporary = Files.createTempFile(parent, "results", ".json");
        Files.writeString(temporary, GSON.toJson(entries) + "\n");
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<Row> rows(JsonArray entries) {
        List<Row> rows = new ArrayList<>();
        for (JsonElement entry : entries) {
            rows.add(new Row(entry.getAsJsonObject()));
        }
        return rows;
    }

    private static JsonArray json(Collection<RunResult> results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
        stream.flush();
        return JsonParser.parseString(bytes.toString(StandardCharsets.UTF_8)).getAsJsonArray();
    }

    /** Writes something else than results. */
    static void write(Path file, JsonElement json) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, GSON.toJson(json) + "\n");
    }

    /** The file beside this one whose name has the suffix before {@code .json}. */
    static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", "") + suffix + ".json");
    }

    /** Where the machine is described: beside the file. */
    static Path meta(Path file) {
        return sibling(file, ".meta");
    }

    void describe(String plan) throws IOException {
        JsonObject meta = Machine.describe();
        meta.addProperty("plan", plan);
        write(meta(file), meta);
    }
}
