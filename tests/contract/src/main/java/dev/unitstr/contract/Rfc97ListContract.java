package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.Ucs4String;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The list of RFC 97: the values of its elements, their results, and content that others may have written. */
@EveryRun
class Rfc97ListContract {
    private static final String SEVENTEEN = "seventeen bytes..";

    private final Supplier<Rfc97List> pool = Kinds.HERE::rfc97List;

    /** Compares the used slots of the pool with the number in the list object, where Java reaches it. */
    private static void assertLive(long expected, Rfc97List list) {
        if (Run.reachesAddresses()) {
            assertEquals(expected, peek(list.address() + 56));
        }
    }

    private static Ucs4String ucs4(String text) {
        return Ucs4String.of(text);
    }

    private static Slot handle(long address) {
        Slot pad = Dialect.RFC97.slot(0);
        pad.setHandle(address);
        return pad;
    }

    /** One of each kind, and the bytes of the pool that it takes. */
    private static Map<Object, Integer> kinds() {
        Map<Object, Integer> kinds = new LinkedHashMap<>();
        kinds.put(Dialect.RFC97.slot(0), 0); // null
        for (Object common : new Object[] {false, true, -128, 255, "a", "\0", 'z', ucs4("\u00e9")}) {
            kinds.put(common, 0);
        }
        for (Object pooled : new Object[] {
            -129,
            256L,
            Long.MIN_VALUE,
            0.0,
            handle(7),
            new DataType(1, 2, 3),
            new Device(1, -1),
            "",
            "\u00e9",
            "sixteen bytes ok",
            ucs4("\u0100"),
            ucs4("\u6f22\u5b57\u8a00\u8449"),
            new byte[] {'a'}
        }) {
            kinds.put(pooled, 24);
        }
        for (Object object : new Object[] {SEVENTEEN, ucs4("\u6f22\u5b57\u8a00\u8449\u6f22"), new byte[17]}) {
            kinds.put(object, 0);
        }
        return kinds;
    }

    private static void same(Object expected, Value found) {
        Object copy = found.toJava();
        if (expected instanceof Value value) {
            assertEquals(value.toJava(), copy);
        } else if (expected instanceof byte[] bytes) {
            assertArrayEquals(bytes, (byte[]) copy);
        } else if (expected instanceof Ucs4String text) {
            assertEquals(ValueKind.UCS4, found.kind());
            assertEquals(text, found.asUcs4());
        } else if (expected instanceof Integer number) {
            assertEquals(number.longValue(), copy);
        } else if (expected instanceof Character text) {
            assertEquals(text.toString(), copy);
        } else {
            assertEquals(expected, copy);
        }
    }

    @Test
    void bytesPerElement() {
        kinds().forEach((value, bytes) -> {
            Rfc97List list = pool.get();
            for (int count = 1; count <= 100; count++) {
                list.add(value);
                assertLive((long) bytes / 24 * count, list);
            }
            assertEquals(100, list.size());
            for (Value element : list) {
                same(value, element);
            }
        });
    }

    @Test
    void theTableHasAllSmallInts() {
        Rfc97List list = pool.get();
        for (int number = -128; number <= 255; number++) {
            list.add(number);
        }
        for (int unit = 0; unit < 256; unit++) {
            Slot text = Dialect.RFC97.slot(0);
            text.setUtf8(new byte[] {(byte) unit});
            list.add(text);
            list.add(Ucs4String.ofUnits(unit));
        }
        assertLive(0, list);
        for (int number = -128; number <= 255; number++) {
            assertEquals(number, list.get(number + 128).asLong());
        }
        for (int unit = 0; unit < 256; unit++) {
            assertArrayEquals(new byte[] {(byte) unit}, list.get(384 + 2 * unit).asBytes());
            assertEquals(unit, list.get(385 + 2 * unit).asUcs4().codePointAt(0));
        }
    }

