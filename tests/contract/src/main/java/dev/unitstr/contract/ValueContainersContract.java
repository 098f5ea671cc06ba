package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Containers of libtvm_ffi, laid out by hand: sound ones that no image has, and broken ones of every kind. */
@EveryRun
class ValueContainersContract {
    private final List<SlotKind> kinds = Kinds.HERE.slots();

    private static byte[] slot(Object value) {
        Slot pad = Dialect.TVM_FFI.slot(0);
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

    private Value value(Values.Blocks memory, byte[] slot) {
        return kinds.get(0).pad(Dialect.TVM_FFI, slot, memory.memory());
    }

    private static List<String> pairs(Value map) {
        List<String> pairs = new ArrayList<>();
        map.asMap().forEach((key, value) -> pairs.add(key.asLong() + "=" + value.asString()));
        return pairs;
    }

    @Test
    void listsWithSpareCapacityAreRead() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            long address = list(memory, 75, 8, slot("a"), slot(null), slot(3));
            Value list = kind.pad(Dialect.TVM_FFI, object(75, address), memory.memory());
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
    void allStringsAreReadAtOnce() {
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
            Value list = value(memory, object(71, list(memory, 71, texts.length, slots)));
            assertArrayEquals(texts, list.asList().toStrings());
            assertArrayEquals(texts, list.asList().toStrings(MalformedPolicy.REPORT));
            if (live) {
                Value trusted = kinds.get(0)
                        .pad(Dialect.TVM_FFI, object(71, ((Slot) list).objectAddress()), ValueMemory.live());
                assertArrayEquals(texts, trusted.asList().toStrings());
            }
        }
        Values.Blocks memory = new Values.Blocks(false);
        byte[] bad = slot(null);
        Slot malformed = Dialect.TVM_FFI.slot(0);
        malformed.setUtf8(new byte[] {'a', (byte) 0xFF});
        Value list = value(memory, object(71, list(memory, 71, 2, slot("x"), malformed.bits())));
        assertArrayEquals(new String[] {"x", "a\ufffd"}, list.asList().toStrings());
        MalformedTextException e =
                assertThrows(MalformedTextException.class, () -> list.asList().toStrings(MalformedPolicy.REPORT));
        assertEquals(1, e.stringIndex());
        assertEquals(1, e.byteOffset());
        assertEquals(16, bad.length);
    }

