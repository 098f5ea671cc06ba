package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Ucs4String;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.PackedContract;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.Values;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.ffm.values.SegmentSlot;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What segments have beyond buffers: arenas for objects, views with a lifetime, owners. */
@EveryRun
@Tag("route")
class SegmentValuesTest {
    private static final String LONG = "longer than any slot: \u6f22\u5b57\0\ud83d\ude00".repeat(12);

    private static List<Consumer<SegmentSlot>> accessors() {
        return List.of(
                Slot::kind,
                Slot::asString,
                Slot::asBytes,
                Slot::bits,
                Slot::code,
                Slot::toJava,
                Slot::asUcs4,
                SegmentSlot::stringSegment,
                Slot::setNull,
                pad -> pad.set("a"));
    }

    /** One more byte than is inline becomes an object of the arena. */
    @Test
    void longTextBecomesAnObject() {
        try (Arena arena = Arena.ofConfined()) {
            for (Dialect dialect : Dialect.values()) {
                SegmentSlots slots = SegmentValues.allocate(dialect, 3, arena);
                assertEquals(3L * dialect.slotBytes(), slots.segment().byteSize());
                for (int length = 0; length < 400; length++) {
                    String text = "x".repeat(length);
                    slots.set(1, text);
                    assertEquals(text, slots.at(1).asString());
                    assertEquals(length > dialect.inlineBytes(), slots.at(1).ownsMemory());
                    assertEquals(length, slots.at(1).byteLength());
                }
                slots.set(2, LONG);
                assertEquals(LONG, slots.at(2).asString());
                assertEquals(ValueKind.STRING, slots.at(2).kind());
                if (dialect != Dialect.TVM_FFI) {
                    slots.set(2, Ucs4String.of(LONG));
                    assertEquals(LONG, slots.at(2).asString());
                    assertEquals(ValueKind.UCS4, slots.at(2).kind());
                }
                slots.set(2, LONG.getBytes(StandardCharsets.UTF_8));
                assertEquals(LONG, slots.at(2).asString());
                assertEquals(
                        dialect == Dialect.MATX ? ValueKind.STRING : ValueKind.BYTES,
                        slots.at(2).kind());
                assertTrue(slots.at(0).isNull());
            }
            SegmentSlot pad = SegmentValues.slot(1, arena);
            pad.set("sixteen bytes ok");
            assertEquals(-11, pad.code());
            pad.set("seventeen bytes..");
            assertEquals(-13, pad.code());
            assertEquals(128, pad.objectCode());
            assertEquals("seventeen bytes..", pad.asString());
        }
    }

