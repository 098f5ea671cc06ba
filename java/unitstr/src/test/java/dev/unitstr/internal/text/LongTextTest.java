package dev.unitstr.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.JavaBinding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of several pieces: what lies across the border between two of them must come out as if there were none. */
class LongTextTest {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;
    private static final int CHUNK = Binding.CHUNK_BYTES;

    /** Sequences to put across the border, as bytes of UTF-8, of UTF-16LE and of UTF-32LE. */
    private static final String[][] HEX = {
        {
            "C3A9",
            "E282AC",
            "F09F9880",
            "EDA080",
            "EDA0",
            "F09F98",
            "F09F",
            "E282",
            "C3",
            "80",
            "F4908080",
            "E08080",
            "EFBBBF"
        },
        {"E900", "AC20", "3DD800DE", "3DD86100", "00DE", "3DD83DD800DE", "FFFE", "FEFF", "00DC00D8"},
        {"E9000000", "AC200000", "00F60100", "3DD8000000DE0000", "00001100", "FFFE0000", "0000FEFF", "FFFFFFFF"}
    };

    private final RegionStrings strings = new RegionStrings(new JavaBinding());

    static Iterable<Charset> charsets() {
        return Samples.charsets();
    }

    private static byte[][] sequences(int unitSize) {
        String[] hex = HEX[unitSize == 4 ? 2 : unitSize - 1];
        byte[][] sequences = new byte[hex.length][];
        for (int i = 0; i < hex.length; i++) {
            sequences[i] = java.util.HexFormat.of().parseHex(hex[i]);
        }
        return sequences;
    }

    /** Text of a length in bytes, with something every so often that is no ASCII. */
    private static byte[] plain(int bytes, Charset charset) {
        byte[] unit = "a".getBytes(Charset.forName(Encoding.of(charset).fixed().charsetName()));
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = unit[i % unit.length];
        }
        return text;
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsAcrossTheBorder(Charset charset) throws IOException {
        int unitSize = UnitCharsets.unitSize(charset);
        for (byte[] sequence : sequences(unitSize)) {
            for (int before = 0; before <= sequence.length; before += unitSize == 1 ? 1 : unitSize) {
                for (int mark = 0; mark < (unitSize == 1 ? 1 : 3); mark++) {
                    byte[] bytes = plain(CHUNK + 8 * unitSize, charset);
                    System.arraycopy(sequence, 0, bytes, CHUNK - before, sequence.length);
                    mark(bytes, unitSize, mark);
                    read(bytes, charset);
                }
            }
        }
    }

    private static void mark(byte[] bytes, int unitSize, int mark) {
        if (unitSize == 2 && mark > 0) {
            ByteBuffer.wrap(bytes).putChar(mark == 1 ? '\ufeff' : '\ufffe');
        } else if (unitSize == 4 && mark > 0) {
            ByteBuffer.wrap(bytes).putInt(mark == 1 ? 0xFEFF : 0xFFFE0000);
        }
    }

