package dev.unitstr.examples.segments;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.MissingLibrary;
import dev.unitstr.examples.segments.bindings.Pcre2;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;

/** One regular expression in three unit widths: PCRE2's offsets count units, whatever a unit is. */
final class ThreeWidths {
    private ThreeWidths() {}

    static void show(Tour tour) throws Throwable {
        tour.stop("3. PCRE2: the last group of (\\w+) (.) (\\p{Han}+), in units of 8, 16 and 32 bits");
        tour.note("PCRE2 counts units. The JDK needs a terminator, or a slice and an array.");
        for (int bits : new int[] {8, 16, 32}) {
            try {
                show(tour, new Pcre2(bits));
            } catch (MissingLibrary e) {
                tour.missing(e.getMessage());
            }
        }
    }

    private static void show(Tour tour, Pcre2 pcre) throws Throwable {
        Charset charset = pcre.charset();
        int unitSize = UnitCharsets.unitSize(charset);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment subject = SegmentStrings.allocateFrom(arena, "x\0café 😀 中文 end", charset);
            long[] offsets = pcre.match("(\\w+) (.) (\\p{Han}+)", subject);
            long start = offsets[6];
            long end = offsets[7];

            tour.note(charset + ": units [" + start + ", " + end + ")");
            MemorySegment slice = subject.asSlice(start * unitSize, (end - start) * unitSize);
            tour.jdk(
                    "slice = subject.asSlice(start * unitSize, (end - start) * unitSize); "
                            + "new String(slice.toArray(JAVA_BYTE), charset)",
                    () -> new String(slice.toArray(JAVA_BYTE), charset));
            tour.ours(
                    "SegmentStrings.getString(subject, start * unitSize, end - start, charset)",
                    () -> SegmentStrings.getString(subject, start * unitSize, end - start, charset));
        }
    }
}
