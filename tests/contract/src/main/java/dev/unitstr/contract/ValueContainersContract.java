package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.values.AnyPad;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueFormatException;
import dev.unitstr.values.ValueLimits;
import dev.unitstr.values.ValueList;
import dev.unitstr.values.ValueMap;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** R9: containers of libtvm_ffi, laid out by hand: sound ones that no image has, and broken ones of every kind. */
public abstract class ValueContainersContract {
    private final List<SlotKind> kinds;

    protected ValueContainersContract(List<SlotKind> kinds) {
        this.kinds = kinds;
    }

    private static byte[] slot(Object value) {
        AnyPad pad = Dialect.TVM_FFI.pad(0);
        pad.set(value);
        return pad.bits();
    }

    private static byte[] object(int code, long address) {
        return Values.words(code, address);
    }

    private static long list(Values.Blocks memory, int code, long capacity, byte[]... slots) {
        byte[] data = Arrays.copyOf(Values.concat(slots), (int) (16 * Math.max(capacity, slots.length)));
        return memory.place(Values.words(0x1_0000_0001L, code, 0, memory.place(data), slots.length, capacity, 0));
    }

    private static long string(Values.Blocks memory, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        long address =
                memory.place(Values.concat(Values.words(0x1_0000_0001L, 65, 0, 0, utf8.length), utf8, new byte[1]));
        memory.write(address + 24, address + 40);
        return address;
    }

    /** A dense map of so many slots: a pair for each of {@code order}, in the order of insertion. */
    private static long dense(Values.Blocks memory, int code, int slots, int... order) {
        byte[] blocks = new byte[(slots + 15) / 16 * 784];
        for (int block = 0; block < blocks.length; block += 784) {
            Arrays.fill(blocks, block, block + 16, (byte) 0xFF);
        }
        for (int nth = 0; nth < order.length; nth++) {
            int block = order[nth] / 16 * 784;
            blocks[block + order[nth] % 16] = 0;
            byte[] item = Values.concat(
                    slot(nth),
                    slot(String.valueOf((char) ('a' + nth % 26))),
                    Values.words(nth == 0 ? -1 : order[nth - 1], nth + 1 == order.length ? -1 : order[nth + 1]));
            System.arraycopy(item, 0, blocks, block + 16 + 48 * (order[nth] % 16), 48);
        }
        long data = memory.place(blocks);
        long head = order.length == 0 ? -1 : order[0];
        long tail = order.length == 0 ? -1 : order[order.length - 1];
        return memory.place(Values.words(
                0x1_0000_0001L,
                code,
                0,
                data,
                order.length,
                slots,
                0,
                Long.numberOfLeadingZeros(slots - 1),
                head,
                tail));
    }

    private AnyValue value(Values.Blocks memory, byte[] slot) {
        return kinds.get(0).pad(Dialect.TVM_FFI, slot, memory.memory());
    }

    private static List<String> pairs(AnyValue map) {
        List<String> pairs = new ArrayList<>();
        for (ValueMap.Pair pair : map.asMap()) {
            pairs.add(pair.key().asLong() + "=" + pair.value().asString());
        }
        return pairs;
    }