    @Test
    void denseMapsAreReadInOrderOfInsertion() {
        int[][] orders = {{8, 7, 0, 3, 1, 5}, {64, 63, 16, 15, 0, 17, 33, 48}, {32}, {0}};
        for (int[] order : orders) {
            for (int code : new int[] {72, 76}) {
                for (SlotKind kind : kinds) {
                    Values.Blocks memory = new Values.Blocks(false);
                    long address = dense(memory, code, order[0], Arrays.copyOfRange(order, 1, order.length));
                    Value map = kind.pad(Dialect.TVM_FFI, object(code, address), memory.memory());
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
    void listsThatMoveAreReadWhereTheyAre() {
        for (boolean live : kindsOfMemory()) {
            for (SlotKind kind : kinds) {
                Values.Blocks memory = new Values.Blocks(live);
                long address = list(memory, 75, 2, slot("a"), slot("b"));
                long moved = memory.place(Values.concat(slot("c"), slot("d"), slot("e"), slot(null)));
                ListValue list = kind.pad(Dialect.TVM_FFI, object(75, address), memory.memory())
                        .asList();
                Iterator<Value> elements = list.iterator();
                assertEquals("a", elements.next().asString());

                overwrite(memory, memory.word(address + 24), 32);
                memory.write(address + 24, Values.words(moved, 3, 4));
                assertEquals(3, list.size());
                assertEquals("c", list.get(0).asString());
                assertEquals("e", list.get(2).asString());
                assertArrayEquals(new String[] {"c", "d", "e"}, list.toStrings());
                assertTrue(elements.hasNext());
                assertThrows(ConcurrentModificationException.class, elements::next);

                Iterator<Value> shorter = list.iterator();
                shorter.next();
                memory.write(address + 32, 1L);
                assertThrows(ConcurrentModificationException.class, shorter::next);
                assertThrows(IndexOutOfBoundsException.class, () -> list.get(1));
                assertArrayEquals(new String[] {"c"}, list.toStrings());

                // Moved without a change of its size: the elements are the same ones.
                Iterator<Value> one = list.iterator();
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
    void dictsThatMoveAreReadWhereTheyAre() {
        for (boolean live : kindsOfMemory()) {
            for (SlotKind kind : kinds) {
                Values.Blocks memory = new Values.Blocks(live);
                long address = dense(memory, 76, 16, 3, 7);
                long larger = dense(memory, 76, 32, 17, 0, 31);
                long small = memory.place(Values.concat(slot(9), slot("nine")));
                MapValue map = kind.pad(Dialect.TVM_FFI, object(76, address), memory.memory())
                        .asMap();
                Iterator<Map.Entry<Value, Value>> pairs = map.entrySet().iterator();
                assertEquals("a", pairs.next().getValue().asString());

                overwrite(memory, memory.word(address + 24), 784);
                for (int at = 24; at < 80; at += 8) {
                    memory.write(address + at, memory.word(larger + at));
                }
                assertEquals(3, map.size());
                assertTrue(pairs.hasNext());
                assertThrows(ConcurrentModificationException.class, pairs::next);
                List<String> found = new ArrayList<>();
                map.values().forEach(value -> found.add(value.asString()));
                assertEquals(List.of("a", "b", "c"), found);

                // The order is changed by a key that is written again: it becomes the last one.
                Iterator<Map.Entry<Value, Value>> order = map.entrySet().iterator();
                order.next();
                memory.write(address + 72, 0L);
                assertThrows(ConcurrentModificationException.class, order::next);

                memory.write(address + 24, Values.words(small, 1, Long.MIN_VALUE | 4));
                assertEquals(1, map.size());
                assertEquals("nine", map.values().iterator().next().asString());
            }
        }
    }

    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    /** The hash of a key as the library's header defines it, by numbers without a size. */
    private static long hash(Object key) {
        long kind = key instanceof Long ? 1 : key instanceof String ? 65 : 66;
        long hash = 0;
        if (key instanceof Long number) {
            hash = number;
        } else {
            byte[] bytes = key instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) key;
            ByteBuffer words = ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length + 7) / 8 * 8))
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (words.hasRemaining()) {
                BigInteger word = new BigInteger(Long.toUnsignedString(words.getLong()));
                hash = BigInteger.valueOf(hash)
                        .multiply(BigInteger.valueOf(1_099_511_628_211L))
                        .add(word)
                        .mod(TWO_64)
                        .mod(BigInteger.valueOf(2_147_483_647L))
                        .longValue();
            }
        }
        return kind ^ (hash + 0x9E37_79B9L + (kind << 6) + (kind >> 2));
    }

    private static byte[] keySlot(Values.Blocks memory, Object key, boolean heap) {
        if (key instanceof Long) {
            return slot(key);
        }
        byte[] bytes = key instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) key;
        int code = key instanceof String ? 65 : 66;
        if (bytes.length <= 7 && !heap) {
            return slot(key);
        }
        // No byte behind the text is readable.
        long data = bytes.length == 0 ? 0 : memory.place(bytes);
        return object(code, memory.place(Values.words(0x1_0000_0001L, code, 0, data, bytes.length)));
    }

    /** A map of the keys, as the library lays it out; the value of each is its index. */
    private static long hashed(Values.Blocks memory, List<?> keys, boolean heap) {
        int count = keys.size();
        byte[][] pairs = new byte[count][];
        for (int i = 0; i < count; i++) {
            pairs[i] = Values.concat(keySlot(memory, keys.get(i), heap), slot((long) i));
        }
        if (count <= 4) {
            long data = memory.place(Values.concat(pairs));
            return memory.place(Values.words(0x1_0000_0001L, 72, 0, data, count, Long.MIN_VALUE | 4, 0));
        }
        int shift = Long.numberOfLeadingZeros(count);
        int slots = 1 << (64 - shift);
        byte[] blocks = new byte[(slots + 15) / 16 * 784];
        for (int block = 0; block < blocks.length; block += 784) {
            Arrays.fill(blocks, block, block + 16, (byte) 0xFF);
        }
        int[] places = new int[count];
        boolean[] done = new boolean[count];
        for (int pass = 0; pass < 2; pass++) { // first the keys that begin a chain
            for (int i = 0; i < count; i++) {
                int home = (int) (hash(keys.get(i)) * 0x9E37_79B9_7F4A_7C15L >>> shift);
                if (!done[i] && (pass == 1 || blocks[state(home)] == -1)) {
                    done[i] = true;
                    places[i] = pass == 0 ? home : chained(blocks, home, slots);
                    blocks[state(places[i])] = (byte) (pass == 0 ? 0 : 0x80);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            long before = i == 0 ? -1 : places[i - 1];
            long after = i + 1 == count ? -1 : places[i + 1];
            byte[] item = Values.concat(pairs[i], Values.words(before, after));
            System.arraycopy(item, 0, blocks, next(places[i]) - 40, item.length);
        }
        return memory.place(Values.words(
                0x1_0000_0001L, 72, 0, memory.place(blocks), count, slots, 0, shift, places[0], places[count - 1]));
    }

    /** Returns the offset of the byte of a slot. */
    private static int state(int slot) {
        return slot / 16 * 784 + slot % 16;
    }

    /** Appends a slot to a chain. */
    private static int chained(byte[] blocks, int home, int slots) {
        int end = home;
        while ((blocks[state(end)] & 0x7F) != 0) {
            end = (end + jump(blocks[state(end)] & 0x7F)) % slots;
        }
        for (int number = 1; ; number++) {
            int slot = (end + jump(number)) % slots;
            if (blocks[state(slot)] == -1) {
                blocks[state(end)] |= (byte) number;
                return slot;
            }
        }
    }

    private static int jump(int number) {
        return number < 16 ? number : (number - 10) * (number - 9) / 2;
    }

    /** Keys of all kinds and lengths. */
    private static List<Object> keys(int count) {
        List<Object> keys = new ArrayList<>(List.of("", "hello", "12345678", new byte[0], 0L, -1L, Long.MIN_VALUE));
        for (int i = 0; keys.size() < count; i++) {
            keys.add((long) i * 7919 + 1);
            keys.add("k" + i);
            keys.add("\u00e9\u6f22\ud83d\ude00".repeat(i % 9 + 1) + i);
            keys.add(("key" + i + "x".repeat(i % 23)).getBytes(StandardCharsets.UTF_8));
        }
        return keys.subList(0, count);
    }

    private static Value find(MapValue map, Object key) {
        return map.get(key);
    }

    /** Every key is found by its hash, in a slot or in an object; and no key that is not there. */
    @Test
    void keysAreFoundByHash() {
        for (boolean live : kindsOfMemory()) {
            for (boolean heap : new boolean[] {false, true}) {
                for (int count : new int[] {1, 2, 4, 5, 7, 15, 31, 60, 300}) {
                    Values.Blocks memory = new Values.Blocks(live);
                    List<Object> keys = keys(count);
                    long address = hashed(memory, keys, heap);
                    MapValue map = value(memory, object(72, address)).asMap();
                    for (int i = 0; i < count; i++) {
                        assertEquals(i, find(map, keys.get(i)).asLong(), String.valueOf(keys.get(i)));
                    }
                    for (Object missing : new Object[] {"no", "a longer key that is missing", 5L, new byte[9]}) {
                        assertNull(find(map, missing));
                    }
                    assertNull(map.get("\ud800"));
                    assertNull(map.get("?"));
                }
            }
        }
    }

    /** The kinds of keys are apart, and a key that has to be there is named if it is not. */
    @Test
    void missingKeysAreNamed() {
        Values.Blocks memory = new Values.Blocks(false);
        MapValue map = value(memory, object(72, hashed(memory, List.of("one", 1L), false)))
                .asMap();
        assertEquals(0, map.require("one").asLong());
        assertEquals(1, map.require(1).asLong());
        assertNull(map.get("one".getBytes(StandardCharsets.UTF_8)));
        assertNull(map.get(0));
        NoSuchElementException e = assertThrows(NoSuchElementException.class, () -> map.require("tw\u00f6"));
        assertEquals("no key \"tw\u00f6\" in a map of 2 pairs", e.getMessage());
        e = assertThrows(NoSuchElementException.class, () -> map.require(-2));
        assertEquals("no key -2 in a map of 2 pairs", e.getMessage());
        assertNull(map.get(null));
        e = assertThrows(NoSuchElementException.class, () -> map.require(null));
        assertEquals("no key null in a map of 2 pairs", e.getMessage());
    }

    /** A view of a list is a List: what it finds, compares, streams and refuses. */
    @Test
    void listsAreLists() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            String longer = "longer than a slot";
            byte[][] slots = {slot("a"), slot(null), slot(3), object(65, string(memory, longer)), slot("a"), slot(3.0)};
            List<Value> list = kind.pad(Dialect.TVM_FFI, object(75, list(memory, 75, 8, slots)), memory.memory())
                    .asList();
            ListValue other =
                    value(memory, object(71, list(memory, 71, 8, slots))).asList();
            assertEquals(6, list.stream().count());
            assertEquals(3, list.stream().filter(each -> each.kind().isText()).count());
            assertEquals(6, list.parallelStream().map(Value::kind).count());
            assertTrue(list.contains("a") && list.contains(longer) && list.contains(other.get(3)));
            assertTrue(list.contains(null) && list.contains(3) && list.contains((short) 3) && list.contains(3.0f));
            for (Object missing : new Object[] {
                "b",
                "\ud800",
                "longer than a slot!",
                "a".getBytes(StandardCharsets.UTF_8),
                4,
                true,
                3.5,
                this,
                BigInteger.ONE.shiftLeft(64)
            }) {
                assertEquals(-1, list.indexOf(missing));
                assertEquals(-1, list.lastIndexOf(missing));
                assertTrue(!list.contains(missing));
            }
            assertEquals(0, list.indexOf("a"));
            assertEquals(4, list.lastIndexOf(list.get(0)));
            assertEquals(2, list.indexOf(3L));
            assertEquals(5, list.indexOf(3.0));
            assertTrue(list.containsAll(other) && list.containsAll(Arrays.asList("a", null)));
            assertEquals(other, list);
            assertEquals(new ArrayList<>(other), list);
            assertEquals(other.hashCode(), list.hashCode());
            assertEquals(list.subList(0, 1), list.subList(4, 5));
            assertTrue(!list.equals(list.subList(0, 5)) && !list.get(2).equals(list.get(5)));
            assertEquals(
                    List.of("a", longer),
                    List.of(list.get(0).asString(), list.get(3).asString()));
            assertEquals(6, list.toArray().length);
            ListIterator<Value> backwards = list.listIterator(6);
            assertEquals(3.0, backwards.previous().asDouble());
            assertThrows(UnsupportedOperationException.class, () -> list.add(list.get(0)));
            assertThrows(UnsupportedOperationException.class, () -> list.set(0, list.get(1)));
            assertThrows(UnsupportedOperationException.class, () -> list.remove(0));
            assertThrows(UnsupportedOperationException.class, () -> list.remove("a"));
            assertThrows(UnsupportedOperationException.class, list::clear);
            assertThrows(UnsupportedOperationException.class, () -> list.removeIf(each -> true));
            assertThrows(UnsupportedOperationException.class, () -> list.sort(Comparator.comparing(Value::toString)));
        }
    }

    /** A view of a map is a Map. */
    @Test
    void mapsAreMaps() {
        for (int extra : new int[] {0, 60}) {
            for (SlotKind kind : kinds) {
                Values.Blocks memory = new Values.Blocks(false);
                List<Object> keys = new ArrayList<>(List.of("name", 7L, "b".getBytes(StandardCharsets.UTF_8)));
                for (int i = 0; i < extra; i++) {
                    keys.add("key " + i);
                }
                long address = hashed(memory, keys, false);
                Map<Value, Value> map = kind.pad(Dialect.TVM_FFI, object(72, address), memory.memory())
                        .asMap();
                MapValue same =
                        value(memory, object(72, hashed(memory, keys, true))).asMap();
                assertEquals(0, map.get("name").asLong());
                assertEquals(1, map.get(7).asLong());
                assertEquals(1, map.get((byte) 7).asLong());
                assertEquals(2, map.get(keys.get(2)).asLong());
                assertTrue(map.containsKey("name") && !map.containsKey("nam") && !map.containsKey(7.0));
                assertTrue(map.containsValue(2)
                        && !map.containsValue("2")
                        && map.values().contains(0));
                assertTrue(map.keySet().contains("name") && map.keySet().containsAll(same.keySet()));
                assertEquals(map.get("name"), map.getOrDefault("none", map.get("name")));
                map.forEach((key, value) -> assertEquals(value, same.get(key)));
                map.keySet().forEach(key -> assertTrue(same.containsKey(key)));
                assertEquals(same, map);
                assertEquals(same.hashCode(), map.hashCode());
                assertEquals(same.entrySet(), map.entrySet());
                assertEquals(keys.size(), map.entrySet().stream().count());
                for (Object missing : new Object[] {null, true, 7.5, 'n', "\ud800", new byte[1], this}) {
                    assertNull(map.get(missing));
                }
                Value key = map.keySet().iterator().next();
                assertThrows(UnsupportedOperationException.class, () -> map.put(key, key));
                assertThrows(UnsupportedOperationException.class, () -> map.remove("name"));
                assertThrows(UnsupportedOperationException.class, map::clear);
                assertThrows(
                        UnsupportedOperationException.class, () -> map.values().removeIf(each -> true));
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> map.entrySet().iterator().next().setValue(key));
            }
        }
    }

    /** Values of the same kind and content are equal, in a slot or in an object, in any dialect. */
    @Test
    void valuesOfEqualContentAreEqual() {
        Values.Blocks memory = new Values.Blocks(false);
        Value text = value(memory, slot("abc"));
        Value object = value(memory, object(65, string(memory, "abc")));
        Slot other = Dialect.RFC97.slot(0);
        other.set("abc");
        for (Value each : List.of(object, other)) {
            assertEquals(text, each);
            assertEquals(each, text);
            assertEquals(text.hashCode(), each.hashCode());
        }
        for (Object each :
                new Object[] {"abc", null, value(memory, slot("abcd")), value(memory, slot(new byte[] {97, 98, 99}))}) {
            assertTrue(!text.equals(each));
        }
        assertEquals(value(memory, slot(1)), value(memory, slot(1)));
        assertTrue(!value(memory, slot(1)).equals(value(memory, slot(true))));
        assertTrue(!value(memory, slot(0.0)).equals(value(memory, slot(-0.0))));
        assertEquals(value(memory, slot(null)), value(memory, slot(null)));
        byte[] unknown = Values.words(79L << 32 | 30, 5);
        assertEquals(value(memory, unknown), value(memory, unknown));
        long list = list(memory, 75, 1, slot(1));
        assertEquals(value(memory, object(75, list)), value(memory, object(75, list)));
        assertTrue(!value(memory, object(75, list)).equals(value(memory, object(75, list(memory, 75, 1, slot(1))))));
        other.set("more");
        assertTrue(!text.equals(other));
        assertEquals("ADDRESS", Values.code(() -> value(memory, object(65, 8)).equals(text)));
    }

    /** A stream of a list that changes, and a list that contains itself. */
    @Test
    void listsThatChangeWhileTheyAreStreamed() {
        Values.Blocks memory = new Values.Blocks(false);
        long address = list(memory, 75, 4, slot("a"), slot("b"), slot("c"));
        ListValue list = value(memory, object(75, address)).asList();
        assertThrows(
                ConcurrentModificationException.class,
                () -> list.stream().forEach(each -> memory.write(address + 32, 1L)));
        assertEquals(1, list.size());
        assertThrows(NoSuchElementException.class, () -> list.listIterator(1).next());
        memory.write(memory.word(address + 24), object(75, address));
        assertTrue(list.contains(list.get(0)));
        assertEquals(list, list.get(0).asList());
        assertEquals(list.hashCode(), list.get(0).asList().hashCode());
        assertEquals("list of 1 elements", list.toString());
    }

    /** Chains that lead anywhere end in an error or in null, in no more steps than there are pairs. */
    @Test
    void brokenChainsEnd() {
        List<Object> keys = keys(60);
        int broken = 0;
        for (int state = 0; state < 256; state++) {
            Values.Blocks memory = new Values.Blocks(false);
            long address = hashed(memory, keys, false);
            long data = memory.word(address + 24);
            for (int block = 0; block < 4; block++) {
                byte[] states = new byte[16];
                Arrays.fill(states, (byte) state);
                states[block] = 1;
                memory.write(data + 784 * block, states);
            }
            MapValue map = value(memory, object(72, address)).asMap();
            for (Object key : keys) {
                String code = Values.code(() -> find(map, key));
                broken += code.equals("BROKEN") ? 1 : 0;
                assertTrue(code.equals("BROKEN") || code.equals("ok"), code);
            }
        }
        assertTrue(broken > 1_000, String.valueOf(broken));
        for (long shift : new long[] {0, 1, 57, 64, 255, 0xFFFF_FFFFL}) {
            Values.Blocks memory = new Values.Blocks(false);
            long address = hashed(memory, keys, false);
            memory.write(address + 56, shift);
            MapValue map = value(memory, object(72, address)).asMap();
            List<String> codes =
                    keys.stream().map(key -> Values.code(() -> find(map, key))).toList();
            assertTrue(codes.contains("BROKEN"), shift + ": " + codes);
            assertTrue(codes.stream().allMatch(code -> code.equals("ok") || code.equals("BROKEN")), codes.toString());
        }
        // A key that is no string says so; one that may not be read, too.
        Values.Blocks memory = new Values.Blocks(false);
        long address = hashed(memory, List.of("longer than a slot"), false);
        memory.write(memory.word(address + 24) + 8, 8L);
        assertEquals(
                "ADDRESS",
                Values.code(() -> value(memory, object(72, address)).asMap().get("any")));
    }

    /** Deeper than any stack is: the copy is made without recursion. */
    @Test
    void copiesOfDeepValuesNeedNoStack() {
        int depth = 100_000;
        Values.Blocks memory = new Values.Blocks(false);
        byte[] inner = slot(7L);
        byte[] objects = new byte[depth * 80];
        long first = memory.place(objects);
        for (int i = 0; i < depth; i++) {
            long at = first + 80L * i;
            byte[] list = Values.concat(Values.words(1, 71, 0, at + 64, 1, 1, 0, 0), inner);
            memory.write(at, list);
            inner = object(71, at);
        }
        Value deep = value(memory, inner);
        Object copy = deep.toJava(new ValueLimits(depth, 1 << 20, 0));
        int levels = 0;
        while (copy instanceof List<?> list) {
            copy = list.get(0);
            levels++;
        }
        assertEquals(7L, copy);
        assertEquals(depth, levels);
        assertEquals("DEPTH", Values.code(() -> deep.toJava(new ValueLimits(depth - 1, 1 << 20, 0))));
    }

    /** A value says what it is, in one line, whatever is in it. */
    @Test
    void toStringIsOneLine() {
        Values.Blocks memory = new Values.Blocks(false);
        long text = string(memory, "a long text ".repeat(100));
        assertEquals("string \"abc\"", value(memory, slot("abc")).toString());
        assertEquals("int 42", value(memory, slot(42)).toString());
        assertEquals("float 1.5", value(memory, slot(1.5)).toString());
        assertEquals("bool true", value(memory, slot(true)).toString());
        assertEquals("null", value(memory, slot(null)).toString());
        assertEquals("binary of 2 bytes", value(memory, slot(new byte[2])).toString());
        assertEquals(
                "string \"" + "a long text ".repeat(5) + "\u2026\" (1200 bytes)",
                value(memory, object(65, text)).toString());
        Value list = value(memory, object(75, list(memory, 75, 2, slot("a"), slot(1))));
        assertEquals("list of 2 elements", list.toString());
        assertEquals("list of 2 elements", list.asList().toString());
        Value map = value(memory, object(72, hashed(memory, List.of("x", "y", 3L), false)));
        assertEquals("map of 3 pairs", map.toString());
        assertEquals("map of 3 pairs", map.asMap().toString());
        assertEquals(
                "object of type 200",
                value(memory, object(200, memory.place(Values.words(1, 200, 0))))
                        .toString());
        assertEquals(
                "unreadable value of TVM_FFI: 24 bytes at 0x8 are not readable (byte 0 of the object at 0x8)",
                value(memory, object(75, 8)).toString());
        ValueFormatException e = assertThrows(ValueFormatException.class, value(memory, slot("abc"))::asLong);
        assertEquals("expected an int, found a string (slot byte 0)", e.getMessage());
        e = assertThrows(ValueFormatException.class, list::asString);
        assertEquals("expected text, found a list (slot byte 0)", e.getMessage());
    }

    /** The error of a dense map of five pairs in which one word is another. */
    private String broken(boolean inObject, int at, long word) {
        Values.Blocks memory = new Values.Blocks(false);
        long address = dense(memory, 72, 32, 3, 17, 0, 31, 5);
        long data = memory.word(address + 24);
        memory.write((inObject ? address : data) + at, word);
        Value map = value(memory, object(72, address));
        try {
            pairs(map);
            return "ok";
        } catch (ValueFormatException e) {
            return e.code() + " at " + e.offset() + ": " + e.getMessage();
        }
    }

    /** Returns the offset of the link from the pair in a slot to the next one. */
    private static int next(int slot) {
        return slot / 16 * 784 + 16 + slot % 16 * 48 + 40;
    }

    private static void says(String expected, String message) {
        assertTrue(message.contains(expected), message);
    }

    @Test
    void brokenMapsAreRefused() {
        // Cycles, of one slot and of all; an end too early; links outside, and to an empty slot.
        says("more pairs than its size", broken(false, next(3), 3));
        says("more pairs than its size", broken(false, next(5), 3));
        says("fewer pairs than its size", broken(false, next(0), -1));
        says("past its slots", broken(false, next(17), 32));
        says("past its slots", broken(false, next(17), -2));
        says("empty slot", broken(false, next(17), 1));
        says("fewer pairs than its size", broken(true, 64, -1));
        says("past its slots", broken(true, 64, 32));
        // Sizes.
        says("fewer pairs than its size", broken(true, 32, 6));
        says("more pairs than its size", broken(true, 32, 4));
        says("more pairs than slots", broken(true, 32, 33));
        says("LENGTH at 32", broken(true, 32, -1));
        // Slots: more than there are blocks, absurdly many, too few.
        says("ADDRESS", broken(true, 40, 33));
        says("ADDRESS", broken(true, 40, Integer.MAX_VALUE));
        says("LENGTH at 40", broken(true, 40, Long.MAX_VALUE));
        says("more pairs than slots", broken(true, 40, 4));
        says("past its slots", broken(true, 40, 16));
        says("ADDRESS", broken(true, 24, 1));
        says("HEADER", broken(true, 8, 71));
        says("TYPE_CODE", broken(true, 8, 63));
    }

    @Test
    void pairsEndAfterAnError() {
        Values.Blocks memory = new Values.Blocks(false);
        long address = dense(memory, 72, 16, 1, 2, 3);
        memory.write(memory.word(address + 24) + next(1), 9);
        Iterator<Map.Entry<Value, Value>> pairs =
                value(memory, object(72, address)).asMap().entrySet().iterator();
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
    void brokenSequencesAreRefused() {
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
    void valuesThatContainThemselvesAreRefused() {
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
    void limitsAreEnforced() {
        // Each array holds the next one twice: 2^40 elements, of 40 objects.
        Values.Blocks memory = new Values.Blocks(false);
        byte[] inner = slot(0);
        for (int i = 0; i < 40; i++) {
            inner = object(71, list(memory, 71, 2, inner, inner));
        }
        Value many = value(memory, inner);
        assertEquals("ELEMENTS", Values.code(() -> many.toJava(new ValueLimits(256, 1_000, 1_000))));
        assertEquals("DEPTH", Values.code(() -> many.toJava(new ValueLimits(39, 1_000, 1_000))));
        Value texts = value(memory, object(71, list(memory, 71, 2, slot("abc"), slot("def"))));
        assertEquals("ELEMENTS", Values.code(() -> texts.toJava(new ValueLimits(256, 1_000, 5))));
        assertEquals(List.of("abc", "def"), texts.toJava(new ValueLimits(1, 2, 6)));
    }

    @Test
    void anObjectToBeTakenIsRead() {
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
    void damagedImagesEndInAValueOrAnError() {
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
                        Value value = value(image.memory(), root);
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
    void anyMemoryEndsInAValueOrAnError() {
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
            Value value = value(memory, object(code, memory.place(bytes)));
            Value same = value(memory, ((Slot) value).bits());
            Values.code(() -> same.toJava(limits));
            Values.code(() -> same.asList().toStrings());
            Values.code(() -> same.asMap().get("a"));
        }
    }
}
