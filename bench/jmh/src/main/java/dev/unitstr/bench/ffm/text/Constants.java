package dev.unitstr.bench.ffm.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.bench.Texts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** What the compiler takes for constants, once the cell of this JVM is known: initialised late, by the set-up. */
final class Constants {
    static final Texts TEXTS = Cell.texts();
    static final Charset CHARSET = TEXTS.charset();
    /** All texts, one after the other, each with a terminator. */
    static final MemorySegment SOURCE = source();
    /** Where each text is, in bytes. */
    static final int[] OFFSETS = TEXTS.offsets();
    /** The length of each text, in code units. */
    static final int[] UNITS = TEXTS.units();

    static final MemorySegment TARGET = Arena.global().allocate(TEXTS.room() + Long.BYTES, Long.BYTES);

    private Constants() {}

    private static MemorySegment source() {
        int[] offsets = TEXTS.offsets();
        MemorySegment source = Arena.global().allocate(offsets[TEXTS.count()] + Long.BYTES, Long.BYTES);
        for (int i = 0; i < TEXTS.count(); i++) {
            byte[] text = TEXTS.source(i);
            MemorySegment.copy(text, 0, source, JAVA_BYTE, offsets[i], text.length);
        }
        return source;
    }

    /** The operation itself, which uses the other constants. */
    static final class Chosen {
        static final Operation OPERATION = Cell.operation();

        private Chosen() {}
    }

    /** The cell of this JVM. */
    static final class Cell {
        private static @Nullable Texts texts;
        private static String direction = "";
        private static String contender = "";
        private static String arena = "";

        private Cell() {}

        static void prepare(Texts texts, String direction, String contender, String arena) {
            if (Cell.texts != null) {
                throw new IllegalStateException("one cell per JVM: fork, please");
            }
            Cell.texts = texts;
            Cell.direction = direction;
            Cell.contender = contender;
            Cell.arena = arena;
        }

        private static Texts texts() {
            if (texts == null) {
                throw new IllegalStateException("no cell yet");
            }
            return texts;
        }

        private static Operation operation() {
            if (direction.startsWith("field")) {
                return FieldOperations.of(direction, contender);
            }
            if (direction.startsWith("call")) {
                return CallOperations.of(direction, contender);
            }
            if (direction.startsWith("view")) {
                return ViewOperations.of(direction, contender);
            }
            if (direction.startsWith("index") || direction.startsWith("decode")) {
                return PositionOperations.of(direction, contender);
            }
            return direction.startsWith("cache")
                    ? CacheOperations.of(contender, arena.equals("direct"))
                    : CStringOperations.of(direction, contender);
        }
    }
}