    @Test
    void r9FilledLists() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            long address = list(memory, 75, 8, slot("a"), slot(null), slot(3));
            AnyValue list = kind.pad(Dialect.TVM_FFI, object(75, address), memory.memory());
            assertEquals(3, list.asList().size());
            assertEquals(3, list.asList().get(2).asLong());
            assertEquals(Arrays.asList("a", null, 3L), list.toJava());
            assertThrows(IndexOutOfBoundsException.class, () -> list.asList().get(3));
            assertThrows(IndexOutOfBoundsException.class, () -> list.asList().get(-1));
            assertEquals("KIND", Values.code(() -> list.asList().toStrings()));
            assertEquals("KIND", Values.code(list::asMap));
            assertEquals("KIND", Values.code(list::asError));
            assertEquals("KIND", Values.code(list::asString));
        }
    }

    /** Short and long texts, NULs, malformed ones, more of them than one call takes. */
    @Test
    void r9AllStringsAtOnce() {
        for (boolean live : Run.reachesAddresses() ? List.of(false, true) : List.of(false)) {
            Values.Blocks memory = new Values.Blocks(live);
            String[] texts = new String[3_000];
            byte[][] slots = new byte[texts.length][];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = switch (i % 5) {
                    case 0 -> "t" + i;
                    case 1 -> "\u00e9" + i % 99;
                    case 2 -> "a longer string \u6f22\0 " + i;
                    case 3 -> "";
                    default -> "long ".repeat(i % 40 + 2);
                };
                slots[i] = texts[i].getBytes(StandardCharsets.UTF_8).length <= 7
                        ? slot(texts[i])
                        : object(65, string(memory, texts[i]));
            }
            AnyValue list = value(memory, object(71, list(memory, 71, texts.length, slots)));
            assertArrayEquals(texts, list.asList().toStrings());
            assertArrayEquals(texts, list.asList().toStrings(MalformedPolicy.REPORT));
            if (live) {
                AnyValue trusted = kinds.get(0)
                        .pad(Dialect.TVM_FFI, object(71, ((AnyPad) list).objectAddress()), ValueMemory.live());
                assertArrayEquals(texts, trusted.asList().toStrings());
            }
        }
        Values.Blocks memory = new Values.Blocks(false);
        byte[] bad = slot(null);
        AnyPad malformed = Dialect.TVM_FFI.pad(0);
        malformed.setUtf8(new byte[] {'a', (byte) 0xFF});
        AnyValue list = value(memory, object(71, list(memory, 71, 2, slot("x"), malformed.bits())));
        assertArrayEquals(new String[] {"x", "a\ufffd"}, list.asList().toStrings());
        MalformedTextException e =
                assertThrows(MalformedTextException.class, () -> list.asList().toStrings(MalformedPolicy.REPORT));
        assertEquals(1, e.stringIndex());
        assertEquals(1, e.byteOffset());
        assertEquals(16, bad.length);
    }

    @Test
    void r9DenseMaps() {
        int[][] orders = {{8, 7, 0, 3, 1, 5}, {64, 63, 16, 15, 0, 17, 33, 48}, {32}, {0}};
        for (int[] order : orders) {
            for (int code : new int[] {72, 76}) {
                for (SlotKind kind : kinds) {
                    Values.Blocks memory = new Values.Blocks(false);
                    long address = dense(memory, code, order[0], Arrays.copyOfRange(order, 1, order.length));
                    AnyValue map = kind.pad(Dialect.TVM_FFI, object(code, address), memory.memory());
                    List<String> expected = new ArrayList<>();
                    for (int i = 0; i < order.length - 1; i++) {
                        expected.add(i + "=" + (char) ('a' + i));
                    }
                    assertEquals(expected, pairs(map));
                    assertEquals(expected.size(), map.asMap().size());
                    assertEquals(expected.size(), ((Map<?, ?>) map.toJava()).size());
                    assertNull(map.asMap().get("no such key"));
                }
            }
        }
    }

    /** Whether the blocks are an image or memory of this process. */
    private static List<Boolean> kindsOfMemory() {
        return Run.reachesAddresses() ? List.of(false, true) : List.of(false);
    }

    /** What was freed has other content soon. */
    private static void overwrite(Values.Blocks memory, long address, int bytes) {
        byte[] garbage = new byte[bytes];
        Arrays.fill(garbage, (byte) 0x55);
        memory.write(address, garbage);
    }

    /** A list that grows moves its elements: every access finds them where they are now. */
    @Test
    void r9ListsThatMove() {
        for (boolean live : kindsOfMemory()) {
            for (SlotKind kind : kinds) {
                Values.Blocks memory = new Values.Blocks(live);
                long address = list(memory, 75, 2, slot("a"), slot("b"));
                long moved = memory.place(Values.concat(slot("c"), slot("d"), slot("e"), slot(null)));
                ValueList list = kind.pad(Dialect.TVM_FFI, object(75, address), memory.memory())
                        .asList();
                Iterator<AnyValue> elements = list.iterator();
                assertEquals("a", elements.next().asString());

                overwrite(memory, memory.word(address + 24), 32);
                memory.write(address + 24, Values.words(moved, 3, 4));
                assertEquals(3, list.size());
                assertEquals("c", list.get(0).asString());
                assertEquals("e", list.get(2).asString());
                assertArrayEquals(new String[] {"c", "d", "e"}, list.toStrings());
                assertTrue(elements.hasNext());
                assertThrows(ConcurrentModificationException.class, elements::next);

                Iterator<AnyValue> shorter = list.iterator();
                shorter.next();
                memory.write(address + 32, 1L);
                assertThrows(ConcurrentModificationException.class, shorter::next);
                assertThrows(IndexOutOfBoundsException.class, () -> list.get(1));
                assertArrayEquals(new String[] {"c"}, list.toStrings());

                // Moved without a change of its size: the elements are the same ones.
                Iterator<AnyValue> one = list.iterator();
                long again = memory.word(address + 24) + 16;
                memory.write(address + 24, again);
                assertEquals("d", one.next().asString());
                assertTrue(!one.hasNext());

                memory.write(address + 32, -1L);
                assertEquals("LENGTH", Values.code(list::size));
                memory.write(address + 32, 5L);
                assertEquals("BROKEN", Values.code(() -> list.get(0)));
            }
        }
    }

    /** A dict that grows becomes dense, or moves its blocks. */
    @Test
    void r9DictsThatMove() {
        for (boolean live : kindsOfMemory()) {
            for (SlotKind kind : kinds) {
                Values.Blocks memory = new Values.Blocks(live);
                long address = dense(memory, 76, 16, 3, 7);
                long larger = dense(memory, 76, 32, 17, 0, 31);
                long small = memory.place(Values.concat(slot(9), slot("nine")));
                ValueMap map = kind.pad(Dialect.TVM_FFI, object(76, address), memory.memory())
                        .asMap();
                Iterator<ValueMap.Pair> pairs = map.iterator();
                assertEquals("a", pairs.next().value().asString());

                overwrite(memory, memory.word(address + 24), 784);
                for (int at = 24; at < 80; at += 8) {
                    memory.write(address + at, memory.word(larger + at));
                }
                assertEquals(3, map.size());
                assertTrue(pairs.hasNext());
                assertThrows(ConcurrentModificationException.class, pairs::next);
                List<String> found = new ArrayList<>();
                map.forEach(pair -> found.add(pair.value().asString()));
                assertEquals(List.of("a", "b", "c"), found);

                // The order is changed by a key that is written again: it becomes the last one.
                Iterator<ValueMap.Pair> order = map.iterator();
                order.next();
                memory.write(address + 72, 0L);
                assertThrows(ConcurrentModificationException.class, order::next);

                memory.write(address + 24, Values.words(small, 1, Long.MIN_VALUE | 4));
                assertEquals(1, map.size());
                assertEquals("nine", map.iterator().next().value().asString());
            }
        }
    }

    /** The error of a dense map of five pairs in which one word is another. */
    private String broken(boolean inObject, int at, long word) {
        Values.Blocks memory = new Values.Blocks(false);
        long address = dense(memory, 72, 32, 3, 17, 0, 31, 5);
        long data = memory.word(address + 24);
        memory.write((inObject ? address : data) + at, word);
        AnyValue map = value(memory, object(72, address));
        try {
            pairs(map);
            return "ok";
        } catch (ValueFormatException e) {
            return e.getMessage();
        }
    }

    /** Where the link of the pair in a slot to the next one is. */
    private static int next(int slot) {
        return slot / 16 * 784 + 16 + slot % 16 * 48 + 40;
    }

    private static void says(String expected, String message) {
        assertTrue(message.contains(expected), message);
    }

    @Test
    void r9BrokenMaps() {
        // A circle, of one and of all; an end too early; a link outside, into nothing.
        says("beyond its size", broken(false, next(3), 3));
        says("beyond its size", broken(false, next(5), 3));
        says("before its size", broken(false, next(0), -1));
        says("past its slots", broken(false, next(17), 32));
        says("past its slots", broken(false, next(17), -2));
        says("empty slot", broken(false, next(17), 1));
        says("before its size", broken(true, 64, -1));
        says("past its slots", broken(true, 64, 32));
        // Sizes.
        says("before its size", broken(true, 32, 6));
        says("beyond its size", broken(true, 32, 4));
        says("more pairs than slots", broken(true, 32, 33));
        says("LENGTH in SIZE", broken(true, 32, -1));
        // Slots: more than there are blocks, absurdly many, too few.
        says("ADDRESS", broken(true, 40, 33));
        says("ADDRESS", broken(true, 40, Integer.MAX_VALUE));
        says("LENGTH in SLOTS", broken(true, 40, Long.MAX_VALUE));
        says("more pairs than slots", broken(true, 40, 4));
        says("past its slots", broken(true, 40, 16));
        says("ADDRESS", broken(true, 24, 1));
        says("HEADER", broken(true, 8, 71));
        says("TYPE_CODE", broken(true, 8, 63));
    }

    @Test
    void r9AfterAnErrorPairsEnd() {
        Values.Blocks memory = new Values.Blocks(false);
        long address = dense(memory, 72, 16, 1, 2, 3);
        memory.write(memory.word(address + 24) + next(1), 9);
        Iterator<ValueMap.Pair> pairs =
                value(memory, object(72, address)).asMap().iterator();
        pairs.next();
        assertThrows(ValueFormatException.class, pairs::next);
        assertTrue(!pairs.hasNext());
    }

    private String sequence(long data, long size, long capacity) {
        Values.Blocks memory = new Values.Blocks(false);
        long block = memory.place(new byte[64]);
        long address =
                memory.place(Values.words(1, 75, 0, data < 0 || data > 8 ? data : block + data, size, capacity, 0));
        return Values.code(value(memory, object(75, address))::asList);
    }

    @Test
    void r9BrokenSequences() {
        assertEquals("ok", sequence(0, 4, 4));
        assertEquals("ADDRESS", sequence(0, 5, 5));
        assertEquals("ADDRESS", sequence(8, 4, 4));
        assertEquals("ADDRESS", sequence(-1, 1, 4));
        assertEquals("BROKEN", sequence(0, 2, 1));
        assertEquals("BROKEN", sequence(0, 1, -1));
        assertEquals("LENGTH", sequence(0, -1, 4));
        assertEquals("LENGTH", sequence(0, 1L << 31, 1L << 31));
        assertEquals("ok", sequence(-1, 0, 0));
    }

    @Test
    void r9ValuesThatHoldThemselves() {
        Values.Blocks memory = new Values.Blocks(false);
        long address = list(memory, 75, 2, slot(null), slot(null));
        memory.write(memory.word(address + 24) + 16, object(75, address));
        assertEquals("CYCLE", Values.code(value(memory, object(75, address))::toJava));
        // Through a map, and through an array in it.
        long outer = dense(memory, 76, 8, 0, 1);
        long inner = list(memory, 71, 1, object(76, outer));
        memory.write(memory.word(outer + 24) + 16 + 16, object(71, inner));
        assertEquals("CYCLE", Values.code(value(memory, object(76, outer))::toJava));
    }

    @Test
    void r9Limits() {
        // Each array holds the next one twice: 2^40 elements, of 40 objects.
        Values.Blocks memory = new Values.Blocks(false);
        byte[] inner = slot(0);
        for (int i = 0; i < 40; i++) {
            inner = object(71, list(memory, 71, 2, inner, inner));
        }
        AnyValue many = value(memory, inner);
        assertEquals("ELEMENTS", Values.code(() -> many.toJava(new ValueLimits(256, 1_000, 1_000))));
        assertEquals("DEPTH", Values.code(() -> many.toJava(new ValueLimits(39, 1_000, 1_000))));
        AnyValue texts = value(memory, object(71, list(memory, 71, 2, slot("abc"), slot("def"))));
        assertEquals("ELEMENTS", Values.code(() -> texts.toJava(new ValueLimits(256, 1_000, 5))));
        assertEquals(List.of("abc", "def"), texts.toJava(new ValueLimits(1, 2, 6)));
    }

    @Test
    void r9AnObjectToBeTakenIsReadThrough() {
        Values.Blocks memory = new Values.Blocks(false);
        long address = list(memory, 71, 1, slot(7));
        long place = memory.place(Values.words(address));
        assertEquals(List.of(7L), value(memory, Values.words(10, place)).toJava());
        assertNull(
                value(memory, Values.words(10, memory.place(Values.words(0)))).toJava());
        assertEquals(address, memory.word(place));
    }

    /** Every word of every image becomes another: an end is all that is asked for. */
    @Test
    void r9DamagedImagesEndInAValueOrAnError() {
        long[] words = {
            0, 1, 5, 7, 16, 255, 0x1_0000, Integer.MAX_VALUE, 1L << 31, 0xFFFF_FFFFL, 1L << 62, Long.MIN_VALUE, -16, -1
        };
        ValueLimits limits = new ValueLimits(64, 10_000, 1 << 20);
        int refused = 0;
        for (Values.Image image : Values.images(false)) {
            for (Map.Entry<Long, ByteBuffer> block : image.memory().blocks().entrySet()) {
                for (int at = 0; at + 8 <= block.getValue().limit(); at += 8) {
                    long was = block.getValue().getLong(at);
                    boolean isRoot = block.getKey() == 0x1_0000;
                    for (long word : words) {
                        block.getValue().putLong(at, word);
                        byte[] root = image.root().clone();
                        if (isRoot) {
                            System.arraycopy(Values.words(word), 0, root, at, 8);
                        }
                        AnyValue value = value(image.memory(), root);
                        refused += Values.code(() -> value.toJava(limits)).equals("ok") ? 0 : 1;
                        if (value.toString().isEmpty()) {
                            throw new AssertionError();
                        }
                    }
                    block.getValue().putLong(at, was);
                }
            }
        }
        assertTrue(refused > 1_000, String.valueOf(refused));
    }

    @Test
    void r9AnyMemory() {
        SplittableRandom random = new SplittableRandom(9);
        ValueLimits limits = new ValueLimits(64, 10_000, 1 << 20);
        for (int i = 0; i < Run.times(3_000); i++) {
            byte[] bytes = new byte[random.nextInt(16, 400)];
            random.nextBytes(bytes);
            for (int edits = random.nextInt(30); edits > 0; edits--) {
                long word = random.nextBoolean() ? random.nextLong(40) : random.nextLong(0x1_0000, 0x1_0190);
                System.arraycopy(Values.words(word), 0, bytes, 8 * random.nextInt(bytes.length / 8), 8);
            }
            int code = random.nextInt(64, 79);
            System.arraycopy(Values.words(code), 0, bytes, 8, 8);
            Values.Blocks memory = new Values.Blocks(false);
            AnyValue value = value(memory, object(code, memory.place(bytes)));
            AnyValue same = value(memory, ((AnyPad) value).bits());
            Values.code(() -> same.toJava(limits));
            Values.code(() -> same.asList().toStrings());
            Values.code(() -> same.asMap().get("a"));
        }
    }
}