    private void read(byte[] bytes, Charset charset) throws IOException {
        MemoryRegion region = new MemoryRegion(bytes);
        long units = bytes.length / UnitCharsets.unitSize(charset);
        String expected = new String(bytes, charset);
        assertEquals(expected, strings.getString(region, 0, units, charset, REPLACE));
        assertTrue(strings.contentEquals(region, 0, units, charset, expected, REPLACE));
        assertFalse(strings.contentEquals(region, 0, units, charset, expected + "a", REPLACE));
        assertFalse(strings.contentEquals(
                region, 0, units, charset, expected.substring(0, expected.length() - 1), REPLACE));
        StringBuilder appended = new StringBuilder();
        strings.decode(region, 0, units, charset, appended, REPLACE);
        assertTrue(appended.toString().equals(expected));
        char[] chars = new char[expected.length()];
        assertEquals(chars.length, strings.decode(region, 0, units, charset, chars, 0, REPLACE));
        assertTrue(new String(chars).equals(expected));

        Oracle.Stop stop = Oracle.decode(bytes, charset);
        if (stop.length() == 0) {
            assertEquals(expected, strings.getString(region, 0, units, charset, REPORT));
        } else {
            for (String other : new String[] {expected, "", "b"}) {
                MalformedTextException e = assertThrows(
                        MalformedTextException.class,
                        () -> strings.contentEquals(region, 0, units, charset, other, REPORT));
                assertEquals(stop.at(), e.byteOffset());
                assertEquals(stop.length(), e.byteCount());
            }
            appended.setLength(0);
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> strings.decode(region, 0, units, charset, appended, REPORT));
            assertEquals(stop.at(), e.byteOffset());
            assertEquals(stop.length(), e.byteCount());
            assertEquals(stop.written(), appended.length());
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void inflatesOnce(Charset charset) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("a\u00e9".repeat(CHUNK))
                .append("\u0416\ud83d\ude00".repeat(CHUNK / 2))
                .append("b".repeat(CHUNK));
        byte[] bytes = text.toString().getBytes(charset);
        read(bytes, charset);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesAcrossTheBorder(Charset charset) {
        int unitSize = UnitCharsets.unitSize(charset);
        for (String sequence :
                new String[] {"\ud83d\ude00", "\ud83d", "\ude00", "\ud83d\ud83d\ude00", "\u4e2d", "\ufeff"}) {
            for (int before = 0; before <= sequence.length(); before++) {
                String text = "\u00e9" + "a".repeat(TextWriter.PIECE - before - 1) + sequence + "b".repeat(CHUNK / 2);
                byte[] expected = text.getBytes(charset);
                long units = expected.length / unitSize;
                assertArrayEquals(expected, strings.encode(text, charset, 0, text.length(), REPLACE));
                assertEquals(units, strings.encodedUnits(text, charset, REPLACE));

                MemoryRegion exact = MemoryRegion.filled(1 + expected.length + 1);
                assertEquals(units, strings.copy(text, charset, 0, exact, 1, text.length(), REPLACE));
                RegionStringsTest.assertOnly(expected, exact.memory, 1);

                MemoryRegion small = MemoryRegion.filled(expected.length - 1);
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> strings.copy(text, charset, 0, small, 0, text.length(), REPLACE));
                RegionStringsTest.assertOnly(new byte[0], small.memory, 0);
                reports(text, charset);
                truncates(text, charset, TextWriter.PIECE - before);
            }
        }
    }

    private void reports(String text, Charset charset) {
        Oracle.Stop stop = Oracle.encode(text, charset);
        MemoryRegion memory = MemoryRegion.filled(5 * text.length());
        if (stop.length() == 0) {
            long units = strings.copy(text, charset, 0, memory, 0, text.length(), REPORT);
            assertEquals(strings.encodedUnits(text, charset, REPORT), units);
            return;
        }
        byte[] prefix = text.substring(0, stop.at()).getBytes(charset);
        MalformedTextException e = assertThrows(
                MalformedTextException.class, () -> strings.copy(text, charset, 0, memory, 0, text.length(), REPORT));
        assertEquals(stop.at(), e.charIndex());
        assertEquals(stop.length(), e.charCount());
        assertEquals(prefix.length / UnitCharsets.unitSize(charset), e.unitsWritten());
        RegionStringsTest.assertOnly(prefix, memory.memory, 0);
    }

    /** Around a char. */
    private void truncates(String text, Charset charset, int index) {
        int unitSize = UnitCharsets.unitSize(charset);
        int most = text.substring(0, index).getBytes(charset).length / unitSize;
        for (int max = most - 2; max < most + 8; max++) {
            String prefix = text.substring(0, index - 3)
                    + RegionStringsTest.longestPrefix(
                            text.substring(index - 3, index + 8),
                            Charset.forName(Encoding.of(charset).fixed().charsetName()),
                            max * unitSize - text.substring(0, index - 3).getBytes(charset).length);
            byte[] expected = prefix.getBytes(charset);
            MemoryRegion field = MemoryRegion.filled(expected.length + 64);
            Copied copied = strings.copyTruncated(text, charset, 0, field, 1, max, REPLACE);
            assertEquals(new Copied(prefix.length(), expected.length / unitSize), copied);
            RegionStringsTest.assertOnly(expected, field.memory, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void fillsALongField(Charset charset) {
        int unitSize = UnitCharsets.unitSize(charset);
        MemoryRegion field = MemoryRegion.filled(3 * CHUNK + 2 * unitSize);
        strings.copyField("ab", charset, field, unitSize, 3 * CHUNK / unitSize, true, REPLACE);
        RegionStringsTest.assertOnly(Arrays.copyOf("ab".getBytes(charset), 3 * CHUNK), field.memory, unitSize);
        assertEquals("ab", strings.getStringTerminated(field, unitSize, charset, REPLACE));
    }
}
