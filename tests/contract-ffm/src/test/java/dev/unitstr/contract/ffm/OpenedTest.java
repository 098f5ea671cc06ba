package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.internal.binding.StringBackingArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The inside of strings is used where {@code java.lang} is opened, and nobody can tell. */
@EveryRun
@Tag("route")
class OpenedTest {
    private static final List<String> TEXTS =
            List.of("", "n", "né", "né€", "€uro", "a\uD83D\uDE00", "\uD83D", "x".repeat(5000), "é".repeat(700) + "€");
    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.UTF_8,
            StandardCharsets.UTF_16,
            UnitCharsets.UTF_16,
            UnitCharsets.UTF_32,
            StandardCharsets.ISO_8859_1,
            StandardCharsets.US_ASCII);

    @Test
    void isSeen() {
        assertEquals(Run.opened(), StringBackingArray.AVAILABLE);
    }

    @Test
    void stringsAreLikeThoseOfTheJdk() {
        for (String text : TEXTS) {
            for (Charset charset : CHARSETS) {
                byte[] bytes = text.getBytes(charset);
                int unit = UnitCharsets.unitSize(charset);
                String read = SegmentStrings.getString(MemorySegment.ofArray(bytes), 0, bytes.length / unit, charset);
                String expected = new String(bytes, charset);
                assertEquals(expected, read);
                assertEquals(expected.hashCode(), read.hashCode());
                assertEquals(1, Map.of(expected, 1).get(read)); // equal in both forms and in both directions
                assertEquals(0, read.compareTo(expected));
            }
        }
    }

    @Test
    void writesWhatTheJdkWritesAndNothingElse() {
        try (Arena arena = Arena.ofConfined()) {
            for (String text : TEXTS) {
                for (Charset charset : CHARSETS) {
                    writes(arena, text, charset);
                }
            }
        }
    }

    private static void writes(Arena arena, String text, Charset charset) {
        for (int chars = text.length(); chars >= 0; chars -= Math.max(1, text.length() / 3)) {
            byte[] expected = text.substring(0, chars).getBytes(charset);
            MemorySegment memory = arena.allocate(expected.length + 2).fill((byte) 0x55);
            MemorySegment exact = memory.asSlice(1, expected.length);
            long units = SegmentStrings.copy(text, charset, 0, exact, 0, chars);
            assertEquals(expected.length / UnitCharsets.unitSize(charset), units);
            assertArrayEquals(expected, exact.toArray(ValueLayout.JAVA_BYTE));
            assertEquals(0x55, memory.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(0x55, memory.get(ValueLayout.JAVA_BYTE, expected.length + 1L));
            if (expected.length > 0) {
                MemorySegment small = memory.asSlice(1, expected.length - 1).fill((byte) 0x55);
                int numChars = chars;
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> SegmentStrings.copy(text, charset, 0, small, 0, numChars));
                assertEquals(-1, small.mismatch(arena.allocate(small.byteSize()).fill((byte) 0x55)));
            }
        }
    }
}
