package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The policies beside REPLACE and REPORT in tensors, slots and code-point text: each works, or is refused by name. */
@EveryRun
class FormatPoliciesContract {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final int STRINGS = 70;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();
    private final List<SlotKind> slots = Kinds.HERE.slots();

    static Stream<Arguments> cases() {
        return Policies.ALL.stream()
                .flatMap(policy -> Tensors.RELOCATABLE.stream().map(layout -> Arguments.of(policy, layout)));
    }

    static List<MalformedPolicy> policies() {
        return Policies.ALL;
    }

    /** Reads strings of which some are malformed, all at once and one by one. */
    @ParameterizedTest
    @MethodSource("cases")
    void tensorsAreRead(MalformedPolicy policy, TensorLayout layout) {
        SplittableRandom random = Run.random(policy + " " + layout);
        byte[][] sound = new byte[STRINGS][];
        byte[][] any = new byte[STRINGS][];
        for (int i = 0; i < STRINGS; i++) {
            sound[i] = next(random, policy, true);
            any[i] = next(random, policy, i % 4 > 0);
        }
        any[STRINGS / 2] = new byte[] {'a', (byte) 0xFF};
        String[] expected = Stream.of(sound)
                .map(bytes -> Policies.decode(bytes, UTF_8, policy).text())
                .toArray(String[]::new);
        int first = 0;
        while (first < STRINGS && Policies.decode(any[first], UTF_8, policy).fault() == null) {
            first++;
        }
        for (MemoryKind kind : kinds) {
            StringTensor tensor = tensor(kind, layout, sound);
            assertArrayEquals(expected, tensor.toStrings(UTF_8, policy), kind::toString);
            assertArrayEquals(expected, tensor.parallel().toStrings(UTF_8, policy), kind::toString);
            String[] some = new String[STRINGS];
            tensor.getStrings(3, UTF_8, some, 5, STRINGS - 5, policy);
            assertArrayEquals(
                    Arrays.copyOfRange(expected, 3, STRINGS - 2), Arrays.copyOfRange(some, 5, STRINGS), kind::toString);
            for (int i = 0; i < STRINGS; i++) {
                assertEquals(expected[i], tensor.get(i, UTF_8, policy), kind::toString);
            }
            if (first < STRINGS) {
                StringTensor malformed = tensor(kind, layout, any);
                MalformedTextException e =
                        assertThrows(MalformedTextException.class, () -> malformed.toStrings(UTF_8, policy));
                assertEquals(first, e.stringIndex(), e::getMessage);
            }
        }
    }

    private static byte[] next(SplittableRandom random, MalformedPolicy policy, boolean sound) {
        byte[] bytes = Encoded.next(random, UTF_8, 60);
        return !sound || Policies.decode(bytes, UTF_8, policy).fault() == null ? bytes : new byte[] {'x'};
    }

