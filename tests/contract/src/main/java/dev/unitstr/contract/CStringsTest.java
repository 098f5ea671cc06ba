package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.BufferCStrings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@EveryRun
class CStringsTest {
    @Test
    void allocatorsMayReturnAnyBuffer() {
        for (int position : new int[] {0, 3, 10}) {
            ByteBuffer buffer = BufferCStrings.allocateTerminated(
                    bytes -> ByteBuffer.allocate(bytes + 20).position(position), "abcd", StandardCharsets.UTF_8);
            assertEquals(0, buffer.position());
            assertEquals(5, buffer.remaining());
            assertEquals("abcd\0", StandardCharsets.UTF_8.decode(buffer).toString());
        }
        assertEquals(
                "the allocator's buffer",
                assertThrows(
                                NullPointerException.class,
                                () -> BufferCStrings.allocateTerminated(bytes -> null, "a", StandardCharsets.UTF_8))
                        .getMessage());
    }
}
