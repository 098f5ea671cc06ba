package dev.unitstr.examples.segments;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A constant to hand out: its text without a terminator, and nobody writes to it through the segment. */
final class ReadOnlyText {
    private ReadOnlyText() {}

    static void show(Tour tour) {
        tour.stop("5. A constant for C to read: \"größe\" in 7 bytes, read-only");
        tour.note("The JDK's copy has a NUL at its end, and whoever gets it may write to it.");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment theirs = arena.allocateFrom("größe");
            tour.jdk("theirs = arena.allocateFrom(\"größe\"); theirs.byteSize()", () -> theirs.byteSize());
            tour.jdk("theirs.set(JAVA_BYTE, 0, (byte) 'G'); theirs.getString(0)", () -> {
                theirs.set(JAVA_BYTE, 0, (byte) 'G');
                return theirs.getString(0);
            });

            MemorySegment ours =
                    SegmentStrings.allocateFrom(arena, "größe", UTF_8).asReadOnly();
            tour.ours(
                    "ours = SegmentStrings.allocateFrom(arena, \"größe\", UTF_8).asReadOnly(); ours.byteSize()",
                    () -> ours.byteSize());
            tour.ours("ours.set(JAVA_BYTE, 0, (byte) 'G'); ours.getString(0)", () -> {
                ours.set(JAVA_BYTE, 0, (byte) 'G');
                return ours.getString(0);
            });
            tour.ours(
                    "SegmentStrings.contentEquals(ours, 0, ours.byteSize(), UTF_8, \"größe\")",
                    () -> SegmentStrings.contentEquals(ours, 0, ours.byteSize(), UTF_8, "größe"));
        }
    }
}
