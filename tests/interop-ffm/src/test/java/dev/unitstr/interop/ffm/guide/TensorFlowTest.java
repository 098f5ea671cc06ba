package dev.unitstr.interop.ffm.guide;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/tensorflow.md, on memory in TensorFlow's layout; tests/interop/tensorflow runs TensorFlow. */
@SuppressWarnings("restricted") // upcalls
class TensorFlowTest {
    private static final String[] STRINGS = {"a\0b", "", "漢字言葉 😀", "a text of more than twenty-two bytes"};

    // [tensorflow: read]
    /** Reads an output. data is TF_TensorData, with TF_TensorByteSize bytes; count is TF_TensorElementCount. */
    static String[] read(MemorySegment data, long count) {
        return SegmentTensor.of(data, count, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED)
                .toStrings();
    }
    // [tensorflow: end]

    // [tensorflow: address]
    /** The same on Java 17, where memory is given by its address. */
    static String[] read(long data, long bytes, long count) {
        return StringTensor.of(NativeMemory.of(data, bytes), count, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED)
                .toStrings();
    }
    // [tensorflow: end]

    // [tensorflow: allocated]
    /** Writes an input into the memory of TF_AllocateTensor(TF_STRING, …, 24 * strings.length). */
    static void fill(MemorySegment data, String... strings) {
        data.fill((byte) 0); // empty strings
        StringTensorBuilder elements =
                StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.LARGE).addAll(strings);
        SegmentTensors.writeTo(elements, data, 0);
    }
    // [tensorflow: end]

    // [tensorflow: image]
    /** Makes an input for TF_NewTensor. The arena must stay open until the tensor and its outputs are deleted. */
    static MemorySegment image(Arena arena, String... strings) {
        return SegmentTensors.write(arena, TensorLayout.TF24, strings);
    }
    // [tensorflow: end]

    // [tensorflow: deallocator]
    /** The deallocator of TF_NewTensor for LARGE elements, (void *data, size_t len, void *arg). Runs on any thread. */
    static void deallocate(MemorySegment data, long bytes, MemorySegment arg) {
        MutableStringTensor.of(NativeMemory.of(data.address(), bytes), bytes / 24, TensorLayout.TF24_FROM_2_21)
                .deallocAll(); // the elements own their texts; the arena owns the elements
    }

    static MemorySegment deallocator() throws ReflectiveOperationException {
        MethodHandle target = MethodHandles.lookup()
                .findStatic(
                        TensorFlowTest.class,
                        "deallocate",
                        MethodType.methodType(void.class, MemorySegment.class, long.class, MemorySegment.class));
        return Linker.nativeLinker()
                .upcallStub(target, FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS), Arena.global());
    }
    // [tensorflow: end]

    @Test
    void inputsAreOutputs() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(24 * STRINGS.length, 64).fill((byte) 0x55); // as TF_AllocateTensor's
            fill(data, STRINGS);
            assertArrayEquals(STRINGS, read(data, STRINGS.length));
            assertArrayEquals(STRINGS, read(data.address(), data.byteSize(), STRINGS.length));
            MutableStringTensor elements = SegmentTensors.mutable(data, STRINGS.length, TensorLayout.TF24_UP_TO_2_20);
            assertEquals(StringKind.SMALL, elements.strings().kind(0));
            assertEquals(StringKind.LARGE, elements.strings().kind(3));
            elements.deallocAll(); // as TF_DeleteTensor does
            MemorySegment image = image(arena, STRINGS);
            assertArrayEquals(STRINGS, read(image, STRINGS.length));
        }
    }

    @Test
    void theDeallocatorFreesWhatTheElementsOwn() throws Throwable {
        MethodHandle call = Linker.nativeLinker()
                .downcallHandle(deallocator(), FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(24 * STRINGS.length, 64);
            fill(data, STRINGS);
            call.invokeExact(data, data.byteSize(), MemorySegment.NULL);
            assertArrayEquals(new String[] {STRINGS[0], "", STRINGS[2], ""}, read(data, STRINGS.length));
        }
    }

    // [tensorflow: changes]
    /** Changes elements of TensorFlow 2.21 or later in this process, where a VIEW has an owner. */
    static void shout(MemorySegment data, long count) {
        MutableStringTensor strings = SegmentTensors.mutable(data, count, TensorLayout.TF24_FROM_2_21);
        for (long i = 0; i < strings.size(); i++) {
            strings.append(i, "!");
        }
    }
    // [tensorflow: end]

    @Test
    void changes() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = SegmentTensors.build(
                    StringTensorBuilder.of(TensorLayout.TF24_FROM_2_21)
                            .ownedViews()
                            .addAll(STRINGS),
                    arena);
            shout(data, STRINGS.length);
            String[] strings = read(data, STRINGS.length);
            assertEquals(STRINGS[3] + "!", strings[3]);
            SegmentTensors.mutable(data, STRINGS.length, TensorLayout.TF24_FROM_2_21)
                    .deallocAll();
        }
    }

    // [tensorflow: lite]
    /** Reads TfLiteTensorData, with TfLiteTensorByteSize bytes. The bytes contain the number of strings. */
    static String[] readLite(MemorySegment data) {
        return SegmentTensor.of(data, TensorLayout.TFLITE).toStrings();
    }

    /** Returns the bytes of a TFLite input, which contain no address. */
    static MemorySegment writeLite(Arena arena, String... strings) {
        return SegmentTensors.write(arena, TensorLayout.TFLITE, strings);
    }
    // [tensorflow: end]

    @Test
    void lite() {
        try (Arena arena = Arena.ofConfined()) {
            assertArrayEquals(STRINGS, readLite(writeLite(arena, STRINGS)));
        }
    }

    // [tensorflow: file]
    /** Writes and maps a file, which TensorFlow can map too. Malformed bytes in a file cause an exception. */
    static String last(Path file, String... strings) throws IOException {
        StringTensors.writeFile(file, TensorLayout.TF24, strings);
        return StringTensors.map(file, TensorLayout.TF24, strings.length).get(strings.length - 1);
    }
    // [tensorflow: end]

    @Test
    void files(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("strings.tensor");
        assertEquals(STRINGS[3], last(file, STRINGS));
        byte[] bytes = Files.readAllBytes(file);
        bytes[4] = (byte) 0xF0; // the first string, far behind the end
        bytes[7] = 0x7F;
        TensorFormatException e = assertThrows(TensorFormatException.class, () -> untrusted(bytes, 4));
        assertEquals(0, e.index());
    }

    // [tensorflow: untrusted]
    /** Reads bytes from outside. An exception names the first malformed element. */
    static String[] untrusted(byte[] received, long count) {
        StringTensor tensor = StringTensor.of(ByteBuffer.wrap(received), count, TensorLayout.TF24)
                .withMaxTotalBytes(1 << 20);
        return tensor.toStrings();
    }
    // [tensorflow: end]

    // [tensorflow: ranges]
    /** Reads elements whose addresses must be inside texts. */
    static String[] within(MemorySegment data, long count, MemorySegment texts) {
        return SegmentTensor.of(data, count, TensorLayout.TF24, Trust.TRUSTED_POINTERS_CHECKED)
                .withAddresses(NativeMemory.of(texts.address(), texts.byteSize()))
                .toStrings();
    }
    // [tensorflow: end]

    @Test
    void ranges() {
        try (Arena arena = Arena.ofConfined()) {
            StringTensorBuilder views = StringTensorBuilder.of(TensorLayout.TF24)
                    .kind(StringKind.VIEW)
                    .addAll(STRINGS);
            MemorySegment all = SegmentTensors.build(views, arena);
            assertArrayEquals(STRINGS, within(all, STRINGS.length, all));
            MemorySegment elsewhere = arena.allocate(64);
            assertThrows(TensorFormatException.class, () -> within(all, STRINGS.length, elsewhere));
            assertThrows(
                    TensorFormatException.class,
                    () -> SegmentTensor.of(all, STRINGS.length, TensorLayout.TF24)
                            .toStrings());
        }
    }
}
