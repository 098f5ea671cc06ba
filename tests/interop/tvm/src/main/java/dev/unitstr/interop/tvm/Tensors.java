package dev.unitstr.interop.tvm;

import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Data of tensors, in and out. */
final class Tensors {
    private final TvmRuntime runtime;
    private final TvmFunction make;
    private final TvmFunction apply;

    Tensors(TvmRuntime runtime, Path module) {
        this.runtime = runtime;
        this.make = runtime.loadModule(module).function("tensor"); // of bytes, which are all 1
        this.apply = runtime.function("testing.apply");
    }

    private static byte[] bytes(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.get(0, bytes);
        return bytes;
    }

    private static byte[] ones(int count) {
        byte[] ones = new byte[count];
        Arrays.fill(ones, (byte) 1);
        return ones;
    }

    /** A result is read where it is, and its buffer holds it longer than the value. */
    void results() throws Exception {
        ByteBuffer part;
        Value late;
        TensorValue lateTensor;
        try (OwnedValue value = make.callOwned(600_000, 3, 200_000)) {
            Live.same(ValueKind.TENSOR_OBJECT, value.kind());
            TensorValue tensor = value.asTensor();
            Live.same(new long[] {3, 200_000}, tensor.shape());
            Live.same(DataType.UINT8, tensor.dataType());
            Live.same(new Device(1, 0), tensor.device());
            Live.same("tensor of shape [3, 200000], type 1, 8 bits", tensor.toString());
            ByteBuffer data = tensor.data();
            Live.check(data.isDirect() && data.isReadOnly() && data.order() == ByteOrder.nativeOrder(), "not a view");
            Live.same(ones(600_000), bytes(data));
            Live.thrown(ReadOnlyBufferException.class, () -> data.put(0, (byte) 2));
            byte[] twos = new byte[600_000];
            Arrays.fill(twos, (byte) 2);
            tensor.copyFrom(ByteBuffer.wrap(twos)); // the same memory
            Live.same(twos, bytes(data));
            Live.same(twos, bytes(tensor.data()));
            String message = Live.thrown(IllegalArgumentException.class, () -> tensor.copyFrom(ByteBuffer.allocate(3)))
                    .getMessage();
            Live.same("source has 3 bytes, the tensor 600000", message);
            part = data.slice(400_000, 100_000).asReadOnlyBuffer();
            late = value;
            lateTensor = tensor;
        }
        Live.thrown(IllegalStateException.class, late::asTensor);
        Live.thrown(IllegalStateException.class, lateTensor::data);
        Live.thrown(IllegalStateException.class, () -> lateTensor.copyFrom(ByteBuffer.allocate(600_000)));
        Live.same(new long[] {3, 200_000}, lateTensor.shape());
        for (int i = 0; i < 20; i++) {
            System.gc(); // what only a part of the buffer holds stays
            make.callOwned(600_000, 3, 200_000).close();
            Thread.sleep(5);
        }
        for (int i = 0; i < part.remaining(); i++) {
            Live.check(part.get(i) == 2, "freed too early");
        }
        Live.same(0, make.call(0, 0, 5).asTensor().data().remaining());
        Live.same(1, make.call(1).asTensor().data().remaining());
        Live.thrown(ValueFormatException.class, () -> make.call(1, -1).asTensor());
        Live.thrown(
                ValueFormatException.class,
                () -> make.call(1, 1L << 62, 1 << 20).asTensor());
        Live.thrown(
                UnsupportedOperationException.class,
                () -> make.call(1, 1L << 40).asTensor().data());
        Live.thrown(
                ValueFormatException.class,
                () -> runtime.function("testing.echo").call("text").asTensor());
        try (OwnedValue array = runtime.function("ffi.Array").callOwned(make.call(3, 3))) {
            Live.same(ones(3), bytes(array.asList().get(0).asTensor().data()));
        }
        Live.same(
                ones(4),
                bytes(runtime.function("testing.echo")
                        .call(make.call(4, 4).asTensor())
                        .asTensor()
                        .data()));
    }

