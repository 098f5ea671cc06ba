package dev.unitstr.examples.buffers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;

/** One text in three unit widths: a C interface such as PCRE2's counts units, whatever a unit is. */
final class ThreeWidths {
    private static final String TEXT = "x\0café 😀 中文 end";

    private ThreeWidths() {}

    static void show(Tour tour) {
        tour.stop("3. How long is \"x\\0café 😀 中文 end\" in units of 8, 16 and 32 bits?");
        tour.note("The JDK counts bytes, after it has made them.");
        for (Charset charset : List.of(UTF_8, UnitCharsets.UTF_16, UnitCharsets.UTF_32)) {
            tour.note(charset + ":");
            tour.jdk("TEXT.getBytes(charset).length", () -> TEXT.getBytes(charset).length);
            tour.ours("BufferStrings.encodedUnits(TEXT, charset)", () -> BufferStrings.encodedUnits(TEXT, charset));

            ByteBuffer subject = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, TEXT, charset);
            long units = subject.capacity() / UnitCharsets.unitSize(charset);
            tour.ours(
                    "BufferStrings.contentEquals(subject, 0, units, charset, TEXT)",
                    () -> BufferStrings.contentEquals(subject, 0, units, charset, TEXT));
        }
    }
}
