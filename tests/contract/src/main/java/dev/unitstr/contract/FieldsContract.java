package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields of fixed width: {@code char name[32]}. */
@EveryRun
@Tag("route")
class FieldsContract {
    private static final int BORDER = Writes.BORDER;
    private static final int ORDINARY = 100;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Stream.concat(Charsets.oursAnd("windows-1252", "Shift_JIS").stream(), Charsets.SHIFTING.stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void holdTheTextAndZeros(Charset charset) {
        Texts.CHOSEN.forEach(text -> atEveryWidth(text, charset));
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            atEveryWidth(Texts.next(random, 24), charset);
        }
    }

    private void atEveryWidth(String text, Charset charset) {
        Prefixes prefixes = new Prefixes(text, charset);
        int unitSize = Charsets.unitSize(charset);
        int most = Math.toIntExact(prefixes.units() + 3);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(most * unitSize + 2 * BORDER);
            for (int units = 0; units <= most; units++) {
                check(memory, text, charset, prefixes.within(units), units, false);
                if (units > 0) {
                    check(memory, text, charset, prefixes.within(units - 1), units, true);
                }
            }
        }
    }

    private static void check(
            Memory memory, String text, Charset charset, Prefixes.Prefix fits, int units, boolean keepTerminator) {
        Supplier<String> about =
                () -> charset + " in " + memory + ": " + units + " units, keep " + keepTerminator + ", " + Hex.of(text);
        byte[] expected = memory.fill().all();
        Copied copied = memory.copyField(text, charset, BORDER, units, keepTerminator, MalformedPolicy.REPLACE);
        assertEquals(new Copied(fits.chars(), fits.units()), copied, about);
        Arrays.fill(expected, BORDER, BORDER + units * Charsets.unitSize(charset), (byte) 0);
        System.arraycopy(fits.bytes(), 0, expected, BORDER, fits.bytes().length);
        assertArrayEquals(expected, memory.all(), about);
    }

    @Test
    void keepNothingOfWhatWasThere() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(32);
            memory.copyField("longer-name", StandardCharsets.UTF_8, 0, 32, true, MalformedPolicy.REPLACE);
            memory.copyField("bob", StandardCharsets.UTF_8, 0, 32, true, MalformedPolicy.REPLACE);
            assertEquals("bob", memory.getStringTerminated(0, 32, StandardCharsets.UTF_8, MalformedPolicy.REPLACE));
            assertArrayEquals(Arrays.copyOf(new byte[] {'b', 'o', 'b'}, 32), memory.all());
        }
    }

    @Test
    void largerThanAChunkAreFilledToTheEnd() {
        int units = 200_001;
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(2 * units + 2 * BORDER);
            byte[] expected = memory.fill().all();
            Copied copied =
                    memory.copyField("ab", StandardCharsets.UTF_16LE, BORDER, units, true, MalformedPolicy.REPLACE);
            assertEquals(new Copied(2, 2), copied);
            Arrays.fill(expected, BORDER, BORDER + 2 * units, (byte) 0);
            expected[BORDER] = 'a';
            expected[BORDER + 2] = 'b';
            assertArrayEquals(expected, memory.all());
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void withoutAnyRoomHoldNoTerminator(Charset charset) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(8).fill();
            byte[] before = memory.all();
            assertThrows(
                    IllegalArgumentException.class,
                    () -> memory.copyField("a", charset, 4, 0, true, MalformedPolicy.REPLACE));
            assertEquals(new Copied(0, 0), memory.copyField("a", charset, 4, 0, false, MalformedPolicy.REPLACE));
            assertArrayEquals(before, memory.all());
        }
    }
}
