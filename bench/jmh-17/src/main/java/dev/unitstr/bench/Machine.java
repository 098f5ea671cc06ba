package dev.unitstr.bench;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where and when. */
final class Machine {
    private Machine() {}

    static JsonObject describe() {
        JsonObject machine = new JsonObject();
        machine.addProperty("cpu", cpu());
        machine.addProperty("processors", Runtime.getRuntime().availableProcessors());
        machine.addProperty("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        machine.addProperty("date", LocalDate.now(ZoneOffset.UTC).toString());
        machine.addProperty("revision", System.getProperty("bench.revision", ""));
        return machine;
    }

    /** The name that the CPU gives itself, and the numbers of its family and model: on a rented machine the name says little. */
    private static String cpu() {
        Map<String, String> first = new HashMap<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            lines.map(line -> line.split("\\s*:\\s*", 2))
                    .filter(pair -> pair.length == 2)
                    .forEach(pair -> first.putIfAbsent(pair[0], pair[1]));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
        String family = first.get("cpu family");
        String name = first.getOrDefault("model name", System.getProperty("os.arch"));
        return family == null ? name : name + " (family " + family + ", model " + first.get("model") + ")";
    }
}
