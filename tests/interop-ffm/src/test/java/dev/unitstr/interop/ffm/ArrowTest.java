package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.ffm.columns.SegmentColumns;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseValueVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of Arrow's utf8 and large_utf8 by its C data interface into tensors of strings, and back: {@code arrow-c-data}. */
@SuppressWarnings("restricted") // structs of C are where Arrow says
class ArrowTest {
    private static final String[] TEXTS = {"short", "", "h\u00e9llo \u4e16\u754c \ud83d\ude00", "z".repeat(300), "a\0b"
    };

    // struct ArrowArray and ArrowSchema of Arrow's C data interface, in words of 8 bytes
    private static final int ARRAY_WORDS = 10;
    private static final int LENGTH = 0;
    private static final int NULL_COUNT = 1;
    private static final int OFFSET = 2;
    private static final int N_BUFFERS = 3;
    private static final int BUFFERS = 5;
    private static final int ARRAY_RELEASE = 8;
    private static final int SCHEMA_WORDS = 9;
    private static final int FORMAT = 0;
    private static final int NAME = 1;
    private static final int FLAGS = 3;
    private static final int SCHEMA_RELEASE = 7;
    private static final long NULLABLE = 2;

    private static long word(MemorySegment struct, int index) {
        return struct.get(ValueLayout.JAVA_LONG, 8L * index);
    }

    private static void put(MemorySegment struct, int index, long value) {
        struct.set(ValueLayout.JAVA_LONG, 8L * index, value);
    }

    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    private static ColumnFormat format(int offsetBytes) {
        return offsetBytes == 4 ? ColumnFormat.UTF8 : ColumnFormat.LARGE_UTF8;
    }

