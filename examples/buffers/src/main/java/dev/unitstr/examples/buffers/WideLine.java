package dev.unitstr.examples.buffers;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import java.nio.ByteBuffer;

/** {@code wchar_t line[16]}: the text ends at the first zero unit, and what comes after it is old. */
final class WideLine {
    private WideLine() {}

    static void show(Tour tour) {
        tour.stop("2. wchar_t line[16] with a terminator, and old text after it");
        tour.note("The JDK knows no terminators.");
        ByteBuffer line = ByteBuffer.allocateDirect(16 * UnitCharsets.unitSize(UnitCharsets.WCHAR));
        BufferStrings.copyField("an older, longer", UnitCharsets.WCHAR, line, 0, 16, false);
        BufferStrings.copyField("héllo 中文 😀!", UnitCharsets.WCHAR, line, 0, 12, true);

        tour.jdk(
                "UnitCharsets.WCHAR.decode(line.duplicate()).toString()",
                () -> UnitCharsets.WCHAR.decode(line.duplicate()).toString());
        tour.ours(
                "BufferStrings.getStringTerminated(line, 0, 16, UnitCharsets.WCHAR)",
                () -> BufferStrings.getStringTerminated(line, 0, 16, UnitCharsets.WCHAR));
    }
}
