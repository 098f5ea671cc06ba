package dev.unitstr.examples.buffers;

import static java.nio.charset.StandardCharsets.UTF_16LE;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import java.nio.ByteBuffer;

/** UTF-16 as a database hands it over: somewhere in its memory, with a length in bytes, and a NUL is part of it. */
final class ColumnText {
    private static final String TEXT = "a\0b😀é";

    private ColumnText() {}

    static void show(Tour tour) {
        tour.stop("1. A UTF-16 column with a NUL and an emoji inside, 12 bytes at byte 3 of a page");
        tour.note("The same text; the JDK needs a second buffer to find it and a third for its chars.");
        ByteBuffer page = ByteBuffer.allocateDirect(64);
        BufferStrings.copy(TEXT, UnitCharsets.UTF_16, page, 3);

        tour.jdk(
                "UTF_16LE.decode(page.slice(3, 12)).toString()",
                () -> UTF_16LE.decode(page.slice(3, 12)).toString());
        tour.ours(
                "BufferStrings.getString(page, 3, 12 / 2, UnitCharsets.UTF_16)",
                () -> BufferStrings.getString(page, 3, 12 / 2, UnitCharsets.UTF_16));
    }
}
