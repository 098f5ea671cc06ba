package dev.unitstr.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arguments that are refused: by which exception, and which first; nothing is touched before. */
class ArgumentsTest {
    private static final MalformedPolicy P = MalformedPolicy.REPLACE;
    private static final Charset U16 = StandardCharsets.UTF_16LE;
    private static final Charset ISO_2022 = Charset.forName("ISO-2022-JP");
    private static final Charset NO_ENCODER = Charset.forName("x-JISAutoDetect");
    private static final Charset NO_NUL = Charset.forName("JIS_X0212-1990");

    private final RegionStrings strings = new RegionStrings(new JavaBinding());
    private final MemoryRegion region = MemoryRegion.filled(10);

    /** Nothing was written, whatever was thrown. */
    @AfterEach
    void nothingIsWritten() {
        RegionStringsTest.assertOnly(new byte[0], region.memory, 0);
    }

    @SuppressWarnings("NullAway")
    @Test
    void nullComesFirst() {
        region.closed = true;
        for (Executable code : List.<Executable>of(
                () -> strings.getString(null, -1, -1, U16, P),
                () -> strings.getString(region, -1, -1, null, P),
                () -> strings.getString(region, -1, -1, U16, null),
                () -> strings.getStringTerminated(null, -1, U16, P),
                () -> strings.getStringTerminated(region, -1, null, P),
                () -> strings.getStringTerminated(region, -1, U16, null),
                () -> strings.getStringTerminated(region, -1, -1, NO_NUL, null),
                () -> strings.unitsToTerminator(null, -1, U16),
                () -> strings.unitsToTerminator(region, -1, null),
                () -> strings.copy(null, U16, -1, region, -1, -1, P),
                () -> strings.copy("a", null, -1, region, -1, -1, P),
                () -> strings.copy("a", NO_ENCODER, -1, null, -1, -1, P),
                () -> strings.copy("a", NO_ENCODER, -1, region, -1, -1, null),
                () -> strings.copyTruncated("a", ISO_2022, -1, null, -1, -1, P),
                () -> strings.copyField("a", ISO_2022, region, -1, -1, true, null),
                () -> strings.encode(null, U16, -1, -1, P),
                () -> strings.encode("a", NO_ENCODER, -1, -1, null),
                () -> strings.encodedUnits(null, U16, P),
                () -> strings.contentEquals(region, -1, -1, U16, null, P),
                () -> strings.decode(region, -1, -1, U16, (char[]) null, -1, P),
                () -> strings.decode(region, -1, -1, U16, (Appendable) null, P))) {
            assertThrows(NullPointerException.class, code);
        }
    }

    @Test
    void thenTheCharset() {
        region.closed = region.readOnly = true;
        for (Executable code : List.<Executable>of(
                () -> strings.copy("a", NO_ENCODER, -1, region, -1, -1, P),
                () -> strings.encode("a", NO_ENCODER, -1, -1, P),
                () -> strings.encodedUnits("a", NO_ENCODER, P),
                () -> strings.copyTruncated("a", NO_ENCODER, -1, region, -1, -1, P),
                () -> strings.copyTruncated("a", ISO_2022, -1, region, -1, -1, P),
                () -> strings.copyField("a", ISO_2022, region, -1, -1, true, P))) {
            assertThrows(UnsupportedOperationException.class, code);
        }
        for (Executable code : List.<Executable>of(
                () -> strings.unitsToTerminator(region, -1, NO_NUL),
                () -> strings.getStringTerminated(region, -1, NO_NUL, P),
                () -> strings.getStringTerminated(region, -1, -1, NO_NUL, P),
                () -> strings.copyField("a", NO_NUL, region, -1, 1, true, P))) {
            assertThrows(IllegalArgumentException.class, code);
        }
    }

