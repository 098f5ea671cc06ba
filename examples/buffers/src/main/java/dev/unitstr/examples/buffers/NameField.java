package dev.unitstr.examples.buffers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.BufferStrings;
import java.nio.ByteBuffer;

/** {@code char name[32]}: a long name must end inside its field, and between two characters. */
final class NameField {
    private static final String NAME = "Ødegård–Žižková, Zoë 😀 and friends";

    private NameField() {}

    static void show(Tour tour) {
        tour.stop("4. char name[32] of a struct: a copy that truncates");
        tour.note("The JDK copies bytes: here half an emoji.");
        ByteBuffer theirs = ByteBuffer.allocateDirect(64);
        theirs.put(0, NAME.getBytes(UTF_8), 0, 31);
        tour.jdk(
                "theirs.put(0, NAME.getBytes(UTF_8), 0, 31); UTF_8.decode(theirs.slice(0, 31)).toString()",
                () -> UTF_8.decode(theirs.slice(0, 31)).toString());

        ByteBuffer ours = ByteBuffer.allocateDirect(64);
        tour.ours(
                "BufferStrings.copyField(NAME, UTF_8, ours, 0, 32, true)",
                () -> BufferStrings.copyField(NAME, UTF_8, ours, 0, 32, true));
        tour.ours(
                "BufferStrings.getStringTerminated(ours, 0, 32, UTF_8)",
                () -> BufferStrings.getStringTerminated(ours, 0, 32, UTF_8));
    }
}
