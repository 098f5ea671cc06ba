package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.columns.SegmentColumns;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    private static final List<TensorLayout> LAYOUTS = List.of(
            TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24, TensorLayout.TF_LEGACY, TensorLayout.TFLITE);

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
                () -> SegmentStrings.copyField("abc", UnitCharsets.UTF_16, pointer, 0, 3, false),
                () -> SegmentStrings.getStrings(
                        pointer, StringSpans.of(new long[] {0}, new long[] {1}), UnitCharsets.UTF_16),
                () -> SegmentStrings.getStrings(
                        enough, SegmentSpans.ofOffsets(pointer, 0, 4, 1), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void thePointerOfADowncall(Executable operation) {
        said(IndexOutOfBoundsException.class, operation);
    }

    @Test
    void theBuffersOfColumns() {
        MemorySegment pointer = MemorySegment.ofAddress(4096); // never read
        MemorySegment enough = MemorySegment.ofArray(new int[] {16, 1, 0, 0});
        for (ColumnFormat format : ColumnFormat.values()) {
            said(IndexOutOfBoundsException.class, () -> SegmentColumns.of(format, 1, null, pointer, enough));
            said(IndexOutOfBoundsException.class, () -> SegmentColumns.of(format, 1, pointer, enough, enough));
        }
        StringColumn offsets = SegmentColumns.of(ColumnFormat.UTF8, 1, null, enough.asSlice(8), pointer);
        assertEquals("", offsets.get(0), "nothing is read");
        MemorySegment four = MemorySegment.ofArray(new int[] {0, 4});
        said(ColumnFormatException.class, SegmentColumns.of(ColumnFormat.UTF8, 1, null, four, pointer)::toStrings);
        MemorySegment view = MemorySegment.ofArray(new int[] {16, 0, 0, 0});
        StringColumn views = SegmentColumns.of(ColumnFormat.UTF8_VIEW, 1, null, view, pointer);
        said(ColumnFormatException.class, views::toStrings);
        said(
                IndexOutOfBoundsException.class,
                () -> SegmentColumns.dictionary(offsets, IndexType.INT8, 1, null, pointer));
    }

    @Test
    void theMemoryOfTensors() {
        MemorySegment pointer = MemorySegment.ofAddress(4096); // never read
        for (TensorLayout layout : LAYOUTS) {
            said(TensorFormatException.class, () -> SegmentTensor.of(pointer, 8, layout));
            StringTensorBuilder builder = StringTensorBuilder.of(layout).add("a");
            said(IndexOutOfBoundsException.class, () -> SegmentTensors.writeTo(builder, pointer, 0));
        }
        assertEquals(
                "TABLE_TRUNCATED in TABLE: the memory has 0 bytes: too few for the table of 8 elements, of 24 bytes each"
                        + HINT,
                assertThrows(
                                TensorFormatException.class,
                                () -> SegmentTensor.of(pointer, 8, TensorLayout.TF24_UP_TO_2_20))
                        .getMessage());
        said(TensorFormatException.class, () -> SegmentTensor.of(pointer, TensorLayout.TFLITE));
        said(TensorFormatException.class, () -> SegmentTensors.mutable(pointer, 8, TensorLayout.TF24));
        String none = assertThrows(
                        TensorFormatException.class, () -> SegmentTensor.of(MemorySegment.NULL, TensorLayout.TFLITE))
                .getMessage();
        assertEquals(
                "TABLE_TRUNCATED in TABLE: the memory has 0 bytes: too few for the count of elements, of 4 bytes; this is a"
                        + " null pointer",
                none);
    }

    @Test
    void slots() {
        MemorySegment pointer = MemorySegment.ofAddress(4096); // never read
        for (Dialect dialect : Dialect.values()) {
            ValueFormatException size = assertThrows(
                    ValueFormatException.class, () -> SegmentValues.wrapSlot(dialect, pointer, ValueMemory.none()));
            assertTrue(size.getMessage().contains(HINT), size::getMessage);
            said(
                    IndexOutOfBoundsException.class,
                    () -> SegmentValues.wrap(dialect, pointer, ValueMemory.none())
                            .at(0));
        }
    }

    private static void said(Class<? extends Exception> type, Executable operation) {
        String said = assertThrows(type, operation).getMessage();
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
