package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arguments of tensors that make no sense: one exception each, and nothing has changed. */
@EveryRun
class TensorArgumentsContract {
    private static final TensorLayout TF24 = TensorLayout.TF24;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    private static void refused(Class<? extends Throwable> type, String says, Executable call) {
        Throwable e = assertThrows(type, call);
        assertEquals(type, e.getClass());
        assertTrue(
                String.valueOf(e.getMessage()).contains(says),
                () -> "\"" + e.getMessage() + "\" does not contain \"" + says + "\"");
    }

    @Test
    void nulls() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(48);
            refused(NullPointerException.class, "layout", () -> memory.tensor(-1, null, Trust.TRUSTED));
            refused(NullPointerException.class, "trust", () -> memory.tensor(-1, TF24, null));
            StringTensor tensor = memory.tensor(2, TF24, Trust.UNTRUSTED_BUFFER);
            refused(NullPointerException.class, "charset", () -> tensor.get(-1, null, REPLACE));
            refused(NullPointerException.class, "policy", () -> tensor.get(-1, UTF_8, null));
            refused(NullPointerException.class, "charset", () -> tensor.toStrings(null, REPLACE));
            refused(NullPointerException.class, "policy", () -> tensor.toStrings(UTF_8, null));
            refused(NullPointerException.class, "charset", () -> tensor.firstMalformed(null));
            refused(NullPointerException.class, "dst", () -> tensor.getStrings(-1, UTF_8, null, -1, -1, REPLACE));
            refused(NullPointerException.class, "text", () -> tensor.contentEquals(-1, null));
            refused(NullPointerException.class, "other", () -> tensor.contentEquals(null));
            refused(NullPointerException.class, "strictness", () -> tensor.withStrictness(null));
            refused(NullPointerException.class, "ranges", () -> tensor.withAddresses((NativeMemory[]) null));
        }
    }

    @Test
    void countsAndIndices() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(48);
            refused(IllegalArgumentException.class, "count is -1", () -> memory.tensor(-1, TF24, Trust.TRUSTED));
            StringTensor tensor = memory.tensor(2, TF24, Trust.UNTRUSTED_BUFFER);
            for (long index : new long[] {-1, 2, Long.MIN_VALUE, Long.MAX_VALUE}) {
                for (Consumer<StringTensor> accessor : List.<Consumer<StringTensor>>of(
                        t -> t.get(index),
                        t -> t.bytes(index),
                        t -> t.view(index),
                        t -> t.kind(index),
                        t -> t.element(index),
                        t -> t.byteLength(index),
                        t -> t.contentEquals(index, ""))) {
                    refused(IndexOutOfBoundsException.class, "index is " + index, () -> accessor.accept(tensor));
                }
            }
            long[] offsets = {-7, -7};
            int[] lengths = {-7};
            refused(
                    IndexOutOfBoundsException.class,
                    "first is 1 and count is 2: not a range of a tensor of 2",
                    () -> tensor.locate(1, offsets, lengths, 2));
            refused(IndexOutOfBoundsException.class, "first is -1", () -> tensor.locate(-1, offsets, lengths, 1));
            refused(
                    NullPointerException.class,
                    "ranges[1]",
                    () -> tensor.withAddresses(NativeMemory.of(4096, 8), null));
            refused(IndexOutOfBoundsException.class, "count is -1", () -> tensor.locate(0, offsets, lengths, -1));
            refused(
                    IndexOutOfBoundsException.class,
                    "byteLengths has 1 elements: less than count, which is 2",
                    () -> tensor.locate(0, offsets, lengths, 2));
            refused(
                    IndexOutOfBoundsException.class,
                    "offsets has 0 elements",
                    () -> tensor.locate(0, new long[0], lengths, 1));
            refused(NullPointerException.class, "offsets", () -> tensor.locate(0, null, lengths, 1));
            refused(NullPointerException.class, "byteLengths", () -> tensor.locate(0, offsets, null, 1));
            assertArrayEquals(new long[] {-7, -7}, offsets);
            assertArrayEquals(new int[] {-7}, lengths);
            String[] dst = new String[2];
            refused(
                    IndexOutOfBoundsException.class,
                    "first is 1 and count is 2",
                    () -> tensor.getStrings(1, UTF_8, dst, 0, 2, REPLACE));
            refused(
                    IndexOutOfBoundsException.class,
                    "first is -1",
                    () -> tensor.getStrings(-1, UTF_8, dst, 0, 1, REPLACE));
            refused(
                    IndexOutOfBoundsException.class,
                    "count is -1",
                    () -> tensor.getStrings(0, UTF_8, dst, 0, -1, REPLACE));
            refused(
                    IndexOutOfBoundsException.class,
                    "dstIndex is 1",
                    () -> tensor.getStrings(0, UTF_8, dst, 1, 2, REPLACE));
            assertArrayEquals(new String[2], dst);
            refused(IllegalArgumentException.class, "bytes is -1", () -> tensor.withMaxBytes(-1));
            refused(IllegalArgumentException.class, "bytes is 2147483648", () -> tensor.withMaxBytes(1L << 31));
            refused(IllegalArgumentException.class, "bytes is -1", () -> tensor.withMaxTotalBytes(-1));
            refused(IllegalArgumentException.class, "wordBytes is 5", () -> TF24.withWordBytes(5));
        }
    }

    @Test
    void emptyTensors() {
        for (MemoryKind kind : kinds) {
            StringTensor tensor = kind.allocate(0).tensor(0, TF24, Trust.UNTRUSTED_BUFFER);
            assertEquals(0, tensor.toStrings().length);
            assertEquals(0, tensor.totalBytes());
            assertEquals(-1, tensor.firstMalformed());
            assertTrue(tensor.validate().isValid());
            assertEquals(0, tensor.stream().count());
            assertEquals(
                    "TABLE_TRUNCATED 0 TABLE",
                    Tensors.verdict(() -> kind.allocate(7).tensor(0, TensorLayout.TFLITE, Trust.UNTRUSTED_BUFFER)));
        }
    }

    /** Nothing is written where it does not fit, where nothing may be written, and if a string can't be. */
    @Test
    void nothingIsWritten() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(60).fill();
            byte[] before = memory.all();
            StringTensorBuilder two = StringTensorBuilder.of(TF24).addAll("some", "thing");
            assertEquals(57, two.byteSize());
            for (long offset : new long[] {4, 60}) {
                assertThrows(IndexOutOfBoundsException.class, () -> memory.writeTensor(two, offset));
            }
            memory.readOnly().ifPresent(only -> assertThrows(memory.whenReadOnly(), () -> only.writeTensor(two, 0)));
            StringTensorBuilder none = StringTensorBuilder.of(TF24).addAll("a", null);
            assertEquals("NULL_ELEMENT 1 TEXT", Tensors.verdict(() -> memory.writeTensor(none, 0)));
            StringTensorBuilder lone =
                    StringTensorBuilder.of(TF24).policy(MalformedPolicy.REPORT).addAll("a", "b\ud800");
            MalformedTextException e = assertThrows(MalformedTextException.class, () -> memory.writeTensor(lone, 0));
            assertEquals(1, e.stringIndex());
            assertEquals(1, e.charIndex());
            assertArrayEquals(before, memory.all(), kind::toString);
            assertEquals(57, memory.writeTensor(two, 3));
        }
    }

    @Test
    void builders() {
        refused(NullPointerException.class, "layout", () -> StringTensorBuilder.of(null));
        StringTensorBuilder builder = StringTensorBuilder.of(TF24);
        refused(NullPointerException.class, "kind", () -> builder.kind(null));
        refused(NullPointerException.class, "charset", () -> builder.charset(null));
        refused(NullPointerException.class, "policy", () -> builder.policy(null));
        refused(NullPointerException.class, "strings", () -> builder.addAll((String[]) null));
        refused(NullPointerException.class, "strings", () -> builder.addAll((byte[][]) null));
        refused(NullPointerException.class, "texts", () -> builder.addAll((List<String>) null));
        refused(NullPointerException.class, "tensor", () -> builder.addAll((StringTensor) null));
        refused(NullPointerException.class, "allocator", () -> builder.build(null));
        refused(NullPointerException.class, "allocator", () -> builder.build(size -> null));
        refused(IllegalArgumentException.class, "kind is PREALLOC", () -> builder.kind(StringKind.PREALLOC));
        refused(IllegalArgumentException.class, "bytes is -1", () -> builder.capacity(-1));
        StringTensorBuilder table = StringTensorBuilder.of(TensorLayout.TFLITE);
        refused(IllegalArgumentException.class, "kind is LARGE", () -> table.kind(StringKind.LARGE));
        refused(IllegalArgumentException.class, "kind is VIEW", () -> table.kind(StringKind.VIEW));
        builder.add("twenty-three characters");
        refused(IllegalArgumentException.class, "capacity of 10", () -> builder.build(size -> ByteBuffer.allocate(10)));
        builder.kind(StringKind.VIEW);
        refused(IllegalArgumentException.class, "contain addresses", builder::build);
        refused(IllegalArgumentException.class, "contain addresses", () -> builder.writeTo(ByteBuffer.allocate(99), 0));
        StringTensorBuilder foreign = StringTensorBuilder.of(TF24.withOrder(ByteOrder.BIG_ENDIAN))
                .kind(StringKind.VIEW)
                .add("x");
        assertEquals("UNSUPPORTED 0 POINTER", Tensors.verdict(foreign::byteSize));
        StringTensorBuilder narrow = StringTensorBuilder.of(TensorLayout.RFC16)
                .kind(StringKind.PREALLOC)
                .capacity(2)
                .addAll("ab", "abc");
        assertEquals("SIZE_LIMIT 1 SIZE", Tensors.verdict(narrow::byteSize));
    }

    /** A text of more than one piece is encoded by native code, which does not see that a buffer is read-only. */
    @Test
    void readOnlyBuffersOfAnAllocator() {
        for (String text : new String[] {"", "x", "x".repeat(40_000)}) {
            for (boolean isDirect : new boolean[] {false, true}) {
                StringTensorBuilder builder = StringTensorBuilder.of(TF24).add(text);
                int bytes = (int) builder.byteSize();
                ByteBuffer memory = isDirect ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
                assertThrows(ReadOnlyBufferException.class, () -> builder.build(size -> memory.asReadOnlyBuffer()));
                assertEquals(ByteBuffer.allocate(bytes), memory);
            }
        }
    }

    /** A sequence whose text fails, or which adds to the builder itself. */
    @Test
    void sequencesThatRunCode() {
        StringTensorBuilder builder = StringTensorBuilder.of(TF24).add("first");
        refused(
                IllegalStateException.class,
                "closed",
                () -> builder.add(new RunningText("last", () -> {
                    throw new IllegalStateException("closed");
                })));
        assertEquals(1, builder.size());
        builder.add(new RunningText("last", () -> {
            for (int i = 0; i < 100; i++) {
                builder.add("inner");
            }
        }));
        assertEquals(102, builder.size());
        ByteBuffer tensor = builder.build();
        assertEquals(
                "last",
                StringTensor.of(tensor, 102, TF24, Trust.UNTRUSTED_BUFFER).get(101));
    }

    /** A charset of the caller's, with the name of one that has a codec. */
    @Test
    void charsetsOfTheSameName() {
        Charset own = new OwnCharset("UTF-8", () -> {});
        ByteBuffer tensor = StringTensorBuilder.of(TF24)
                .charset(own)
                .add("abc")
                .addAll("d", "e")
                .build();
        StringTensor strings = StringTensor.of(tensor, 3, TF24, Trust.UNTRUSTED_BUFFER);
        assertArrayEquals("abc".getBytes(own), strings.bytes(0));
        assertEquals("d", strings.toStrings(own)[1]);
    }

    @Test
    void everySourceOfStrings() {
        StringBuilder changing = new StringBuilder("before");
        StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF_LEGACY)
                .nullsAsEmpty()
                .add(changing)
                .add((CharSequence) null)
                .add(new byte[] {(byte) 0xff})
                .add((byte[]) null)
                .addAll("x", null, "\u4e16")
                .addAll(List.of(new StringBuilder("y"), "z"))
                .addAll(new byte[][] {{1, 2}, null, {}});
        changing.append(" after");
        assertEquals(12, builder.size());
        ByteBuffer image = builder.build();
        StringTensor tensor = StringTensor.of(image, 12, TensorLayout.TF_LEGACY);
        byte[][] expected = {
            "before".getBytes(UTF_8),
            {},
            {(byte) 0xff},
            {},
            {'x'},
            {},
            "\u4e16".getBytes(UTF_8),
            {'y'},
            {'z'},
            {1, 2},
            {},
            {}
        };
        assertArrayEquals(expected, tensor.toByteArrays());
        ByteBuffer again =
                StringTensorBuilder.of(TensorLayout.TFLITE).addAll(tensor).build(ByteBuffer::allocateDirect);
        assertTrue(again.isDirect());
        assertTrue(StringTensor.of(again, 12, TensorLayout.TFLITE).contentEquals(tensor));
    }

    @Test
    void columns() {
        String[] texts = {"a", "", "\u4e16\u754c", "d"};
        ByteBuffer image = StringTensorBuilder.of(TF24).addAll(texts).build();
        StringTensor tensor = StringTensor.of(image, 4, TF24);
        for (ColumnFormat format : ColumnFormat.values()) {
            StringColumn column =
                    StringColumnBuilder.of(format).addAll(tensor.toByteArrays()).build();
            assertArrayEquals(texts, column.toStrings());
            ByteBuffer back =
                    StringTensorBuilder.of(TF24).addAll(column.toByteArrays()).build();
            assertEquals(image, back);
            byte[][] sparse = StringColumnBuilder.of(format)
                    .addAll("a", null, "\u4e16\u754c", "d")
                    .build()
                    .toByteArrays();
            assertEquals(
                    "NULL_ELEMENT 1 TEXT",
                    Tensors.verdict(
                            () -> StringTensorBuilder.of(TF24).addAll(sparse).byteSize()));
            assertEquals(
                    image,
                    StringTensorBuilder.of(TF24).nullsAsEmpty().addAll(sparse).build());
        }
    }
}
