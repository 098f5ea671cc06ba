package dev.unitstr.examples.segments;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code struct { char name[32]; int id; }}: a long name must end inside its field, and between two characters. */
final class NameField {
    private static final String NAME = "Ødegård–Žižková, Zoë 😀 and friends";

    private NameField() {}

    static void show(Tour tour) {
        tour.stop("4. struct { char name[32]; int id; } with id = 42: a copy that truncates");
        tour.note("The JDK writes the whole name and a NUL: over id.");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment theirs = arena.allocate(64, 4);
            theirs.set(JAVA_INT, 32, 42);
            tour.jdk("theirs.setString(0, NAME); theirs.get(JAVA_INT, 32)", () -> {
                theirs.setString(0, NAME);
                return theirs.get(JAVA_INT, 32);
            });

            MemorySegment ours = arena.allocate(64, 4);
            ours.set(JAVA_INT, 32, 42);
            tour.ours(
                    "SegmentStrings.copyField(NAME, UTF_8, ours, 0, 32, true)",
                    () -> SegmentStrings.copyField(NAME, UTF_8, ours, 0, 32, true));
            tour.ours(
                    "SegmentStrings.getStringTerminated(ours, 0, 32, UTF_8)",
                    () -> SegmentStrings.getStringTerminated(ours, 0, 32, UTF_8));
            tour.ours("ours.get(JAVA_INT, 32)", () -> ours.get(JAVA_INT, 32));
        }
    }
}
