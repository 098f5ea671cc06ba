package dev.unitstr.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortRoutesTest {
    private static final int BEFORE = 3;
    private static final Charset NATIVE_16 =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    private static final Charset NATIVE_32 =
            Charset.forName(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "UTF-32LE" : "UTF-32BE");
    private static final char[] PLAIN = {'\0', 'a', '\u00ff', '\u0100', '\ud7ff', '\ue000', '\uffff'};
    private static final char[] SURROGATES = {'\ud800', '\udbff', '\udc00', '\udfff'};

    @ParameterizedTest
    @ValueSource(chars = {'a', '\u4e2d'})
    void utf16OfAnyLength(char filler) {
        for (int length = 1; length <= Math.max(ReadRoute.UTF_16 / 2, WriteRoute.UTF_16); length++) {
            char[] chars = new char[length];
            Arrays.fill(chars, filler);
            for (int at = 0; at < length; at += Math.max(1, length / 9)) {
                for (char plain : PLAIN) {
                    chars[at] = plain;
                    String text = new String(chars);
                    byte[] bytes = text.getBytes(NATIVE_16);
                    String read = read(bytes, Encoding.UTF_16_NATIVE);
                    assertEquals(length <= ReadRoute.UTF_16 / 2 ? text : null, read);
                    byte[] written = write(text, 0, length, Encoding.UTF_16_NATIVE);
                    assertArrayEquals(length <= WriteRoute.UTF_16 ? bytes : null, written);
                }
                chars[at] = filler;
            }
        }
    }

    @Test
    void aSurrogateAnywhereIsLeft() {
        for (int length = 1; length <= 40; length++) {
            for (int at = 0; at < length; at++) {
                for (char surrogate : SURROGATES) {
                    StringBuilder text = new StringBuilder("\u4e2d".repeat(length));
                    text.setCharAt(at, surrogate);
                    byte[] bytes = new byte[2 * length];
                    for (int i = 0; i < length; i++) {
                        boolean little = NATIVE_16 == StandardCharsets.UTF_16LE;
                        bytes[2 * i] = (byte) (little ? text.charAt(i) : text.charAt(i) >> 8);
                        bytes[2 * i + 1] = (byte) (little ? text.charAt(i) >> 8 : text.charAt(i));
                    }
                    assertNull(read(bytes, Encoding.UTF_16_NATIVE));
                    assertNull(write(text.toString(), 0, length, Encoding.UTF_16_NATIVE));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'a', '\u4e2d'})
    void utf32OfAnyLength(char filler) {
        for (int length = 1; length <= ReadRoute.UTF_32 / 4; length++) {
            char[] chars = new char[length];
            Arrays.fill(chars, filler);
            for (int at = 0; at < length; at += Math.max(1, length / 9)) {
                for (char plain : PLAIN) {
                    chars[at] = plain;
                    String text = new String(chars);
                    assertEquals(text, read(text.getBytes(NATIVE_32), Encoding.UTF_32_NATIVE));
                    if (length <= WriteRoute.UTF_32) {
                        assertArrayEquals(text.getBytes(NATIVE_32), write(text, 0, length, Encoding.UTF_32_NATIVE));
                    }
                }
                chars[at] = filler;
            }
        }
    }

    /** Surrogates, code points that are no chars, none at all, and a mark, which is dropped at the start alone. */
    @Test
    void utf32ThatIsNotCharsIsLeft() {
        int[] others = {0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x10000, 0x10FFFF, 0x110000, -1, 0x80000041, 0x00010041};
        for (int length = 1; length <= ReadRoute.UTF_32 / 4; length++) {
            for (int at = 0; at < length; at++) {
                ByteBuffer text = ByteBuffer.allocate(4 * length).order(ByteOrder.nativeOrder());
                for (int i = 0; i < length; i++) {
                    text.putInt(4 * i, 0x4e2d);
                }
                for (int other : others) {
                    text.putInt(4 * at, other);
                    assertNull(read(text.array(), Encoding.UTF_32_NATIVE));
                }
                text.putInt(4 * at, 0xFEFF);
                String read = read(text.array(), Encoding.UTF_32_NATIVE);
                assertEquals(at == 0 ? null : new String(text.array(), NATIVE_32), read);
                StringBuilder lone = new StringBuilder("\u4e2d".repeat(length));
                for (char surrogate : SURROGATES) {
                    lone.setCharAt(at, surrogate);
                    assertNull(write(lone.toString(), 0, length, Encoding.UTF_32_NATIVE));
                }
            }
        }
        assertNull(read(new byte[7], Encoding.UTF_32_NATIVE));
        assertNull(read(new byte[ReadRoute.UTF_32 + 4], Encoding.UTF_32_NATIVE));
        assertNull(write("a".repeat(WriteRoute.UTF_32 + 1), 0, WriteRoute.UTF_32 + 1, Encoding.UTF_32_NATIVE));
        MemoryRegion full = MemoryRegion.filled(11);
        assertEquals(-1, WriteRoute.write("abc", 0, 3, coding(Encoding.UTF_32_NATIVE), full, 0, 11));
        assertArrayEquals(MemoryRegion.filled(11).memory, full.memory);
    }

    @Test
    void whatIsNotShortOrNotWholeIsLeft() {
        Encoding other = Encoding.UTF_16_NATIVE == Encoding.UTF_16LE ? Encoding.UTF_16BE : Encoding.UTF_16LE;
        assertNull(read(new byte[3], Encoding.UTF_16_NATIVE));
        assertNull(read(new byte[4], other));
        assertNull(read(new byte[4], Encoding.UTF_16));
        assertNull(read(new byte[ReadRoute.UTF_16 + 2], Encoding.UTF_16_NATIVE));
        assertNull(read(new byte[ReadRoute.ASCII + 1], Encoding.UTF_8));
        String most = "a".repeat(WriteRoute.UTF_16);
        assertNotNull(write(most, 0, most.length(), Encoding.UTF_16_NATIVE));
        assertNull(write(most + "a", 0, most.length() + 1, Encoding.UTF_16_NATIVE));
        assertNull(write("ab", 0, 2, other));
        assertNull(write("a".repeat(WriteRoute.ASCII + 1), 0, WriteRoute.ASCII + 1, Encoding.UTF_8));
        assertNotNull(write("a".repeat(WriteRoute.ASCII), 0, WriteRoute.ASCII, Encoding.UTF_8));
        assertNull(write("\u0161".repeat(WriteRoute.UTF_8 + 1), 0, WriteRoute.UTF_8 + 1, Encoding.UTF_8));
        MemoryRegion full = MemoryRegion.filled(4);
        long units = WriteRoute.write("abc", 0, 3, coding(Encoding.UTF_16_NATIVE), full, 0, 4);
        assertEquals(-1, units);
        assertArrayEquals(MemoryRegion.filled(4).memory, full.memory);
    }

    @Test
    void aPartOfAStringIsWritten() {
        assertArrayEquals("bcd\u4e2de".getBytes(NATIVE_16), write("abcd\u4e2def", 1, 5, Encoding.UTF_16_NATIVE));
        assertArrayEquals("b".getBytes(NATIVE_16), write("\ud800b\ud800", 1, 1, Encoding.UTF_16_NATIVE));
    }

    /** At each length at which the way to write changes, with each char at each place. */
    @Test
    void asciiAloneIsWrittenWhereItIsLong() {
        int[] limits = {WriteRoute.UTF_8, WriteRoute.ASCII};
        for (int limit : limits) {
            for (int length = limit - 1; length <= limit + 1; length++) {
                String ascii = ascii(length);
                byte[] expected = length <= WriteRoute.ASCII ? ascii.getBytes(StandardCharsets.UTF_8) : null;
                assertArrayEquals(expected, write("\u4e61" + ascii + "\u4e61", 1, length, Encoding.UTF_8));
                for (int at = 0; at < length; at++) {
                    for (char other : new char[] {'\u0080', '\u0161', '\u4e61', '\ud841'}) {
                        StringBuilder text = new StringBuilder(ascii);
                        text.setCharAt(at, other);
                        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
                        byte[] written = write(text.toString(), 0, length, Encoding.UTF_8);
                        assertArrayEquals(length <= WriteRoute.UTF_8 ? bytes : null, written);
                    }
                }
                if (expected != null) {
                    MemoryRegion full = MemoryRegion.filled(length - 1);
                    Coding utf8 = coding(Encoding.UTF_8);
                    assertEquals(-1, WriteRoute.write(ascii, 0, length, utf8, full, 0, length - 1));
                    assertArrayEquals(MemoryRegion.filled(length - 1).memory, full.memory);
                }
            }
        }
    }

    @Test
    void asciiIsEqualOnlyToItself() {
        for (int length = 1; length <= WriteRoute.COMPARE; length++) {
            String text = ascii(length);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(1, compare(bytes, Encoding.UTF_8, text));
            assertEquals(0, compare(bytes, Encoding.UTF_8, text + "a"));
            assertEquals(0, compare(bytes, Encoding.UTF_8, text.substring(1)));
            for (int at = 0; at < length; at++) {
                for (int flip : new int[] {1, 0x80, 0x100, 0x4e00, 0xd800}) {
                    StringBuilder other = new StringBuilder(text);
                    other.setCharAt(at, (char) (text.charAt(at) ^ flip));
                    assertEquals(0, compare(bytes, Encoding.UTF_8, other.toString()));
                }
                bytes[at] |= (byte) 0x80;
                assertEquals(-1, compare(bytes, Encoding.UTF_8, text));
                bytes[at] &= 0x7f;
            }
        }
        assertTrue(WriteRoute.mayCompare(WriteRoute.COMPARE, Encoding.UTF_8));
        assertFalse(WriteRoute.mayCompare(WriteRoute.COMPARE + 1, Encoding.UTF_8));
        assertFalse(WriteRoute.mayCompare(1, Encoding.LATIN_1));
        assertFalse(WriteRoute.mayCompare(4, Encoding.UTF_32_NATIVE));
    }

    @ParameterizedTest
    @ValueSource(chars = {'a', '\u4e2d'})
    void utf16IsEqualOnlyToItself(char filler) {
        for (int length = 1; length <= WriteRoute.COMPARE_UTF_16; length++) {
            char[] chars = new char[length];
            Arrays.fill(chars, filler);
            String text = new String(chars);
            byte[] bytes = text.getBytes(NATIVE_16);
            assertEquals(1, compare(bytes, Encoding.UTF_16_NATIVE, text));
            assertEquals(0, compare(bytes, Encoding.UTF_16_NATIVE, text + filler));
            assertEquals(0, compare(bytes, Encoding.UTF_16_NATIVE, text.substring(1)));
            for (int at = 0; at < length; at++) {
                for (int flip : new int[] {1, 0x100, 0x8000}) {
                    chars[at] = (char) (filler ^ flip);
                    assertEquals(0, compare(bytes, Encoding.UTF_16_NATIVE, new String(chars)));
                }
                chars[at] = filler;
                boolean little = NATIVE_16 == StandardCharsets.UTF_16LE;
                byte[] surrogate = bytes.clone();
                surrogate[2 * at + (little ? 1 : 0)] = (byte) 0xdc;
                assertEquals(-1, compare(surrogate, Encoding.UTF_16_NATIVE, text));
            }
        }
        assertTrue(WriteRoute.mayCompare(2 * WriteRoute.COMPARE_UTF_16, Encoding.UTF_16_NATIVE));
        assertFalse(WriteRoute.mayCompare(2 * WriteRoute.COMPARE_UTF_16 + 2, Encoding.UTF_16_NATIVE));
        assertFalse(WriteRoute.mayCompare(3, Encoding.UTF_16_NATIVE));
        assertFalse(WriteRoute.mayCompare(4, Encoding.UTF_16));
    }

    private static String ascii(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('A' + i % 50));
        }
        return text.toString();
    }

    private static int compare(byte[] bytes, Encoding encoding, String text) {
        assertTrue(WriteRoute.mayCompare(bytes.length, encoding));
        byte[] copy = Arrays.copyOf(bytes, 2 * bytes.length);
        return WriteRoute.compare(copy, bytes.length, encoding, new char[bytes.length], text);
    }

    @Test
    void utf8IsLeftWhereItMayBeMalformed() {
        String ascii = "b".repeat(ReadRoute.ASCII);
        assertEquals(ascii, read(ascii.getBytes(StandardCharsets.UTF_8), Encoding.UTF_8));
        for (int at = 0; at < ReadRoute.UTF_8; at++) {
            byte[] bytes = "x".repeat(ReadRoute.UTF_8).getBytes(StandardCharsets.UTF_8);
            bytes[at] = (byte) 0xE9;
            assertNull(read(bytes, Encoding.UTF_8));
            byte[] two = "x".repeat(ReadRoute.UTF_8).getBytes(StandardCharsets.UTF_8);
            two[at] = (byte) 0xC3;
            two[Math.min(at + 1, two.length - 1)] = (byte) 0xA9;
            String text = new String(two, StandardCharsets.UTF_8);
            assertEquals(text.contains("\ufffd") ? null : text, read(two, Encoding.UTF_8));
            assertNull(read(Arrays.copyOf(two, two.length + 1), Encoding.UTF_8));
        }
        for (int a = 0x80; a < 0x100; a++) { // every lead and continuation, beside what may follow
            for (int b = 0; b < 0x100; b++) {
                for (String rest : new String[] {"", "80", "BF 41", "BF BF", "80 80 7F", "80 C0"}) {
                    ByteBuffer buffer = ByteBuffer.allocate(6).put((byte) a).put((byte) b);
                    for (String hex : rest.isEmpty() ? new String[0] : rest.split(" ")) {
                        buffer.put((byte) Integer.parseInt(hex, 16));
                    }
                    byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
                    String text = new String(bytes, StandardCharsets.UTF_8);
                    assertEquals(text.contains("\ufffd") ? null : text, read(bytes, Encoding.UTF_8));
                }
            }
        }
        String lone = "\u4e2d\ud800";
        assertArrayEquals(lone.getBytes(StandardCharsets.UTF_8), write(lone, 0, 2, Encoding.UTF_8));
    }

    private static String read(byte[] bytes, Encoding encoding) {
        MemoryRegion region = MemoryRegion.filled(BEFORE + bytes.length);
        System.arraycopy(bytes, 0, region.memory, BEFORE, bytes.length);
        byte[] copy = MemoryRegion.filled(bytes.length).memory;
        char[] chars = new char[bytes.length];
        return ReadRoute.read(region, BEFORE, bytes.length, encoding, copy, chars);
    }

    private static Coding coding(Encoding encoding) {
        return Coding.of(Charset.forName(encoding.charsetName()), MalformedPolicy.REPLACE);
    }

    /** What was written, or null if nothing was. */
    private static byte[] write(String text, int srcIndex, int numChars, Encoding encoding) {
        byte[] untouched = MemoryRegion.filled(4 * numChars).memory;
        MemoryRegion region = MemoryRegion.filled(BEFORE + untouched.length + 1);
        long units = WriteRoute.write(text, srcIndex, numChars, coding(encoding), region, BEFORE, untouched.length);
        int bytes = (int) Math.max(units, 0) * encoding.unitSize();
        byte[] written = Arrays.copyOfRange(region.memory, BEFORE, BEFORE + bytes);
        Arrays.fill(region.memory, BEFORE, BEFORE + bytes, (byte) 0x55);
        assertArrayEquals(MemoryRegion.filled(region.memory.length).memory, region.memory, "nothing else is touched");
        return units < 0 ? null : written;
    }
}