    @Test
    void freeSlotsAreUsedAgain() {
        Rfc97List list = pool.get();
        for (int i = 1_000; i < 1_064; i++) {
            list.add(i);
        }
        assertLive(64, list);
        long block = Run.reachesAddresses() ? peek(list.address() + 40) : 0;
        for (int round = 0; round < 500; round++) {
            Value value = list.remove(round * 7 % 64);
            assertLive(63, list);
            list.add(round * 5 % 64, round % 2 == 0 ? value : "in the pool");
            assertLive(64, list);
        }
        if (Run.reachesAddresses()) {
            assertEquals(block, peek(list.address() + 40)); // no other block
        }
        list.add(0.25);
        if (Run.reachesAddresses()) {
            assertEquals(block, peek(peek(list.address() + 40))); // a second block, which refers to the first
        }
        list.clear();
        assertEquals(0, list.size());
        assertLive(0, list);
    }

    @Test
    void listsContainLists() {
        Rfc97List inner = pool.get();
        inner.add("x");
        inner.add("a text that is longer than a slot");
        Rfc97List outer = pool.get();
        outer.add(inner);
        outer.add(inner.asValue());
        outer.add(outer.get(0));
        inner.add("z");
        List<?> expected = List.of("x", "a text that is longer than a slot", "z");
        assertEquals(List.of(expected, expected, expected), outer.asValue().toJava());
        assertEquals(ValueKind.LIST, outer.get(1).kind());
        assertEquals(3, outer.get(1).asList().size());
        assertEquals("z", outer.get(2).asList().get(2).asString());
        assertArrayEquals(expected.toArray(), outer.get(0).asList().toStrings(MalformedPolicy.REPORT));
        Value out = outer.remove(0);
        outer.clear();
        assertEquals(expected, out.toJava());
    }

    @Test
    void aListMayContainItself() {
        Rfc97List list = pool.get();
        list.add(list);
        assertEquals(1, list.get(0).asList().get(0).asList().size());
        assertEquals("CYCLE", Values.code(list.asValue()::toJava));
        Rfc97List one = pool.get();
        Rfc97List other = pool.get();
        one.add(other);
        other.add(7);
        other.add(one);
        assertEquals("CYCLE", Values.code(other.asValue()::toJava));
        assertTrue(list.toString().length() < 100);
        other.remove(1);
        assertEquals(List.of(List.of(7L)), one.asValue().toJava());
    }

    @Test
    void deepListsEndInAnError() {
        Rfc97List list = pool.get();
        for (int i = 0; i < 1_000; i++) {
            Rfc97List outer = pool.get();
            outer.add(list);
            list = outer;
        }
        assertEquals("DEPTH", Values.code(list.asValue()::toJava));
    }

    @Test
    void sorting() {
        Object[] sorted = {
            null,
            false,
            true,
            Double.NEGATIVE_INFINITY,
            Long.MIN_VALUE,
            -0.5,
            0,
            0.5,
            1,
            1L << 53,
            (1L << 53) + 1, // one more than a float can say
            Long.MAX_VALUE,
            9_223_372_036_854_775_808.0,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            "",
            "a\0",
            ucs4("b"),
            "z",
            "\u00e9",
            ucs4("\u6f22"),
            "\ufffd",
            "\ud83d\ude00",
            new byte[0],
            new byte[] {-1},
            handle(1)
        };
        Rfc97List list = pool.get();
        for (int i = sorted.length - 1; i >= 0; i--) {
            list.add(sorted[i]);
        }
        list.sort();
        for (int i = 0; i < sorted.length; i++) {
            same(sorted[i], list.get(i));
        }
        // Equal ones keep their order.
        list.clear();
        for (Object each : new Object[] {1.0, 1, true, 1, 1.0}) {
            list.add(each);
        }
        list.sort();
        assertEquals(Arrays.asList(true, 1.0, 1L, 1L, 1.0), list.asValue().toJava());
    }

