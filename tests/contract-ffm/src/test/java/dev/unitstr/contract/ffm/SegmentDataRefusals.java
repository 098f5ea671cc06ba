package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.CFunctions.function;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.CLOSED;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.HEAP;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.NATIVE;
import static dev.unitstr.contract.ffm.SegmentStringsRefusals.READ_ONLY;
import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.state;
import static dev.unitstr.contract.refusals.Samples.NO_NUL;
import static dev.unitstr.contract.refusals.Samples.UTF_8;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.contract.refusals.Refusal;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import dev.unitstr.ffm.columns.SegmentColumns;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** What the classes of segments refuse of calls, tensors, columns and values. */
final class SegmentDataRefusals {
    private static final Arena ARENA = Arena.global();
    private static final TensorLayout RFC24 = TensorLayout.RFC24;
    private static final SegmentTensor TENSOR =
            SegmentTensor.of(SegmentTensors.write(ARENA, RFC24, "a", "b".repeat(100)), 2, RFC24);
    private static final StringColumn COLUMN =
            StringColumnBuilder.of(ColumnFormat.UTF8).addAll("a", "b").build();
    private static final StringResult BUFFER = StringResult.ofBuffer(0, 1, 4, UTF_8);

    private SegmentDataRefusals() {}

    static List<Refusal> calls() {
        return List.of(
                argument("index of pointer is negative: -1", () -> StringParameter.of(-1, 0, UTF_8)),
                argument("pointer and length are the same parameter: 3", () -> StringParameter.of(3, 3, UTF_8)),
                argument("charset x-JIS0208 has no NUL of one unit", () -> StringParameter.ofTerminated(0, NO_NUL)),
                argument("index of count is negative: -1", () -> StringParameter.ofPointers(0, -1, UTF_8)),
                argument("index of pointer is negative: -1", () -> StringResult.ofPointerAt(-1, UTF_8)),
                argument(
                        "free has the type (int)void: expected one parameter, a MemorySegment, and any result",
                        () -> StringResult.ofPointer(UTF_8).withFree(function("refuse"))),
                argument("units is 0: expected 1 to 2147483647 for UTF-8", () -> StringResult.ofBuffer(0, 1, 0, UTF_8)),
                argument("lengthBytes is 3: expected 2, 4 or 8", () -> BUFFER.withLengthAt(2, 3)),
                argument("maxUnits is 3: expected 4 to 2147483647 for UTF-8", () -> BUFFER.withRetryUpTo(3)),
                argument(
                        "parameter 4 is described, but the function has the type (int,MemorySegment,int,long)int",
                        () -> StringCalls.adapt(function("pair"), StringParameter.of(1, 4, UTF_8))),
                argument(
                        "result has the type void: expected a short, an int or a long, the length of the text",
                        () -> StringCalls.adapt(function("terminate"), BUFFER.withReturnedLength())),
                argument(
                        "target has the type (String,int,String)String: expected (String)int",
                        () -> StringCalls.adaptUpcall(
                                function("described"),
                                FunctionDescriptor.of(JAVA_INT, ADDRESS),
                                StringParameter.ofTerminated(0, UTF_8))));
    }

    static List<Refusal> tensors() {
        return List.of(
                of(TensorFormatException.class, "TABLE_TRUNCATED …", () -> SegmentTensor.of(HEAP, 8, RFC24)),
                argument("count is -1: negative", () -> SegmentTensor.of(HEAP, -1, RFC24)),
                argument(
                        "layout is RFC24 (LITTLE_ENDIAN, words of 8 bytes): only TFLITE says in its bytes how many elements there are; pass the count",
                        () -> SegmentTensor.of(HEAP, RFC24)),
                state("Already closed", () -> SegmentTensor.of(CLOSED, 0, RFC24)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.segment(2)),
                argument(
                        "bytes is -1: not between 0 and 2147483647, the maximum size of a string",
                        () -> TENSOR.withMaxBytes(-1)),
                argument("bytes is -1: negative", () -> TENSOR.withMaxTotalBytes(-1)),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 1: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> SegmentTensors.write(ARENA, RFC24, "a", null)),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 0: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> SegmentTensors.build(StringTensorBuilder.of(RFC24).add((String) null), ARENA)),
                bounds(
                        "offset is 0: from there, 25 bytes are not within the memory, which has 8 bytes",
                        () -> SegmentTensors.writeTo(
                                StringTensorBuilder.of(RFC24).add("a"), HEAP, 0)),
                argument(
                        "the segment is read-only",
                        () -> SegmentTensors.writeTo(
                                StringTensorBuilder.of(RFC24).add("a"), READ_ONLY, 0)),
                of(
                        NoSuchFileException.class,
                        "no such file",
                        () -> SegmentTensors.map(Path.of("no such file"), RFC24, 1, ARENA)),
                argument(
                        "layout is TFLITE (LITTLE_ENDIAN, words of 8 bytes): not a layout of this machine with elements that can be changed",
                        () -> SegmentTensors.mutable(HEAP, 0, TensorLayout.TFLITE)),
                argument("count is -1: negative", () -> SegmentTensors.init(ARENA, -1, RFC24)),
                argument(
                        "room is -1: not between 0 and 1073741823",
                        () -> SegmentTensors.preallocate(ARENA, 1, -1, RFC24)));
    }

    static List<Refusal> columns() {
        return List.of(
                argument("count is -1: negative", () -> SegmentColumns.of(ColumnFormat.UTF8, -1, null, HEAP, HEAP)),
                bounds(
                        "offsets has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> SegmentColumns.of(ColumnFormat.UTF8, 2, null, HEAP, HEAP)),
                bounds(
                        "indices has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> SegmentColumns.dictionary(COLUMN, IndexType.INT32, 3, null, HEAP)),
                argument("the column is not over memory segments", () -> SegmentColumns.segments(COLUMN)),
                bounds(
                        "memory has 8 bytes: less than the 11 that are written",
                        () -> SegmentColumns.build(
                                StringColumnBuilder.of(ColumnFormat.UTF8).add("abc"), (bytes, alignment) -> HEAP)));
    }

    static List<Refusal> values() {
        Slot number = Dialect.RFC97.slot(0);
        number.set(7);
        return List.of(
                argument("count is -1: negative", () -> SegmentValues.allocate(Dialect.RFC97, -1, ARENA)),
                argument("n is 16: not between 0 and 15 for slots of RFC97", () -> SegmentValues.slot(16, ARENA)),
                argument("a value of RFC97 has no reference count", () -> SegmentValues.retain(number, ARENA)),
                of(
                        ValueFormatException.class,
                        "slots of 17 bytes: not 16 bytes for each of 0 to 2147483647 slots (slot byte 0)",
                        () -> SegmentValues.wrap(
                                Dialect.RFC97, MemorySegment.ofArray(new byte[17]), ValueMemory.none())),
                of(
                        ValueFormatException.class,
                        "a slot of 8 bytes, expected 24 (slot byte 0)",
                        () -> SegmentValues.wrapSlot(Dialect.MATX, NATIVE, ValueMemory.none())),
                argument("the segment is on the heap: it has no address", () -> SegmentValues.memory(HEAP)),
                of(
                        ValueFormatException.class,
                        "expected text, found an int (slot byte 0)",
                        () -> SegmentValues.stringSegment(number)),
                argument("segment has 6 bytes: not a multiple of 4", () -> SegmentTexts.wrapUcs4(HEAP.asSlice(0, 6))),
                bounds(
                        "index is 1: the memory has 1 slots",
                        () -> SegmentValues.allocate(Dialect.RFC97, 1, ARENA).at(1)));
    }
}
