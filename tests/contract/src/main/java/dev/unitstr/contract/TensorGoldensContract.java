package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.NativeMemory;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of TensorFlow and TFLite are read, and written again byte for byte. */
@EveryRun
class TensorGoldensContract {
    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Tensors.Golden> goldens() {
        return Tensors.goldens();
    }

    static List<String> tstringFiles() {
        return Tensors.tstringFiles();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void areReadAndWritten(Tensors.Golden golden) {
        byte[] bytes = golden.bytes();
        String[] content = golden.content().toArray(String[]::new);
        for (MemoryKind kind : kinds) {
            StringTensor tensor = kind.of(bytes).tensor(content.length, golden.layout(), Trust.UNTRUSTED_BUFFER);
            for (Strictness strictness : Strictness.values()) {
                assertArrayEquals(content, tensor.withStrictness(strictness).toStrings());
                assertTrue(tensor.withStrictness(strictness).validate().isValid());
            }
            // Written at an odd place, between canaries.
            Memory target = kind.allocate(bytes.length + 6).fill();
            StringTensorBuilder builder =
                    StringTensorBuilder.of(golden.layout()).addAll(content);
            assertEquals(bytes.length, builder.byteSize());
            assertEquals(bytes.length, target.writeTensor(builder, 3));
            byte[] expected = new byte[bytes.length + 6];
            Arrays.fill(expected, Memory.CANARY);
            System.arraycopy(bytes, 0, expected, 3, bytes.length);
            assertArrayEquals(expected, target.all(), kind::toString);
        }
        assertArrayEquals(bytes, Tensors.write(golden.layout(), content));
    }

    /** TFLite's header, cut at every length and with every bit flipped: an error or other strings. */
    @ParameterizedTest
    @MethodSource("goldens")
    void damagedOnesAreRefusedOrReadWithinTheirMemory(Tensors.Golden golden) {
        byte[] bytes = golden.bytes();
        int count = golden.content().size();
        boolean tflite = golden.layout().equals(TensorLayout.TFLITE);
        for (MemoryKind kind : kinds.subList(0, Run.full() ? kinds.size() : Math.min(3, kinds.size()))) {
            for (int length = 0; length < bytes.length; length++) {
                Memory memory = kind.of(Arrays.copyOf(bytes, length));
                String verdict = Tensors.verdict(() -> memory.tensor(count, golden.layout(), Trust.UNTRUSTED_BUFFER)
                        .toStrings());
                if (tflite || length < golden.layout().tableBytes(count)) {
                    assertTrue(!verdict.equals("ok"), () -> kind + " " + memory.size() + " " + verdict);
                }
            }
            int header = (int) golden.layout().tableBytes(count);
            for (int bit = 0; bit < 8 * header; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                Memory memory = kind.of(flipped);
                for (Strictness strictness : Strictness.values()) {
                    Tensors.verdict(() -> {
                        StringTensor tensor = memory.tensor(count, golden.layout(), Trust.UNTRUSTED_BUFFER)
                                .withStrictness(strictness);
                        assertEquals(count, tensor.toStrings().length);
                    });
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tstringFiles")
    void liveElementsAreRead(String file) {
        List<Tensors.Element> elements = Tensors.elements(file);
        assertEquals(5 * 21 + 3, elements.size());
        ByteBuffer data = ByteBuffer.allocateDirect(
                elements.stream().mapToInt(Tensors.Element::bytes).sum() + 1);
        byte[] table = new byte[24 * elements.size()];
        int at = 0;
        for (int i = 0; i < elements.size(); i++) {
            Tensors.Element element = elements.get(i);
            System.arraycopy(element.raw(), 0, table, 24 * i, 24);
            if (element.kind() != StringKind.SMALL) {
                data.put(at, element.content());
                ByteBuffer.wrap(table)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(24 * i + (element.kind() == StringKind.LARGE ? 16 : 8), Addresses.of(data) + at);
                at += element.bytes();
            }
        }
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(table);
            for (Trust trust : List.of(Trust.TRUSTED_POINTERS_CHECKED, Trust.TRUSTED)) {
                checkLive(memory.tensor(elements.size(), TensorLayout.TF24, trust), elements, data);
            }
            StringTensor untrusted = memory.tensor(elements.size(), TensorLayout.TF24, Trust.UNTRUSTED_BUFFER);
            for (int i = 0; i < elements.size(); i++) {
                int index = i;
                if (elements.get(i).kind() == StringKind.SMALL) {
                    assertArrayEquals(elements.get(i).content(), untrusted.bytes(i));
                } else {
                    TensorFormatException e = assertThrows(TensorFormatException.class, () -> untrusted.bytes(index));
                    assertEquals(TensorFormatException.Code.POINTER_REFUSED, e.code());
                    assertEquals(TensorFormatException.Field.POINTER, e.field());
                    assertEquals(index, e.index());
                    assertTrue(e.getMessage().contains("Trust.TRUSTED_POINTERS_CHECKED"), e.getMessage());
                }
            }
        }
        Reference.reachabilityFence(data);
    }

    private static void checkLive(StringTensor tensor, List<Tensors.Element> elements, ByteBuffer data) {
        long address = Addresses.of(data);
        StringTensor ranged = tensor.withAddresses(NativeMemory.of(address, data.capacity()));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            Tensors.Element element = elements.get(i);
            StringElement said = tensor.element(i);
            assertEquals(element.kind(), said.kind());
            assertEquals(element.bytes(), said.byteLength());
            assertEquals(element.capacity(), said.capacityBytes());
            assertEquals(element.bytes(), tensor.byteLength(i));
            texts.add(new String(element.content(), StandardCharsets.UTF_8));
            if (Run.reachesAddresses()) {
                assertArrayEquals(element.content(), tensor.bytes(i));
                assertEquals(texts.get(i), ranged.get(i));
            } else if (element.kind() != StringKind.SMALL && element.bytes() > 0) {
                int index = i;
                UnsupportedOperationException e =
                        assertThrows(UnsupportedOperationException.class, () -> tensor.bytes(index));
                assertTrue(e.getMessage().contains(Run.NEEDS_NATIVE), e.getMessage());
            }
        }
        assertTrue(ranged.validate().isValid());
        if (Run.reachesAddresses()) {
            assertArrayEquals(texts.toArray(), tensor.toStrings());
            assertArrayEquals(elements.stream().map(Tensors.Element::content).toArray(), tensor.toByteArrays());
        } else {
            assertThrows(UnsupportedOperationException.class, tensor::toStrings);
        }
    }

    @ParameterizedTest
    @MethodSource("foreignMachines")
    void elementsOfOtherMachinesAreTold(String file, ByteOrder order, int wordBytes) {
        List<Tensors.Foreign> elements = Tensors.foreign(file);
        assertTrue(elements.size() > 30, () -> file + " " + elements.size());
        TensorLayout layout = TensorLayout.TF24.withOrder(order).withWordBytes(wordBytes);
        for (MemoryKind kind : kinds) {
            for (Tensors.Foreign element : elements) {
                StringTensor tensor = kind.of(element.raw()).tensor(1, layout, Trust.TRUSTED_POINTERS_CHECKED);
                StringElement said = tensor.element(0);
                assertEquals(StringKind.values()[element.type()], said.kind(), element::name);
                assertEquals(element.size(), said.byteLength(), element::name);
                assertEquals(element.capacity(), said.capacityBytes(), element::name);
                if (said.kind() == StringKind.SMALL) {
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < element.size(); i++) {
                        text.append((char) ('a' + i % 26));
                    }
                    assertEquals(text.toString(), tensor.get(0));
                } else if (said.kind() == StringKind.OFFSET) {
                    assertEquals(0x11223344L, said.offset());
                    assertEquals("OFFSET_RANGE 0 OFFSET", Tensors.verdict(() -> tensor.get(0)));
                } else if (!layout.isNative()) {
                    assertEquals("POINTER_REFUSED 0 POINTER", Tensors.verdict(() -> tensor.get(0)));
                }
            }
        }
    }

    static List<Object[]> foreignMachines() {
        return List.of(
                new Object[] {"x86_64_2.21.0.txt", ByteOrder.LITTLE_ENDIAN, 8},
                new Object[] {"i386_2.21.0.txt", ByteOrder.LITTLE_ENDIAN, 4},
                new Object[] {"s390x_2.21.0.txt", ByteOrder.BIG_ENDIAN, 8},
                new Object[] {"ppc32be_2.21.0.txt", ByteOrder.BIG_ENDIAN, 4});
    }
}
