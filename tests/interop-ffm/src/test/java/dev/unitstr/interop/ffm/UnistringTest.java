package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

/** REPORT against libunistring, which does not trust the JDK: what is malformed, and where first. */
class UnistringTest {
    private final Records records = new Records();
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment source = arena.allocate(4L * Records.MAX_UNITS, 8);
    private final MemorySegment target = arena.allocate(4L * Records.MAX_UNITS, 8);

    @Test
    void utf8() throws Throwable {
        Unistring unistring = Debian.open(Unistring::new);
        for (int record = 0; record < Records.COUNT; record++) {
            byte[] bytes = records.utf8();
            MemorySegment.copy(bytes, 0, source, JAVA_BYTE, 0, bytes.length);
            assertFirstError(unistring, UTF_8, bytes.length, record);
        }
    }

    @Test
    void utf16() throws Throwable {
        Unistring unistring = Debian.open(Unistring::new);
        for (int record = 0; record < Records.COUNT; record++) {
            char[] chars = records.utf16();
            MemorySegment.copy(chars, 0, source, JAVA_CHAR, 0, chars.length);
            assertFirstError(unistring, UnitCharsets.UTF_16, chars.length, record);
        }
    }

    @Test
    void utf32() throws Throwable { // but surrogates, which no record has: text for us, errors for libunistring
        Unistring unistring = Debian.open(Unistring::new);
        for (int record = 0; record < Records.COUNT; record++) {
            int[] units = records.utf32();
            MemorySegment.copy(MemorySegment.ofArray(units), 0, source, 0, 4L * units.length);
            assertFirstError(unistring, UnitCharsets.UTF_32, units.length, record);
        }
    }

    @Test
    void strings() throws Throwable {
        Unistring unistring = Debian.open(Unistring::new);
        for (int record = 0; record < Records.COUNT; record++) {
            char[] chars = records.utf16();
            MemorySegment.copy(chars, 0, source, JAVA_CHAR, 0, chars.length);
            long expected = unistring.firstError(2, source, chars.length);
            long expectedChar = expected < 0 ? -1 : expected / 2;
            assertEquals(expectedChar, firstErrorIn(new String(chars), UTF_8), "record " + record);
            assertEquals(expectedChar, firstErrorIn(new String(chars), UnitCharsets.UTF_32), "record " + record);
        }
    }

    private void assertFirstError(Unistring unistring, Charset charset, int units, int record) throws Throwable {
        long expected = unistring.firstError(UnitCharsets.unitSize(charset), source, units);
        long actual = -1;
        try {
            SegmentStrings.getString(source, 0, units, charset, MalformedPolicy.REPORT);
        } catch (MalformedTextException e) {
            actual = e.byteOffset();
            assertEquals(actual, e.unitOffset() * UnitCharsets.unitSize(charset));
        }
        assertEquals(expected, actual, "record " + record);
    }

    private long firstErrorIn(String text, Charset charset) {
        try {
            SegmentStrings.copy(text, charset, target, 0, MalformedPolicy.REPORT);
            return -1;
        } catch (MalformedTextException e) {
            return (int) e.charIndex();
        }
    }
}
