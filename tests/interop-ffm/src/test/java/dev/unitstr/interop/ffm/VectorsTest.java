package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random vectors of Arrow Java, and parts that it made of them: read by both, with equal results. */
@SuppressWarnings("restricted") // the memory of vectors
class VectorsTest {
    private static final int VECTORS = 100;
    /** Parts of texts: ASCII, two to four bytes, and bytes that are no UTF-8. */
    private static final List<byte[]> PARTS = List.of(
            "a".getBytes(StandardCharsets.UTF_8),
            "twelve bytes".getBytes(StandardCharsets.UTF_8),
            "\u00e9".getBytes(StandardCharsets.UTF_8),
            "\u4e16\u754c".getBytes(StandardCharsets.UTF_8),
            "\ud83d\ude00".getBytes(StandardCharsets.UTF_8),
            "\0".getBytes(StandardCharsets.UTF_8),
            new byte[] {(byte) 0xE4, (byte) 0xB8},
            new byte[] {(byte) 0xFF});

    private final Random random = new Random(18);

    /** The formats of vectors. */
    enum Format {
        UTF8,
        LARGE_UTF8,
        UTF8_VIEW;

        FieldVector vector(BufferAllocator allocator) {
            return switch (this) {
                case UTF8 -> new VarCharVector("city", allocator);
                case LARGE_UTF8 -> new LargeVarCharVector("city", allocator);
                case UTF8_VIEW -> new ViewVarCharVector("city", allocator);
            };
        }

        ColumnFormat column() {
            return ColumnFormat.valueOf(name());
        }
    }

    private byte[] text(boolean isAscii) {
        int most = random.nextInt(40) == 0 ? 4000 : random.nextInt(60);
        byte[] text = new byte[most + 12];
        int size = 0;
        while (size < most && random.nextInt(12) > 0) {
            byte[] part = PARTS.get(random.nextInt(isAscii ? 2 : PARTS.size()));
            for (int i = random.nextInt(size == 0 && most > 1000 ? 300 : 3);
                    i >= 0 && size + part.length <= most;
                    i--) {
                System.arraycopy(part, 0, text, size, part.length);
                size += part.length;
            }
        }
        return Arrays.copyOf(text, size);
    }

    private FieldVector vector(BufferAllocator allocator, Format format) {
        FieldVector vector = format.vector(allocator);
        vector.allocateNew();
        int count = random.nextInt(random.nextInt(5) == 0 ? 3000 : 40);
        boolean isAscii = random.nextBoolean();
        boolean hasNulls = random.nextBoolean();
        byte[][] some = new byte[1 + random.nextInt(30)][];
        Arrays.setAll(some, i -> text(isAscii));
        for (int i = 0; i < count; i++) {
            if (hasNulls && random.nextInt(4) == 0) {
                vector.setNull(i);
            } else {
                byte[] text = random.nextInt(3) == 0 ? text(isAscii) : some[random.nextInt(some.length)];
                ((VariableWidthFieldVector) vector).setSafe(i, text);
            }
        }
        vector.setValueCount(count);
        return vector;
    }

    private int[] range(int count) {
        int first = random.nextInt(count + 1);
        return new int[] {first, random.nextInt(count - first + 1)};
    }

    private static NativeMemory memory(ArrowBuf buffer) {
        return NativeMemory.of(buffer.memoryAddress(), buffer.capacity());
    }

    private static MemorySegment segment(ArrowBuf buffer) {
        return MemorySegment.ofAddress(buffer.memoryAddress()).reinterpret(buffer.capacity());
    }

    private static StringColumn atAddress(FieldVector vector, Format format) {
        NativeMemory bits = memory(vector.getValidityBuffer());
        int count = vector.getValueCount();
        return vector instanceof BaseVariableWidthViewVector views
                ? StringColumn.of(
                        format.column(),
                        count,
                        bits,
                        memory(views.getDataBuffer()),
                        views.getDataBuffers().stream().map(VectorsTest::memory).toArray(NativeMemory[]::new))
                : StringColumn.of(
                        format.column(), count, bits, memory(vector.getOffsetBuffer()), memory(vector.getDataBuffer()));
    }

    private static StringColumn inSegments(FieldVector vector, Format format) {
        MemorySegment bits = segment(vector.getValidityBuffer());
        int count = vector.getValueCount();
        return vector instanceof BaseVariableWidthViewVector views
                ? SegmentColumns.of(
                        format.column(),
                        count,
                        bits,
                        segment(views.getDataBuffer()),
                        views.getDataBuffers().stream()
                                .map(VectorsTest::segment)
                                .toArray(MemorySegment[]::new))
                : SegmentColumns.of(
                        format.column(),
                        count,
                        bits,
                        segment(vector.getOffsetBuffer()),
                        segment(vector.getDataBuffer()));
    }

    /** The bytes of the rows, as Arrow Java reads them. */
    private static byte[][] bytes(FieldVector vector) {
        return IntStream.range(0, vector.getValueCount())
                .mapToObj(i -> vector.isNull(i) ? null : ((VariableWidthFieldVector) vector).get(i))
                .toArray(byte[][]::new);
    }

    /** The strings of the rows, as Arrow Java decodes them. */
    private static String[] strings(FieldVector vector) {
        return IntStream.range(0, vector.getValueCount())
                .mapToObj(i -> Objects.toString(vector.getObject(i), null))
                .toArray(String[]::new);
    }