    private static StringTensor tensor(MemoryKind kind, TensorLayout layout, byte[][] strings) {
        ByteBuffer image = StringTensorBuilder.of(layout).addAll(strings).build();
        byte[] bytes = new byte[image.remaining()];
        image.get(bytes);
        return kind.of(bytes).tensor(strings.length, layout, Trust.UNTRUSTED_BUFFER);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tensorsAreWritten(MalformedPolicy policy, TensorLayout layout) {
        SplittableRandom random = Run.random(layout + " " + policy);
        String[] texts = new String[STRINGS];
        byte[][] expected = new byte[STRINGS][];
        for (int i = 0; i < STRINGS; i++) {
            String text = Texts.next(random, 60);
            Policies.Encoded encoded = Policies.encode(text, UTF_8, policy);
            texts[i] = encoded.fault() == null ? text : "x";
            expected[i] = encoded.fault() == null ? encoded.bytes() : new byte[] {'x'};
        }
        StringTensorBuilder builder =
                StringTensorBuilder.of(layout).policy(policy).addAll(texts);
        assertEquals(tensorBytes(StringTensorBuilder.of(layout).addAll(expected)), tensorBytes(builder));
        StringTensorBuilder malformed =
                StringTensorBuilder.of(layout).policy(policy).addAll("a", "\ud8001");
        if (Policies.encode("\ud8001", UTF_8, policy).fault() != null) {
            MalformedTextException e = assertThrows(MalformedTextException.class, malformed::build);
            assertEquals(1, e.stringIndex(), e::getMessage);
        } else {
            assertTrue(malformed.build().hasRemaining());
        }
    }

    private static String tensorBytes(StringTensorBuilder builder) {
        ByteBuffer image = builder.build();
        byte[] bytes = new byte[image.remaining()];
        image.get(bytes);
        return Hex.of(bytes);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void slotsAreReadAndWritten(MalformedPolicy policy) {
        byte[] bytes = Hex.bytes("61 ED A0 80 FF");
        Policies.Decoded expected = Policies.decode(bytes, UTF_8, policy);
        String text = "a\udc80";
        Policies.Encoded encoded = Policies.encode(text, UTF_8, policy);
        for (SlotKind kind : slots) {
            for (Dialect dialect : Dialect.values()) {
                Slot slot = kind.pad(dialect, new byte[dialect.slotBytes()], ValueMemory.none());
                slot.setUtf8(bytes);
                if (expected.fault() == null) {
                    assertEquals(expected.text(), slot.asString(policy));
                } else {
                    MalformedTextException e = assertThrows(MalformedTextException.class, () -> slot.asString(policy));
                    assertEquals(expected.fault().at(), e.byteOffset());
                }
                if (encoded.fault() == null && encoded.bytes().length <= 7) {
                    slot.set(text, policy);
                    assertArrayEquals(encoded.bytes(), slot.asBytes(), () -> policy + " " + dialect);
                } else if (encoded.fault() != null) {
                    assertThrows(MalformedTextException.class, () -> slot.set(text, policy));
                    assertArrayEquals(bytes, slot.asBytes(), "not changed");
                }
                refused(policy, () -> slot.asUcs4(policy, Surrogates.KEEP));
            }
        }
    }

    /** Code points have no form for what these policies keep or put in place. */
    @ParameterizedTest
    @MethodSource("policies")
    void codePointsAndColumnsRefuseThem(MalformedPolicy policy) {
        Ucs4String text = Ucs4String.of("a");
        for (Surrogates surrogates : Surrogates.values()) {
            refused(policy, () -> Ucs4String.of("a", policy, surrogates));
            refused(policy, () -> Ucs4String.ofUtf8(new byte[] {'a'}, policy, surrogates));
            refused(policy, () -> Ucs4String.ofUtf32(new int[] {'a'}, policy, surrogates));
            refused(policy, () -> text.toString(policy, surrogates));
            refused(policy, () -> text.toUtf8(policy, surrogates));
            refused(policy, () -> text.toUtf32(policy, surrogates));
        }
        StringColumnBuilder column = StringColumnBuilder.of(ColumnFormat.UTF8);
        refused(policy, () -> column.policy(policy));
    }

    private static void refused(MalformedPolicy policy, Executable operation) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, operation);
        assertEquals("policy is " + policy + ": neither REPLACE nor REPORT", e.getMessage());
    }

    /** UTF-16 in a tensor: the elements are bytes, which need not be whole units. */
    @Test
    void tensorsOfOtherCharsetsAreRead() {
        Charset charset = StandardCharsets.UTF_16LE;
        byte[][] strings = {Hex.bytes("61 00 00 D8 62 00"), Hex.bytes("00 DC"), {}};
        for (MemoryKind kind : kinds) {
            StringTensor tensor = tensor(kind, TensorLayout.TF24, strings);
            assertArrayEquals(
                    new String[] {"a\ud800b", "\udc00", ""}, tensor.toStrings(charset, MalformedPolicy.LOSSLESS));
            assertArrayEquals(new String[] {"a", "", ""}, tensor.toStrings(charset, MalformedPolicy.IGNORE));
        }
    }
}
