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
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.memory.Region;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verbs against the JDK, over plain Java. */
class RegionStringsTest {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;

    private final RegionStrings strings = new RegionStrings(new JavaBinding());

    static Iterable<Charset> charsets() {
        return Samples.charsets();
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsLikeTheJdk(Charset charset) throws IOException {
        Random random = new Random(1);
        int unitSize = UnitCharsets.unitSize(charset);
        for (int i = 0; i < Samples.times(4_000); i++) {
            byte[] text = Samples.bytes(random, unitSize, 40);
            byte[] bytes = Arrays.copyOf(text, text.length / unitSize * unitSize);
            int offset = random.nextInt(9);
            byte[] memory = new byte[bytes.length + offset + random.nextInt(3)];
            random.nextBytes(memory);
            System.arraycopy(bytes, 0, memory, offset, bytes.length);
            read(new MemoryRegion(memory), offset, bytes, charset);
        }
    }

    /** Another thread may change the array between the two passes. */
    @ParameterizedTest
    @MethodSource("charsets")
    void stringsThatGrowAfterTheyWereMeasuredAreNotWrittenBeyondTheirSize(Charset charset) {
        for (MalformedPolicy policy : new MalformedPolicy[] {REPLACE, REPORT, MalformedPolicy.IGNORE}) {
            for (String grown : new String[] {"cde", "x".repeat(5_000), "y".repeat(50_000)}) {
                String[] src = {"ab", "cd", "ef"};
                BatchWriter writer = strings.batches().writer(src, 0, src.length, charset, policy);
                int bytes = (int) writer.measure(null);
                src[1] = grown;
                MemoryRegion memory = MemoryRegion.filled(bytes + 9);
                IllegalStateException e =
                        assertThrows(IllegalStateException.class, () -> writer.write(memory, 0, bytes, null));
                assertEquals(
                        "the text changed during the call: it had fewer units when it was measured", e.getMessage());
                assertEquals(-1, Arrays.mismatch(memory.memory, bytes, bytes + 9, MemoryRegion.filled(9).memory, 0, 9));
            }
        }
    }

    /** Every verb that reads. */
    private void read(Region region, int offset, byte[] bytes, Charset charset) throws IOException {
        int unitSize = UnitCharsets.unitSize(charset);
        long units = bytes.length / unitSize;
        String expected = new String(bytes, charset);
        assertEquals(expected, strings.getString(region, offset, units, charset, REPLACE));
        assertTrue(strings.contentEquals(region, offset, units, charset, expected, REPLACE));
        assertFalse(strings.contentEquals(region, offset, units, charset, expected + "x", REPLACE));
        char[] dst = new char[expected.length() + 3];
        assertEquals(expected.length(), strings.decode(region, offset, units, charset, dst, 2, REPLACE));
        assertEquals("\0\0" + expected + "\0", new String(dst));
        StringBuilder appended = new StringBuilder();
        strings.decode(region, offset, units, charset, appended, REPLACE);
        assertEquals(expected, appended.toString());
        if (!expected.isEmpty()) {
            assertFalse(strings.contentEquals(
                    region, offset, units, charset, expected.substring(0, expected.length() - 1), REPLACE));
            char[] shorter = new char[expected.length() - 1];
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> strings.decode(region, offset, units, charset, shorter, 0, REPLACE));
        }

        Oracle.Stop stop = Oracle.decode(bytes, charset);
        if (stop.length() == 0) {
            assertEquals(expected, strings.getString(region, offset, units, charset, REPORT));
            assertTrue(strings.contentEquals(region, offset, units, charset, expected, REPORT));
            return;
        }
        for (MalformedTextException e : new MalformedTextException[] {
            reported(() -> strings.getString(region, offset, units, charset, REPORT)),
            reported(() -> strings.contentEquals(region, offset, units, charset, "", REPORT)),
            reported(() -> strings.contentEquals(region, offset, units, charset, expected, REPORT)),
            reported(() -> strings.decode(region, offset, units, charset, dst, 0, REPORT)),
            reported(() -> {
                appended.setLength(0);
                strings.decode(region, offset, units, charset, appended, REPORT);
            })
        }) {
            assertTrue(e.isDecoding());
            assertEquals(stop.at(), e.byteOffset());
            assertEquals(stop.length(), e.byteCount());
            assertEquals(stop.at() / unitSize, e.unitOffset());
            assertEquals((stop.length() + unitSize - 1) / unitSize, e.unitCount());
            assertEquals(charset, e.charset());
            assertEquals(MalformedTextException.Kind.MALFORMED, e.kind());
        }
        assertEquals(expected.substring(0, stop.written()), appended.toString());
    }

