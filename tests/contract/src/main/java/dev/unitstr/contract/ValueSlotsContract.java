package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.Slots;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Slots, laid out by hand: what is written, read and refused. */
@EveryRun
class ValueSlotsContract {
    private static final long ADDRESS = 0x1122_3344_5566_7788L;

    private final List<SlotKind> kinds = Kinds.HERE.slots();

    private static byte[] slot(int bytes, int codeAt, int code, int wordAt, long word) {
        ByteBuffer slot = ByteBuffer.allocate(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        return slot.putInt(codeAt, code).putLong(wordAt, word).array();
    }

    private static byte[] lengths(byte[] slot, int at, int length) {
        byte[] copy = slot.clone();
        ByteBuffer.wrap(copy).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(at, length);
        return copy;
    }

    private static byte[] dirty(int bytes) {
        byte[] dirty = new byte[bytes];
        Arrays.fill(dirty, Memory.CANARY);
        return dirty;
    }

    private void check(Dialect dialect, byte[] expected, Consumer<Slot> write, Consumer<Slot> read) {
        for (SlotKind kind : kinds) {
            Slot pad = kind.pad(dialect, dirty(expected.length), ValueMemory.none());
            write.accept(pad);
            assertArrayEquals(expected, pad.bits(), () -> dialect + " in " + kind);
            read.accept(pad);
            Slot copy = kind.pad(dialect, dirty(expected.length), ValueMemory.none());
            copy.setBits(pad.bits());
            assertArrayEquals(expected, copy.bits());
        }
    }

    private void everywhere(int[] codes, long word, Consumer<Slot> write, Consumer<Slot> read) {
        for (int n = 0; n < 16; n++) {
            check(Dialect.RFC97, slot(16 + 8 * n, 0, codes[0], 8, word), write, read);
        }
        check(Dialect.TVM_FFI, slot(16, 0, codes[1], 8, word), write, read);
        check(Dialect.MATX, slot(24, 20, codes[2], 0, word), write, read);
    }

    private static int[] codes(int... codes) {
        return codes;
    }

    @Test
    void everyKindInEveryDialect() {
        everywhere(codes(-3, 1, -3), -2, p -> p.set(-2L), p -> assertEquals(-2, p.asLong()));
        everywhere(codes(-4, 3, -4), 0x3FF8_0000_0000_0000L, p -> p.set(1.5), p -> assertEquals(1.5, p.asDouble()));
        DataType type = new DataType(2, 32, 0x0104);
        everywhere(codes(-6, 5, -6), 0x0104_2002, p -> p.set(type), p -> assertEquals(type, p.asDataType()));
        Device device = new Device(13, -1);
        everywhere(
                codes(-7, 6, -7), 0xFFFF_FFFF_0000_000DL, p -> p.set(device), p -> assertEquals(device, p.asDevice()));
        everywhere(codes(-2, 4, -2), ADDRESS, p -> p.setHandle(ADDRESS), p -> assertEquals(ADDRESS, p.asHandle()));
        everywhere(codes(-5, 9, -5), ADDRESS, p -> p.setByteArray(ADDRESS), p -> assertTrue(p.isView()));
        for (boolean truth : new boolean[] {false, true}) {
            long word = truth ? 1 : 0;
            check(Dialect.RFC97, slot(16, 0, -14, 8, word), p -> p.set(truth), p -> assertEquals(truth, p.asBoolean()));
            check(Dialect.TVM_FFI, slot(16, 0, 2, 8, word), p -> p.set(truth), p -> assertEquals(truth, p.asBoolean()));
            check(
                    Dialect.MATX,
                    slot(24, 20, -3, 0, word),
                    p -> p.set(truth),
                    p -> assertEquals(ValueKind.INT, p.kind()));
        }
        check(Dialect.RFC97, slot(24, 0, -1, 8, 0), Slot::setNull, p -> assertTrue(p.isNull()));
        check(Dialect.TVM_FFI, new byte[16], Slot::setNull, p -> assertTrue(p.isNull()));
        check(Dialect.MATX, slot(24, 20, -1, 0, 0), Slot::setNull, p -> assertTrue(p.isNull()));
        check(Dialect.RFC97, slot(16, 0, -15, 8, 9), p -> p.setCString(9), p -> assertTrue(p.isView()));
        check(Dialect.TVM_FFI, slot(16, 0, 8, 8, 9), p -> p.setCString(9), p -> assertTrue(p.isView()));
        check(Dialect.TVM_FFI, slot(16, 0, 68, 8, 9), p -> p.setObject(68, 9), p -> {
            assertEquals(ValueKind.FUNCTION, p.kind());
            assertTrue(p.ownsMemory());
            assertEquals(9, p.objectAddress());
        });
        // D1a: the code of modules, -13 for the others.
        check(Dialect.RFC97, slot(16, 0, 2, 8, 9), p -> p.setObject(2, 9), p -> assertTrue(p.ownsMemory()));
        check(Dialect.RFC97, slot(16, 0, -13, 8, 9), p -> p.setObject(131, 9), p -> assertTrue(p.ownsMemory()));
        check(Dialect.RFC97, slot(16, 0, -13, 8, 9), p -> p.setObject(4096, 9), p -> assertTrue(p.ownsMemory()));
        check(Dialect.MATX, slot(24, 20, 7, 0, 9), p -> p.setObject(7, 9), p -> assertEquals(ValueKind.LIST, p.kind()));
    }

    @Test
    void allZeroIsNullInTvmOnly() {
        for (SlotKind kind : kinds) {
            assertTrue(
                    kind.pad(Dialect.TVM_FFI, new byte[16], ValueMemory.none()).isNull());
            Slot rfc97 = kind.pad(Dialect.RFC97, new byte[16], ValueMemory.none());
            assertEquals("TYPE_CODE 0", Values.verdict(rfc97::kind));
            assertFalse(kind.pad(Dialect.MATX, new byte[24], ValueMemory.none()).isNull());
        }
        for (Dialect dialect : Dialect.values()) {
            Slots fresh = dialect.allocate(3);
            for (int i = 0; i < 3; i++) {
                assertTrue(fresh.at(i).isNull());
            }
            assertThrows(IndexOutOfBoundsException.class, () -> fresh.at(3));
            assertThrows(IllegalArgumentException.class, () -> dialect.allocate(-1));
        }
    }

    /** A value that a dialect does not have is refused, and changes nothing. */
    @Test
    void kindsThatADialectLacksAreRefused() {
        Map<Dialect, List<Consumer<Slot>>> lacks = new LinkedHashMap<>();
        lacks.put(Dialect.TVM_FFI, List.of(p -> p.set(Ucs4String.of("a")), p -> p.setWide(8, 16), Slot::offer));
        lacks.put(Dialect.MATX, List.of(p -> p.setCString(1), p -> p.setWide(8, 16), Slot::offer));
        lacks.forEach((dialect, writes) -> writes.forEach(write -> refused(dialect, write, "NOT_HERE")));
        refused(Dialect.TVM_FFI, p -> p.setObject(63, 8), "TYPE_CODE");
        refused(Dialect.RFC97, p -> p.setObject(64, 8), "TYPE_CODE");
        refused(Dialect.RFC97, p -> p.setObject(0, 8), "TYPE_CODE");
        refused(Dialect.MATX, p -> p.setObject(-1, 8), "TYPE_CODE");
        refused(Dialect.RFC97, p -> p.setWide(8, 12), "LENGTH");
        refused(Dialect.TVM_FFI, p -> p.set("8 bytes."), "TOO_LONG");
        refused(Dialect.TVM_FFI, p -> p.set(new byte[8]), "TOO_LONG");
        refused(Dialect.RFC97, p -> p.set("9 bytes .."), "TOO_LONG");
        refused(Dialect.MATX, p -> p.set("seventeen bytes.."), "TOO_LONG");
        refused(Dialect.MATX, p -> p.set(Ucs4String.of("abcde")), "TOO_LONG");
        refused(Dialect.TVM_FFI, p -> p.setBits(new byte[24]), "SLOT_SIZE");
    }

    private void refused(Dialect dialect, Consumer<Slot> write, String code) {
        for (SlotKind kind : kinds) {
            byte[] dirty = dirty(dialect.slotBytes());
            Slot pad = kind.pad(dialect, dirty, ValueMemory.none());
            assertEquals(code, Values.code(() -> {
                write.accept(pad);
                return null;
            }));
            assertArrayEquals(dirty, pad.bits());
        }
    }

    @Test
    void slotsOfOtherSizesAreRefused() {
        for (int bytes = 0; bytes < 160; bytes++) {
            ByteBuffer buffer = ByteBuffer.allocate(bytes);
            for (Dialect dialect : Dialect.values()) {
                boolean good = dialect == Dialect.RFC97
                        ? bytes >= 16 && bytes <= 136 && bytes % 8 == 0
                        : bytes == dialect.slotBytes();
                assertEquals(
                        good ? "ok" : "SLOT_SIZE", Values.code(() -> dialect.wrapSlot(buffer, ValueMemory.none())));
                boolean whole = bytes % dialect.slotBytes() == 0;
                assertEquals(whole ? "ok" : "SLOT_SIZE", Values.code(() -> dialect.wrap(buffer, ValueMemory.none())));
            }
        }
    }

    /** 8 + 8n bytes are inline, one more is too long; the rest of the slot is zero. */
    @Test
    void textIsInlineUpToTheWidthOfTheSlot() {
        for (SlotKind kind : kinds) {
            for (int n = 0; n < 16; n++) {
                int room = 8 + 8 * n;
                for (int length = 0; length <= room; length++) {
                    Slot pad = kind.pad(Dialect.RFC97, dirty(8 + room), ValueMemory.none());
                    String text = "x".repeat(length);
                    pad.set(text);
                    byte[] expected = lengths(slot(8 + room, 0, -11, 8, 0), 4, length);
                    Arrays.fill(expected, 8, 8 + length, (byte) 'x');
                    assertArrayEquals(expected, pad.bits());
                    assertEquals(text, pad.asString());
                    assertEquals(room, pad.inlineBytes());
                }
                Slot pad = kind.pad(Dialect.RFC97, dirty(8 + room), ValueMemory.none());
                assertEquals("TOO_LONG 8", Values.verdict(() -> {
                    pad.set("x".repeat(room + 1));
                    return null;
                }));
                pad.set(Ucs4String.of("\ud83d\ude00".repeat(room / 4)));
                assertEquals(ValueKind.UCS4, pad.kind());
                assertEquals("\ud83d\ude00".repeat(room / 4), pad.asString());
            }
        }
        assertEquals(136, Dialect.RFC97.slot(15).slotBytes());
        assertThrows(IllegalArgumentException.class, () -> Dialect.RFC97.slot(16));
        assertThrows(IllegalArgumentException.class, () -> Dialect.TVM_FFI.slot(1));
    }

    @Test
    void theHintOfANullSlot() {
        int[][] hints = {
            {Integer.MIN_VALUE, 8},
            {-1, 8},
            {0, 8},
            {7, 8},
            {8, 8},
            {9, 8},
            {15, 8},
            {16, 16},
            {23, 16},
            {127, 120},
            {128, 128},
            {129, 128},
            {Integer.MAX_VALUE, 128}
        };
        for (SlotKind kind : kinds) {
            for (int[] hint : hints) {
                byte[] slot = lengths(slot(16, 0, -1, 8, 0), 4, hint[0]);
                Slot pad = kind.pad(Dialect.RFC97, slot, ValueMemory.none());
                assertEquals(hint[1], pad.offered());
                assertTrue(pad.isNull());
            }
            Slot pad = kind.pad(Dialect.RFC97, dirty(40), ValueMemory.none());
            pad.offer();
            assertArrayEquals(lengths(slot(40, 0, -1, 8, 0), 4, 32), pad.bits());
            assertEquals(32, pad.offered());
        }
    }

    private Slot wide(SlotKind kind, Values.Blocks memory, byte[] target, int inlineBytes) {
        long address = memory.place(target);
        Slot pad = kind.pad(Dialect.RFC97, dirty(16), memory.memory());
        pad.setWide(address, inlineBytes);
        return pad;
    }

    private static byte[] pad(int n, Object value) {
        Slot pad = Dialect.RFC97.slot(n);
        pad.set(value);
        return pad.bits();
    }

    @Test
    void aViewOfAWiderSlotIsRead() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            Slot text = wide(kind, memory, pad(3, "thirty-two bytes, all of them in"), 32);
            assertEquals("thirty-two bytes, all of them in", text.asString());
            assertEquals(ValueKind.STRING, text.kind());
            assertEquals("thirty-two bytes, all of them in", text.toJava());
            assertEquals(-5, wide(kind, memory, pad(1, -5), 16).asLong());
            assertEquals("KIND", Values.code(wide(kind, memory, pad(1, -5), 16)::asString));
            // Of another one; longer than the view says; of memory that is not all there.
            byte[] inner = slot(24, 0, -16, 8, 64);
            assertEquals("TYPE_CODE", Values.code(wide(kind, memory, lengths(inner, 4, 16), 16)::asString));
            assertEquals("TYPE_CODE", Values.code(wide(kind, memory, lengths(inner, 4, 16), 16)::asLong));
            byte[] full = pad(3, "x".repeat(32));
            assertEquals("LENGTH 4", Values.verdict(wide(kind, memory, full, 24)::asString));
            assertEquals("ADDRESS", Values.code(wide(kind, memory, Arrays.copyOf(full, 32), 32)::asString));
            for (int bytes : new int[] {0, 1, 7, 9, 136, -8, Integer.MIN_VALUE}) {
                byte[] bad = lengths(slot(16, 0, -16, 8, 64), 4, bytes);
                Slot slot = kind.pad(Dialect.RFC97, bad, ValueMemory.none());
                assertEquals("LENGTH 4", Values.verdict(slot::kind));
            }
        }
    }

    @Test
    void h3LengthsBeyondTheSlotAreRefused() {
        for (SlotKind kind : kinds) {
            for (int length : new int[] {8, 9, 5_000, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                for (int code : new int[] {11, 12}) {
                    hostile(kind, Dialect.TVM_FFI, lengths(slot(16, 0, code, 8, -1), 4, length), 4);
                }
            }
            for (int n = 0; n < 16; n++) {
                int room = 8 + 8 * n;
                for (int code : new int[] {-11, -12, -17}) {
                    for (int length : new int[] {room + 4, -4, Integer.MAX_VALUE - 3, Integer.MIN_VALUE}) {
                        hostile(kind, Dialect.RFC97, lengths(slot(8 + room, 0, code, 8, -1), 4, length), 4);
                    }
                }
            }
            for (int[] each : new int[][] {{-11, 16}, {-12, 4}}) {
                for (int length : new int[] {each[1] + 1, Integer.MAX_VALUE, -3, Integer.MIN_VALUE}) {
                    hostile(kind, Dialect.MATX, lengths(slot(24, 20, each[0], 0, -1), 16, length), 16);
                }
                for (long size : new long[] {1L << 31, -1, Long.MIN_VALUE}) {
                    byte[] slot = lengths(slot(24, 20, each[0], 8, size), 16, -1);
                    Slot pad = kind.pad(Dialect.MATX, slot, ValueMemory.none());
                    assertEquals("LENGTH 8", Values.verdict(pad::kind));
                }
            }
            Slot partial = kind.pad(Dialect.RFC97, lengths(slot(16, 0, -12, 8, 0), 4, 3), ValueMemory.none());
            assertEquals("PARTIAL 4", Values.verdict(partial::kind));
        }
    }

    private static void hostile(SlotKind kind, Dialect dialect, byte[] slot, int at) {
        Slot pad = kind.pad(dialect, slot, ValueMemory.none());
        for (String verdict : List.of(
                Values.verdict(pad::kind),
                Values.verdict(pad::asString),
                Values.verdict(pad::asBytes),
                Values.verdict(pad::byteLength),
                Values.verdict(pad::stringBuffer),
                Values.verdict(pad::asUcs4),
                Values.verdict(pad::toJava),
                Values.verdict(pad::asLong))) {
            assertEquals("LENGTH " + at, verdict);
        }
        assertArrayEquals(slot, pad.bits());
    }

    /** NUL, FF FE, ED A0 80 under each policy; the view is read-only and no copy. */
    @Test
    void textUnderEachPolicy() {
        Map<byte[], String> texts = new LinkedHashMap<>();
        texts.put(new byte[0], "");
        texts.put("a\0b".getBytes(StandardCharsets.UTF_8), "a\0b");
        texts.put("\u6f22\u00e9".getBytes(StandardCharsets.UTF_8), "\u6f22\u00e9");
        texts.put("\ud83d\ude00".getBytes(StandardCharsets.UTF_8), "\ud83d\ude00");
        byte[] invalid = {(byte) 0xFF, (byte) 0xFE};
        byte[] surrogate = {(byte) 0xED, (byte) 0xA0, (byte) 0x80};
        for (SlotKind kind : kinds) {
            for (Dialect dialect : Dialect.values()) {
                Slot pad = kind.pad(dialect, dirty(dialect.slotBytes()), ValueMemory.none());
                texts.forEach((bytes, text) -> {
                    pad.setUtf8(bytes);
                    assertEquals(text, pad.asString(MalformedPolicy.REPORT));
                    assertEquals(text, pad.asString(MalformedPolicy.REPLACE));
                    assertEquals(text, pad.asUcs4().toString());
                    assertArrayEquals(bytes, pad.asBytes());
                    view(pad, bytes);
                });
                for (byte[] bad : List.of(invalid, surrogate)) {
                    pad.setUtf8(bad);
                    assertArrayEquals(bad, pad.asBytes());
                    assertEquals(new String(bad, StandardCharsets.UTF_8), pad.asString());
                    assertThrows(MalformedTextException.class, () -> pad.asString(MalformedPolicy.REPORT));
                    view(pad, bad);
                }
                Ucs4String kept = pad.asUcs4(MalformedPolicy.REPORT, Surrogates.KEEP);
                assertEquals(0xD800, kept.codePointAt(0));
                assertThrows(MalformedTextException.class, () -> pad.set("\ud800", MalformedPolicy.REPORT));
                assertThrows(NullPointerException.class, () -> pad.asString(null));
            }
        }
    }

    private static void view(Slot pad, byte[] bytes) {
        ByteBuffer view = pad.stringBuffer();
        assertTrue(view.isReadOnly());
        byte[] shown = new byte[view.remaining()];
        view.get(shown);
        assertArrayEquals(bytes, shown);
    }

    @Test
    void theViewIsNoCopy() {
        for (SlotKind kind : kinds) {
            Slot pad = kind.pad(Dialect.TVM_FFI, new byte[16], ValueMemory.none());
            pad.set("abc");
            ByteBuffer view = pad.stringBuffer();
            pad.set("xyz");
            assertEquals('x', view.get(0));
        }
    }

    @Test
    void viewsAndObjectsInMemoryAreRead() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            long text = memory.place("borrowed\0rest".getBytes(StandardCharsets.UTF_8));
            long pair = memory.place(Values.words(text, 13));
            for (Dialect dialect : Dialect.values()) {
                Slot pad = kind.pad(dialect, dirty(dialect.slotBytes()), memory.memory());
                pad.setByteArray(pair);
                assertEquals("borrowed\0rest", pad.asString());
                assertEquals(13, pad.byteLength());
                if (dialect != Dialect.MATX) {
                    pad.setCString(text);
                    assertEquals("borrowed", pad.asString());
                    pad.setCString(text + 9);
                    assertEquals("UNTERMINATED", Values.code(pad::asString));
                    pad.setCString(text + 99);
                    assertEquals("ADDRESS", Values.code(pad::asString));
                }
            }
            // A string object of RFC 97, by its code and by -13; one of TVM behind -18; a header that says otherwise.
            byte[] string = Values.concat(Values.words(128 | 1L << 32, 0, 2, 2), new byte[] {'h', 'i', 0});
            long address = memory.place(string);
            Slot pad = kind.pad(Dialect.RFC97, slot(16, 0, -13, 8, address), memory.memory());
            assertEquals("hi", pad.asString());
            assertEquals(128, pad.objectCode());
            assertEquals(ValueKind.STRING, pad.kind());
            pad.setBits(slot(16, 0, 128, 8, address));
            assertEquals("hi", pad.asString());
            pad.setBits(slot(16, 0, 130, 8, address));
            assertEquals("HEADER 0", Values.verdict(pad::asString));
            byte[] foreign = Values.concat(Values.words(1, 65, 0, text, 8), new byte[1]);
            pad.setBits(slot(16, 0, -18, 8, memory.place(foreign)));
            Slot with = kind.pad(Dialect.RFC97, pad.bits(), memory.memory());
            assertEquals("borrowed", with.asString());
            for (long size : new long[] {1L << 31, -1, Long.MIN_VALUE}) {
                long object = memory.place(Values.words(1, 65, 0, text, size));
                Slot tvm = kind.pad(Dialect.TVM_FFI, slot(16, 0, 65, 8, object), memory.memory());
                assertEquals("LENGTH 8", Values.verdict(tvm::asString));
            }
        }
    }

    @Test
    void unknownCodesPassBitForBit() {
        Map<Dialect, int[]> unknown = Map.of(
                Dialect.TVM_FFI, new int[] {13, 14, 63, -2, Integer.MIN_VALUE},
                Dialect.RFC97, new int[] {-9, -19, Integer.MIN_VALUE},
                Dialect.MATX, new int[] {-13, -99, Integer.MIN_VALUE});
        unknown.forEach((dialect, codes) -> {
            for (SlotKind kind : kinds) {
                for (int code : codes) {
                    byte[] slot = dirty(dialect.slotBytes());
                    ByteBuffer.wrap(slot)
                            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                            .putInt(dialect == Dialect.MATX ? 20 : 0, code);
                    Slot pad = kind.pad(dialect, slot, ValueMemory.none());
                    assertEquals(ValueKind.UNKNOWN, pad.kind());
                    assertEquals(code, pad.code());
                    assertEquals("KIND", Values.code(pad::asString));
                    assertEquals("KIND", Values.code(pad::asLong));
                    Slot copy = kind.pad(dialect, dirty(dialect.slotBytes()), ValueMemory.none());
                    copy.setBits(pad.bits());
                    assertArrayEquals(slot, copy.bits());
                }
            }
        });
        for (SlotKind kind : kinds) {
            // 78 with padding of a later release, and without.
            byte[] later = lengths(slot(16, 0, 78, 8, ADDRESS), 4, 3);
            Slot pad = kind.pad(Dialect.TVM_FFI, later, ValueMemory.none());
            assertEquals(ValueKind.UNKNOWN, pad.kind());
            assertArrayEquals(later, pad.bits());
            assertEquals(
                    ValueKind.OBJECT,
                    kind.pad(Dialect.TVM_FFI, slot(16, 0, 78, 8, ADDRESS), ValueMemory.none())
                            .kind());
            assertEquals(
                    "TYPE_CODE",
                    Values.code(kind.pad(Dialect.TVM_FFI, slot(16, 0, -1, 8, 0), ValueMemory.none())::kind));
        }
    }

    /** An object may have the codes of the RFC's sections module, static and dynamic, but not slot and boxed. */
    @Test
    void objectsHaveTheCodesOfTheirSection() {
        for (int code : new int[] {-1, 0, 64, 127}) {
            assertEquals("TYPE_CODE", Values.code(() -> stored(code)));
        }
        for (int code : new int[] {1, 63}) {
            assertEquals(code, stored(code));
        }
        for (int code : new int[] {128, 1023, 1024, Integer.MAX_VALUE}) {
            assertEquals(-13, stored(code));
        }
    }

    private static int stored(int code) {
        Slot slot = Dialect.RFC97.slot(0);
        slot.setObject(code, 0x5000);
        return slot.code();
    }

    private record Row(Object value, Long asLong, Double asDouble, Boolean asBoolean, Long asHandle) {}

    private static void row(Slot pad, Row row) {
        assertEquals(row.asLong() == null ? "KIND" : "ok", Values.code(pad::asLong));
        assertEquals(row.asDouble() == null ? "KIND" : "ok", Values.code(pad::asDouble));
        assertEquals(row.asBoolean() == null ? "KIND" : "ok", Values.code(pad::asBoolean));
        assertEquals(row.asHandle() == null ? "KIND" : "ok", Values.code(pad::asHandle));
        if (row.asLong() != null) {
            assertEquals(row.asLong(), pad.asLong());
        }
        if (row.asDouble() != null) {
            assertEquals(row.asDouble(), pad.asDouble());
        }
        if (row.asBoolean() != null) {
            assertEquals(row.asBoolean(), pad.asBoolean());
        }
        if (row.asHandle() != null) {
            assertEquals(row.asHandle(), pad.asHandle());
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row(0L, 0L, 0.0, false, null),
            new Row(-7, -7L, -7.0, true, null),
            new Row((short) 3, 3L, 3.0, true, null),
            new Row((byte) -1, -1L, -1.0, true, null),
            new Row(Long.MAX_VALUE, Long.MAX_VALUE, 0x1p63, true, null),
            new Row(1.5, null, 1.5, null, null),
            new Row(1.0f, null, 1.0, null, null),
            new Row(Double.POSITIVE_INFINITY, null, Double.POSITIVE_INFINITY, null, null),
            new Row(false, 0L, 0.0, false, null),
            new Row(true, 1L, 1.0, true, null),
            new Row("1", null, null, null, null),
            new Row('1', null, null, null, null),
            new Row(new byte[] {'1'}, null, null, null, null),
            new Row(null, null, null, null, null));

    @Test
    void everyConversionOfTheTable() {
        for (SlotKind kind : kinds) {
            for (Dialect dialect : List.of(Dialect.RFC97, Dialect.TVM_FFI)) {
                for (Row row : TABLE) {
                    Slot pad = kind.pad(dialect, dirty(16), ValueMemory.none());
                    pad.set(row.value());
                    row(pad, row);
                }
                Slot pad = kind.pad(dialect, dirty(16), ValueMemory.none());
                pad.setHandle(8);
                row(pad, new Row(null, null, null, null, 8L));
                assertThrows(IllegalArgumentException.class, () -> pad.set(new Object()));
            }
            // Boxes: objects whose header says what they hold, named or not.
            Values.Blocks memory = new Values.Blocks(false);
            Object[] values = {-7L, 1.5, true};
            for (int i = 0; i < values.length; i++) {
                int code = 64 + i;
                byte[] plain = pad(0, values[i]);
                long word = ByteBuffer.wrap(plain)
                        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                        .getLong(8);
                long address = memory.place(Values.words(code, 0, word));
                Object value = values[i];
                Row row = TABLE.stream()
                        .filter(each -> value.equals(
                                each.value() instanceof Integer number ? (Object) number.longValue() : each.value()))
                        .findFirst()
                        .orElseThrow();
                for (int named : new int[] {-13, code}) {
                    Slot pad = kind.pad(Dialect.RFC97, slot(16, 0, named, 8, address), memory.memory());
                    row(pad, row);
                    assertEquals(value, pad.toJava());
                }
            }
        }
    }

    @Test
    void readOnlyMemoryIsNotWritten() {
        ByteBuffer buffer = ByteBuffer.allocate(16).asReadOnlyBuffer();
        Slot pad = Dialect.TVM_FFI.wrapSlot(buffer, ValueMemory.none());
        for (Consumer<Slot> write :
                List.<Consumer<Slot>>of(Slot::setNull, p -> p.set(1), p -> p.set("a"), p -> p.setBits(new byte[16]))) {
            assertThrows(ReadOnlyBufferException.class, () -> write.accept(pad));
        }
    }

    @Test
    void addressesAreReadAndWritten() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(48);
        long address = Addresses.of(buffer);
        Slots slots = Dialect.TVM_FFI.at(address, 3, ValueMemory.none());
        if (!Run.reachesAddresses()) {
            assertThrows(UnsupportedOperationException.class, () -> slots.at(0).kind());
            return;
        }
        slots.set(2, "abc");
        assertEquals("abc", slots.at(2).asString());
        assertEquals(11, buffer.get(32));
        assertTrue(slots.at(0).isNull());
        long text = Addresses.of(ByteBuffer.allocateDirect(8).put(0, new byte[] {'a', 'b', 0}));
        Slot view = Dialect.TVM_FFI.at(address, 1, ValueMemory.live()).at(0);
        view.setCString(text);
        assertEquals("ab", view.asString());
        for (long none : new long[] {0, 4095, -1, Long.MIN_VALUE}) {
            view.setCString(none);
            assertEquals("ADDRESS", Values.code(view::asString));
        }
        assertThrows(IllegalArgumentException.class, () -> Dialect.TVM_FFI.at(0, 1, ValueMemory.none()));
        assertEquals(0, Dialect.TVM_FFI.at(0, 0, ValueMemory.none()).size());
    }

    /** Any value goes into a slot of any dialect that has its kind; what would be borrowed, or counted, is refused. */
    @Test
    void valuesOfValues() {
        for (SlotKind kind : kinds) {
            Values.Blocks memory = new Values.Blocks(false);
            long text = memory.place("borrowed\0".getBytes(StandardCharsets.UTF_8));
            long pair = memory.place(Values.words(text, 5));
            long object = memory.place(Values.words(3, 70, 0));
            for (Dialect from : Dialect.values()) {
                for (Dialect to : Dialect.values()) {
                    Slot source = kind.pad(from, new byte[from.slotBytes()], memory.memory());
                    Slot target = kind.pad(to, new byte[to.slotBytes()], ValueMemory.none());
                    for (Object value :
                            new Object[] {null, 7L, -1.5, "text", new DataType(2, 32, 1), new Device(1, 2)}) {
                        source.set(value);
                        target.set(source);
                        assertEquals(value, target.toJava(), from + " to " + to);
                    }
                    source.setByteArray(pair);
                    target.set(source);
                    assertEquals("borro", target.asString());
                    assertTrue(!target.isView());
                    byte[] before = target.bits();
                    source.setObject(from == Dialect.RFC97 ? 3 : 70, object);
                    assertEquals("NOT_HERE", Values.code(() -> set(target, source)), from + " to " + to);
                    source.set("longer");
                    source.set(source);
                    assertEquals("longer", source.asString());
                    assertArrayEquals(before, target.bits());
                }
            }
            Slot cString = kind.pad(Dialect.TVM_FFI, Values.words(8, text), memory.memory());
            Slot small = kind.pad(Dialect.TVM_FFI, new byte[16], ValueMemory.none());
            assertEquals("TOO_LONG", Values.code(() -> set(small, cString)));
            assertTrue(small.isNull());
            small.set(5);
            small.set(null);
            assertTrue(small.isNull());
            assertEquals("NOT_HERE", Values.code(cString::asObject));
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> small.set(Dialect.TVM_FFI.allocate(1)));
            assertTrue(!e.getMessage().contains("spi") && !e.getMessage().contains("internal"), e.getMessage());
        }
    }

    private static Object set(Slot target, Slot source) {
        target.set(source);
        return target;
    }
}
