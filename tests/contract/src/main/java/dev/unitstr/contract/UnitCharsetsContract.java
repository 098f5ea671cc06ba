package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.UnitCharsets;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The size of a unit, and the charsets of C's wide strings. */
@EveryRun
@Tag("jdk")
@Tag("route")
class UnitCharsetsContract {
    private static final String ORDER = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "LE" : "BE";

    @Test
    void unitSizes() {
        for (Charset charset : Charset.availableCharsets().values()) {
            assertEquals(Charsets.unitSize(charset), UnitCharsets.unitSize(charset), charset::name);
        }
        assertThrows(NullPointerException.class, () -> UnitCharsets.unitSize(null));
    }

    @Test
    void thoseOfThisMachinesOrder() {
        assertEquals(Charset.forName("UTF-16" + ORDER), UnitCharsets.UTF_16);
        assertEquals(Charset.forName("UTF-32" + ORDER), UnitCharsets.UTF_32);
    }

    @Test
    void wideChars() {
        int bytes = Run.onWindows() ? 2 : 4;
        assertEquals(bytes, UnitCharsets.unitSize(UnitCharsets.WCHAR));
        assertEquals(Charset.forName((bytes == 2 ? "UTF-16" : "UTF-32") + ORDER), UnitCharsets.WCHAR);
    }
}
