package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.NativeMemory;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Strings in segments that own memory: changed by FFM; by JNI, which has no way to keep an arena open, by address only. */
@EveryRun
@Tag("route")
class SegmentChangesTest {
    private static final TensorLayout TF24 = TensorLayout.TF24_FROM_2_21;
    private static final String LONG = "a text of more than twenty-two bytes, \u4e16\u754c";

    private static boolean changes() {
        return Run.binding().equals("ffm");
    }

    @Test
    void segmentsAreChanged() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(48, 8);
            if (!changes()) {
                assertThrows(UnsupportedOperationException.class, () -> SegmentTensors.init(arena, 2, TF24));
                String message = assertThrows(
                                UnsupportedOperationException.class,
                                () -> SegmentTensors.mutable(memory, 2, TF24).copy(0, "a"))
                        .getMessage();
                if (Run.reachesAddresses()) {
                    assertEquals(
                            "binding jni changes tensors at addresses only, not in segments, which another thread may"
                                    + " close: pass the memory as a NativeMemory, or remove -Ddev.unitstr.binding=jni, so"
                                    + " that unitstr chooses the binding",
                            message);
                }
                StringTensorBuilder large =
                        StringTensorBuilder.of(TF24).kind(StringKind.LARGE).addAll("a", LONG);
                assertThrows(UnsupportedOperationException.class, () -> SegmentTensors.writeTo(large, memory, 0));
                return;
            }
            MutableStringTensor strings = SegmentTensors.mutable(memory, 2, TF24);
            strings.copy(0, "short");
            strings.copy(1, LONG);
            assertArrayEquals(new String[] {"short", LONG}, strings.strings().toStrings());
            SegmentTensors.assignView(strings, 0, arena.allocateFrom(LONG));
            assertEquals(StringKind.VIEW, strings.strings().kind(0));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SegmentTensors.assignView(strings, 0, MemorySegment.ofArray(new byte[3])));
            strings.deallocAll();
            MutableStringTensor made = SegmentTensors.init(arena, 3, TF24);
            assertArrayEquals(new String[] {"", "", ""}, made.strings().toStrings());
            MutableStringTensor room = SegmentTensors.preallocate(arena, 3, 40, TensorLayout.RFC16);
            room.copy(2, LONG + LONG);
            room.copy(2, "fits");
            assertEquals(StringKind.PREALLOC, room.strings().kind(2));
            SegmentAllocator none = (bytes, alignment) -> {
                throw new AssertionError("allocates " + bytes + " bytes");
            };
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SegmentTensors.preallocate(none, 1, Integer.MAX_VALUE, TensorLayout.RFC16));
            assertThrows(IllegalArgumentException.class, () -> SegmentTensors.preallocate(none, 1, 1, TF24));
            assertThrows(
                    IllegalArgumentException.class, () -> SegmentTensors.preallocate(none, -1, 1, TensorLayout.RFC16));
            assertThrows(IllegalArgumentException.class, () -> SegmentTensors.init(none, 1, TensorLayout.TFLITE));
            assertThrows(IllegalArgumentException.class, () -> SegmentTensors.init(none, -1, TF24));
            assertThrows(IllegalArgumentException.class, () -> SegmentTensors.mutable(memory.asReadOnly(), 2, TF24));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SegmentTensors.mutable(MemorySegment.ofArray(new byte[48]), 2, TF24));
        }
    }

    @Test
    void ownedStringsAreWrittenIntoSegments() {
        try (Arena arena = Arena.ofConfined()) {
            for (boolean views : new boolean[] {false, true}) {
                StringTensorBuilder builder = StringTensorBuilder.of(TF24).addAll("short", LONG, "");
                builder = views ? builder.ownedViews() : builder.kind(StringKind.LARGE);
                StringTensorBuilder owned = builder;
                if (!changes() && !(views && Run.reachesAddresses())) {
                    assertThrows(UnsupportedOperationException.class, () -> SegmentTensors.build(owned, arena));
                    continue;
                }
                MemorySegment memory = SegmentTensors.build(owned, arena);
                assertEquals(72, memory.byteSize());
                SegmentTensor tensor = SegmentTensor.of(memory, 3, TF24, Trust.TRUSTED_POINTERS_CHECKED);
                assertArrayEquals(new String[] {"short", LONG, ""}, tensor.toStrings());
                assertEquals(views ? StringKind.VIEW : StringKind.LARGE, tensor.kind(1));
                MutableStringTensor.of(NativeMemory.of(memory.address(), 72), 3, TF24)
                        .deallocAll();
                assertEquals("", tensor.get(1));
            }
        }
    }

    @Test
    void nothingIsChangedAfterClose() {
        if (!changes()) {
            return; // segmentsAreChanged says how
        }
        MutableStringTensor strings;
        try (Arena arena = Arena.ofConfined()) {
            strings = SegmentTensors.init(arena, 2, TF24);
            strings.copy(0, LONG);
            strings.deallocAll();
        }
        assertThrows(IllegalStateException.class, () -> strings.copy(0, "a"));
        assertThrows(IllegalStateException.class, () -> strings.append(0, "a"));
        assertThrows(IllegalStateException.class, () -> strings.assign(0, strings, 1));
        assertThrows(IllegalStateException.class, () -> strings.assignView(0, NativeMemory.of(8, 0)));
        assertThrows(IllegalStateException.class, strings::deallocAll);
    }
}
