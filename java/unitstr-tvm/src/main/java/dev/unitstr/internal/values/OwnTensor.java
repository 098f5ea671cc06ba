package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.TensorValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** A tensor in memory that Java allocated: a DLTensor, its shape and its strides, and its data, in one block. */
public final class OwnTensor implements TensorValue {
    private static final Device CPU = new Device(TvmTensor.CPU, 0);
    /** The alignment that code of TVM's compiler expects, in bytes. */
    private static final int ALIGNMENT = 64;

    private static final int HEAD = TvmTensor.BYTES + 2 * TvmTensor.MOST_DIMENSIONS * Long.BYTES + ALIGNMENT;
    private static final int MOST = 2_147_482_000;

    private final DataType type;
    private final long[] shape;
    /** The whole block, which is freed once this buffer and its views are unreachable. */
    private final ByteBuffer block;
    /** The address of the DLTensor. */
    final long address;

    private final int data;
    private final int bytes;

    private OwnTensor(DataType type, long[] shape, int bytes, TvmHost host) {
        this.type = type;
        this.shape = shape;
        this.bytes = bytes;
        ValueCalls.Block memory = host.calls.allocate(HEAD + bytes);
        host.unclosed.add(bytes);
        this.block = host.calls.lease(
                memory.address(),
                HEAD + bytes,
                () -> {
                    memory.end().run();
                    host.unclosed.remove(bytes);
                },
                OwnedLifetime.CLEANER);
        this.address = memory.address();
        this.data = HEAD - ALIGNMENT + (int) (-(address + HEAD) & ALIGNMENT - 1);
        write();
    }

    private void write() {
        int rank = shape.length;
        int sizes = TvmTensor.BYTES;
        int strides = sizes + rank * Long.BYTES;
        long word = type.code() | type.bits() << 8 | (long) type.lanes() << 16;
        block.putLong(0, address + data);
        block.putLong(8, TvmTensor.CPU);
        block.putLong(16, rank | word << 32);
        block.putLong(24, address + sizes);
        block.putLong(32, address + strides);
        long stride = 1;
        for (int i = rank - 1; i >= 0; i--) {
            block.putLong(sizes + i * Long.BYTES, shape[i]);
            block.putLong(strides + i * Long.BYTES, stride);
            stride *= Math.max(1, shape[i]);
        }
    }

    /**
     * Performs {@link TensorValue#allocate}.
     *
     * @param type the type of the elements
     * @param shape the size of each dimension
     * @return the tensor
     */
    public static OwnTensor allocate(DataType type, long... shape) {
        Objects.requireNonNull(type, "type");
        long[] sizes = Objects.requireNonNull(shape, "shape").clone();
        if (sizes.length > TvmTensor.MOST_DIMENSIONS) {
            throw new IllegalArgumentException("shape has " + sizes.length + " dimensions: more than "
                    + TvmTensor.MOST_DIMENSIONS + ", the maximum");
        }
        for (long size : sizes) {
            if (size < 0) {
                throw new IllegalArgumentException("shape is " + Arrays.toString(sizes) + ": a size is negative");
            }
        }
        long bytes = TvmTensor.bytes(type, sizes);
        if (bytes < 0 || bytes > MOST) {
            throw new IllegalArgumentException(
                    "shape is " + Arrays.toString(sizes) + ": the data takes more than " + MOST + " bytes");
        }
        return new OwnTensor(type, sizes, (int) bytes, TvmHost.chosen());
    }

    @Override
    public long[] shape() {
        return shape.clone();
    }

    @Override
    public DataType dataType() {
        return type;
    }

    @Override
    public Device device() {
        return CPU;
    }

    @Override
    public ByteBuffer data() {
        return block.slice(data, bytes).order(block.order());
    }

    @Override
    public void copyFrom(ByteBuffer source) {
        TvmTensor.checkSize(source, bytes);
        data().put(source.duplicate());
    }

    @Override
    public String toString() {
        return TvmTensor.shown(type, shape);
    }
}
