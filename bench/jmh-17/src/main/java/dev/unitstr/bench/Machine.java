package dev.unitstr.bench;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
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

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.replaceFirst(".*:\\s*", ""))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
