package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A text that may not fit: as many whole code points as do, and no byte outside. */
@EveryRun
@Tag("route")
@Tag("tier")
class TruncationContract {
    private static final int BORDER = Writes.BORDER;
    private static final int ORDINARY = 150;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Stream.concat(
                        Charsets.oursAnd("windows-1252", "Shift_JIS", "GB18030").stream(), Charsets.SHIFTING.stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesAsMuchAsFits(Charset charset) {
        Texts.CHOSEN.forEach(text -> atEveryCapacity(text, 0, text.length(), charset));
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            String text = Texts.next(random, 30);
            int from = random.nextInt(text.length() + 1);
            atEveryCapacity(text, from, random.nextInt(text.length() - from + 1), charset);
        }
    }

    private void atEveryCapacity(String src, int srcIndex, int numChars, Charset charset) {
        Prefixes prefixes = new Prefixes(src.substring(srcIndex, srcIndex + numChars), charset);
        long most = prefixes.units() + 2;
        int room = Math.toIntExact(most * Charsets.unitSize(charset));
        for (MemoryKind kind : Run.some(kinds, src, srcIndex, numChars, charset)) {
            Memory memory = kind.allocate(room + 2 * BORDER);
            for (long units = 0; units <= most; units++) {
                atCapacity(memory, prefixes, src, srcIndex, numChars, charset, units);
            }
        }
    }

    private static void atCapacity(
            Memory memory, Prefixes prefixes, String src, int srcIndex, int numChars, Charset charset, long units) {
        int unitSize = Charsets.unitSize(charset);
        int room = memory.all().length - 2 * BORDER;
        Prefixes.Prefix expected = prefixes.within(units);
        Supplier<String> about = () -> charset + " in " + memory + ": " + units + " units for "
                + Hex.of(src.substring(srcIndex, srcIndex + numChars)) + " from " + srcIndex;
        memory.fill();
        assertEquals(
                new Copied(expected.chars(), expected.units()),
                memory.copyTruncated(src, charset, srcIndex, numChars, BORDER, units, MalformedPolicy.REPLACE),
                about);
        assertArrayEquals(inside(expected.bytes(), room), memory.all(), about);
        long flush = memory.size() - units * unitSize;
        assertEquals(
                new Copied(expected.chars(), expected.units()),
                memory.copyTruncated(src, charset, srcIndex, numChars, flush, units, MalformedPolicy.REPLACE),
                about);
    }

    /** Text that seems to take one unit for each char is tried in other ways. */
    @ParameterizedTest
    @MethodSource("charsets")
    void writesAsMuchAsFitsOfTextThatIsNearlyAscii(Charset charset) {
        SplittableRandom random = Run.random("ascii " + charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            StringBuilder text = new StringBuilder("x".repeat(random.nextInt(13, 300)));
            for (int others = random.nextInt(3); others > 0; others--) {
                text.insert(random.nextInt(text.length() + 1), Texts.next(random, 2));
            }
            String src = text.toString();
            Prefixes prefixes = new Prefixes(src, charset);
            long most = prefixes.units() + 2;
            Memory memory = kinds.get(i % kinds.size())
                    .allocate(Math.toIntExact(most * Charsets.unitSize(charset)) + 2 * BORDER);
            for (int j = 0; j < 20; j++) {
                long units = j < 6 ? most - j : random.nextLong(most + 1);
                atCapacity(memory, prefixes, src, 0, src.length(), charset, units);
            }
        }
    }

    /** A fault counts only if there is room for the text up to it, and for what would replace it. */
    @ParameterizedTest
    @MethodSource("charsets")
    void reportsFaultsThatWouldFit(Charset charset) {
        SplittableRandom random = Run.random("~" + charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            String text = Texts.next(random, 16) + "x\udc00" + Texts.next(random, 3);
            Fault fault = Oracle.encodeFault(text, charset);
            Prefixes prefixes = new Prefixes(text, charset);
            byte[] sound = Oracle.encode(text.substring(0, fault.at()), charset);
            long before = sound.length / Charsets.unitSize(charset);
            Memory memory = kinds.get(i % kinds.size())
                    .allocate(Math.toIntExact(prefixes.units() * Charsets.unitSize(charset)) + 2 * BORDER);
            for (long units = 0; units <= prefixes.units(); units++) {
                long capacity = units;
                Supplier<String> about = () -> charset + " in " + memory + ": " + capacity + " units, " + Hex.of(text);
                memory.fill();
                Prefixes.Prefix fits = prefixes.within(units);
                if (fits.chars() > fault.at()) {
                    MalformedTextException e = assertThrows(
                            MalformedTextException.class,
                            () -> memory.copyTruncated(
                                    text, charset, 0, text.length(), BORDER, capacity, MalformedPolicy.REPORT),
                            about);
                    Reports.encoding(fault, charset, e, about);
                    assertEquals(before, e.unitsWritten(), about);
                    assertArrayEquals(inside(sound, memory.all().length - 2 * BORDER), memory.all(), about);
                } else if (fits.chars() < fault.at()) {
                    assertEquals(
                            new Copied(fits.chars(), fits.units()),
                            memory.copyTruncated(
                                    text, charset, 0, text.length(), BORDER, units, MalformedPolicy.REPORT),
                            about);
                }
            }
        }
    }

    @Test
    void refusesCharsetsWithState() {
        for (Charset charset : Charsets.WITH_STATE) {
            for (MemoryKind kind : kinds) {
                Memory memory = kind.allocate(64).fill();
                byte[] before = memory.all();
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> memory.copyTruncated("abc", charset, 0, 0, 64, MalformedPolicy.REPLACE));
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> memory.copyField("abc", charset, 0, 64, false, MalformedPolicy.REPLACE));
                assertArrayEquals(before, memory.all());
            }
        }
    }

    private static byte[] inside(byte[] bytes, int room) {
        byte[] all = new byte[room + 2 * BORDER];
        Arrays.fill(all, Memory.CANARY);
        System.arraycopy(bytes, 0, all, BORDER, bytes.length);
        return all;
    }
}