    @Test
    void indexesOutOfBoundsAreRefused() {
        Rfc97List list = pool.get();
        list.add(1);
        list.add(1_000);
        assertThrows(IndexOutOfBoundsException.class, () -> list.get(2));
        assertThrows(IndexOutOfBoundsException.class, () -> list.get(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> list.add(3, SEVENTEEN));
        assertThrows(IndexOutOfBoundsException.class, () -> list.add(-1, 7.5));
        assertThrows(IndexOutOfBoundsException.class, () -> list.set(2, 7.5));
        assertThrows(IndexOutOfBoundsException.class, () -> list.remove(2));
        assertThrows(IllegalArgumentException.class, () -> list.truncate(-1));
        assertThrows(IllegalArgumentException.class, () -> list.add(new Object()));
        Slot unknown = Dialect.RFC97.slot(0);
        unknown.setBits(Values.words(-99 & 0xFFFF_FFFFL, 5));
        assertEquals("NOT_HERE", Values.code(() -> added(list, unknown)));
        Slot nowhere = Dialect.TVM_FFI.slot(0);
        nowhere.setCString(0x5000);
        assertEquals("ADDRESS", Values.code(() -> added(list, nowhere)));
        assertLive(1, list);
        assertEquals(List.of(1L, 1_000L), list.asValue().toJava());
        list.truncate(5);
        assertEquals(2, list.size());
        assertThrows(NullPointerException.class, () -> list.asValue().asList().toStrings(null));
        assertEquals("KIND", Values.code(list.asValue().asList()::toStrings));
    }

    private static Object added(Rfc97List list, Object value) {
        list.add(value);
        return list;
    }

    /** A value that was read does not change when its memory does. */
    @Test
    void aValueThatWasReadDoesNotChange() {
        Rfc97List list = pool.get();
        list.add("sixteen bytes ok");
        Value value = list.get(0);
        Iterator<Value> elements = list.iterator();
        list.set(0, "another of them.");
        list.clear();
        list.add(1_000);
        assertEquals("sixteen bytes ok", value.asString());
        assertEquals(1_000, elements.next().asLong());
        assertTrue(!elements.hasNext());
        if (value instanceof Slot pad) {
            pad.set("only the copy");
            assertEquals(1_000, list.get(0).asLong());
        }
    }

    /** The list as a value is read as it is now. */
    @Test
    void aViewSeesChanges() {
        Rfc97List list = pool.get();
        list.add("a");
        ListValue view = list.asValue().asList();
        Iterator<Value> own = list.iterator();
        Iterator<Value> elements = view.iterator();
        assertEquals("a", elements.next().asString());
        for (int i = 0; i < 100; i++) {
            list.add(i);
        }
        assertEquals(101, view.size());
        assertEquals(99, view.get(100).asLong());
        assertThrows(ConcurrentModificationException.class, elements::next);
        assertThrows(ConcurrentModificationException.class, own::next);
        list.clear();
        assertEquals(0, view.size());
        assertThrows(IndexOutOfBoundsException.class, () -> view.get(0));
        assertArrayEquals(new String[0], view.toStrings());
    }

    /** The list moves to a larger block at nine elements. What fails then leaves it as it was, for its views too. */
    @Test
    void aFailedChangeChangesNothing() {
        Rfc97List list = pool.get();
        for (long i = 8; i > 0; i--) {
            list.add(i);
        }
        ListValue view = list.asValue().asList();
        assertThrows(IllegalArgumentException.class, () -> list.add(new Object()));
        list.sort();
        for (int i = 0; i < 8; i++) {
            assertEquals(i + 1, list.get(i).asLong());
            assertEquals(i + 1, view.get(i).asLong());
        }
        assertEquals(8, view.size());
    }

    /** A text that changes the list when it is asked for its chars. */
    @Test
    void textsThatChangeTheListWhileTheyAreAdded() {
        Rfc97List list = pool.get();
        for (long i = 0; i < 7; i++) {
            list.add(i);
        }
        list.add(new RunningText("text", () -> list.add(100L)));
        assertEquals(9, list.size());
        assertEquals("text", list.get(7).asString());
        assertEquals(100, list.get(8).asLong());
        for (long i = 0; i < 100; i++) {
            list.add(i);
        }
        assertEquals(109, list.asValue().asList().size());
        assertThrows(
                IndexOutOfBoundsException.class, () -> list.set(50, new RunningText("text", () -> list.truncate(3))));
        assertThrows(
                IndexOutOfBoundsException.class, () -> list.add(3, new RunningText("text", () -> list.truncate(1))));
        assertEquals(1, list.size());
        list.add("more");
        assertEquals("more", list.asValue().asList().get(1).asString());
    }

    /** Views become text of the list's own, numbers of other formats the list's. */
    @Test
    void valuesOfOtherFormatsAreConverted() {
        Values.Blocks memory = new Values.Blocks(false);
        long text = memory.place("borrowed\0".getBytes(StandardCharsets.UTF_8));
        long wide = memory.place(Values.words(0x10_FFFF_FFF5L, 0x6f77_7465_6e69_6c6eL, 0x2e73_6472_6f77_2064L));
        Rfc97List list = pool.get();
        list.add(pad(Dialect.RFC97, Values.words(-15 & 0xFFFF_FFFFL, text), memory));
        list.add(pad(Dialect.TVM_FFI, Values.words(8, text), memory));
        list.add(pad(Dialect.RFC97, Values.words(0x10_0000_0000L | -16 & 0xFFFF_FFFFL, wide), memory));
        for (Dialect dialect : Dialect.values()) {
            Slot pad = dialect.slot(0);
            pad.set(1.5);
            list.add(pad);
        }
        assertEquals(List.of("borrowed", "borrowed", "nlinetwod words.", 1.5, 1.5, 1.5), check(list));
        assertLive(6, list);
    }

    private static Object check(Rfc97List list) {
        for (Value each : list) {
            Slot slot = (Slot) each;
            assertEquals(Dialect.RFC97, slot.dialect());
            assertTrue(!slot.isView());
        }
        return list.asValue().toJava();
    }

    private static Slot pad(Dialect dialect, byte[] slot, Values.Blocks memory) {
        return dialect.wrapSlot(ByteBuffer.wrap(slot), memory.memory());
    }

    /** An object of libtvm_ffi is read where it came from. */
    @Test
    void objectsOfTvmAreRead() {
        Values.Image array = Values.images(false).stream()
                .filter(image -> image.name().equals("array_mixed"))
                .findFirst()
                .orElseThrow();
        Slot value = pad(Dialect.TVM_FFI, array.root(), array.memory());
        Rfc97List list = pool.get();
        list.add(value);
        list.add(value);
        assertEquals(Dialect.TVM_FFI, ((Slot) list.get(1)).dialect());
        assertEquals(ValueKind.ARRAY, list.get(1).kind());
        String expected = String.valueOf(((List<?>) Objects.requireNonNull(value.toJava())).get(0));
        assertEquals(expected, String.valueOf(list.get(1).asList().get(0).toJava()));
        list.remove(0);
        assertEquals(value.asList().size(), list.get(0).asList().size());
        assertLive(0, list);
    }

    @Test
    void changesEqualThoseOfAnArrayList() {
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < Run.times(20); round++) {
            Rfc97List list = pool.get();
            List<Object> model = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
                Object value = switch (random.nextInt(5)) {
                    case 0 -> null;
                    case 1 -> random.nextLong(-300, 300);
                    case 2 -> random.nextInt(-3, 3) / 2.0;
                    case 3 -> "x".repeat(random.nextInt(40));
                    default -> "\u6f22".repeat(random.nextInt(90));
                };
                int at = random.nextInt(model.size() + 1);
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> {
                        list.add(value);
                        model.add(value);
                    }
                    case 3, 4 -> {
                        list.add(at, value);
                        model.add(at, value);
                    }
                    case 5 -> {
                        if (at < model.size()) {
                            list.set(at, value);
                            model.set(at, value);
                        }
                    }
                    case 6 -> {
                        if (at < model.size()) {
                            assertEquals(model.remove(at), list.remove(at).toJava());
                        }
                    }
                    default -> {
                        if (random.nextInt(20) == 0) {
                            list.truncate(at);
                            model.subList(at, model.size()).clear();
                        }
                    }
                }
                assertEquals(model.size(), list.size());
            }
            List<Object> found = new ArrayList<>();
            list.forEach(each -> found.add(each.toJava()));
            assertEquals(model, found);
        }
    }

    // Lists that others wrote

    private static void poke(long address, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        NativeMemory.of(address, bytes.length).copy(text, StandardCharsets.ISO_8859_1, 0);
    }

    private static long peek(long address) {
        byte[] bytes = NativeMemory.of(address, 8)
                .getString(0, 8, StandardCharsets.ISO_8859_1)
                .getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** The list object is laid out as RFC 97 says, and read by that. */
    @Test
    void theListIsAnObject() {
        if (!Run.reachesAddresses()) {
            assertThrows(UnsupportedOperationException.class, Rfc97List.create()::address);
            return;
        }
        Rfc97List list = pool.get();
        list.add(1_000);
        list.add("a text that is longer than a slot");
        list.add(null);
        long head = list.address();
        assertEquals(131 | 0x7FFF_FFFFL << 32, peek(head));
        assertEquals(0, peek(head + 8));
        assertEquals(3, peek(head + 24));
        assertTrue(peek(head + 32) >= 3);
        assertEquals(1, peek(head + 56));
        long items = peek(head + 16);
        assertEquals(peek(head + 40) + 8, peek(items));
        assertEquals(-3 & 0xFFFF_FFFFL, peek(peek(items)));
        assertEquals(1_000, peek(peek(items) + 8));
        assertEquals(peek(items) + 24, peek(head + 48));
        assertEquals(128 | 0x7FFF_FFFFL << 32, peek(peek(items + 8)));
        assertEquals(-1 & 0xFFFF_FFFFL, peek(peek(items + 16)));
        Slot slot = Dialect.RFC97.slot(0);
        slot.set((Object) list);
        Slot read = Dialect.RFC97.wrapSlot(ByteBuffer.wrap(slot.bits()), ValueMemory.live());
        assertEquals(Arrays.asList(1_000L, "a text that is longer than a slot", null), read.toJava());
        assertEquals(131, read.objectCode());
        assertEquals("NOT_HERE", Values.code(() -> {
            Dialect.MATX.slot(0).set((Object) list);
            return null;
        }));
        assertEquals(3, list.size());
    }

    /** Free slots with links that form a cycle, or lead outside or to a used slot: none is used twice or followed. */
    @Test
    void brokenFreeSlotsAreNotFollowed() {
        if (!Run.reachesAddresses()) {
            return; // nobody else can write there
        }
        for (int kind = 0; kind < 4; kind++) {
            Rfc97List list = pool.get();
            list.add(1_000);
            long head = list.address();
            long free = peek(head + 48);
            long used = peek(peek(head + 16));
            switch (kind) {
                case 0 -> poke(free + 8, Values.words(free));
                case 1 -> poke(free + 8, Values.words(used));
                case 2 -> poke(free + 8, Values.words(0x4141_4141L));
                default -> poke(free, Values.words(-3 & 0xFFFF_FFFFL));
            }
            String code = "";
            for (int i = 0; i < 3 && code.isEmpty(); i++) {
                try {
                    list.add(2_000 + i);
                } catch (ValueFormatException e) {
                    code = e.code() + " " + e.offset();
                }
            }
            assertEquals("BROKEN 48", code);
            assertEquals(1_000, list.get(0).asLong());
        }
    }

    @Test
    void brokenItemsAreRefused() {
        if (!Run.reachesAddresses()) {
            return; // as above
        }
        Rfc97List list = pool.get();
        list.add(1_000);
        list.add(2_000);
        long items = peek(list.address() + 16);
        long slot = peek(items);
        long[] bad = {0, 8, 0x4141_4141_4140L, -8, slot + 24 * 2, Long.MIN_VALUE};
        for (long item : bad) {
            poke(items, Values.words(item));
            assertTrue(List.of("ADDRESS", "BROKEN").contains(Values.code(() -> list.get(0))));
            assertEquals(2_000, list.get(1).asLong());
        }
        // Two items with one slot: it is given back once.
        poke(items, Values.words(slot));
        poke(items + 8, Values.words(slot));
        list.remove(1);
        assertEquals("BROKEN", Values.code(() -> list.remove(0)));
        assertEquals("BROKEN", Values.code(() -> list.get(0)));
    }

    /** A list object laid out by hand. */
    private static String read(Values.Blocks memory, long items, long size, long capacity) {
        long address = memory.place(Values.words(131 | 1L << 32, 0, items, size, capacity, 0, 0, 0));
        Slot pad = pad(Dialect.RFC97, Values.words(-13 & 0xFFFF_FFFFL, address), memory);
        try {
            return String.valueOf(pad.toJava());
        } catch (ValueFormatException e) {
            return e.code() + " " + e.offset();
        }
    }

    @Test
    void listsThatOthersWroteAreRead() {
        Values.Blocks memory = new Values.Blocks(false);
        byte[] slot = Values.words(-3 & 0xFFFF_FFFFL, 7, 0);
        long seven = memory.place(slot);
        long box = memory.place(Values.words(64 | 1L << 32, 0, 9));
        long text = memory.place(
                Values.concat(Values.words(128 | 1L << 32, 0, 5, 5), "hello\0".getBytes(StandardCharsets.US_ASCII)));
        long free = memory.place(Values.words(0x8000_0000L, 0, 0));
        long none = memory.place(Values.words(0, 0, 0));
        long odd = memory.place(Values.words(100 | 1L << 32, 0, 0));
        long items = memory.place(Values.words(seven, box, text));
        assertEquals("[7, 9, hello]", read(memory, items, 3, 3));
        assertEquals("[7, 9]", read(memory, items, 2, 100));
        assertEquals("[]", read(memory, -1, 0, 0));
        // Sizes beyond the block, and numbers that contradict each other.
        assertEquals("ADDRESS 0", read(memory, items, 4, 4));
        assertEquals("ADDRESS 0", read(memory, items + 8, 3, 3));
        assertEquals("ADDRESS 0", read(memory, 0, 1, 1));
        assertEquals("BROKEN 32", read(memory, items, 3, 2));
        assertEquals("BROKEN 32", read(memory, items, 3, -1));
        assertEquals("LENGTH 24", read(memory, items, -1, 3));
        assertEquals("LENGTH 24", read(memory, items, 1L << 31, 1L << 31));
        // Items that lead nowhere, to what is free, to nothing.
        for (long item : new long[] {0, 8, -8, 0x4141_4140, Long.MIN_VALUE, Long.MAX_VALUE - 1}) {
            assertEquals("ADDRESS 0", read(memory, memory.place(Values.words(item)), 1, 1));
        }
        assertEquals("BROKEN 16", read(memory, memory.place(Values.words(free)), 1, 1));
        assertEquals("TYPE_CODE 0", read(memory, memory.place(Values.words(none)), 1, 1));
        assertEquals("TYPE_CODE 0", read(memory, memory.place(Values.words(odd)), 1, 1));
        assertEquals("ADDRESS 0", read(memory, memory.place(Values.words(0x4141_4141)), 1, 1));
        // Two lists that hold each other.
        long one = memory.place(Values.words(0));
        long other = memory.place(Values.words(0));
        long first = memory.place(Values.words(131 | 1L << 32, 0, one, 1, 1, 0, 0, 0));
        memory.write(one, memory.place(Values.words(131 | 1L << 32, 0, other, 1, 1, 0, 0, 0)));
        memory.write(other, first);
        assertEquals("CYCLE 24", read(memory, memory.place(Values.words(first)), 1, 1));
        // Slots that are not lists.
        Slot string = pad(Dialect.RFC97, Values.words(-13 & 0xFFFF_FFFFL, text), memory);
        assertEquals("KIND", Values.code(string::asList));
        assertEquals("KIND", Values.code(Dialect.RFC97.slot(0)::asList));
        assertNull(Dialect.RFC97.slot(0).toJava());
    }

    @Test
    void anyMemoryEndsInAValueOrAnError() {
        SplittableRandom random = new SplittableRandom(88);
        for (int i = 0; i < Run.times(3_000); i++) {
            byte[] bytes = new byte[random.nextInt(80, 400) & -8];
            random.nextBytes(bytes);
            for (int edits = random.nextInt(40); edits > 0; edits--) {
                long word = random.nextInt(3) == 0 ? random.nextLong(-20, 200) : random.nextLong(0x1_0000, 0x1_0190);
                System.arraycopy(Values.words(word), 0, bytes, 8 * random.nextInt(bytes.length / 8), 8);
            }
            System.arraycopy(Values.words(131, 0, 0x1_0000 + random.nextInt(10) * 8L), 0, bytes, 0, 24);
            Values.Blocks memory = new Values.Blocks(false);
            Slot value = pad(Dialect.RFC97, Values.words(-13 & 0xFFFF_FFFFL, memory.place(bytes)), memory);
            Values.code(value::toJava);
            Values.code(() -> value.asList().toStrings());
        }
    }
}
