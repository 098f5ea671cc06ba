package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.NativeMemory;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of segments that buffers do not have: lifetimes, owners, allocators. */
@EveryRun
@Tag("route")
class SegmentTensorTest {
    private static final TensorLayout TF24 = TensorLayout.TF24;
    private static final String[] TEXTS = {"inside", "\u4e16\u754c, and more than twenty-two bytes", ""};

    private static List<Consumer<SegmentTensor>> accessors() {
        return List.of(
                t -> t.get(1),
                t -> t.bytes(1),
                t -> t.kind(1),
                t -> t.element(1),
                t -> t.byteLength(1),
                t -> t.contentEquals(1, "a"),
                t -> t.contentEquals(t),
                SegmentTensor::toStrings,
                t -> t.parallel().toStrings(),
                SegmentTensor::toByteArrays,
                SegmentTensor::byteLengths,
                SegmentTensor::totalBytes,
                SegmentTensor::firstMalformed,
                SegmentTensor::validate,
                t -> t.segment(1),
                t -> t.iterator().next(),
                t -> t.stream().toList());
    }

    @Test
    void nothingIsReadAfterClose() {
        SegmentTensor tensor;
        MemorySegment view;
        MemorySegment memory;
        try (Arena arena = Arena.ofConfined()) {
            memory = SegmentTensors.write(arena, TF24, TEXTS);
            tensor = SegmentTensor.of(memory, 3, TF24);
            view = tensor.segment(1);
            assertArrayEquals(TEXTS, tensor.toStrings());
        }
        for (Consumer<SegmentTensor> accessor : accessors()) {
            assertThrows(IllegalStateException.class, () -> accessor.accept(tensor));
        }
        assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, () -> SegmentTensor.of(memory, 3, TF24));
        StringTensorBuilder builder = StringTensorBuilder.of(TF24).addAll(TEXTS);
        assertThrows(IllegalStateException.class, () -> SegmentTensors.writeTo(builder, memory, 0));
    }

    @Test
    void otherThreadsAreRefused() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            SegmentTensor tensor = SegmentTensor.of(SegmentTensors.write(arena, TF24, TEXTS), 3, TF24);
            List<Throwable> thrown = new ArrayList<>();
            Thread other = new Thread(() -> {
                for (Consumer<SegmentTensor> accessor :
                        accessors().subList(0, accessors().size() - 3)) {
                    thrown.add(assertThrows(RuntimeException.class, () -> accessor.accept(tensor)));
                }
            });
            other.start();
            other.join();
            assertEquals(accessors().size() - 3, thrown.size());
            thrown.forEach(each -> assertSame(WrongThreadException.class, each.getClass()));
        }
    }

    /** Parallel decoding of a confined arena is sequential: more elements than one thread takes at once. */
    @Test
    void confinedMemoryIsDecodedByItsOwner() {
        String[] texts = new String[50_000];
        Arrays.setAll(texts, i -> "text " + i);
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            for (Arena arena : List.of(confined, shared)) {
                MemorySegment memory = SegmentTensors.write(arena, TensorLayout.TFLITE, texts);
                SegmentTensor tensor = SegmentTensor.of(memory, texts.length, TensorLayout.TFLITE);
                assertArrayEquals(texts, tensor.parallel().toStrings());
            }
        }
    }

    @Test
    void viewsAreReadOnlyAndLiveAsLongAsTheTensor() throws InterruptedException {
        Arena arena = Arena.ofConfined();
        MemorySegment memory = SegmentTensors.write(arena, TF24, TEXTS);
        SegmentTensor tensor = SegmentTensor.of(memory, 3, TF24);
        for (int i = 0; i < 3; i++) {
            MemorySegment view = tensor.segment(i);
            assertTrue(view.isReadOnly());
            assertArrayEquals(TEXTS[i].getBytes(StandardCharsets.UTF_8), view.toArray(ValueLayout.JAVA_BYTE));
        }
        // A string at an address lives as long as the tensor, too.
        StringTensorBuilder builder =
                StringTensorBuilder.of(TF24).kind(StringKind.VIEW).addAll(TEXTS);
        MemorySegment views = SegmentTensors.build(builder, arena);
        SegmentTensor live = SegmentTensor.of(views, 3, TF24, Trust.TRUSTED);
        if (Run.denied()) {
            assertThrows(IllegalCallerException.class, () -> live.segment(1));
            arena.close();
            return;
        }
        MemorySegment view = live.segment(1);
        assertTrue(view.isReadOnly());
        assertEquals(StringKind.VIEW, live.kind(1));
        assertArrayEquals(TEXTS[1].getBytes(StandardCharsets.UTF_8), view.toArray(ValueLayout.JAVA_BYTE));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                view.get(ValueLayout.JAVA_BYTE, 0);
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        other.start();
        other.join();
        assertSame(WrongThreadException.class, thrown.get().getClass());
        arena.close();
        assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void addressesNeedNativeMemory() {
        StringTensorBuilder builder =
                StringTensorBuilder.of(TF24).kind(StringKind.VIEW).addAll(TEXTS);
        assertThrows(
                IllegalArgumentException.class,
                () -> SegmentTensors.build(builder, (size, alignment) -> MemorySegment.ofArray(new byte[(int) size])));
        assertThrows(
                IllegalArgumentException.class,
                () -> SegmentTensors.writeTo(builder, MemorySegment.ofArray(new byte[999]), 0));
    }

    @Test
    void oneAllocationOfTheRightSize() {
        List<Long> sizes = new ArrayList<>();
        StringTensorBuilder builder = StringTensorBuilder.of(TF24).addAll(TEXTS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SegmentTensors.build(builder, (size, alignment) -> {
                sizes.add(size);
                return arena.allocate(size + 5, alignment);
            });
            assertEquals(List.of(builder.byteSize()), sizes);
            assertEquals(builder.byteSize(), memory.byteSize());
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> SegmentTensors.build(builder, (size, alignment) -> arena.allocate(size - 1, alignment)));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SegmentTensors.writeTo(builder, arena.allocate(999).asReadOnly(), 0));
            assertThrows(NullPointerException.class, () -> SegmentTensors.build(null, arena));
            assertThrows(NullPointerException.class, () -> SegmentTensors.build(builder, null));
            assertThrows(NullPointerException.class, () -> SegmentTensors.writeTo(builder, null, 0));
            assertThrows(NullPointerException.class, () -> SegmentTensor.of(null, 0, TF24));
        }
    }

    @Test
    void choicesKeepTheKindOfTensor() {
        SegmentTensor tensor = SegmentTensor.of(MemorySegment.ofArray(new byte[24]), 1, TF24);
        SegmentTensor chosen = tensor.withStrictness(Strictness.STRICT)
                .withMaxBytes(5)
                .withMaxTotalBytes(5)
                .withAddresses(NativeMemory.of(0, 1))
                .parallel();
        assertEquals(0, chosen.segment(0).byteSize());
    }

    @Test
    void tfliteSaysItsCount() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SegmentTensors.write(arena, TensorLayout.TFLITE, TEXTS);
            assertArrayEquals(
                    TEXTS, SegmentTensor.of(memory, TensorLayout.TFLITE).toStrings());
            assertThrows(IllegalArgumentException.class, () -> SegmentTensor.of(memory, TF24));
            assertThrows(NullPointerException.class, () -> SegmentTensor.of(null, TensorLayout.TFLITE));
        }
        Arena closed = Arena.ofConfined();
        MemorySegment memory = SegmentTensors.write(closed, TensorLayout.TFLITE, TEXTS);
        closed.close();
        assertThrows(IllegalStateException.class, () -> SegmentTensor.of(memory, TensorLayout.TFLITE));
    }
}