    private static int[] rows(int count, IntPredicate matches) {
        return IntStream.range(0, count).filter(matches).toArray();
    }

    private void compare(byte[][] bytes, String[] strings, StringColumn column) {
        int count = strings.length;
        assertEquals(count, column.count());
        assertArrayEquals(strings, column.toStrings());
        assertArrayEquals(bytes, column.toByteArrays());
        int[] hashes = new int[count];
        column.hashCodes(hashes);
        assertArrayEquals(Arrays.stream(strings).mapToInt(Objects::hashCode).toArray(), hashes);
        String any = count == 0 ? null : strings[random.nextInt(count)];
        String value = any == null ? "twelve bytes" : any;
        String prefix = value.substring(0, value.offsetByCodePoints(0, value.isEmpty() ? 0 : 1));
        byte[] key = value.getBytes(StandardCharsets.UTF_8);
        byte[] start = prefix.getBytes(StandardCharsets.UTF_8);
        int[] found = new int[count];
        assertArrayEquals(
                rows(count, i -> Arrays.equals(bytes[i], key)),
                Arrays.copyOf(found, column.selectEqual(value, found)),
                value);
        assertArrayEquals(
                rows(
                        count,
                        i -> bytes[i] != null
                                && bytes[i].length >= start.length
                                && Arrays.equals(bytes[i], 0, start.length, start, 0, start.length)),
                Arrays.copyOf(found, column.selectPrefix(prefix, found)),
                prefix);
        for (int i = 0; i < Math.min(count, 20); i++) {
            int row = random.nextInt(count);
            assertEquals(strings[row], column.get(row));
            assertArrayEquals(bytes[row], column.getBytes(row));
            assertEquals(bytes[row] == null, column.isNull(row));
            assertEquals(Arrays.equals(bytes[row], key), column.contentEquals(row, value));
        }
        int[] some = range(count);
        assertArrayEquals(Arrays.copyOfRange(strings, some[0], some[0] + some[1]), column.toStrings(some[0], some[1]));
    }

    private void compareWithSlice(byte[][] bytes, String[] strings, StringColumn column) {
        compare(bytes, strings, column);
        int[] some = range(strings.length);
        compare(
                Arrays.copyOfRange(bytes, some[0], some[0] + some[1]),
                Arrays.copyOfRange(strings, some[0], some[0] + some[1]),
                column.slice(some[0], some[1]));
    }

    /** A part that Arrow Java made: its offsets do not begin at 0, and its views share buffers with others. */
    private FieldVector part(FieldVector vector, BufferAllocator allocator) {
        int[] some = range(vector.getValueCount());
        TransferPair pair = vector.getTransferPair(allocator);
        pair.splitAndTransfer(some[0], some[1]);
        return (FieldVector) pair.getTo();
    }

    @ParameterizedTest
    @EnumSource
    void columnsAreEqual(Format format) {
        try (BufferAllocator allocator = new RootAllocator()) {
            for (int i = 0; i < VECTORS; i++) {
                try (FieldVector whole = vector(allocator, format);
                        FieldVector part = part(whole, allocator);
                        ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                        ArrowArray array = ArrowArray.allocateNew(allocator)) {
                    for (FieldVector vector : List.of(whole, part)) {
                        byte[][] bytes = bytes(vector);
                        String[] strings = strings(vector);
                        compareWithSlice(bytes, strings, atAddress(vector, format));
                        compareWithSlice(bytes, strings, inSegments(vector, format));
                        Data.exportVector(allocator, vector, null, array, schema);
                        try (ArrowBatch batch = ArrowBatch.of(schema.memoryAddress(), array.memoryAddress())) {
                            compareWithSlice(bytes, strings, batch.column("city"));
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void dictionariesAreEqual(Format format) {
        try (BufferAllocator allocator = new RootAllocator()) {
            for (int i = 0; i < VECTORS; i++) {
                try (FieldVector whole = vector(allocator, format);
                        FieldVector values = part(whole, allocator);
                        IntVector indices = new IntVector("indices", allocator)) {
                    int count = values.getValueCount() == 0 ? 0 : random.nextInt(2 * values.getValueCount() + 30);
                    indices.allocateNew(count);
                    String[] strings = new String[count];
                    byte[][] bytes = new byte[count][];
                    for (int row = 0; row < count; row++) {
                        if (random.nextInt(5) == 0) {
                            indices.setNull(row);
                            continue;
                        }
                        int index = random.nextInt(values.getValueCount());
                        indices.set(row, index);
                        strings[row] = Objects.toString(values.getObject(index), null);
                        bytes[row] = strings[row] == null ? null : ((VariableWidthFieldVector) values).get(index);
                    }
                    indices.setValueCount(count);
                    StringColumn column = StringColumn.dictionary(
                            atAddress(values, format),
                            IndexType.INT32,
                            count,
                            memory(indices.getValidityBuffer()),
                            memory(indices.getDataBuffer()));
                    compareWithSlice(bytes, strings, column);
                    StringColumn segments = SegmentColumns.dictionary(
                            inSegments(values, format),
                            IndexType.INT32,
                            count,
                            segment(indices.getValidityBuffer()),
                            segment(indices.getDataBuffer()));
                    compareWithSlice(bytes, strings, segments);
                }
            }
        }
    }
}
