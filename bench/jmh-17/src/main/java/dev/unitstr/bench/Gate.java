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
 * @param theirs who is compared with; the same as ours if nobody is
 * @param unit what is measured
 * @param bound the least ratio that is wanted, or the most bytes or nanoseconds
 * @param told whether it is only told how near it came, and nobody judged
 */
record Gate(Work ours, Work theirs, Unit unit, double bound, boolean told) {
    /** What a gate is about. */
    enum Unit {
        /** How many times as long the others take. */
        RATIO("ratio"),
        /** What a call allocates. */
        BYTES("B/op"),
        /** What a call takes. */
        TIME("ns");

        private final String label;

        Unit(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    private static final String NONE = "-";
    private static final String TOLD = "~";
    private static final int STRING = 24;
    private static final int ARRAY = 16;
    private static final int ALIGNMENT = 8;

    /**
     * Reads gates. A line: suite, direction, charset, contents with commas, sizes, contender, who is compared with, the
     * gates, and the bytes. Sizes and gates have as many numbers as each other, with slashes; a {@code -} is no gate, a
     * {@code ~} before a number says that it is only told. The memory may follow the suite, {@code segments@confined}.
     * Where {@code ns} is compared with, the gates are times.
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
            String[] bounds = words[7].split("/");
            if (!words[7].equals(NONE) && sizes.length != bounds.length) {
                throw new IOException(file + ": not as many gates as sizes: " + line);
            }
            for (String content : words[3].split(",")) {
                for (int i = 0; i < sizes.length; i++) {
                    Work ours = work(words, content, sizes[i], words[5], forks);
                    if (!words[7].equals(NONE) && !bounds[i].equals(NONE)) {
                        gates.add(time(ours, words, content, sizes[i], bounds[i], forks));
                    }
                    if (!words[8].equals(NONE)) {
                        gates.add(new Gate(ours, ours, Unit.BYTES, bytes(words[8], ours.size()), false));
                    }
                }
            }
        }
        return gates;
    }

    private static Work work(String[] words, String content, String size, String who, int forks) {
        int at = words[0].indexOf('@');
        String suite = at < 0 ? words[0] : words[0].substring(0, at);
        String arena = at < 0 ? usualArena(suite) : words[0].substring(at + 1);
        return new Work(suite, words[1], words[2], content, Integer.parseInt(size), arena, who, forks);
    }

    private static String usualArena(String suite) {
        return suite.startsWith("buffer") ? "direct" : "global";
    }

    private static Gate time(Work ours, String[] words, String content, String size, String bound, int forks) {
        boolean told = bound.startsWith(TOLD);
        double number = Double.parseDouble(told ? bound.substring(TOLD.length()) : bound);
        return words[6].equals(Unit.TIME.toString())
                ? new Gate(ours, ours, Unit.TIME, number, told)
                : new Gate(ours, work(words, content, size, words[6], forks), Unit.RATIO, number, told);
    }

    /** The sizes of objects, by name, on a 64-bit JVM with compressed references. */
    private static double bytes(String name, int chars) {
        return switch (name) {
            case "string" -> STRING + array(chars);
            case "chars" -> STRING + array(2 * chars);
            // new String(char[]) first tries Latin-1 in an array that it drops: 3n + 56 and what alignment adds.
            case "utf16" -> STRING + array(chars) + array(2 * chars);
            default -> Double.parseDouble(name);
        };
    }

    private static double array(int bytes) {
        return (ARRAY + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    double measured(Row ofOurs, Row ofTheirs) {
        return switch (unit) {
            case RATIO -> ofTheirs.ratio(ofOurs);
            case BYTES -> ofOurs.bytes();
            case TIME -> ofOurs.ns();
        };
    }

    boolean passes(double measured) {
        return switch (unit) {
            case RATIO -> measured >= bound;
            // JMH's own allocations are spread over the operations: 11 KB, so 3 bytes if 20 ms are 4,000 operations.
            case BYTES -> measured <= bound * 1.002 + 4;
            case TIME -> measured <= bound;
        };
    }

    String cell() {
        String who = ours.arena().equals(usualArena(ours.suite())) ? ours.who() : ours.who() + " " + ours.arena();
        return String.join(" ", ours.direction(), ours.charset(), ours.content(), String.valueOf(ours.size()), who);
    }

    String wanted() {
        return switch (unit) {
            case RATIO -> String.format(Locale.ROOT, "%s x %.2f", theirs.who(), bound);
            case BYTES -> String.format(Locale.ROOT, "<= %.0f B", bound);
            case TIME -> String.format(Locale.ROOT, "<= %.0f ns", bound);
        };
    }
}
