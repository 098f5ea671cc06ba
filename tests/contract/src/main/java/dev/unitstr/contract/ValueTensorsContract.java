package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

/** Tensors of libtvm_ffi, laid out by hand: sound ones, and broken ones of every kind. */
@EveryRun
class ValueTensorsContract {
    private static final long FLOAT32 = 2 | 32 << 8 | 1 << 16;

    /** The fields of a DLTensor, of which a test changes some. */
    private static final class Fields {
        final Values.Blocks memory;
        long data;
        long device = 1;
        int rank = 2;
        long type = FLOAT32;
        long[] shape = {2, 3};
        long[] strides;
        long offset;

        Fields() {
            this(false);
        }

        Fields(boolean live) {
            memory = new Values.Blocks(live);
            byte[] numbers = new byte[32];
            for (int i = 0; i < 6; i++) {
                ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN).putFloat(4 * i, i + 0.5f);
            }
            data = memory.place(numbers);
        }

        /** Returns the words of a DLTensor. */
        private long[] words() {
            return new long[] {
                data,
                device,
                Integer.toUnsignedLong(rank) | type << 32,
                memory.place(Values.words(shape)),
                strides == null ? 0 : memory.place(Values.words(strides)),
                offset
            };
        }

        byte[] borrowed() {
            return Values.words(7, memory.place(Values.words(words())));
        }

        byte[] counted() {
            return Values.words(
                    70, memory.place(Values.concat(Values.words(0x1_0000_0001L, 70, 0), Values.words(words()))));
        }
    }

    private static Value value(Fields fields, byte[] slot) {
        return Kinds.HERE.slots().get(0).pad(Dialect.TVM_FFI, slot, fields.memory.memory());
    }

    private static String code(Fields fields) {
        return Values.code(() -> value(fields, fields.counted()).asTensor().data());
    }

    private static String unsupported(Fields fields) {
        return assertThrows(
                        UnsupportedOperationException.class,
                        () -> value(fields, fields.borrowed()).asTensor().data())
                .getMessage();
    }

    @Test
    void dataIsReadWhereItIs() {
        for (SlotKind kind : Kinds.HERE.slots()) {
            for (int way = 0; way < 4; way++) {
                Fields fields = new Fields();
                fields.strides = way < 2 ? null : new long[] {3, 1};
                Value value = kind.pad(
                        Dialect.TVM_FFI, way % 2 == 0 ? fields.borrowed() : fields.counted(), fields.memory.memory());
                TensorValue tensor = value.asTensor();
                assertArrayEquals(new long[] {2, 3}, tensor.shape());
                assertEquals(DataType.FLOAT32, tensor.dataType());
                assertEquals(new Device(1, 0), tensor.device());
                assertEquals("tensor of shape [2, 3], type 2, 32 bits", tensor.toString());
                ByteBuffer data = tensor.data();
                assertEquals(24, data.remaining());
                assertEquals(5.5f, data.asFloatBuffer().get(5));
                assertThrows(ReadOnlyBufferException.class, () -> data.put(0, (byte) 0));
                ByteBuffer source = ByteBuffer.allocate(30).order(ByteOrder.nativeOrder());
                source.position(3).putFloat(23, -1).limit(27);
                tensor.copyFrom(source);
                assertEquals(3, source.position());
                assertEquals(-1f, tensor.data().getFloat(20));
                assertThrows(IllegalArgumentException.class, () -> tensor.copyFrom(ByteBuffer.allocate(23)));
                assertThrows(NullPointerException.class, () -> tensor.copyFrom(null));
            }
        }
    }

    @Test
    void shapesOfAnyRank() {
        Fields fields = new Fields();
        fields.rank = 0;
        fields.offset = 8;
        assertEquals(2.5f, value(fields, fields.counted()).asTensor().data().getFloat());
        fields.rank = 3;
        fields.shape = new long[] {1, 6, 1};
        fields.strides = new long[] {99, 1, -7}; // of one element each: without a meaning
        fields.offset = 0;
        assertEquals(24, value(fields, fields.counted()).asTensor().data().remaining());
        fields.shape = new long[] {1L << 62, 0, 1L << 62};
        fields.strides = new long[] {5, 5, 5};
        fields.data = 0;
        assertEquals(0, value(fields, fields.counted()).asTensor().data().remaining());
        Fields half = new Fields();
        half.type = 1 | 4 << 8 | 1 << 16; // two elements in a byte
        half.rank = 1;
        half.shape = new long[] {3};
        assertEquals(2, value(half, half.counted()).asTensor().data().remaining());
    }

    @Test
    void whatCannotBeReadSaysWhy() {
        Fields fields = new Fields();
        fields.device = 2 | 1L << 32;
        assertEquals(
                "the tensor is in memory of a device of type 2, number 1: only memory of the CPU, type 1, can be read."
                        + " Copy it there first",
                unsupported(fields));
        fields = new Fields();
        for (long[] strides : new long[][] {{1, 2}, {4, 1}, {-3, 1}, {0, 0}, {Long.MIN_VALUE, Long.MAX_VALUE}}) {
            fields.strides = strides;
            assertTrue(unsupported(fields)
                    .startsWith("the tensor is not contiguous: its shape is [2, 3], its strides are ["));
        }
        assertEquals("KIND", Values.code(() -> Dialect.TVM_FFI.slot(0).asTensor()));
    }

    @Test
    void brokenTensors() {
        Fields fields = new Fields();
        fields.rank = -1;
        assertEquals("BROKEN", code(fields));
        fields.rank = 65;
        assertEquals("BROKEN", code(fields));
        fields.rank = 3;
        assertEquals("ADDRESS", code(fields)); // there are two sizes
        fields.rank = 2;
        fields.shape = new long[] {2, -3};
        assertEquals("BROKEN", code(fields));
        fields.shape = new long[] {1L << 40, 1L << 40};
        assertEquals("BROKEN", code(fields));
        fields.shape = new long[] {3, 3};
        assertEquals("ADDRESS", code(fields)); // 36 bytes of 32
        fields.shape = new long[] {2, 3};
        for (long offset : new long[] {12, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            fields.offset = offset;
            assertEquals("ADDRESS", code(fields));
        }
        fields.offset = 8;
        assertEquals("ok", code(fields));
        assertEquals(
                "ADDRESS",
                Values.code(() -> Kinds.HERE
                        .slots()
                        .get(0)
                        .pad(Dialect.TVM_FFI, Values.words(7, 4096), ValueMemory.none())
                        .asTensor()));
        Fields header = new Fields();
        byte[] other = Values.words(70, header.memory.place(Values.words(0x1_0000_0001L, 71, 0, 0, 0, 0, 0, 0, 0)));
        assertEquals("HEADER", Values.code(() -> value(header, other).asTensor()));
    }
}
