package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pointer as a downcall returns it has no size: whoever reads it is told how to give it one. */
@EveryRun
@Tag("route")
class ZeroSizeTest {
    private static final String HINT =
            "; if this is a pointer from native code, MemorySegment.reinterpret(bytes) gives it its size";

    static Stream<Executable> operations() {
        MemorySegment pointer = MemorySegment.ofAddress(64); // never read
        MemorySegment enough = MemorySegment.ofArray(new long[4]);
        return Stream.of(
                () -> SegmentStrings.getString(pointer, 0, 1, UnitCharsets.UTF_16),
                () -> SegmentStrings.getString(pointer, 2, 0, UnitCharsets.UTF_16),
                () -> SegmentStrings.getString(pointer, 0, 100_000, StandardCharsets.UTF_8),
                () -> SegmentStrings.getString(pointer, 0, 1, StandardCharsets.US_ASCII),
                () -> SegmentStrings.getStringTerminated(pointer, 0, UnitCharsets.UTF_16),
                () -> SegmentStrings.getStringTerminated(pointer, 0, 5, StandardCharsets.UTF_8),
                () -> SegmentStrings.unitsToTerminator(pointer, 0, StandardCharsets.UTF_8),
                () -> SegmentStrings.contentEquals(pointer, 0, 1, UnitCharsets.UTF_32, "a"),
                () -> SegmentStrings.copy("abc", UnitCharsets.UTF_16, 0, pointer, 0, 3),
                () -> SegmentStrings.copy("abc", StandardCharsets.UTF_8, 0, pointer, 0, 3),
                () -> SegmentStrings.copyField("abc", UnitCharsets.UTF_16, pointer, 0, 3),
                () -> SegmentStrings.getStrings(
                        pointer, StringSpans.of(new long[] {0}, new long[] {1}), UnitCharsets.UTF_16),
                () -> SegmentStrings.getStrings(
                        enough, SegmentSpans.ofOffsets(pointer, 0, 4, 1), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void thePointerOfADowncall(Executable operation) {
        String said = assertThrows(IndexOutOfBoundsException.class, operation).getMessage();
        assertEquals(HINT, said.substring(Math.max(said.length() - HINT.length(), 0)), said);
    }

    @Test
    void otherMemoryIsNoPointer() {
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment memory : new MemorySegment[] {MemorySegment.ofArray(new byte[0]), arena.allocate(4)}) {
                String said = assertThrows(
                                IndexOutOfBoundsException.class,
                                () -> SegmentStrings.getString(memory, 0, 5, UnitCharsets.UTF_16))
                        .getMessage();
                assertFalse(said.contains("reinterpret"), said);
            }
        }
    }
}