    /** Tensors of Java are arguments, from which native code and Java read and to which they write. */
    void arguments() throws Exception {
        TensorValue tensor = TensorValue.allocate(DataType.FLOAT32, 2, 3);
        Live.same(24, tensor.data().remaining());
        Live.check(!tensor.data().isReadOnly(), "read-only");
        tensor.data().asFloatBuffer().put(new float[] {1, 2, 3, 4, 5, 6});
        AtomicReference<TensorValue> late = new AtomicReference<>();
        TvmFunction negate = runtime.functionOf(call -> {
            Live.same(ValueKind.TENSOR, call.arg(0).kind());
            TensorValue given = call.arg(0).asTensor();
            late.set(given);
            Live.same(new long[] {2, 3}, given.shape());
            Live.same(DataType.FLOAT32, given.dataType());
            ByteBuffer in = given.data();
            Live.check(in.isReadOnly(), "writable");
            ByteBuffer out = ByteBuffer.allocate(24).order(ByteOrder.nativeOrder());
            for (int i = 0; i < 24; i += 4) {
                out.putFloat(i, -in.getFloat(i));
            }
            given.copyFrom(out);
            return call.size();
        });
        Live.same(1L, apply.call(negate, tensor).asLong());
        Live.same(-6f, tensor.data().getFloat(20));
        Live.thrown(IllegalStateException.class, () -> late.get().data());
        Live.thrown(IllegalStateException.class, () -> late.get().copyFrom(ByteBuffer.allocate(24)));
        Live.check(
                runtime.function("testing.optional_tensor_view_has_value")
                        .call(tensor)
                        .asBoolean(),
                "no view");
        // Where it would outlive the call.
        String message = Live.thrown(IllegalArgumentException.class, () -> apply.call(negate, List.of(tensor)))
                .getMessage();
        Live.check(message.startsWith("element 0 of a list in argument 1 is a tensor in memory of Java"), message);
        message = Live.thrown(TvmException.class, () -> apply.call(runtime.functionOf(call -> tensor)))
                .getMessage();
        Live.check(message.contains("the result of the Java function is a tensor in memory of Java"), message);
        for (Runnable wrong : List.<Runnable>of(
                () -> TensorValue.allocate(DataType.FLOAT32, -1),
                () -> TensorValue.allocate(DataType.FLOAT32, 1 << 20, 1 << 20),
                () -> TensorValue.allocate(DataType.FLOAT32, new long[65]),
                () -> tensor.copyFrom(ByteBuffer.allocate(23)))) {
            Live.thrown(IllegalArgumentException.class, wrong::run);
        }
        Live.same(0, TensorValue.allocate(DataType.INT8, 0, 3).data().remaining());
        Live.same(8, TensorValue.allocate(DataType.INT64).data().remaining());
        try (CallFrame frame = runtime.frame()) {
            frame.put(0, TensorValue.allocate(DataType.INT64, 2)); // held by the frame alone
            TvmFunction first =
                    runtime.functionOf(call -> call.arg(0).asTensor().data().getLong(8));
            for (int i = 0; i < 20; i++) {
                System.gc();
                frame.invoke(first, 1);
                Live.same(0L, frame.getLong());
            }
        }
    }

    /** From four threads, with buffers that nobody holds for long: memory stays where it is. */
    void manyTensors() throws Exception {
        AtomicReference<ByteBuffer> shared =
                new AtomicReference<>(make.call(1 << 20, 1 << 20).asTensor().data());
        long[] before = {0};
        for (int round = 0; round < 2; round++) {
            Live.parallel(4, thread -> {
                List<ByteBuffer> few = new ArrayList<>();
                for (int i = 0; i < 400; i++) {
                    try (OwnedValue value = make.callOwned(1 << 20, 1 << 20)) {
                        ByteBuffer data = value.asTensor().data();
                        few.add(data.slice(i, 1000));
                        shared.set(data);
                    }
                    TensorValue own = TensorValue.allocate(DataType.INT32, 1 << 18);
                    own.data().putInt(4 * i, i);
                    few.add(own.data());
                    for (ByteBuffer each : few) {
                        Live.check(each.get(999) == 1 || each.limit() > 1000, "freed");
                    }
                    Live.same((byte) 1, shared.get().get(i * 1000));
                    if (few.size() > 8) {
                        few.clear();
                    }
                }
            });
            if (round == 0) {
                before[0] = Live.residentKiB();
            }
        }
        long grown = Live.residentKiB() - before[0];
        Live.check(grown < 200 << 10, grown + " KiB more");
    }
}
