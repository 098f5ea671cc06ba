package dev.unitstr.examples.buffers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.BufferStrings;
import java.nio.ByteBuffer;

/** A constant to hand out: memory that C can read, and that nobody writes to through the buffer. */
final class ReadOnlyText {
    private ReadOnlyText() {}

    static void show(Tour tour) {
        tour.stop("5. A constant for C to read: \"größe\" in 7 bytes, read-only");
        tour.note("The JDK's copy is out of C's reach, and whoever gets it may write to it.");
        ByteBuffer theirs = UTF_8.encode("größe");
        tour.jdk("theirs = UTF_8.encode(\"größe\"); theirs.isDirect()", () -> theirs.isDirect());
        tour.jdk(
                "UTF_8.decode(theirs.put(0, (byte) 'G')).toString()",
                () -> UTF_8.decode(theirs.put(0, (byte) 'G')).toString());

        ByteBuffer ours = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, "größe", UTF_8)
                .asReadOnlyBuffer();
        tour.ours(
                "ours = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, \"größe\", UTF_8).asReadOnlyBuffer(); ours.isDirect()",
                () -> ours.isDirect());
        tour.ours(
                "UTF_8.decode(ours.put(0, (byte) 'G')).toString()",
                () -> UTF_8.decode(ours.put(0, (byte) 'G')).toString());
    }
}
