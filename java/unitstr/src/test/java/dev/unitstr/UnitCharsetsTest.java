package dev.unitstr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnitCharsetsTest {
    private static final Map<String, Integer> WIDE = Map.of(
            "UTF-16",
            2,
            "UTF-16LE",
            2,
            "UTF-16BE",
            2,
            "x-UTF-16LE-BOM",
            2,
            "UTF-32",
            4,
            "UTF-32LE",
            4,
            "UTF-32BE",
            4,
            "X-UTF-32LE-BOM",
            4,
            "X-UTF-32BE-BOM",
            4);

    @Test
    void everyCharsetHasAUnit() {
        for (Charset charset : Charset.availableCharsets().values()) {
            assertEquals(WIDE.getOrDefault(charset.name(), 1), UnitCharsets.unitSize(charset), charset.name());
        }
    }

    @Test
    void nativeOrder() {
        ByteBuffer memory = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder());
        assertEquals(memory.putInt(0, 'a'), ByteBuffer.wrap("a".getBytes(UnitCharsets.UTF_32)));
        assertEquals(memory.putChar(0, 'a').limit(2), ByteBuffer.wrap("a".getBytes(UnitCharsets.UTF_16)));
    }

    @Test
    void wchar() {
        assertEquals(
                System.getProperty("os.name").startsWith("Windows") ? UnitCharsets.UTF_16 : UnitCharsets.UTF_32,
                UnitCharsets.WCHAR);
    }
}