    private static MalformedTextException reported(org.junit.jupiter.api.function.Executable code) {
        return assertThrows(MalformedTextException.class, code);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesLikeTheJdk(Charset charset) {
        Random random = new Random(2);
        for (int i = 0; i < Samples.times(4_000); i++) {
            String text = Samples.chars(random, 24);
            int srcIndex = random.nextInt(text.length() + 1);
            write(text, srcIndex, random.nextInt(text.length() - srcIndex + 1), charset, random.nextInt(5));
        }
    }

    /** Every verb that writes. */
    private void write(String text, int srcIndex, int numChars, Charset charset, int offset) {
        int unitSize = UnitCharsets.unitSize(charset);
        String range = text.substring(srcIndex, srcIndex + numChars);
        byte[] expected = range.getBytes(charset);
        long units = expected.length / unitSize;
        assertArrayEquals(expected, strings.encode(text, charset, srcIndex, numChars, REPLACE));
        assertEquals(units, strings.encodedUnits(range, charset, REPLACE));
        assertEquals(units, strings.encodedUnits(new StringBuilder(range), charset, REPLACE));
        for (int spare : new int[] {0, 1, 200}) {
            MemoryRegion exact = MemoryRegion.filled(offset + expected.length + spare);
            assertEquals(units, strings.copy(text, charset, srcIndex, exact, offset, numChars, REPLACE));
            assertOnly(expected, exact.memory, offset);
        }
        if (expected.length > 0) {
            MemoryRegion small = MemoryRegion.filled(offset + expected.length - 1);
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> strings.copy(text, charset, srcIndex, small, offset, numChars, REPLACE));
            assertOnly(new byte[0], small.memory, 0);
        }

        Oracle.Stop stop = Oracle.encode(range, charset);
        MemoryRegion memory = MemoryRegion.filled(offset + expected.length + 8);
        if (stop.length() == 0) {
            assertEquals(units, strings.copy(text, charset, srcIndex, memory, offset, numChars, REPORT));
            return;
        }
        byte[] prefix = range.substring(0, stop.at()).getBytes(charset);
        MalformedTextException copied =
                reported(() -> strings.copy(text, charset, srcIndex, memory, offset, numChars, REPORT));
        assertEquals(prefix.length / unitSize, copied.unitsWritten());
        assertOnly(prefix, memory.memory, offset);
        MalformedTextException encoded = reported(() -> strings.encode(text, charset, srcIndex, numChars, REPORT));
        assertEquals(0, encoded.unitsWritten());
        for (MalformedTextException e : new MalformedTextException[] {copied, encoded}) {
            assertFalse(e.isDecoding());
            assertEquals(srcIndex + stop.at(), e.charIndex());
            assertEquals(stop.length(), e.charCount());
            assertEquals(stop.unmappable(), e.kind() == MalformedTextException.Kind.UNMAPPABLE);
        }
        assertEquals(
                stop.at(),
                reported(() -> strings.encodedUnits(range, charset, REPORT)).charIndex());
    }