    @Test
    void thenCounts() {
        region.closed = region.readOnly = true;
        for (long units : new long[] {-1, Long.MIN_VALUE, Integer.MAX_VALUE / 2 + 1L, 1L << 62, Long.MAX_VALUE}) {
            for (Executable code : List.<Executable>of(
                    () -> strings.getString(region, -1, units, U16, P),
                    () -> strings.contentEquals(region, -1, units, U16, "a", P),
                    () -> strings.decode(region, -1, units, U16, new char[1], -1, P),
                    () -> strings.decode(region, -1, units, U16, new StringBuilder(), P))) {
                String message =
                        assertThrows(IllegalArgumentException.class, code).getMessage();
                assertTrue(message.contains("units is " + units) && message.contains("1073741823"), message);
            }
        }
        for (Executable code : List.<Executable>of(
                () -> strings.getStringTerminated(region, -1, -1, U16, P),
                () -> strings.copyTruncated("a", U16, -1, region, -1, -1, P),
                () -> strings.copyField("a", U16, region, -1, -1, false, P),
                () -> strings.copyField("a", U16, region, -1, 0, true, P))) {
            assertThrows(IllegalArgumentException.class, code);
        }
        for (Executable code : List.<Executable>of(
                () -> strings.copy("ab", U16, -1, region, 0, 1, P),
                () -> strings.copy("ab", U16, 0, region, 0, -1, P),
                () -> strings.copy("ab", U16, 1, region, 0, 2, P),
                () -> strings.copy("ab", U16, Integer.MAX_VALUE, region, 0, Integer.MAX_VALUE, P),
                () -> strings.copy("ab", ISO_2022, 3, region, 0, 0, P),
                () -> strings.copyTruncated("ab", U16, 3, region, 0, 1, P),
                () -> strings.encode("ab", U16, 0, 3, P),
                () -> strings.encode("ab", U16, Integer.MIN_VALUE, 3, P))) {
            assertThrows(IndexOutOfBoundsException.class, code);
        }
    }

    @Test
    void thenReadOnly() {
        region.closed = region.readOnly = true;
        for (Executable code : List.<Executable>of(
                () -> strings.copy("ab", U16, 0, region, -1, 0, P),
                () -> strings.copy("ab", U16, 0, region, 100, 2, P),
                () -> strings.copyTruncated("ab", U16, 0, region, -1, 0, P),
                () -> strings.copyField("ab", U16, region, 100, 0, false, P))) {
            assertEquals(
                    "read-only",
                    assertThrows(IllegalArgumentException.class, code).getMessage());
        }
    }