    /** The buffers of an array that somebody exported, without a copy. */
    private static StringColumn column(ArrowArray exported, int offsetBytes) {
        MemorySegment array = at(exported.memoryAddress(), 8 * ARRAY_WORDS);
        int count = Math.toIntExact(word(array, LENGTH));
        assertEquals(0, word(array, OFFSET));
        assertEquals(3, word(array, N_BUFFERS));
        MemorySegment buffers = at(word(array, BUFFERS), 24);
        MemorySegment validity = word(buffers, 0) == 0 ? null : at(word(buffers, 0), (count + 7) / 8);
        MemorySegment offsets = at(word(buffers, 1), (long) offsetBytes * (count + 1));
        long last = (long) count * offsetBytes;
        long end = offsetBytes == 4
                ? offsets.get(ValueLayout.JAVA_INT_UNALIGNED, last)
                : offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, last);
        return SegmentColumns.of(format(offsetBytes), count, validity, offsets, at(word(buffers, 2), end));
    }

    private static FieldVector vector(BufferAllocator allocator, int offsetBytes, String... texts) {
        BaseValueVector vector =
                offsetBytes == 4 ? new VarCharVector("texts", allocator) : new LargeVarCharVector("texts", allocator);
        vector.allocateNew();
        for (int i = 0; i < texts.length; i++) {
            byte[] bytes = texts[i] == null ? null : texts[i].getBytes(StandardCharsets.UTF_8);
            if (vector instanceof VarCharVector small) {
                if (bytes == null) {
                    small.setNull(i);
                } else {
                    small.setSafe(i, bytes);
                }
            } else if (vector instanceof LargeVarCharVector large) {
                if (bytes == null) {
                    large.setNull(i);
                } else {
                    large.setSafe(i, bytes);
                }
            }
        }
        ((FieldVector) vector).setValueCount(texts.length);
        return (FieldVector) vector;
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void vectorsBecomeTensors(int offsetBytes) {
        try (BufferAllocator allocator = new RootAllocator();
                FieldVector vector = vector(allocator, offsetBytes, TEXTS);
                ArrowArray array = ArrowArray.allocateNew(allocator);
                ArrowSchema schema = ArrowSchema.allocateNew(allocator)) {
            Data.exportVector(allocator, vector, null, array, schema);
            StringColumn column = column(array, offsetBytes);
            for (TensorLayout layout : new TensorLayout[] {TensorLayout.TF24, TensorLayout.TFLITE}) {
                ByteBuffer image = StringTensorBuilder.of(layout)
                        .addAll(column.toByteArrays())
                        .build();
                assertArrayEquals(
                        TEXTS, StringTensor.of(image, TEXTS.length, layout).toStrings());
            }
            array.release();
            schema.release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void nullsAreRefusedOrEmpty(int offsetBytes) {
        String[] texts = new String[20];
        Arrays.fill(texts, "text");
        texts[11] = null;
        texts[17] = null;
        try (BufferAllocator allocator = new RootAllocator();
                FieldVector vector = vector(allocator, offsetBytes, texts);
                ArrowArray array = ArrowArray.allocateNew(allocator);
                ArrowSchema schema = ArrowSchema.allocateNew(allocator)) {
            Data.exportVector(allocator, vector, null, array, schema);
            StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TFLITE)
                    .addAll(column(array, offsetBytes).toByteArrays());
            TensorFormatException e = assertThrows(TensorFormatException.class, builder::build);
            assertEquals(TensorFormatException.Code.NULL_ELEMENT, e.code());
            assertEquals(11, e.index());
            texts[11] = "";
            texts[17] = "";
            ByteBuffer image = builder.nullsAsEmpty().build();
            assertArrayEquals(
                    texts, StringTensor.of(image, 20, TensorLayout.TFLITE).toStrings());
            array.release();
            schema.release();
        }
    }

    /** Arrow calls this to release an array. It frees nothing and marks the struct. */
    static void releaseArray(MemorySegment array) {
        put(array.reinterpret(8 * ARRAY_WORDS), ARRAY_RELEASE, 0);
    }

    static void releaseSchema(MemorySegment schema) {
        put(schema.reinterpret(8 * SCHEMA_WORDS), SCHEMA_RELEASE, 0);
    }

    private static long release(String name, Arena arena) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(void.class, MemorySegment.class);
        return Linker.nativeLinker()
                .upcallStub(
                        MethodHandles.lookup().findStatic(ArrowTest.class, name, type),
                        FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
                        arena)
                .address();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void tensorsBecomeVectors(int offsetBytes) throws ReflectiveOperationException {
        ByteBuffer image =
                StringTensorBuilder.of(TensorLayout.TF24).addAll(TEXTS).build();
        StringTensor tensor = StringTensor.of(image, TEXTS.length, TensorLayout.TF24);
        StringColumnBuilder builder =
                StringColumnBuilder.of(format(offsetBytes)).addAll(tensor.toByteArrays());
        try (Arena arena = Arena.ofShared();
                BufferAllocator allocator = new RootAllocator()) {
            MemorySegment buffers = arena.allocate(24, 8);
            List<MemorySegment> column = SegmentColumns.segments(SegmentColumns.build(builder, arena));
            put(buffers, 1, column.get(1).address());
            put(buffers, 2, column.get(2).address());
            MemorySegment array = arena.allocate(8 * ARRAY_WORDS, 8);
            put(array, LENGTH, TEXTS.length);
            put(array, NULL_COUNT, 0);
            put(array, N_BUFFERS, 3);
            put(array, BUFFERS, buffers.address());
            put(array, ARRAY_RELEASE, release("releaseArray", arena));
            MemorySegment schema = arena.allocate(8 * SCHEMA_WORDS, 8);
            put(schema, FORMAT, arena.allocateFrom(offsetBytes == 4 ? "u" : "U").address());
            put(schema, NAME, arena.allocateFrom("texts").address());
            put(schema, FLAGS, NULLABLE);
            put(schema, SCHEMA_RELEASE, release("releaseSchema", arena));
            try (FieldVector vector = Data.importVector(
                    allocator, ArrowArray.wrap(array.address()), ArrowSchema.wrap(schema.address()), null)) {
                assertEquals(TEXTS.length, vector.getValueCount());
                assertEquals(offsetBytes == 4 ? VarCharVector.class : LargeVarCharVector.class, vector.getClass());
                for (int i = 0; i < TEXTS.length; i++) {
                    assertEquals(TEXTS[i], vector.getObject(i).toString());
                }
            }
            assertEquals(0, word(schema, SCHEMA_RELEASE), "released");
        }
    }
}
