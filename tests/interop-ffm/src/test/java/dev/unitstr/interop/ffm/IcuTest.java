package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * REPLACE against ICU, which does not trust the JDK: the same text, and as many substitutes as ICU counts. Left out is
 * only what the two define differently, and each test says what that is.
 */
class IcuTest {
    private static final int REPLACEMENT = 0xFFFD;

    private final Records records = new Records();
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment source = arena.allocate(4L * Records.MAX_UNITS, 8);
    private final MemorySegment ours = arena.allocate(4L * Records.MAX_UNITS, 8);
    private final MemorySegment theirs = arena.allocate(4L * Records.MAX_UNITS, 8);

    @Test
    void encodesUtf8() throws Throwable { // all records
        Icu icu = Debian.open(Icu::new);
        for (int record = 0; record < Records.COUNT; record++) {
            char[] chars = records.utf16();
            MemorySegment.copy(chars, 0, source, JAVA_CHAR, 0, chars.length);
            Icu.Converted expected = icu.utf16ToUtf8(source, chars.length, theirs, '?');
            String text = new String(chars);
            long units = SegmentStrings.copy(text, UTF_8, 0, ours, 0, chars.length);
            assertSameBytes(expected.units(), units, () -> hex(text));
            assertEquals(expected.substitutes(), count('?', SegmentStrings.getString(ours, 0, units)), () -> hex(text));
        }
    }

    @Test
    void encodesUtf32() throws Throwable { // all records
        Icu icu = Debian.open(Icu::new);
        for (int record = 0; record < Records.COUNT; record++) {
            char[] chars = records.utf16();
            MemorySegment.copy(chars, 0, source, JAVA_CHAR, 0, chars.length);
            Icu.Converted expected = icu.utf16ToUtf32(source, chars.length, theirs, REPLACEMENT);
            String text = new String(chars);
            long units = SegmentStrings.copy(text, UnitCharsets.UTF_32, 0, ours, 0, chars.length);
            assertSameBytes(4L * expected.units(), 4 * units, () -> hex(text));
            String replaced = SegmentStrings.getString(ours, 0, units, UnitCharsets.UTF_32);
            assertEquals(expected.substitutes(), count(REPLACEMENT, replaced), () -> hex(text));
        }
    }

    @Test
    void decodesUtf8() throws Throwable { // but surrogates in 3 bytes: one U+FFFD for us, one per byte for ICU
        Icu icu = Debian.open(Icu::new);
        for (int record = 0; record < Records.COUNT; ) {
            byte[] bytes = records.utf8();
            if (hasSurrogate(bytes)) {
                continue;
            }
            record++;
            MemorySegment.copy(bytes, 0, source, JAVA_BYTE, 0, bytes.length);
            Icu.Converted expected = icu.utf8ToUtf16(source, bytes.length, theirs, REPLACEMENT);
            String text = SegmentStrings.getString(source, 0, bytes.length);
            assertSameText(expected, text, () -> hex(bytes));
            assertEquals(expected.substitutes() + replacementsIn(bytes), count(REPLACEMENT, text), () -> hex(bytes));
        }
    }

    @Test
    void decodesUtf16() throws Throwable { // but a lone high surrogate that takes the unit after it with it
        Icu icu = Debian.open(Icu::new);
        for (int record = 0; record < Records.COUNT; record++) {
            char[] chars = records.utf16();
            for (int i = 0; i + 1 < chars.length; i++) {
                if (Character.isHighSurrogate(chars[i]) && !Character.isLowSurrogate(chars[i + 1])) {
                    chars[i] = '\uDC00';
                }
            }
            MemorySegment.copy(chars, 0, source, JAVA_CHAR, 0, chars.length);
            Icu.Converted expected = icu.utf16ToUtf32(source, chars.length, theirs, REPLACEMENT);
            String text = SegmentStrings.getString(source, 0, chars.length, UnitCharsets.UTF_16);
            long units = SegmentStrings.copy(text, UnitCharsets.UTF_32, ours, 0);
            assertSameBytes(4L * expected.units(), 4 * units, () -> hex(new String(chars)));
            assertEquals(expected.substitutes(), count(REPLACEMENT, text), () -> hex(new String(chars)));
        }
    }

    @Test
    void decodesUtf32() throws Throwable { // but surrogates and a leading byte order mark, which no record has
        Icu icu = Debian.open(Icu::new);
        for (int record = 0; record < Records.COUNT; record++) {
            int[] units = records.utf32();
            MemorySegment.copy(MemorySegment.ofArray(units), 0, source, 0, 4L * units.length);
            Icu.Converted expected = icu.utf32ToUtf16(source, units.length, theirs, REPLACEMENT);
            String text = SegmentStrings.getString(source, 0, units.length, UnitCharsets.UTF_32);
            assertSameText(expected, text, () -> hex(text));
            assertEquals(expected.substitutes(), count(REPLACEMENT, text), () -> hex(text));
        }
    }

    private void assertSameBytes(long expected, long actual, Supplier<String> record) {
        assertEquals(expected, actual, record);
        assertEquals(-1, theirs.asSlice(0, expected).mismatch(ours.asSlice(0, actual)), record);
    }

    private void assertSameText(Icu.Converted expected, String text, Supplier<String> record) {
        assertArrayEquals(theirs.asSlice(0, 2L * expected.units()).toArray(JAVA_CHAR), text.toCharArray(), record);
    }

    private static int count(int codePoint, String text) {
        int count = 0;
        for (int i = text.indexOf(codePoint); i >= 0; i = text.indexOf(codePoint, i + 1)) {
            count++;
        }
        return count;
    }

    private static boolean hasSurrogate(byte[] utf8) {
        for (int i = 0; i + 1 < utf8.length; i++) {
            if (utf8[i] == (byte) 0xED && (utf8[i + 1] & 0xE0) == 0xA0) {
                return true;
            }
        }
        return false;
    }

    /** U+FFFD that random bytes spell: it is no substitute. */
    private static int replacementsIn(byte[] utf8) {
        int count = 0;
        for (int i = 0; i + 2 < utf8.length; i++) {
            if (utf8[i] == (byte) 0xEF && utf8[i + 1] == (byte) 0xBF && utf8[i + 2] == (byte) 0xBD) {
                count++;
            }
        }
        return count;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }

    private static String hex(String text) {
        return hex(text.getBytes(UTF_16BE));
    }
}
