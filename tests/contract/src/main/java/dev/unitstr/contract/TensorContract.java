package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.UnitCharsets;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.tensor.ValidationReport;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tensors of strings, written and read by every accessor. */
@EveryRun
@Tag("jdk")
@Tag("route")
class TensorContract {
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<TensorLayout> layouts() {
        return Tensors.RELOCATABLE;
    }

    private static StringTensor tensor(MemoryKind kind, byte[] bytes, long count, TensorLayout layout) {
        return kind.of(bytes).tensor(count, layout, Trust.UNTRUSTED_BUFFER);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void whatIsWrittenIsReadByEveryAccessor(TensorLayout layout) {
        SplittableRandom random = Run.random(layout);
        for (int i = Run.times(6); i > 0; i--) {
            String[] texts = Tensors.texts(random, random.nextInt(40));
            byte[] bytes = Tensors.write(layout, texts);
            for (MemoryKind kind : kinds) {
                checkAll(tensor(kind, bytes, texts.length, layout), texts);
            }
        }
    }

    private static void checkAll(StringTensor tensor, String[] texts) {
        byte[][] encoded = Tensors.encoded(texts);
        int[] lengths = Arrays.stream(encoded).mapToInt(each -> each.length).toArray();
        long total = Arrays.stream(lengths).asLongStream().sum();
        assertEquals(texts.length, tensor.size());
        assertArrayEquals(texts, tensor.toStrings());
        assertArrayEquals(texts, tensor.toStrings(StandardCharsets.UTF_8, REPORT));
        assertArrayEquals(texts, tensor.parallel().toStrings());
        assertArrayEquals(encoded, tensor.toByteArrays());
        assertArrayEquals(lengths, tensor.byteLengths());
        checkPlaces(tensor, lengths);
        assertEquals(total, tensor.totalBytes());
        assertEquals(-1, tensor.firstMalformed());
        ValidationReport report = tensor.validate();
        assertTrue(report.isValid());
        assertEquals(texts.length, report.elements());
        assertEquals(total, report.totalBytes());
        List<String> iterated = new ArrayList<>();
        tensor.forEach(iterated::add);
        assertEquals(List.of(texts), iterated);
        assertEquals(List.of(texts), tensor.stream().toList());
        assertTrue(tensor.contentEquals(tensor));
        for (int i = 0; i < texts.length; i++) {
            assertEquals(texts[i], tensor.get(i));
            assertEquals(lengths[i], tensor.byteLength(i));
            assertEquals(lengths[i], tensor.element(i).byteLength());
            assertArrayEquals(encoded[i], tensor.bytes(i));
            assertTrue(tensor.contentEquals(i, texts[i]));
            assertFalse(tensor.contentEquals(i, texts[i] + "x"));
            assertEquals(
                    new String(encoded[i], StandardCharsets.ISO_8859_1), tensor.get(i, StandardCharsets.ISO_8859_1));
        }
    }

    private static void checkPlaces(StringTensor tensor, int[] lengths) {
        long[] offsets = new long[lengths.length + 1];
        int[] found = new int[lengths.length + 1];
        offsets[lengths.length] = -7; // is not written
        tensor.locate(0, offsets, found, lengths.length);
        assertArrayEquals(Arrays.copyOf(lengths, lengths.length + 1), found);
        assertEquals(-7, offsets[lengths.length]);
        for (int i = 0; i < lengths.length; i++) {
            assertEquals(lengths[i] == 0 ? 0 : tensor.element(i).offset(), offsets[i]);
        }
    }

    @Test
    void viewsShowTheBytesAndCannotBeWritten() {
        String[] texts = {"inside", "", "\u4e16\u754c and more than twenty-two bytes"};
        for (TensorLayout layout : layouts()) {
            byte[] bytes = Tensors.write(layout, texts);
            for (MemoryKind kind : kinds) {
                StringTensor tensor = tensor(kind, bytes, texts.length, layout);
                for (int i = 0; i < texts.length; i++) {
                    ByteBuffer view;
                    try {
                        view = tensor.view(i);
                    } catch (UnsupportedOperationException e) {
                        assertFalse(hasBuffers(kind), () -> kind + ": " + e);
                        continue;
                    }
                    assertTrue(view.isReadOnly());
                    byte[] shown = new byte[view.remaining()];
                    view.get(shown);
                    assertArrayEquals(texts[i].getBytes(StandardCharsets.UTF_8), shown);
                }
            }
        }
    }

    /** An address has none, and no array but one of bytes is a byte buffer. */
    private static boolean hasBuffers(MemoryKind kind) {
        return !List.of("ADDRESS", "SHORTS", "CHARS", "INTS", "FLOATS", "LONGS", "DOUBLES")
                .contains(kind.toString());
    }

    @Test
    void theCountIsWhereTheLayoutStoresIt() {
        for (TensorLayout layout : layouts()) {
            boolean stored = layout.format() != TensorLayout.Format.TF_LEGACY;
            for (String[] texts : new String[][] {{"a", "", "\u4e16"}, {""}}) {
                ByteBuffer bytes = ByteBuffer.wrap(Tensors.write(layout, texts));
                OptionalLong count = stored ? OptionalLong.of(texts.length) : OptionalLong.empty();
                assertEquals(count, StringTensors.storedCount(bytes, layout));
                assertEquals(OptionalLong.empty(), StringTensors.storedCount(bytes.slice(0, 3), layout));
            }
            assertEquals(OptionalLong.of(0), StringTensors.storedCount(ByteBuffer.wrap(Tensors.write(layout)), layout));
        }
        ByteBuffer small = StringTensorBuilder.of(TensorLayout.TF24)
                .add("a")
                .shortAsSmall()
                .build();
        assertEquals(OptionalLong.empty(), StringTensors.storedCount(small, TensorLayout.TF24));
        ByteBuffer negative = ByteBuffer.allocate(8).putInt(0, -1);
        assertEquals(OptionalLong.of(0), StringTensors.storedCount(negative, TensorLayout.TFLITE));
        assertThrows(NullPointerException.class, () -> StringTensors.storedCount(null, TensorLayout.TF24));
    }

    @Test
    void sizesAroundEveryLimit() {
        String[] texts = new String[71];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "0123456789".repeat(8).substring(0, i);
        }
        for (TensorLayout layout : layouts()) {
            byte[] bytes = Tensors.write(layout, texts);
            for (MemoryKind kind : kinds) {
                assertArrayEquals(
                        texts, tensor(kind, bytes, texts.length, layout).toStrings());
            }
        }
    }

