package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tensors at addresses, and with addresses in them, by address. Where nothing native can be used they say so. */
@EveryRun
@Tag("jdk")
@Tag("route")
class TensorAddressesContract {
    private static final Trust CHECKED = Trust.TRUSTED_POINTERS_CHECKED;

    private static void unreachable(Executable call) {
        String message = assertThrows(UnsupportedOperationException.class, call).getMessage();
        assertTrue(message.contains(Run.NEEDS_NATIVE), message);
    }

    @Test
    void viewsOfOneArena() {
        String[] texts = Tensors.texts(new SplittableRandom(3), 3000);
        texts[7] = "long".repeat(30_000);
        StringTensorBuilder builder =
                StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.VIEW).addAll(texts);
        int bytes = (int) builder.byteSize();
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes + 16);
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, Memory.CANARY);
        }
        long address = Addresses.of(memory) + 5;
        if (!Run.reachesAddresses()) {
            unreachable(() -> builder.writeTo(NativeMemory.of(address, bytes)));
            return;
        }
        assertThrows(IndexOutOfBoundsException.class, () -> builder.writeTo(NativeMemory.of(address, bytes - 1)));
        assertEquals(bytes, builder.writeTo(NativeMemory.of(address, bytes)));
        for (int i = 0; i < 16; i++) {
            assertEquals(Memory.CANARY, memory.get(i < 5 ? i : bytes + i));
        }
        for (Trust trust : new Trust[] {CHECKED, Trust.TRUSTED}) {
            StringTensor tensor = StringTensor.of(
                            NativeMemory.of(address, bytes), texts.length, TensorLayout.TF24, trust)
                    .withAddresses(NativeMemory.of(address, bytes));
            assertArrayEquals(texts, tensor.toStrings());
            assertArrayEquals(texts, tensor.parallel().toStrings());
            assertArrayEquals(Tensors.encoded(texts), tensor.toByteArrays());
            assertTrue(tensor.validate().isValid());
            assertEquals(-1, tensor.firstMalformed());
            for (int i = 0; i < texts.length; i++) {
                int size = tensor.byteLength(i);
                assertEquals(size <= 22 ? StringKind.SMALL : StringKind.VIEW, tensor.kind(i));
                assertEquals(texts[i], tensor.get(i));
                int index = i;
                if (size > 22) {
                    assertThrows(UnsupportedOperationException.class, () -> tensor.view(index));
                }
            }
        }
        StringTensor elsewhere = StringTensor.of(
                        NativeMemory.of(address, bytes), texts.length, TensorLayout.TF24, CHECKED)
                .withAddresses(NativeMemory.of(address, 24 * texts.length));
        int first = 0;
        while (elsewhere.kind(first) == StringKind.SMALL) {
            first++;
        }
        assertEquals("POINTER_RANGE " + first + " POINTER", Tensors.verdict(elsewhere::toStrings));
        Reference.reachabilityFence(memory); // an address keeps nothing alive
    }

    @Test
    void preallocatedArenas() {
        if (!Run.reachesAddresses()) {
            StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.RFC16)
                    .kind(StringKind.PREALLOC)
                    .add("a");
            unreachable(() -> builder.writeTo(NativeMemory.of(Addresses.of(ByteBuffer.allocateDirect(32)), 32)));
            return;
        }
        String[] texts = {"a", "", "forty bytes of text, or a few more of it", "\u4e16\u754c"};
        for (TensorLayout layout : new TensorLayout[] {TensorLayout.RFC16, TensorLayout.RFC24}) {
            for (int capacity : new int[] {-1, 64}) {
                StringTensorBuilder builder =
                        StringTensorBuilder.of(layout).kind(StringKind.PREALLOC).addAll(texts);
                if (capacity >= 0) {
                    builder.capacity(capacity);
                }
                int room = capacity < 0 ? 40 : capacity;
                int element = layout.format().elementBytes();
                assertEquals(4 * (element + room), builder.byteSize());
                ByteBuffer memory = ByteBuffer.allocateDirect((int) builder.byteSize());
                long address = Addresses.of(memory);
                builder.writeTo(NativeMemory.of(address, memory.capacity()));
                StringTensor tensor = StringTensor.of(NativeMemory.of(address, memory.capacity()), 4, layout, CHECKED);
                assertArrayEquals(texts, tensor.toStrings());
                for (int i = 0; i < 4; i++) {
                    assertEquals(StringKind.PREALLOC, tensor.kind(i));
                    assertEquals(room, tensor.element(i).capacityBytes());
                    assertEquals(
                            address + 4 * element + i * room, tensor.element(i).address());
                }
                // The room is there to be written to.
                memory.put(4 * element, (byte) 'b');
                assertEquals("b", tensor.get(0));
                Reference.reachabilityFence(memory);
            }
        }
    }

    /** Strings in the tensor and at addresses take turns; the first error is that of the first element. */
    @Test
    void errorsComeInTheOrderOfElements() {
        ByteBuffer text = ByteBuffer.allocateDirect(64);
        byte[] bytes = "x".repeat(64).getBytes(StandardCharsets.US_ASCII);
        bytes[40] = (byte) 0xff;
        text.put(0, bytes);
        ByteBuffer table = ByteBuffer.allocate(24 * 6).order(ByteOrder.LITTLE_ENDIAN);
        table.put(0, (byte) (1 << 2)).put(1, (byte) 'a');
        view(table, 1, 30, Addresses.of(text));
        table.put(48, (byte) (1 << 2)).put(49, (byte) 0xff); // malformed, inside
        view(table, 3, 30, Addresses.of(text) + 20); // malformed, outside
        table.put(96, (byte) (63 << 2)); // no element
        StringTensor tensor = StringTensor.of(table, 6, TensorLayout.TF24, CHECKED);
        if (!Run.reachesAddresses()) {
            unreachable(tensor::toStrings);
            return;
        }
        for (int[] swap : new int[][] {{2, 3}, {3, 2}}) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> tensor.toStrings(StandardCharsets.UTF_8, MalformedPolicy.REPORT));
            assertEquals(2, e.stringIndex());
            assertEquals(2, tensor.firstMalformed());
            assertEquals("SMALL_SIZE 4 SIZE", Tensors.verdict(tensor::toStrings));
            byte[] one = new byte[24];
            byte[] other = new byte[24];
            table.get(24 * swap[0], one).get(24 * swap[1], other);
            table.put(24 * swap[0], other).put(24 * swap[1], one);
        }
        String[] some = new String[4];
        tensor.getStrings(0, StandardCharsets.ISO_8859_1, some, 0, 4, MalformedPolicy.REPORT);
        String malformed = "x".repeat(20) + "\u00ff" + "x".repeat(9);
        assertEquals(Arrays.asList("a", "x".repeat(30), "\u00ff", malformed), Arrays.asList(some));
        Reference.reachabilityFence(text);
    }

    private static void view(ByteBuffer table, int i, int bytes, long address) {
        table.putLong(24 * i, (long) bytes << 2 | 3)
                .putLong(24 * i + 8, address)
                .putLong(24 * i + 16, 0);
    }

    /** Addresses too far apart for one memory: the table is all there is to read. */
    @Test
    void anAddressOfNothing() {
        assertThrows(
                IllegalArgumentException.class,
                () -> StringTensor.of(NativeMemory.of(0, 24), 1, TensorLayout.TF24, CHECKED));
        if (Run.reachesAddresses()) {
            assertEquals(
                    0,
                    StringTensor.of(NativeMemory.of(0, 0), 0, TensorLayout.TF24, CHECKED)
                            .toStrings()
                            .length);
        }
    }

    /** The ranges count whenever addresses are followed, also where nothing else of them is checked. */
    @Test
    void rangesCountWhateverTheTrust() {
        ByteBuffer text = ByteBuffer.allocateDirect(64);
        long address = Addresses.of(text);
        ByteBuffer table = ByteBuffer.allocate(24 * 3).order(ByteOrder.LITTLE_ENDIAN);
        view(table, 0, 30, address);
        view(table, 1, 0, 8); // of nothing
        view(table, 2, 30, address + 34);
        for (Trust trust : new Trust[] {CHECKED, Trust.TRUSTED}) {
            StringTensor tensor = StringTensor.of(table, 3, TensorLayout.TF24, trust);
            NativeMemory[][] bads = {
                {NativeMemory.of(address, 63)},
                {NativeMemory.of(address + 34, 30)},
                {},
                {NativeMemory.of(0, 0)},
                {NativeMemory.of(0, 0), NativeMemory.of(address, 63)}
            };
            for (NativeMemory[] bad : bads) {
                StringTensor ranged = tensor.withAddresses(bad);
                boolean first = bad.length > 0 && bad[bad.length - 1].address() == address;
                String verdict = "POINTER_RANGE " + (first ? 2 : 0) + " POINTER";
                assertEquals(verdict, Tensors.verdict(ranged::totalBytes), trust::toString);
                assertEquals(verdict, Tensors.verdict(ranged::byteLengths), trust::toString);
                if (Run.reachesAddresses()) {
                    assertEquals(verdict, Tensors.verdict(ranged::toStrings), trust::toString);
                    assertEquals(
                            verdict, Tensors.verdict(() -> ranged.parallel().toStrings()), trust::toString);
                    assertEquals(verdict, Tensors.verdict(ranged::toByteArrays), trust::toString);
                    assertEquals(verdict, Tensors.verdict(ranged::firstMalformed), trust::toString);
                }
                int index = verdict.contains("2") ? 2 : 0;
                assertEquals(verdict, Tensors.verdict(() -> ranged.get(index)), trust::toString);
                assertEquals(verdict, Tensors.verdict(() -> ranged.bytes(index)), trust::toString);
                assertEquals(
                        verdict,
                        ranged.validate()
                                .error()
                                .map(e -> e.code() + " " + e.index() + " " + e.field())
                                .orElseThrow());
            }
            assertEquals(60, tensor.withAddresses(NativeMemory.of(address, 64)).totalBytes());
            ByteBuffer last = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            view(last, 0, 30, -20);
            StringTensor wrapping = StringTensor.of(last, 1, TensorLayout.TF24, trust);
            assertEquals(
                    "POINTER_WRAPS 0 SIZE", Tensors.verdict(wrapping.withAddresses(NativeMemory.of(0, 0))::totalBytes));
            assertEquals(
                    trust == CHECKED ? "POINTER_WRAPS 0 SIZE" : "ok",
                    Tensors.verdict(wrapping::totalBytes),
                    "no ranges");
        }
        Reference.reachabilityFence(text);
    }
}