    /** The memory holds the bytes, and is as it was elsewhere. */
    static void assertOnly(byte[] bytes, byte[] memory, int offset) {
        byte[] expected = new byte[memory.length];
        Arrays.fill(expected, (byte) 0x55);
        System.arraycopy(bytes, 0, expected, offset, bytes.length);
        assertArrayEquals(expected, memory);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void truncatesToTheLongestPrefix(Charset charset) {
        Random random = new Random(3);
        int unitSize = UnitCharsets.unitSize(charset);
        for (int i = 0; i < Samples.times(500); i++) {
            String text = Samples.chars(random, 10);
            int units = text.getBytes(charset).length / unitSize;
            for (int max = 0; max <= units + 1; max++) {
                String prefix = longestPrefix(text, charset, max * unitSize);
                byte[] expected = prefix.getBytes(charset);
                Copied copied = new Copied(prefix.length(), expected.length / unitSize);

                MemoryRegion memory = MemoryRegion.filled(3 + (max + 2) * unitSize);
                assertEquals(copied, strings.copyTruncated(text, charset, 0, memory, 3, max, REPLACE));
                assertOnly(expected, memory.memory, 3);

                MemoryRegion field = MemoryRegion.filled(3 + (max + 2) * unitSize);
                assertEquals(copied, strings.copyField(text, charset, field, 3, max, false, REPLACE));
                assertOnly(Arrays.copyOf(expected, max * unitSize), field.memory, 3);

                MemoryRegion terminated = MemoryRegion.filled(3 + (max + 2) * unitSize);
                assertEquals(copied, strings.copyField(text, charset, terminated, 3, max + 1, true, REPLACE));
                assertOnly(Arrays.copyOf(expected, (max + 1) * unitSize), terminated.memory, 3);
            }
        }
    }

    static String longestPrefix(String text, Charset charset, int bytes) {
        int best = 0;
        for (int i = 0; i < text.length(); ) {
            i += Character.charCount(text.codePointAt(i));
            if (text.substring(0, i).getBytes(charset).length > bytes) {
                break;
            }
            best = i;
        }
        return text.substring(0, best);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsUpToATerminator(Charset charset) {
        Charset plain = Encoding.values()[Encoding.of(charset).fixed().id() - 1] == Encoding.of(charset)
                ? charset
                : Charset.forName(Encoding.of(charset).fixed().charsetName());
        int unitSize = UnitCharsets.unitSize(charset);
        for (int length = 0; length < 20; length++) {
            byte[] text = "\u0100bcd\u00e9fghijklmnopqrs".substring(0, length).getBytes(plain);
            for (int offset = 0; offset < 9; offset++) {
                byte[] memory = new byte[offset + text.length + unitSize + 3];
                Arrays.fill(memory, (byte) 0x55);
                System.arraycopy(text, 0, memory, offset, text.length);
                MemoryRegion open = new MemoryRegion(memory.clone());
                int start = offset;
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> strings.getStringTerminated(open, start, charset, REPLACE));
                assertThrows(IndexOutOfBoundsException.class, () -> strings.unitsToTerminator(open, start, charset));
                Arrays.fill(memory, offset + text.length, offset + text.length + unitSize, (byte) 0);
                MemoryRegion region = new MemoryRegion(memory);
                long units = text.length / unitSize;
                String expected = new String(text, charset);
                assertEquals(units, strings.unitsToTerminator(region, offset, charset));
                assertEquals(expected, strings.getStringTerminated(region, offset, charset, REPLACE));
                assertEquals(expected, strings.getStringTerminated(region, offset, units, charset, REPLACE));
                assertEquals(expected, strings.getStringTerminated(region, offset, units + 1, charset, REPLACE));
                if (units > 0) {
                    assertEquals(
                            new String(text, 0, text.length - unitSize, charset),
                            strings.getStringTerminated(region, offset, units - 1, charset, REPLACE));
                }
            }
        }
    }

    @Test
    void zeroBytesOfTwoUnitsAreNoTerminator() {
        MemoryRegion region = new MemoryRegion(new byte[] {1, 0, 0, 1, 0, 0, 0});
        assertEquals(2, strings.unitsToTerminator(region, 0, StandardCharsets.UTF_16LE));
        assertEquals(0, strings.unitsToTerminator(region, 1, StandardCharsets.UTF_16LE));
        assertThrows(
                IndexOutOfBoundsException.class, () -> strings.unitsToTerminator(region, 6, StandardCharsets.UTF_16LE));
        assertEquals(1, strings.unitsToTerminator(region, 0, StandardCharsets.UTF_8));
    }

    @Test
    void theJavaFormOfLatin1IsKept() {
        MemoryRegion region = new MemoryRegion(new byte[] {'a', 0, (byte) 0xE9, 0});
        assertEquals("a\u00e9", strings.getString(region, 0, 2, StandardCharsets.UTF_16LE, REPORT));
    }
}
