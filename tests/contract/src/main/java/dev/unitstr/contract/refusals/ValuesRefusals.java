package dev.unitstr.contract.refusals;

import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.unsupported;
import static dev.unitstr.contract.refusals.Samples.BUFFER;
import static dev.unitstr.contract.refusals.Samples.REPORT;

import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.contract.Run;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.Slot;
import dev.unitstr.values.Slots;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What slots, lists and arguments refuse. */
final class ValuesRefusals {
    private static final Slots RFC97 = Dialect.RFC97.allocate(2);
    private static final Slots TVM = Dialect.TVM_FFI.allocate(1);
    private static final Slots MATX = Dialect.MATX.allocate(1);
    private static final Slot NUMBER = RFC97.at(1);
    private static final Rfc97List LIST = list();

    static {
        NUMBER.set(7);
    }

    private ValuesRefusals() {}

    private static Rfc97List list() {
        Rfc97List list = Rfc97List.create();
        list.add("a");
        list.add(1);
        return list;
    }

    private static Refusal format(String says, org.junit.jupiter.api.function.Executable call) {
        return of(ValueFormatException.class, says, call);
    }

    static List<Refusal> slots() {
        return List.of(
                argument("count is -1: not between 0 and 134217727", () -> Dialect.RFC97.allocate(-1)),
                argument("n is 16: not between 0 and 15 for slots of RFC97", () -> Dialect.RFC97.slot(16)),
                argument("n is 1: not between 0 and 0 for slots of TVM_FFI", () -> Dialect.TVM_FFI.slotBytes(1)),
                argument("count is -1: negative", () -> Dialect.RFC97.at(4096, -1, ValueMemory.none())),
                argument(
                        "address is 8: less than 4096, where no memory is; is it a field of a null struct?",
                        () -> Dialect.RFC97.at(8, 1, ValueMemory.none())),
                format(
                        "slots of 17 bytes: not 16 bytes for each of 0 to 2147483647 slots (slot byte 0)",
                        () -> Dialect.RFC97.wrap(ByteBuffer.allocate(17), ValueMemory.none())),
                format(
                        "a slot of 16 bytes, expected 24 (slot byte 0)",
                        () -> Dialect.MATX.wrapSlot(ByteBuffer.allocate(16), ValueMemory.none())),
                bounds("index is 2: the memory has 2 slots", () -> RFC97.at(2)),
                bounds("index is -1: the memory has 2 slots", () -> RFC97.set(-1, "a")),
                argument("…java.lang.Thread…", () -> RFC97.set(0, new Thread())),
                format("expected text, found an int (slot byte 0)", () -> NUMBER.asString(REPORT)),
                format("expected text, found an int (slot byte 0)", () -> NUMBER.asBytes()),
                format("expected an array or list, found an int (slot byte 0)", () -> NUMBER.asList()),
                format("expected text, found an int (slot byte 0)", () -> NUMBER.asUcs4(REPORT, Surrogates.KEEP)),
                format("expected null, found an int (slot byte 0)", () -> NUMBER.offered()),
                format(
                        "21 bytes do not fit into the 8 bytes of the slot, and there is no arena for an object (slot byte 8)",
                        () -> RFC97.at(0).set("more than eight bytes", REPORT)),
                of(
                        MalformedTextException.class,
                        "malformed text for UTF-8 at char 0: 1 char; 0 units were written",
                        () -> RFC97.at(0).set("\ud800", REPORT)),
                format(
                        "9 bytes do not fit into the 8 bytes of the slot, and there is no arena for an object (slot byte 8)",
                        () -> RFC97.at(0).setUtf8(new byte[9])),
                format(
                        "a slot of 8 bytes, expected 16 (slot byte 0)",
                        () -> RFC97.at(0).setBits(new byte[8])),
                format("…-1…", () -> RFC97.at(0).setObject(-1, 4096)),
                format(
                        "a length of 9 units: more than 128, the maximum (slot byte 4)",
                        () -> RFC97.at(0).setWide(4096, 9)),
                argument("startsAndEnds has 3 elements: not pairs", () -> ValueMemory.ranges(1, 2, 3)),
                argument("the range from 0x2000 to 0x1000 ends before it starts", () -> ValueMemory.ranges(8192, 4096)),
                argument(
                        "the address 0xffffffffffffffff is not a valid address",
                        () -> ValueMemory.image(Map.of(-1L, BUFFER))),
                argument(
                        "the blocks at 0x1000 and 0x1004 overlap",
                        () -> ValueMemory.image(Map.of(4096L, BUFFER, 4100L, BUFFER))),
                argument("code, bits and lanes are 256, 8, 1: not of 8, 8 and 16 bits", () -> new DataType(256, 8, 1)),
                argument("shape is [2, -1]: a size is negative", () -> TensorValue.allocate(DataType.FLOAT32, 2, -1)),
                argument(
                        "shape has 65 dimensions: more than 64, the maximum",
                        () -> TensorValue.allocate(DataType.INT8, new long[65])),
                argument(
                        "shape is [65536, 65536]: the data takes more than 2147482000 bytes",
                        () -> TensorValue.allocate(DataType.INT8, 1 << 16, 1 << 16)),
                format("expected a tensor, found an int (slot byte 0)", () -> NUMBER.asTensor()),
                argument("depth, elements and bytes are -1, 1, 1: one is negative", () -> new ValueLimits(-1, 1, 1)));
    }

    static List<Refusal> lists() {
        return List.of(
                bounds("index is 2: the list has 2 elements", () -> LIST.get(2)),
                bounds("index is 3: not between 0 and 2, the length of the list", () -> LIST.add(3, "a")),
                bounds("index is 2: the list has 2 elements", () -> LIST.set(2, "a")),
                bounds("index is 2: the list has 2 elements", () -> LIST.remove(2)),
                argument("size is -1: negative", () -> LIST.truncate(-1)),
                argument("…java.lang.Thread…", () -> LIST.add(new Thread())),
                format(
                        "expected text, found an int (slot byte 0)",
                        () -> LIST.asValue().asList().toStrings(REPORT)),
                format(
                        "more than 1 elements (slot byte 32)",
                        () -> LIST.asValue().toJava(new ValueLimits(8, 1, 8))),
                argument(
                                "…java.lang.Thread…",
                                () -> OldTvmArguments.create(false).add(new Thread()))
                        .inNativeMemory(),
                bounds(
                                "index is 0: the list has 0 arguments",
                                () -> OldTvmArguments.create(false).code(0))
                        .inNativeMemory(),
                bounds(
                                "index is -1: the list has 0 arguments",
                                () -> OldTvmArguments.create(false).word(-1))
                        .inNativeMemory(),
                format("…99…", () -> OldTvmArguments.read(99, 0, ValueMemory.none())));
    }

    static List<Refusal> runtimes() {
        Path file = Path.of("no such library");
        return Run.callsPackedFunctions()
                ? List.of(Refusal.state("…no such library…", () -> TvmRuntime.open(file)))
                : List.of(unsupported("…", () -> TvmRuntime.open(file)));
    }
}
