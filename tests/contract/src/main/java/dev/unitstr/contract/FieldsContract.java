package dev.unitstr.contract;

import static dev.unitstr.MalformedPolicy.REPLACE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
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
        Copied copied = memory.copyField(text, charset, BORDER, units, keepTerminator, REPLACE);
        assertEquals(new Copied(fits.chars(), fits.units()), copied, about);
        Arrays.fill(expected, BORDER, BORDER + units * Charsets.unitSize(charset), (byte) 0);
        System.arraycopy(fits.bytes(), 0, expected, BORDER, fits.bytes().length);
        assertArrayEquals(expected, memory.all(), about);
    }

    /** ASCII, EBCDIC, text with shifts, and each width and order of units, with byte order marks. */
    static List<Charset> paddings() {
        return Stream.concat(charsets().stream(), Stream.of(Charset.forName("IBM1047"), Charset.forName("ISO-2022-JP")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("paddings")
    void holdTheTextAndBlanks(Charset charset) {
        for (String text :
                List.of("", "a", "ab  ", "  ab", "a b", "a\0", "  ", "Zo\u00eb", "\u4e2d\u6587", "\ud83d\ude00")) {
            byte[] encoded = Oracle.encode(text, charset);
            String back = Oracle.decode(encoded, charset).replaceFirst(" +$", "");
            // A byte order mark says the order of the text behind it, so blanks have none.
            byte[] two = Oracle.encode("  ", charset);
            int unitSize = Charsets.unitSize(charset);
            byte[] blank = Arrays.copyOfRange(two, two.length - unitSize, two.length);
            int units = encoded.length / unitSize;
            for (MemoryKind kind : kinds) {
                for (int more : new int[] {0, 1, 3, 5000}) {
                    Memory memory = kind.allocate((units + more) * unitSize + 2 * BORDER);
                    byte[] expected = memory.fill().all();
                    System.arraycopy(encoded, 0, expected, BORDER, encoded.length);
                    for (int i = 0; i < more * unitSize; i++) {
                        expected[BORDER + encoded.length + i] = blank[i % unitSize];
                    }
                    Supplier<String> about = () -> charset + " in " + memory + ": " + more + ", " + Hex.of(text);
                    assertEquals(units, memory.copyPadded(text, charset, BORDER, units + more, REPLACE), about);
                    assertArrayEquals(expected, memory.all(), about);
                    assertEquals(back, memory.getStringPadded(BORDER, units + more, charset, REPLACE), about);
                    if (units > 0) {
                        assertThrows(
                                IndexOutOfBoundsException.class,
                                () -> memory.copyPadded(text, charset, BORDER, units - 1, REPLACE),
                                about);
                    }
                    assertArrayEquals(expected, memory.all(), about);
                }
            }
        }
    }

    /** A field at a time, and all of them. */
    @Test
    void ofManyRecordsHoldTextAndBlanks() {
        int count = 700; // more than one batch
        for (Charset charset : List.of(StandardCharsets.UTF_8, UnitCharsets.UTF_16, Charset.forName("IBM1047"))) {
            int stride = 10 * Charsets.unitSize(charset) + 3;
            for (MemoryKind kind : kinds) {
                Memory memory = kind.allocate(count * stride);
                String[] expected = new String[count];
                for (int i = 0; i < count; i++) {
                    expected[i] = i % 7 == 0 ? "" : (i % 3 == 0 ? "\u00e9" : "x").repeat(i % 4) + i;
                    memory.copyPadded(expected[i] + " ".repeat(i % 2), charset, i * stride, 10, REPLACE);
                    assertEquals(expected[i], memory.getStringPadded(i * stride, 10, charset, REPLACE));
                }
                assertArrayEquals(
                        expected,
                        memory.getStrings(StringSpans.ofPaddedFields(0, 10, stride, count), charset, REPLACE));
            }
        }
    }

    @Test
    void withBlanksReportErrorsBeforeAnythingIsWritten() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(8).fill();
            byte[] before = memory.all();
            assertThrows(
                    MalformedTextException.class,
                    () -> memory.copyPadded("a\ud800", StandardCharsets.UTF_8, 0, 8, MalformedPolicy.REPORT));
            assertArrayEquals(before, memory.all());
            memory.put(0, new byte[] {'a', (byte) 0xFF, ' ', ' '});
            assertEquals("a\ufffd", memory.getStringPadded(0, 4, StandardCharsets.UTF_8, REPLACE));
            assertThrows(
                    MalformedTextException.class,
                    () -> memory.getStringPadded(0, 4, StandardCharsets.UTF_8, MalformedPolicy.REPORT));
        }
    }

    @Test
    void keepNothingOfWhatWasThere() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(32);
            memory.copyField("longer-name", StandardCharsets.UTF_8, 0, 32, true, REPLACE);
            memory.copyField("bob", StandardCharsets.UTF_8, 0, 32, true, REPLACE);
            assertEquals("bob", memory.getStringTerminated(0, 32, StandardCharsets.UTF_8, REPLACE));
            assertArrayEquals(Arrays.copyOf(new byte[] {'b', 'o', 'b'}, 32), memory.all());
        }
    }

    @Test
    void largerThanAChunkAreFilledToTheEnd() {
        int units = 200_001;
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(2 * units + 2 * BORDER);
            byte[] expected = memory.fill().all();
            Copied copied = memory.copyField("ab", StandardCharsets.UTF_16LE, BORDER, units, true, REPLACE);
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
            assertThrows(IllegalArgumentException.class, () -> memory.copyField("a", charset, 4, 0, true, REPLACE));
            assertEquals(new Copied(0, 0), memory.copyField("a", charset, 4, 0, false, REPLACE));
            assertArrayEquals(before, memory.all());
        }
    }
}