    /** Numbers and texts in boxes, which live as long as the arena, and whose slots stay as they are. */
    @Test
    void numbersAreBoxedOnDemand() {
        Map<Object, Integer> boxes = new LinkedHashMap<>();
        boxes.put(7L, 64);
        boxes.put(-1.5, 65);
        boxes.put(true, 66);
        boxes.put("short", 128);
        boxes.put(LONG, 128);
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlots slots = SegmentValues.allocate(Dialect.RFC97, 2, arena);
            SegmentSlot slot = slots.at(0);
            SegmentSlot boxed = slots.at(1);
            boxes.forEach((value, code) -> {
                slot.set(value);
                byte[] before = slot.bits();
                long address = slot.asObject();
                assertArrayEquals(before, slot.bits());
                boxed.setObject(131, address); // written as an object whose header says its type
                assertEquals(value, boxed.toJava());
                assertEquals(code, boxed.objectCode());
                assertEquals(address, boxed.asObject());
            });
            slot.setHandle(9);
            boxed.setObject(131, slot.asObject());
            assertEquals(9, boxed.asHandle());
            assertEquals(67, boxed.objectCode());
            slot.set(Ucs4String.of("\u6f22"));
            boxed.setObject(131, slot.asObject());
            assertEquals(ValueKind.UCS4, boxed.kind());
            slot.setNull();
            assertEquals("NOT_HERE", Values.code(slot::asObject));

            SegmentSlot tvm = SegmentValues.allocate(Dialect.TVM_FFI, 1, arena).at(0);
            tvm.set("short");
            tvm.setObject(65, tvm.asObject());
            assertEquals("short", tvm.asString());
            tvm.set(7);
            assertEquals("NOT_HERE", Values.code(tvm::asObject));
            SegmentSlot matx = SegmentValues.allocate(Dialect.MATX, 1, arena).at(0);
            matx.set(7);
            assertEquals("NOT_HERE", Values.code(matx::asObject));
        }
    }

    /** The objects are what a library reads: the data where the header says, a zero behind, a zeroed head before. */
    @Test
    void objectsAreLaidOutAsByTheLibraries() {
        if (Run.denied()) {
            assertThrows(IllegalCallerException.class, () -> at(4096, 8));
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlot tvm = SegmentValues.allocate(Dialect.TVM_FFI, 1, arena).at(0);
            tvm.set("12345678");
            MemorySegment object = at(tvm.objectAddress() - 16, 16 + 49);
            assertEquals(0, object.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(0, object.get(ValueLayout.JAVA_LONG, 8));
            assertEquals(0x1_0000_0001L, object.get(ValueLayout.JAVA_LONG, 16));
            assertEquals(65, object.get(ValueLayout.JAVA_LONG, 24));
            assertEquals(0, object.get(ValueLayout.JAVA_LONG, 32));
            assertEquals(tvm.objectAddress() + 40, object.get(ValueLayout.JAVA_LONG, 40));
            assertEquals(8, object.get(ValueLayout.JAVA_LONG, 48));
            assertEquals("12345678", object.getString(56));

            SegmentSlot matx = SegmentValues.allocate(Dialect.MATX, 1, arena).at(0);
            matx.set("x".repeat(300));
            assertEquals(-2, matx.segment().get(ValueLayout.JAVA_INT, 16));
            assertEquals(300, matx.segment().get(ValueLayout.JAVA_LONG, 8));
            MemorySegment buffer = at(matx.segment().get(ValueLayout.JAVA_LONG, 0) - 16, 317);
            assertEquals(Integer.MAX_VALUE, buffer.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(300, buffer.get(ValueLayout.JAVA_LONG, 8));
            assertEquals(0, buffer.get(ValueLayout.JAVA_BYTE, 316));

            SegmentSlot rfc97 = SegmentValues.slot(0, arena);
            rfc97.set(Ucs4String.of("\ud83d\ude00bc"));
            MemorySegment string = at(rfc97.objectAddress(), 48);
            assertEquals(129, string.get(ValueLayout.JAVA_INT, 0));
            assertEquals(Integer.MAX_VALUE, string.get(ValueLayout.JAVA_INT, 4));
            assertEquals(3, string.get(ValueLayout.JAVA_LONG, 16));
            assertEquals(0x1F600, string.get(ValueLayout.JAVA_INT, 32));
            assertEquals(0, string.get(ValueLayout.JAVA_INT, 44));
        }
    }

    /** Text that leaves libmatx's slot is shared, whether libmatx would have had a private copy or not. */
    @Test
    void categoriesOfTextsInAnArena() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlots slots = SegmentValues.allocate(Dialect.MATX, 2, arena);
            for (int units : new int[] {0, 4, 5, 16, 17, 63, 64, 254, 255}) {
                slots.at(0).set("x".repeat(units));
                slots.at(1).set(Ucs4String.of("x".repeat(units)));
                assertEquals(units <= 16 ? units : -2, slots.segment().get(ValueLayout.JAVA_INT, 16));
                assertEquals(units <= 4 ? units : -2, slots.segment().get(ValueLayout.JAVA_INT, 24 + 16));
                assertEquals(slots.at(0).asString(), slots.at(1).asString());
            }
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Test
    void viewsAreReadOnlyAndLiveAsLongAsTheirOwner() {
        SegmentSlot inline;
        List<MemorySegment> views = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlots slots = SegmentValues.allocate(Dialect.TVM_FFI, 2, arena);
            slots.set(0, "inline");
            slots.set(1, LONG);
            for (int i = 0; i < 2; i++) {
                MemorySegment view = slots.at(i).stringSegment();
                assertTrue(view.isReadOnly());
                assertArrayEquals(slots.at(i).asBytes(), view.toArray(ValueLayout.JAVA_BYTE));
                assertTrue(slots.at(i).stringBuffer().isReadOnly());
                assertEquals(view, SegmentValues.stringSegment(slots.at(i)));
                views.add(view);
            }
            inline = slots.at(0);
            assertEquals(slots.segment().address() + 8, views.get(0).address());
        }
        views.forEach(view -> assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0)));
        accessors().forEach(each -> assertThrows(IllegalStateException.class, () -> each.accept(inline)));
    }

    @Test
    void otherThreadsAreRefused() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlot pad = SegmentValues.slot(0, arena);
            pad.set("text");
            List<Throwable> thrown = new ArrayList<>();
            Thread other = new Thread(() -> accessors()
                    .forEach(each -> thrown.add(assertThrows(RuntimeException.class, () -> each.accept(pad)))));
            other.start();
            other.join();
            assertEquals(accessors().size(), thrown.size());
            thrown.forEach(each -> assertSame(WrongThreadException.class, each.getClass()));
        }
    }

    @Test
    void segmentsThatValuesReferToAreRead() {
        SegmentSlot list;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(32, 16);
            SegmentSlots elements = SegmentValues.wrap(Dialect.TVM_FFI, data, ValueMemory.none());
            elements.set(0, "one");
            elements.set(1, 2);
            MemorySegment object = arena.allocate(56, 16);
            object.copyFrom(MemorySegment.ofArray(Values.words(1, 71, 0, data.address(), 2, 2, 0)));
            MemorySegment slot = Arena.ofAuto().allocate(16);
            list = SegmentValues.wrapSlot(Dialect.TVM_FFI, slot, SegmentValues.memory(data, object));
            list.setObject(71, object.address());
            assertEquals(List.of("one", 2L), list.toJava());
            MemorySegment one = SegmentValues.stringSegment(list.asList().get(0));
            assertArrayEquals(new byte[] {'o', 'n', 'e'}, one.toArray(ValueLayout.JAVA_BYTE));
            SegmentSlot refused = SegmentValues.wrapSlot(Dialect.TVM_FFI, slot, SegmentValues.memory(object));
            assertEquals("ADDRESS", Values.code(refused::toJava));
            if (Run.denied()) {
                assertThrows(IllegalCallerException.class, () -> SegmentValues.live(arena));
            } else {
                SegmentSlot live = SegmentValues.wrapSlot(Dialect.TVM_FFI, slot, SegmentValues.live(arena));
                assertEquals(List.of("one", 2L), live.toJava());
                SegmentSlot always = SegmentValues.wrapSlot(Dialect.TVM_FFI, slot, ValueMemory.live());
                assertEquals("one", always.asList().get(0).asString());
            }
            assertThrows(
                    IllegalArgumentException.class, () -> SegmentValues.memory(MemorySegment.ofArray(new byte[8])));
            assertThrows(IllegalArgumentException.class, () -> SegmentValues.memory(data, data.asSlice(8)));
        }
        assertThrows(IllegalStateException.class, list::toJava);
    }

    /**
     * An arena of the user's class.
     *
     * @param scope how long its memory lives
     * @param memory allocates it
     */
    private record OwnArena(MemorySegment.Scope scope, SegmentAllocator memory) implements Arena {
        @Override
        public MemorySegment allocate(long bytes, long alignment) {
            return memory.allocate(bytes, alignment);
        }

        @Override
        public void close() {}
    }

    /** An arena of the user's class that hands out memory which was used before. */
    @Test
    void memoryIsUsedAgain() {
        try (Arena real = Arena.ofConfined()) {
            SegmentAllocator used =
                    SegmentAllocator.slicingAllocator(real.allocate(1 << 16, 16).fill((byte) 'X'));
            Arena arena = new OwnArena(real.scope(), used);
            Rfc97List list = SegmentValues.list(arena);
            assertEquals(0, list.asValue().asList().size());
            list.add(LONG);
            assertEquals(LONG, list.asValue().asList().get(0).asString());
            SegmentSlots slots = SegmentValues.allocate(Dialect.TVM_FFI, 1, arena);
            slots.set(0, LONG);
            assertEquals(LONG, slots.at(0).asString());
            if (Run.reachesAddresses()) {
                OldTvmArguments args = SegmentValues.oldTvmArguments(arena, false);
                args.add("hello");
                Slot text = OldTvmArguments.read(args.code(0), args.word(0), ValueMemory.live());
                assertEquals("hello", text.asString());
            }
        }
    }

    /** An arena of the user's class that changes the list, or the arguments, for which it allocates. */
    @Test
    void memoryFromAnArenaThatChangesTheList() {
        Runnable[] code = {() -> {}};
        try (Arena real = Arena.ofConfined()) {
            Arena arena = new OwnArena(real.scope(), (bytes, alignment) -> {
                Runnable run = code[0];
                code[0] = () -> {}; // once
                run.run();
                return real.allocate(bytes, alignment);
            });
            Rfc97List list = SegmentValues.list(arena);
            List<Runnable> changes = List.of(
                    () -> list.add(-5.5),
                    () -> list.set(0, -5.5),
                    () -> list.remove(0),
                    () -> list.truncate(1),
                    list::sort);
            double next = 100; // no common value: each takes a slot
            for (Runnable change : changes) {
                boolean[] refused = {false};
                for (int i = 0; i < 1000 && !refused[0]; i++) {
                    code[0] = () -> {
                        assertThrows(IllegalStateException.class, change::run);
                        refused[0] = true;
                    };
                    list.add(next++);
                }
                assertTrue(refused[0]);
            }
            code[0] = () -> {};
            for (int i = 0; i < list.size(); i++) {
                assertEquals(100 + i, list.get(i).asDouble());
            }
            if (Run.reachesAddresses()) {
                OldTvmArguments args = SegmentValues.oldTvmArguments(arena, false);
                int added = 0;
                for (; args.size() < 100; added++) {
                    code[0] = () -> {
                        for (int i = 0; i < 50; i++) {
                            args.add(-1);
                        }
                    };
                    args.add(1);
                }
                int found = 0;
                for (int i = 0; i < args.size(); i++) {
                    found += args.word(i) == 1 ? 1 : 0;
                    assertEquals(1, Math.abs(args.word(i)));
                }
                assertTrue(args.size() > added);
                assertEquals(added, found);
            }
        }
    }

    @Test
    void readOnlySegmentsAreNotWritten() {
        SegmentSlot pad = SegmentValues.wrapSlot(
                Dialect.TVM_FFI, MemorySegment.ofArray(new byte[16]).asReadOnly(), ValueMemory.none());
        assertThrows(IllegalArgumentException.class, () -> pad.set("a"));
        assertThrows(IllegalArgumentException.class, () -> pad.setBits(new byte[16]));
        assertTrue(pad.isNull());
        assertThrows(NullPointerException.class, () -> SegmentValues.allocate(Dialect.RFC97, 1, null));
        assertThrows(IllegalArgumentException.class, () -> SegmentValues.allocate(Dialect.RFC97, -1, Arena.ofAuto()));
        assertEquals(
                "segment has 5 bytes: not a multiple of 4",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> SegmentTexts.wrapUcs4(MemorySegment.ofArray(new byte[5])))
                        .getMessage());
    }

    /** The data of a tensor: a copied image, memory of Java, and an object that the segment holds. */
    @Test
    void dataOfTensors() throws Exception {
        assertThrows(NullPointerException.class, () -> SegmentValues.tensorSegment(null));
        if (!Run.callsPackedFunctions()) {
            return; // nothing is called there
        }
        TensorValue own = TensorValue.allocate(DataType.FLOAT32, 2, 2);
        MemorySegment data = SegmentValues.tensorSegment(own);
        assertEquals(0, data.address() % 64);
        data.setAtIndex(ValueLayout.JAVA_FLOAT, 3, 7.5f);
        assertEquals(7.5f, own.data().getFloat(12));
        TvmRuntime runtime = PackedContract.runtime();
        TvmFunction read = runtime.functionOf(call -> {
            MemorySegment copy = SegmentValues.tensorSegment(call.arg(0).asTensor());
            assertTrue(copy.isReadOnly());
            return copy.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 3);
        });
        assertEquals(7.5, read.call(own).asDouble());

        Values.Blocks memory = new Values.Blocks(true);
        long numbers = memory.place(new byte[] {1, 2, 3, 4});
        long object = memory.place(Values.words(
                0x1_0000_0001L,
                70,
                0,
                numbers,
                1,
                1 | (1L | 8 << 8 | 1 << 16) << 32,
                memory.place(Values.words(4)),
                0,
                0));
        SegmentSlots slots = SegmentValues.allocate(Dialect.TVM_FFI, 1, Arena.ofAuto());
        slots.at(0).setObject(70, object);
        Value live = SegmentValues.wrap(Dialect.TVM_FFI, slots.segment(), ValueMemory.live())
                .at(0);
        MemorySegment held;
        ByteBuffer buffer;
        MemorySegment ofBuffer;
        try (OwnedValue value = runtime.function("testing.echo").callOwned(live)) {
            assertEquals(2, (int) memory.word(object));
            held = SegmentValues.tensorSegment(value.asTensor());
            buffer = value.asTensor().data();
            ofBuffer = MemorySegment.ofBuffer(buffer.slice(1, 2));
            buffer = null;
            assertEquals(4, (int) memory.word(object));
        }
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertEquals(3, (int) memory.word(object));
        assertTrue(held.isReadOnly());
        assertEquals(4, held.get(ValueLayout.JAVA_BYTE, 3));
        assertEquals(3, ofBuffer.get(ValueLayout.JAVA_BYTE, 1));
        java.lang.ref.Reference.reachabilityFence(held);
        java.lang.ref.Reference.reachabilityFence(ofBuffer);
        held = null;
        ofBuffer = null;
        for (int i = 0; i < 200 && (int) memory.word(object) > 1; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertEquals(1, (int) memory.word(object));
    }
}