    @Test
    void thenBounds() {
        region.closed = true;
        for (long offset : new long[] {-1, Long.MIN_VALUE, 9, 11, Long.MAX_VALUE}) {
            for (Executable code : List.<Executable>of(
                    () -> strings.getString(region, offset, 1, U16, P),
                    () -> strings.getStringTerminated(region, offset, 1, U16, P),
                    () -> strings.contentEquals(region, offset, 1, U16, "a", P),
                    () -> strings.decode(region, offset, 1, U16, new char[1], 0, P),
                    () -> strings.decode(region, offset, 1, U16, new StringBuilder(), P),
                    () -> strings.copy("a", U16, 0, region, offset, 1, P),
                    () -> strings.copy(
                            "a", Charset.forName("Shift_JIS"), 0, region, offset + (offset == 9 ? 1 : 0), 1, P),
                    () -> strings.copyTruncated("a", U16, 0, region, offset, 1, P),
                    () -> strings.copyTruncated("", U16, 0, region, offset, Long.MAX_VALUE, P),
                    () -> strings.copyField("a", U16, region, offset, 1, true, P))) {
                assertThrows(IndexOutOfBoundsException.class, code);
            }
        }
        for (long offset : new long[] {-1, 11, Long.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> strings.unitsToTerminator(region, offset, U16));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.getStringTerminated(region, offset, U16, P));
        }
        char[] dst = new char[2];
        assertThrows(IndexOutOfBoundsException.class, () -> strings.decode(region, 0, 1, U16, dst, 3, P));
        assertThrows(IndexOutOfBoundsException.class, () -> strings.decode(region, 0, 1, U16, dst, -1, P));
    }

    @Test
    void thenLivenessAlsoForNothing() {
        region.closed = true;
        for (int units = 0; units <= 1; units++) {
            int n = units;
            for (Executable code : List.<Executable>of(
                    () -> strings.getString(region, 8, n, U16, P),
                    () -> strings.getString(region, 9, n, NO_NUL, P),
                    () -> strings.getStringTerminated(region, 8, n, U16, P),
                    () -> strings.getStringTerminated(region, 10, U16, P),
                    () -> strings.unitsToTerminator(region, 10, U16),
                    () -> strings.contentEquals(region, 8, n, U16, "", P),
                    () -> strings.decode(region, 8, n, U16, new char[n], 0, P),
                    () -> strings.decode(region, 8, n, U16, new StringBuilder(), P),
                    () -> strings.copy("a", U16, 0, region, 8, n, P),
                    () -> strings.copy("a", StandardCharsets.US_ASCII, 0, region, 9, n, P),
                    () -> strings.copy("a", ISO_2022, 0, region, 9, n, P),
                    () -> strings.copyTruncated("a", U16, 0, region, 8, n, P),
                    () -> strings.copyField("", U16, region, 8, n, false, P))) {
                assertThrows(IllegalStateException.class, code);
            }
        }
    }

    @Test
    void nothingAtTheEndIsFine() {
        assertEquals("", strings.getString(region, 10, 0, U16, P));
        assertEquals(0, strings.copy("ab", U16, 1, region, 10, 0, P));
        assertEquals(new Copied(0, 0), strings.copyTruncated("ab", U16, 0, region, 10, 0, P));
        assertEquals(new Copied(0, 0), strings.copyField("ab", U16, region, 10, 0, false, P));
        assertEquals("", strings.getStringTerminated(region, 10, 0, U16, P));
        assertThrows(IndexOutOfBoundsException.class, () -> strings.unitsToTerminator(region, 10, U16));
        assertThrows(IndexOutOfBoundsException.class, () -> strings.unitsToTerminator(region, 9, U16));
    }

    @Test
    void inABufferThePlaceIsAnIndex() {
        Region buffer = new BufferRegion(ByteBuffer.allocate(10));
        String read = assertThrows(IndexOutOfBoundsException.class, () -> strings.getString(buffer, 3, 4, U16, P))
                .getMessage();
        assertTrue(read.startsWith("index is 3: "), read);
        String written = assertThrows(
                        IndexOutOfBoundsException.class, () -> strings.copy("abc", U16, 0, buffer, 7, 3, P))
                .getMessage();
        assertTrue(written.startsWith("dstIndex is 7: "), written);
    }

    @Test
    void messagesSayWhatAndHowMuch() {
        String bounds = assertThrows(IndexOutOfBoundsException.class, () -> strings.getString(region, 3, 4, U16, P))
                .getMessage();
        assertTrue(bounds.startsWith("offset is 3: from there, 4 units of 2 bytes") && bounds.contains("10"), bounds);
        String written = assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> strings.copy("abc", StandardCharsets.UTF_16, 1, region, 7, 2, P))
                .getMessage();
        assertTrue(written.startsWith("dstOffset is 7: from there, 3 units of 2 bytes"), written);
        String source = assertThrows(IndexOutOfBoundsException.class, () -> strings.encode("abc", U16, 2, 2, P))
                .getMessage();
        assertTrue(source.contains("srcIndex is 2") && source.contains("numChars is 2"), source);
    }

    @Test
    void anAddressNeedsNativeCode() {
        AddressRegion none = new AddressRegion(0, 10);
        assertThrows(IllegalArgumentException.class, () -> strings.getString(none, 0, 1, U16, P));
        assertThrows(IndexOutOfBoundsException.class, () -> strings.getString(none, 10, 1, U16, P));
        for (AddressRegion some : List.of(none, new AddressRegion(AddressRegion.LEAST_ADDRESS, 10))) {
            String message = assertThrows(
                            UnsupportedOperationException.class, () -> strings.getString(some, 10, 0, U16, P))
                    .getMessage();
            assertTrue(message.contains("this requires the native library of unitstr: "), message);
        }
        assertThrows(
                UnsupportedOperationException.class,
                () -> strings.copy("a", U16, 0, new AddressRegion(AddressRegion.LEAST_ADDRESS, 10), 0, 1, P));
    }
}
