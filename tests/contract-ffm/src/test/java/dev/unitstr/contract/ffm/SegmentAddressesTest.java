package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.LengthPrefix;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.EveryOperation;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringField;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tvm.ValueFormatException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Native segments in the first page, where there is no memory: null pointers, and fields of null structs. */
@EveryRun
@SuppressWarnings("restricted") // segments of any address and size
class SegmentAddressesTest {
    private static final int BYTES = EveryOperation.BYTES;

    private static EveryOperation operations(Arena arena) {
        MemorySegment good = arena.allocate(BYTES, 8);
        MemoryLayout name = MemoryLayout.sequenceLayout(8, ValueLayout.JAVA_BYTE);
        EveryOperation operations = new EveryOperation(SegmentStrings.class, MemorySegment.class, good)
                .with(StringField.class, () -> StringField.of(name, StandardCharsets.UTF_8));
        if (Run.binding().equals("ffm")) {
            MutableStringTensor tensor = SegmentTensors.init(arena, 2, TensorLayout.TF24);
            operations.with(MutableStringTensor.class, () -> tensor);
        } else {
            operations.without("SegmentTensors.assignView"); // only FFM makes such tensors
        }
        return operations;
    }

    @Test
    void areRefused() {
        if (Run.denied()) {
            return; // this test makes segments of any address
        }
        try (Arena arena = Arena.ofConfined()) {
            EveryOperation operations = operations(arena);
            assertTrue(operations.size() >= 70, () -> "only " + operations.size() + " operations");
            for (long low : new long[] {1, 42, 4080}) {
                MemorySegment memory = MemorySegment.ofAddress(low);
                operations.refuses(memory.reinterpret(BYTES), low);
                operations.refuses(memory.reinterpret(BYTES, arena, segment -> {}), low);
            }
        }
    }

    @Test
    void nullPointers() {
        if (Run.denied()) {
            return; // as above
        }
        try (Arena arena = Arena.ofConfined()) {
            EveryOperation operations = operations(arena);
            for (long bytes : new long[] {0, BYTES, Long.MAX_VALUE}) {
                operations.each(MemorySegment.NULL.reinterpret(bytes), (name, result, thrown) -> {
                    if (name.matches("SegmentCStrings\\.get(String|StringTerminated|Strings)")) {
                        assertNull(thrown, name);
                        assertNull(result, name);
                    } else if (bytes == Long.MAX_VALUE && name.matches("SegmentValues.wrap(Slot)?")) {
                        assertTrue(thrown instanceof ValueFormatException, () -> name + ": " + thrown); // too large
                    } else if (bytes > 0) {
                        assertTrue(thrown instanceof IllegalArgumentException, () -> name + ": " + thrown);
                    } // nothing of an empty segment is accessed
                });
            }
        }
    }

    /** Pointers as a downcall returns them, without a size. */
    @Test
    void pointersWithoutASize() {
        if (Run.denied()) {
            return; // as above
        }
        try (Arena arena = Arena.ofConfined()) {
            EveryOperation operations = operations(arena);
            for (long low : new long[] {1, 42, 4080}) {
                operations.each(MemorySegment.ofAddress(low), (name, result, thrown) -> {
                    if (name.startsWith("SegmentCStrings.get")) {
                        assertTrue(thrown instanceof IllegalArgumentException, () -> name + ": " + thrown);
                    } // nothing of an empty segment is accessed
                });
            }
        }
    }

    /** Memory from address 0 on, in which an offset is an address. */
    @Test
    void allMemory() {
        if (Run.denied()) {
            return; // as above
        }
        MemorySegment all = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        for (long low : new long[] {0, 42, 4095}) {
            for (Executable read : List.<Executable>of(
                    () -> SegmentStrings.getString(all, low, 2, StandardCharsets.UTF_8),
                    () -> SegmentStrings.getString(all, low, 100_000, StandardCharsets.UTF_8),
                    () -> SegmentStrings.getString(all, low, 2, StandardCharsets.UTF_16),
                    () -> SegmentStrings.copy("ab", StandardCharsets.UTF_8, 0, all, low, 2),
                    () -> SegmentStrings.getStrings(
                            all, StringSpans.of(new long[] {low}, new long[] {2}), StandardCharsets.UTF_8))) {
                String message =
                        assertThrows(IllegalArgumentException.class, read).getMessage();
                assertTrue(message.contains(" is " + low + ": "), message);
            }
            assertEquals("", SegmentStrings.getString(all, low, 0, StandardCharsets.UTF_8));
        }
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocateFrom("abc").address();
            MemorySegment structs = arena.allocate(32, 8);
            structs.set(ValueLayout.JAVA_LONG, 0, address);
            structs.set(ValueLayout.JAVA_LONG, 8, 2);
            StringSpans spans =
                    SegmentSpans.ofPointers(structs, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 2);
            assertArrayEquals(new String[] {"ab", null}, SegmentStrings.getStrings(all, spans, StandardCharsets.UTF_8));
            assertEquals("ab", SegmentStrings.getString(all, address, 2, StandardCharsets.UTF_8));
            structs.set(ValueLayout.JAVA_LONG, 16, 42);
            assertArrayEquals( // of no units, nothing is read
                    new String[] {"ab", ""}, SegmentStrings.getStrings(all, spans, StandardCharsets.UTF_8));
            structs.set(ValueLayout.JAVA_LONG, 24, 1);
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> SegmentStrings.getStrings(all, spans, StandardCharsets.UTF_8))
                    .getMessage();
            assertEquals(
                    "the address of string 1 is 42: less than 4096, where no memory is; is it a field of a null struct?",
                    message);
        }
    }

    /** An allocator may be the user's. */
    @Test
    void allocators() {
        if (Run.denied()) {
            return; // as above
        }
        SegmentAllocator low = (bytes, alignment) -> MemorySegment.ofAddress(42).reinterpret(bytes);
        String[] strings = {"ab", "c"};
        for (Executable write : List.<Executable>of(
                () -> SegmentCStrings.allocatePointers(low, strings, StandardCharsets.UTF_8),
                () -> SegmentCStrings.allocateStringList(low, strings, StandardCharsets.UTF_8),
                () -> SegmentCStrings.allocateStringList(low, strings, StandardCharsets.UTF_16LE),
                () -> SegmentTensors.write(low, TensorLayout.TFLITE, strings))) {
            assertThrows(IllegalArgumentException.class, write);
        }
    }
}
