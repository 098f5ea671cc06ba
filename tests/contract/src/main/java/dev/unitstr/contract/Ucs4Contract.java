package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Text by code points, in every form. */
@EveryRun
class Ucs4Contract {
    /** Those that need no segments. */
    static final List<Function<int[], Ucs4String>> BUFFERS = List.of(
            Ucs4String::ofUnits,
            units -> Ucs4String.wrap(ByteBuffer.wrap(bytes(units))),
            units -> Ucs4String.wrap(ByteBuffer.allocateDirect(4 * units.length).put(0, bytes(units))),
            units -> Ucs4String.ofUnits(concat(new int[] {-1}, units, new int[] {-1}))
                    .slice(1, units.length + 1));

    private final List<Function<int[], Ucs4String>> makers = Kinds.HERE.ucs4();

    private static int[] concat(int[]... parts) {
        return java.util.stream.Stream.of(parts)
                .flatMapToInt(java.util.Arrays::stream)
                .toArray();
    }

    private static byte[] bytes(int[] units) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * units.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(units);
        return bytes.array();
    }

    private static int[] units(String text) {
        return text.codePoints().toArray();
    }

    @Test
    void indexSliceSearchCompare() {
        String text = "\u6f22\u5b57\u8a00\u8449\ud83d\ude00a\0b";
        int[] units = units(text);
        for (Function<int[], Ucs4String> maker : makers) {
            Ucs4String ucs4 = maker.apply(units);
            assertEquals(units.length, ucs4.codePointCount());
            for (int i = 0; i < units.length; i++) {
                assertEquals(units[i], ucs4.codePointAt(i));
                for (int to = i; to <= units.length; to++) {
                    Ucs4String part = ucs4.slice(i, to);
                    assertArrayEquals(
                            java.util.Arrays.copyOfRange(units, i, to),
                            part.toUtf32(MalformedPolicy.REPORT, Surrogates.MALFORMED));
                    assertEquals(i, i == to ? i : ucs4.indexOf(part, 0));
                }
            }
            assertEquals(text, ucs4.toString());
            assertEquals(ucs4, makers.get(0).apply(units));
            assertEquals(ucs4.hashCode(), makers.get(0).apply(units).hashCode());
            assertNotEquals(ucs4.hashCode(), ucs4.slice(0, 2).hashCode());
            assertNotEquals(ucs4, ucs4.slice(0, 2));
            assertEquals(-1, ucs4.indexOf(Ucs4String.of("xyz"), 0));
            assertEquals(-1, ucs4.indexOf(ucs4, 1));
            assertEquals(units.length, ucs4.indexOf(Ucs4String.of(""), units.length));
            assertEquals(-1, ucs4.indexOf(Ucs4String.of(""), units.length + 1));
            // By code points, where strings go by chars: U+FF5E is before U+1F600.
            Ucs4String wide = maker.apply(units("\uff5e"));
            Ucs4String emoji = maker.apply(units("\ud83d\ude00"));
            assertTrue(wide.compareTo(emoji) < 0);
            assertTrue("\uff5e".compareTo("\ud83d\ude00") > 0);
            assertTrue(maker.apply(new int[] {-1}).compareTo(emoji) > 0);
            assertTrue(ucs4.slice(0, 2).compareTo(ucs4) < 0);
            for (int bad : new int[] {-1, units.length, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class, () -> ucs4.codePointAt(bad));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> ucs4.slice(2, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> ucs4.slice(-1, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> ucs4.slice(0, units.length + 1));
            assertThrows(IndexOutOfBoundsException.class, () -> ucs4.slice(1, 2).codePointAt(1));
        }
    }

    /** A text has a copy of the array that it was made of, and gives away copies. */
    @Test
    void arraysAreCopied() {
        int[] units = units("ab");
        List<Ucs4String> texts = List.of(
                Ucs4String.ofUnits(units), Ucs4String.ofUtf32(units, MalformedPolicy.REPORT, Surrogates.MALFORMED));
        units[0] = 'x';
        for (Ucs4String text : texts) {
            text.toUtf32(MalformedPolicy.REPORT, Surrogates.MALFORMED)[1] = 'y';
            assertEquals("ab", text.toString());
        }
    }

    @Test
    void malformedUnits() {
        int[] units = {'a', 0xD800, 0x11_0000, 'b', 0xDC00, -1};
        for (Function<int[], Ucs4String> maker : makers) {
            Ucs4String text = maker.apply(units);
            assertEquals("a\ufffd\ufffdb\ufffd\ufffd", text.toString());
            assertEquals("a\ud800\ufffdb\udc00\ufffd", text.toString(MalformedPolicy.REPLACE, Surrogates.KEEP));
            assertArrayEquals(
                    new byte[] {
                        'a',
                        (byte) 0xED,
                        (byte) 0xA0,
                        (byte) 0x80,
                        (byte) 0xEF,
                        (byte) 0xBF,
                        (byte) 0xBD,
                        'b',
                        (byte) 0xED,
                        (byte) 0xB0,
                        (byte) 0x80,
                        (byte) 0xEF,
                        (byte) 0xBF,
                        (byte) 0xBD
                    },
                    text.toUtf8(MalformedPolicy.REPLACE, Surrogates.KEEP));
            assertArrayEquals(
                    "a\ufffd\ufffdb\ufffd\ufffd".getBytes(StandardCharsets.UTF_8),
                    text.toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED));
            for (Surrogates surrogates : Surrogates.values()) {
                MalformedTextException e = assertThrows(
                        MalformedTextException.class, () -> text.toString(MalformedPolicy.REPORT, surrogates));
                assertEquals(surrogates == Surrogates.KEEP ? 2 : 1, e.unitOffset());
            }
            // Looked at, not changed.
            assertEquals(0xD800, text.codePointAt(1));
        }
        assertEquals(2, Ucs4String.of("a\ud800").codePointCount());
        assertEquals(0xFFFD, Ucs4String.of("a\ud800").codePointAt(1));
        assertEquals(
                0xD800,
                Ucs4String.of("a\ud800", MalformedPolicy.REPORT, Surrogates.KEEP)
                        .codePointAt(1));
        MalformedTextException e = assertThrows(
                MalformedTextException.class,
                () -> Ucs4String.of("\ud83d\ude00\ud800", MalformedPolicy.REPORT, Surrogates.MALFORMED));
        assertEquals(2, e.charIndex());
        assertEquals(0, e.unitsWritten()); // there is no destination
    }

    /** The choices of libmatx: 61 FF 62, truncated E6 BC, ED A0 80. */
    @Test
    void utf8IsDecodedAsByMatx() {
        assertArrayEquals(new int[] {'a', 0xFFFD, 'b'}, utf8(0x61, 0xFF, 0x62));
        assertArrayEquals(new int[] {0xFFFD}, utf8(0xE6, 0xBC));
        assertArrayEquals(new int[] {0xD800}, utf8(0xED, 0xA0, 0x80));
        assertArrayEquals(new int[] {0xFFFD, 0xD800, 'x', 0xDFFF}, utf8(0xFF, 0xED, 0xA0, 0x80, 'x', 0xED, 0xBF, 0xBF));
        assertEquals(
                "\ufffd",
                Ucs4String.ofUtf8(
                                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                                MalformedPolicy.REPLACE,
                                Surrogates.MALFORMED)
                        .toString());
        MalformedTextException e = assertThrows(
                MalformedTextException.class,
                () -> Ucs4String.ofUtf8(
                        new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, (byte) 0xFF},
                        MalformedPolicy.REPORT,
                        Surrogates.KEEP));
        assertEquals(3, e.byteOffset());
    }

    private static int[] utf8(int... bytes) {
        byte[] utf8 = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            utf8[i] = (byte) bytes[i];
        }
        return Ucs4String.ofUtf8(utf8, MalformedPolicy.REPLACE, Surrogates.KEEP)
                .toUtf32(MalformedPolicy.REPORT, Surrogates.KEEP);
    }

    @Test
    void conversionsEqualThoseOfTheJdk() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < Run.times(500); i++) {
            String text = Texts.sound(random, 30, StandardCharsets.UTF_8);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            Ucs4String ucs4 = Ucs4String.of(text);
            assertEquals(text, ucs4.toString());
            assertArrayEquals(utf8, ucs4.toUtf8(MalformedPolicy.REPORT, Surrogates.KEEP));
            assertEquals(ucs4, Ucs4String.ofUtf8(utf8, MalformedPolicy.REPORT, Surrogates.KEEP));
            assertEquals(ucs4, Ucs4String.ofUtf32(units(text), MalformedPolicy.REPORT, Surrogates.MALFORMED));
            byte[] bad = utf8.clone();
            if (bad.length > 0) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            assertEquals(
                    new String(bad, StandardCharsets.UTF_8),
                    Ucs4String.ofUtf8(bad, MalformedPolicy.REPLACE, Surrogates.MALFORMED)
                            .toString());
        }
        assertEquals(
                "buffer has 5 bytes: not a multiple of 4",
                assertThrows(IllegalArgumentException.class, () -> Ucs4String.wrap(ByteBuffer.allocate(5)))
                        .getMessage());
    }
}