    @Test
    void manyAndLongStrings() {
        SplittableRandom random = new SplittableRandom(11);
        String[] texts = Tensors.texts(random, 20_000);
        texts[3] = "long ".repeat(40_000);
        texts[4] = "\u4e16".repeat(70_000);
        texts[19_999] = "end".repeat(22_000);
        for (TensorLayout layout : List.of(TensorLayout.TF24, TensorLayout.TF_LEGACY, TensorLayout.TFLITE)) {
            byte[] bytes = Tensors.write(layout, texts);
            for (MemoryKind kind : kinds) {
                StringTensor tensor = tensor(kind, bytes, texts.length, layout);
                assertArrayEquals(texts, tensor.toStrings());
                assertArrayEquals(texts, tensor.parallel().toStrings());
                String[] some = new String[3000];
                tensor.getStrings(17_000, StandardCharsets.UTF_8, some, 0, 3000, REPORT);
                assertArrayEquals(Arrays.copyOfRange(texts, 17_000, 20_000), some);
                long[] offsets = new long[3000];
                int[] lengths = new int[3000];
                tensor.locate(17_000, offsets, lengths, 3000);
                for (int i = 0; i < some.length; i++) {
                    assertEquals(some[i], new String(bytes, (int) offsets[i], lengths[i], StandardCharsets.UTF_8));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void textsBecomeTheBytesThatTheJdkMakesOfThem(TensorLayout layout) {
        SplittableRandom random = new SplittableRandom(17);
        String[] sorts = {"plain", "\u00e9", "\u4e16\u754c", "\ud83d\ude00", "\udc00 lone", "high\ud800", "?"};
        for (int most : new int[] {3, 30, 200, 1500}) {
            int count = most == 200 ? 30_000 : 6_000; // the first is more than is kept
            StringTensorBuilder texts = StringTensorBuilder.of(layout);
            StringTensorBuilder bytes = StringTensorBuilder.of(layout);
            for (int i = 0; i < count; i++) {
                String sort = i % 5000 < 4000 ? sorts[0] : sorts[random.nextInt(sorts.length)];
                String text = sort.repeat(random.nextInt(2 + 2 * most / sort.length()));
                byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
                bytes.add(encoded);
                if (i % 1000 == 500) {
                    texts.add(encoded);
                } else {
                    texts.add(text);
                }
            }
            ByteBuffer expected = bytes.build();
            assertEquals(-1, expected.mismatch(texts.build()), () -> layout + " " + most);
            ByteBuffer direct = ByteBuffer.allocateDirect(expected.remaining());
            assertEquals(expected.remaining(), texts.writeTo(direct, 0));
            assertEquals(-1, expected.mismatch(direct), () -> layout + " " + most);
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> texts.policy(REPORT).build());
            assertTrue(e.stringIndex() >= 4000);
        }
    }

    @Test
    void malformedTextIsReplacedOrReportedWithItsIndex() {
        byte[][] strings = Tensors.encoded("fine", "not fine", "fine too", "not this");
        strings[1][4] = (byte) 0xff;
        strings[3][0] = (byte) 0xc3;
        for (TensorLayout layout : layouts()) {
            ByteBuffer image = StringTensorBuilder.of(layout).addAll(strings).build();
            for (MemoryKind kind : kinds) {
                StringTensor tensor = tensor(kind, image.array(), 4, layout);
                assertEquals(1, tensor.firstMalformed());
                assertArrayEquals(
                        new String[] {"fine", "not \ufffdine", "fine too", "\ufffdot this"}, tensor.toStrings());
                for (StringTensor each : List.of(tensor, tensor.parallel())) {
                    MalformedTextException e = assertThrows(
                            MalformedTextException.class, () -> each.toStrings(StandardCharsets.UTF_8, REPORT));
                    assertEquals(1, e.stringIndex());
                    assertEquals(4, e.byteOffset());
                    assertEquals(1, e.byteCount());
                }
                MalformedTextException one =
                        assertThrows(MalformedTextException.class, () -> tensor.get(3, StandardCharsets.UTF_8, REPORT));
                assertEquals(3, one.stringIndex());
                assertEquals(0, one.byteOffset());
            }
        }
    }

    @Test
    void otherCharsets() {
        String[] texts = {"a", "\u00e4\u20ac", "\ud83d\ude00 and so on, and so on", ""};
        for (TensorLayout layout : layouts()) {
            ByteBuffer wide = StringTensorBuilder.of(layout)
                    .charset(UnitCharsets.UTF_16)
                    .addAll(texts)
                    .build();
            ByteBuffer windows = StringTensorBuilder.of(layout)
                    .charset(java.nio.charset.Charset.forName("windows-1252"))
                    .addAll("\u20ac", "x")
                    .build();
            for (MemoryKind kind : kinds) {
                assertArrayEquals(texts, tensor(kind, wide.array(), 4, layout).toStrings(UnitCharsets.UTF_16));
                assertArrayEquals(
                        new String[] {"\u20ac", "x"},
                        tensor(kind, windows.array(), 2, layout)
                                .toStrings(java.nio.charset.Charset.forName("windows-1252")));
                // An odd size is no whole number of units: as new String has it.
                StringTensor odd = tensor(kind, Tensors.write(layout, "abc"), 1, layout);
                String expected = new String("abc".getBytes(StandardCharsets.UTF_8), UnitCharsets.UTF_16);
                assertEquals(expected, odd.get(0, UnitCharsets.UTF_16));
                assertEquals(expected, odd.toStrings(UnitCharsets.UTF_16)[0]);
            }
        }
    }

    @Test
    void conversionKeepsContents() {
        String[] texts = Tensors.texts(new SplittableRandom(5), 300);
        for (TensorLayout from : layouts()) {
            byte[] bytes = Tensors.write(from, texts);
            for (TensorLayout to : layouts()) {
                for (MemoryKind kind : kinds) {
                    StringTensor source = tensor(kind, bytes, texts.length, from);
                    ByteBuffer image = StringTensorBuilder.of(to).addAll(source).build();
                    assertArrayEquals(Tensors.write(to, texts), image.array());
                    StringTensor target = tensor(kind, image.array(), texts.length, to);
                    assertTrue(source.contentEquals(target));
                }
            }
        }
    }

    @Test
    void contentsDiffer() {
        for (MemoryKind kind : kinds) {
            byte[] image = Tensors.write(TensorLayout.TF24, "a", "b");
            StringTensor tensor = tensor(kind, image, 2, TensorLayout.TF24);
            byte[] other = Tensors.write(TensorLayout.TFLITE, "a", "c");
            assertFalse(tensor.contentEquals(tensor(kind, other, 2, TensorLayout.TFLITE)));
            byte[] shorter = Tensors.write(TensorLayout.TFLITE, "a");
            assertFalse(tensor.contentEquals(tensor(kind, shorter, 1, TensorLayout.TFLITE)));
        }
    }

    @Test
    void limitsOfSizeAndSum() {
        byte[] image = Tensors.write(TensorLayout.TF24, "four", "seventy", "x");
        for (MemoryKind kind : kinds) {
            StringTensor tensor = tensor(kind, image, 3, TensorLayout.TF24);
            assertEquals("ok", Tensors.verdict(() -> tensor.withMaxBytes(7).toStrings()));
            assertEquals(
                    "SIZE_LIMIT 1 SIZE",
                    Tensors.verdict(() -> tensor.withMaxBytes(6).toStrings()));
            StringTensor eleven = tensor.withMaxTotalBytes(11);
            for (Runnable call : List.<Runnable>of(
                    eleven::toStrings,
                    eleven::toByteArrays,
                    eleven::totalBytes,
                    () -> eleven.parallel().toStrings())) {
                assertEquals("TOTAL_LIMIT 2 SIZE", Tensors.verdict(call));
            }
            ValidationReport report = eleven.validate();
            assertEquals(2, report.elements());
            assertEquals(11, report.totalBytes());
            assertEquals(
                    TensorFormatException.Code.TOTAL_LIMIT,
                    report.error().orElseThrow().code());
            assertEquals(
                    "ok", Tensors.verdict(() -> tensor.withMaxTotalBytes(12).toStrings()));
        }
    }

    @Test
    void kindsAreToldUnchecked() {
        byte[] bytes = new byte[24 * 4];
        bytes[0] = (byte) (63 << 2);
        bytes[24] = 1;
        bytes[48] = 2;
        bytes[72] = 3;
        for (MemoryKind kind : kinds) {
            StringTensor tensor = tensor(kind, bytes, 4, TensorLayout.TF24);
            assertEquals(StringKind.SMALL, tensor.kind(0));
            assertEquals(63, tensor.element(0).byteLength());
            assertEquals(StringKind.LARGE, tensor.kind(1));
            assertEquals(StringKind.OFFSET, tensor.kind(2));
            assertEquals(StringKind.VIEW, tensor.kind(3));
            assertEquals(
                    StringKind.PREALLOC,
                    tensor(kind, bytes, 4, TensorLayout.RFC24).kind(3));
        }
    }

    /** A thousand elements that share one long string: as long to compare as to read, and refused as there. */
    @Test
    void comparingHonoursTheTotalLimit() {
        int count = 1000;
        int size = 24 * count + 100_000;
        ByteBuffer image = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            image.putInt(24 * i, 100_000 << 2 | 2).putInt(24 * i + 4, 24 * (count - i));
        }
        for (MemoryKind kind : kinds) {
            StringTensor bomb = tensor(kind, image.array(), count, TensorLayout.TF24);
            StringTensor good = bomb.withMaxTotalBytes(100_000L * count);
            assertEquals("TOTAL_LIMIT 1 SIZE", Tensors.verdict(() -> bomb.contentEquals(good)));
            assertEquals("TOTAL_LIMIT 1 SIZE", Tensors.verdict(() -> good.contentEquals(bomb)));
            StringTensor some = bomb.withMaxTotalBytes(700_000);
            assertEquals("TOTAL_LIMIT 7 SIZE", Tensors.verdict(() -> some.contentEquals(good)));
            assertEquals("TOTAL_LIMIT 7 SIZE", Tensors.verdict(() -> good.contentEquals(some)));
            assertTrue(good.contentEquals(good));
        }
    }

    static List<TensorLayout> images() {
        return List.of(
                TensorLayout.TF24,
                TensorLayout.TF24.withOrder(ByteOrder.BIG_ENDIAN).withWordBytes(4),
                TensorLayout.TF24_FROM_2_21,
                TensorLayout.RFC16,
                TensorLayout.RFC24,
                TensorLayout.RFC24.withOrder(ByteOrder.BIG_ENDIAN));
    }

    /** Short strings inside of their elements, the others behind them, in memory and in files. */
    @ParameterizedTest
    @MethodSource("images")
    void shortStringsAreWrittenAsSmall(TensorLayout layout) throws IOException {
        int small = layout.smallCapacity();
        String[] texts = Tensors.texts(new SplittableRandom(21), 1100); // more than one call of a binding takes
        texts[5] = "x".repeat(small);
        texts[6] = "y".repeat(small + 1);
        texts[7] = "long".repeat(40_000);
        byte[][] encoded = Tensors.encoded(texts);
        StringTensorBuilder builder =
                StringTensorBuilder.of(layout).shortAsSmall().addAll(texts);
        long size = layout.tableBytes(texts.length);
        for (byte[] each : encoded) {
            size += each.length <= small ? 0 : each.length;
        }
        assertEquals(size, builder.byteSize());
        ByteBuffer image = builder.build();
        assertEquals(size, image.limit());
        for (MemoryKind kind : Run.some(kinds, layout)) {
            Memory memory = kind.allocate((int) size + 3).fill();
            assertEquals(size, memory.writeTensor(builder, 3));
            assertArrayEquals(image.array(), memory.get(3, (int) size));
            StringTensor tensor = tensor(kind, image.array(), texts.length, layout);
            checkAll(tensor, texts);
            checkAll(tensor.withStrictness(Strictness.STRICT), texts);
            for (int i = 0; i < texts.length; i++) {
                StringKind expected = encoded[i].length <= small ? StringKind.SMALL : StringKind.OFFSET;
                assertEquals(expected, tensor.kind(i));
            }
        }
        Path file = Files.createTempFile("unitstr", ".tensor");
        try {
            assertEquals(size, builder.writeFile(file));
            assertArrayEquals(image.array(), Files.readAllBytes(file));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void onlyImagesHaveTheChoice() {
        for (TensorLayout layout : new TensorLayout[] {TensorLayout.TFLITE, TensorLayout.TF_LEGACY}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> StringTensorBuilder.of(layout).shortAsSmall());
        }
        StringTensorBuilder views = StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.VIEW);
        assertThrows(IllegalArgumentException.class, views::shortAsSmall);
        assertEquals(
                29,
                StringTensorBuilder.of(TensorLayout.TF24)
                        .shortAsSmall()
                        .kind(StringKind.OFFSET) // all of them behind again
                        .add("short")
                        .byteSize());
    }

    @Test
    void tfliteSaysItsCount() {
        String[] texts = {"a", "", "\u4e16\u754c"};
        ByteBuffer image =
                StringTensorBuilder.of(TensorLayout.TFLITE).addAll(texts).build();
        assertArrayEquals(texts, StringTensor.of(image, TensorLayout.TFLITE).toStrings());
        ByteBuffer none = StringTensorBuilder.of(TensorLayout.TFLITE).build();
        assertEquals(0, StringTensor.of(none, TensorLayout.TFLITE).size());
        for (TensorLayout layout :
                new TensorLayout[] {TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24, TensorLayout.TF_LEGACY
                }) {
            String message = assertThrows(IllegalArgumentException.class, () -> StringTensor.of(image, layout))
                    .getMessage();
            assertTrue(message.contains("pass the count"), message);
        }
        assertThrows(NullPointerException.class, () -> StringTensor.of((ByteBuffer) null, TensorLayout.TFLITE));
        assertThrows(NullPointerException.class, () -> StringTensor.of(image, null));
        for (int bytes = 0; bytes < 4; bytes++) {
            ByteBuffer tooFew = ByteBuffer.allocate(bytes);
            assertEquals(
                    "TABLE_TRUNCATED 0 TABLE", Tensors.verdict(() -> StringTensor.of(tooFew, TensorLayout.TFLITE)));
        }
        ByteBuffer negative = ByteBuffer.allocate(8).putInt(0, -1);
        assertEquals("COUNT 0 COUNT", Tensors.verdict(() -> StringTensor.of(negative, TensorLayout.TFLITE)));
        ByteBuffer many = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(0, Integer.MAX_VALUE);
        assertEquals(
                "TABLE_TRUNCATED " + Integer.MAX_VALUE + " TABLE",
                Tensors.verdict(() -> StringTensor.of(many, TensorLayout.TFLITE)));
        ByteBuffer direct = ByteBuffer.allocateDirect(image.limit()).put(0, image.array(), 0, image.limit());
        long address = Addresses.of(direct);
        if (Run.reachesAddresses()) {
            StringTensor there = StringTensor.of(
                    NativeMemory.of(address, image.limit()), TensorLayout.TFLITE, Trust.UNTRUSTED_BUFFER);
            assertArrayEquals(texts, there.toStrings());
        } else {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> StringTensor.of(
                            NativeMemory.of(address, image.limit()), TensorLayout.TFLITE, Trust.UNTRUSTED_BUFFER));
        }
        Reference.reachabilityFence(direct);
    }
}
