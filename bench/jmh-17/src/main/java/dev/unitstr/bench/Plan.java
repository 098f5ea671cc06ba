package dev.unitstr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What to measure, in order.
 *
 * @param name the name
 * @param warmups how many warm-up iterations
 * @param iterations how many measured ones
 * @param time how long each of both takes
 * @param jvm options of a fork, after those of {@link Cell}
 * @param work what to measure
 * @param known where wrong text is a result
 */
record Plan(
        String name, int warmups, int iterations, TimeValue time, List<String> jvm, List<Work> work, WrongTexts known) {
    /** What a fork takes besides its iterations: a JVM and its heap, texts, the check of the results. */
    private static final double START_SECONDS = 0.9;

    /** A small heap, and no compiler that takes long. */
    private static final List<String> FOR_CHECKS = List.of("-Xms64m", "-Xmn32m", "-XX:TieredStopAtLevel=1");

    /**
     * Reads a list. A line {@code = warmups iterations milliseconds options} says how; each other line is a product: forks,
     * suite, directions, charsets, contents, sizes, arenas, contenders, each a list with commas. Of the products only
     * what is possible is taken, and nothing twice. A {@code #} starts a comment.
     */
    static Plan read(Path file) throws IOException {
        int warmups = 3;
        int iterations = 3;
        int time = 300;
        List<String> jvm = List.of();
        Map<String, Work> work = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.replaceFirst("#.*", "").trim().split("\\s+");
            if (words[0].equals("=")) {
                warmups = Integer.parseInt(words[1]);
                iterations = Integer.parseInt(words[2]);
                time = Integer.parseInt(words[3]);
                jvm = List.of(words).subList(4, words.length);
            } else if (words.length == 8) {
                product(words).stream().filter(Work::isPossible).forEach(w -> work.putIfAbsent(w.key(), w));
            } else if (!words[0].isEmpty()) {
                throw new IOException(file + ": not eight words: " + line);
            }
        }
        String name = file.getFileName().toString().replaceFirst("\\.\\w+$", "");
        return new Plan(
                name,
                warmups,
                iterations,
                TimeValue.milliseconds(time),
                jvm,
                List.copyOf(work.values()),
                WrongTexts.beside(file));
    }

    private static List<Work> product(String[] words) {
        List<Work> work = new ArrayList<>();
        int forks = Integer.parseInt(words[0]);
        for (String direction : words[2].split(",")) {
            for (String charset : words[3].split(",")) {
                for (String content : words[4].split(",")) {
                    for (String size : words[5].split(",")) {
                        for (String arena : words[6].split(",")) {
                            for (String who : words[7].split(",")) {
                                int chars = Integer.parseInt(size);
                                work.add(new Work(words[1], direction, charset, content, chars, arena, who, forks));
                            }
                        }
                    }
                }
            }
        }
        return work;
    }

    Plan with(List<Work> other) {
        return new Plan(name, warmups, iterations, time, jvm, List.copyOf(other), known);
    }

    /** The same work, each in one fork that starts fast and runs it for a moment. */
    Plan checks() {
        List<Work> once = work.stream().map(Work::once).toList();
        return new Plan(name, 0, 1, TimeValue.milliseconds(1), FOR_CHECKS, once, known);
    }

    int forks() {
        return work.stream().mapToInt(Work::forks).sum();
    }

    /** An estimate. */
    double seconds() {
        return forks()
                * (START_SECONDS
                        + (warmups + iterations) * time.convertTo(java.util.concurrent.TimeUnit.MILLISECONDS) / 1000.0);
    }
}
