package dev.unitstr.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judging what was measured before. */
class GatesTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final JsonArray first = new JsonArray();
    private final JsonArray again = new JsonArray();

    @TempDir
    Path directory;

    @BeforeEach
    void describe() throws IOException {
        Files.writeString(directory.resolve("gates-first.meta.json"), "{\"cpu\": \"of another machine\"}");
    }

    @Test
    void passesByTheMedianOfTheForks() throws Exception {
        measured(first, "ffm", "5", 48, 10, 30, 11);
        measured(first, "jdk", "5", 72, 1, 22, 23);
        assertTrue(judge("segments read UTF-8 ascii 5 ffm jdk 2 string"));
        JsonArray verdicts = verdicts();
        assertEquals(2, verdicts.size());
        JsonObject ratio = verdicts.get(0).getAsJsonObject();
        assertEquals(2.0, ratio.get("measured").getAsDouble());
        assertEquals("unitstr ffm", ratio.get("ours").getAsString());
        assertEquals("jdk", ratio.get("against").getAsString());
        assertEquals(11, ratio.get("ns").getAsDouble());
        assertEquals("B/op", verdicts.get(1).getAsJsonObject().get("unit").getAsString());
        assertEquals(48, verdicts.get(1).getAsJsonObject().get("measured").getAsDouble());
        assertTrue(Files.readString(directory.resolve("gates.meta.json")).contains("of another machine"));
        assertTrue(text().contains("2 of 2 pass, 0 short, 0 not measured"), this::text);
    }

    @Test
    void contendersThatTookTurnsAreComparedTurnByTurn() throws Exception {
        measured(first, "ffm", "5", 0, 10, 20, 40);
        measured(first, "jdk", "5", 0, 20, 40, 20);
        String gate = "segments read UTF-8 ascii 5 ffm jdk 2 -";
        assertFalse(judge(gate));
        for (JsonElement row : first) {
            JsonArray arguments = new JsonArray();
            arguments.add(Turns.option(1));
            row.getAsJsonObject().add("jvmArgs", arguments);
        }
        assertTrue(judge(gate));
        assertEquals(2.0, verdicts().get(0).getAsJsonObject().get("measured").getAsDouble());
    }

    @Test
    void whatFellShortIsJudgedByTheSecondMeasurement() throws Exception {
        measured(first, "ffm", "5", 0, 10);
        measured(first, "jdk", "5", 0, 10);
        measured(again, "ffm", "5", 0, 10);
        measured(again, "jdk", "5", 0, 40);
        assertTrue(judge("segments read UTF-8 ascii 5 ffm jdk 2 -"));
        assertTrue(verdicts().get(0).getAsJsonObject().get("again").getAsBoolean());
        assertTrue(text().contains("(again)"), this::text);
    }

    @Test
    void aSecondMeasurementOfWhatPassedCountsForNothing() throws Exception {
        measured(first, "ffm", "5", 0, 10);
        measured(first, "jdk", "5", 0, 40);
        measured(again, "ffm", "5", 0, 10);
        measured(again, "jdk", "5", 0, 10);
        assertTrue(judge("segments read UTF-8 ascii 5 ffm jdk 2 -"));
        assertFalse(verdicts().get(0).getAsJsonObject().get("again").getAsBoolean());
    }

    @Test
    void whatIsMissingIsNeitherShortNorPassed() throws Exception {
        measured(first, "ffm", "5", 0, 10);
        measured(first, "jdk", "5", 0, 10);
        measured(first, "ffm", "20", 0, 10);
        assertFalse(judge("segments read UTF-8 ascii 5/20 ffm jdk 2/2 -"));
        assertTrue(verdicts().get(1).getAsJsonObject().get("measured").isJsonNull());
        assertTrue(text().contains("0 of 2 pass, 1 short, 1 not measured"), this::text);
        assertTrue(text().indexOf("SHORT") < text().indexOf("none  "), this::text);
    }

    @Test
    void onlyWhatMatches() throws Exception {
        measured(first, "ffm", "20", 0, 10);
        measured(first, "jdk", "20", 0, 20);
        assertTrue(judge("segments read UTF-8 ascii 5/20 ffm jdk 2/2 -", "ascii 20 "));
        assertEquals(1, verdicts().size());
    }

    /** Times, and other memory: printed and kept, and judged by nobody. */
    @Test
    void whatIsOnlyTold() throws Exception {
        measured(first, "ffm", "5", 0, 10);
        String times = "segments read UTF-8 ascii 5/20 ffm ns ~14/~14 -\nsegments read UTF-8 ascii 5 ffm ns ~9 -\n";
        assertTrue(judge(times + "segments@shared read UTF-8 ascii 5 ffm jdk ~2 -"));
        assertTrue(text().contains("0 of 0 pass, 0 short, 2 not measured, 4 more are only told"), this::text);
        assertTrue(text().contains("told  read UTF-8 ascii 5 ffm"), this::text);
        assertTrue(text().contains("told! read UTF-8 ascii 5 ffm"), this::text);
        assertTrue(text().contains("none  read UTF-8 ascii 5 ffm shared"), this::text);
        JsonObject time = verdicts().get(0).getAsJsonObject();
        assertEquals("ns", time.get("unit").getAsString());
        assertEquals("", time.get("against").getAsString());
        assertEquals(10, time.get("measured").getAsDouble());
        assertTrue(time.get("told").getAsBoolean() && time.get("pass").getAsBoolean());
        assertFalse(verdicts().get(2).getAsJsonObject().get("pass").getAsBoolean());
        assertEquals("shared", verdicts().get(3).getAsJsonObject().get("arena").getAsString());
    }

    @Test
    void aGateMayBeForAnotherMemory() throws Exception {
        measured(first, "ffm", "5", 49, 10);
        measured(first, "jdk", "5", 0, 40);
        assertFalse(judge("segments@confined read UTF-8 ascii 5 ffm jdk 2 string"));
        assertTrue(text().contains("0 of 2 pass, 0 short, 2 not measured"), this::text);
        assertTrue(judge("segments@global read UTF-8 ascii 5 ffm jdk 2 string"));
    }

    @Test
    void nothingIsThere() {
        for (String mode : new String[] {"judge", "again"}) {
            assertThrows(IOException.class, () -> Gates.run(out(), List.of(gates("# none"), file(), mode)));
        }
    }

    /** A plan with a mistake would only be noticed by the first who measures. */
    @Test
    void allPlansCanBeRead() throws Exception {
        try (DirectoryStream<Path> plans = Files.newDirectoryStream(Path.of("../plans"), "*.txt")) {
            for (Path plan : plans) {
                boolean judges = plan.getFileName().toString().matches("(gates|allocations).*");
                List<Work> work = judges
                        ? Gate.read(plan, 1).stream().map(Gate::ours).toList()
                        : Plan.read(plan).work();
                assertFalse(work.isEmpty(), plan.toString());
                for (Work one : work) {
                    boolean hasNoFfm = one.suite().endsWith("17");
                    assertFalse(hasNoFfm && one.binding().equals("ffm"), plan + ": " + one);
                }
            }
        }
    }

    @Test
    void whatHasPassedIsNotMeasuredAgain() throws Exception {
        measured(first, "ffm", "5", 0, 10);
        measured(first, "jdk", "5", 0, 40);
        Files.writeString(directory.resolve("gates-first.json"), first.toString());
        String gates = gates("segments read UTF-8 ascii 5 ffm jdk 2 -");
        assertTrue(Gates.run(out(), List.of(gates, file(), "again", "1", "ascii 5 ")));
        assertTrue(text().contains("1 of 1 pass"), this::text);
        assertFalse(Files.exists(directory.resolve("gates-again.json")));
    }

    private boolean judge(String gates, String... filter) throws IOException {
        Files.writeString(directory.resolve("gates-first.json"), first.toString());
        if (!again.isEmpty()) {
            Files.writeString(directory.resolve("gates-again.json"), again.toString());
        }
        List<String> args = filter.length == 0
                ? List.of(gates(gates), file(), "judge")
                : List.of(gates(gates), file(), "judge", filter[0]);
        return Gates.run(out(), args);
    }

    private String gates(String lines) throws IOException {
        return Files.writeString(directory.resolve("gates.txt"), lines).toString();
    }

    private String file() {
        return directory.resolve("gates.json").toString();
    }

    private JsonArray verdicts() throws IOException {
        return JsonParser.parseString(Files.readString(Path.of(file()))).getAsJsonArray();
    }

    private PrintStream out() {
        return new PrintStream(printed, true, StandardCharsets.UTF_8);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** A result as JMH writes it, a fork of one iteration for each time. */
    private static void measured(JsonArray to, String who, String size, int bytes, double... forks) {
        Work work = new Work("segments", "read", "UTF-8", "ascii", Integer.parseInt(size), "global", who, 3);
        double[][] raw = new double[forks.length][];
        for (int i = 0; i < forks.length; i++) {
            raw[i] = new double[] {forks[i]};
        }
        Map<String, Object> cpu = Map.of("score", 0, "scoreUnit", "ns/op", "rawData", raw);
        Map<String, Object> allocated =
                Map.of("score", bytes, "scoreUnit", "B/op", "rawData", new double[][] {{bytes}});
        JsonElement entry = new Gson()
                .toJsonTree(Map.of(
                        "benchmark",
                        work.benchmark(),
                        "jdkVersion",
                        Runtime.version().toString(),
                        "params",
                        work.params(),
                        "primaryMetric",
                        cpu,
                        "secondaryMetrics",
                        Map.of("cpu", cpu, "gc.alloc.rate.norm", allocated)));
        to.add(entry);
    }
}
