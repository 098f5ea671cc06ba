package dev.unitstr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A number that a cell has to reach.
 *
 * @param ours who is judged
 * @param theirs who is compared with; for bytes the same as ours
 * @param bytes whether it is about allocation, not time
 * @param least the ratio that is wanted, or the most bytes
 */
record Gate(Work ours, Work theirs, boolean bytes, double least) {
    private static final String NONE = "-";
    private static final int STRING = 24;
    private static final int ARRAY = 16;
    private static final int ALIGNMENT = 8;

    /**
     * Reads gates. A line: suite, direction, charset, contents with commas, sizes, contender, who is compared with, the
     * gates, and the bytes. Sizes and gates have as many numbers as each other, with slashes; a {@code -} is no gate.
     */
    static List<Gate> read(Path file, int forks) throws IOException {
        List<Gate> gates = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.replaceFirst("#.*", "").trim().split("\\s+");
            if (words[0].isEmpty()) {
                continue;
            }
            if (words.length != 9) {
                throw new IOException(file + ": not nine words: " + line);
            }
            String[] sizes = words[4].split("/");
            String[] least = words[7].split("/");
            if (!words[7].equals(NONE) && sizes.length != least.length) {
                throw new IOException(file + ": not as many gates as sizes: " + line);
            }
            for (String content : words[3].split(",")) {
                for (int i = 0; i < sizes.length; i++) {
                    int size = Integer.parseInt(sizes[i]);
                    String arena = words[0].startsWith("buffer") ? "direct" : "global";
                    Work ours = new Work(words[0], words[1], words[2], content, size, arena, words[5], forks);
                    Work theirs = new Work(words[0], words[1], words[2], content, size, arena, words[6], forks);
                    if (!words[7].equals(NONE) && !least[i].equals(NONE)) {
                        gates.add(new Gate(ours, theirs, false, Double.parseDouble(least[i])));
                    }
                    if (!words[8].equals(NONE)) {
                        gates.add(new Gate(ours, ours, true, bytes(words[8], size)));
                    }
                }
            }
        }
        return gates;
    }

    /** The sizes of objects, by name, on a 64-bit JVM with compressed references. */
    private static double bytes(String name, int chars) {
        return switch (name) {
            case "string" -> STRING + array(chars);
            // new String(char[]) first tries Latin-1 in an array that it drops: 3n + 56 and what alignment adds.
            case "utf16" -> STRING + array(chars) + array(2 * chars);
            default -> Double.parseDouble(name);
        };
    }

    private static double array(int bytes) {
        return (ARRAY + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    double measured(double oursNs, double theirsNs, double oursBytes) {
        return bytes ? oursBytes : theirsNs / oursNs;
    }

    boolean passes(double measured) {
        // JMH's own allocations are spread over the operations: none at 10 ns, some bytes at 1 ms.
        return bytes ? measured <= least * 1.002 + 2 : measured >= least;
    }

    String cell() {
        return String.join(
                " ", ours.direction(), ours.charset(), ours.content(), String.valueOf(ours.size()), ours.who());
    }

    String wanted() {
        return bytes
                ? String.format(Locale.ROOT, "<= %.0f B", least)
                : String.format(Locale.ROOT, "%s x %.2f", theirs.who(), least);
    }
}
