package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.NativeMemory;
import dev.unitstr.Ucs4String;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The arguments of old TVM in native memory: types and words in two arrays. */
@EveryRun
class OldTvmArgumentsContract {
    private final Supplier<OldTvmArguments> plain = Kinds.HERE::oldTvmArguments;

    /** A slot of RFC 97 with an address. */
    private static Slot slot(int code, long address) {
        byte[] bits = Values.words(code & 0xFFFF_FFFFL, address);
        return Dialect.RFC97.wrapSlot(ByteBuffer.wrap(bits), ValueMemory.live());
    }

    private static Slot handle(long address) {
        Slot pad = Dialect.RFC97.slot(0);
        pad.setHandle(address);
        return pad;
    }

    private Slot added(OldTvmArguments args, Object value, int code) {
        int before = args.size();
        args.add(value);
        assertEquals(before + 1, args.size());
        assertEquals(code, args.code(before));
        return OldTvmArguments.read(args.code(before), args.word(before), ValueMemory.live());
    }

    @Test
    void allCodesRoundTrip() {
        if (!Run.reachesAddresses()) {
            assertThrows(UnsupportedOperationException.class, () -> OldTvmArguments.create(false));
            return;
        }
        try (OldTvmArguments args = plain.get()) {
            assertEquals(-5, added(args, -5, 0).asLong());
            assertEquals(1, added(args, true, 0).asLong());
            assertEquals(1.5, added(args, 1.5f, 2).asDouble());
            assertEquals(0x1234, added(args, handle(0x1234), 3).asHandle());
            assertEquals(ValueKind.NULL, added(args, null, 4).kind());
            assertEquals(
                    new DataType(2, 32, 4),
                    added(args, new DataType(2, 32, 4), 5).asDataType());
            assertEquals(new Device(2, -1), added(args, new Device(2, -1), 6).asDevice());
            assertArrayEquals(
                    slot(-8, 0x5000).bits(), added(args, slot(-8, 0x5000), 7).bits());
            assertEquals("hello", added(args, "hello", 11).asString());
            assertEquals("", added(args, "", 11).asString());
            assertEquals(
                    "\u6f22\ud83d\ude00",
                    added(args, Ucs4String.of("\u6f22\ud83d\ude00"), 11).asString());
            assertEquals("c", added(args, 'c', 11).asString());
            assertArrayEquals(
                    new byte[] {1, 0, -1},
                    added(args, new byte[] {1, 0, -1}, 12).asBytes());
            assertArrayEquals(
                    slot(-10, 0x5000).bits(), added(args, slot(-10, 0x5000), 14).bits());
            // Borrowed ones go as they are.
            long borrowed = args.word(8);
            assertEquals("hello", added(args, slot(-15, borrowed), 11).asString());
            assertEquals(borrowed, args.word(args.size() - 1));
            // More than there was room for at first.
            for (int i = 0; i < 100; i++) {
                added(args, i, 0);
            }
            assertEquals(-5, args.word(0));
            assertEquals(99, args.word(args.size() - 1));
            assertEquals(
                    "hello",
                    OldTvmArguments.read(args.code(8), args.word(8), ValueMemory.live())
                            .asString());
            assertThrows(IndexOutOfBoundsException.class, () -> args.code(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> args.word(args.size()));
            assertThrows(IllegalArgumentException.class, () -> args.add(new Object()));
        }
    }

    @Test
    void useAfterTheEndIsRefused() {
        if (!Run.reachesAddresses()) {
            return; // there are no arguments
        }
        OldTvmArguments args = OldTvmArguments.create(false);
        args.add("text");
        args.close();
        assertThrows(IllegalStateException.class, () -> args.add("more"));
        assertThrows(IllegalStateException.class, args::codes);
        assertThrows(IllegalStateException.class, args::values);
        assertThrows(IllegalStateException.class, () -> args.code(0));
        assertEquals(1, args.size());
    }

    @Test
    void objectsArePassedByTheirTypes() {
        if (!Run.reachesAddresses()) {
            return;
        }
        Values.Blocks memory = new Values.Blocks(false);
        try (OldTvmArguments args = plain.get()) {
            int[][] types = {{1, 9}, {2, 10}, {3, 13}, {131, 8}, {2000, 8}};
            for (int[] type : types) {
                long address = memory.place(Values.words(type[0] | 1L << 32, 0, 0, 0, 0));
                Slot pad = Dialect.RFC97.wrapSlot(ByteBuffer.allocate(16), memory.memory());
                pad.setObject(type[0], address);
                args.add(pad);
                int last = args.size() - 1;
                assertEquals(type[1], args.code(last));
                assertEquals(address, args.word(last));
                Slot read = OldTvmArguments.read(args.code(last), args.word(last), memory.memory());
                assertEquals(address, read.objectAddress());
                assertEquals(type[0], read.objectCode());
            }
            // A string object has no length here: it is copied.
            byte[] text =
                    Values.concat(Values.words(128 | 1L << 32, 0, 5, 5), "a\0b\0c\0".getBytes(StandardCharsets.UTF_8));
            long address = memory.place(text);
            Slot string = Dialect.RFC97.wrapSlot(ByteBuffer.allocate(16), memory.memory());
            string.setObject(128, address);
            args.add(string);
            assertEquals(12, args.code(args.size() - 1));
            Slot unknown = Dialect.TVM_FFI.slot(0);
            unknown.setBits(Values.words(13, 1));
            assertEquals("NOT_HERE", Values.code(() -> {
                args.add(unknown);
                return null;
            }));
        }
    }

    /** As 12, with its length; without a NUL as 11, with a zero byte at its end. */
    @Test
    void aStringWithNulArrivesWithItsLength() {
        if (!Run.reachesAddresses()) {
            return;
        }
        try (OldTvmArguments args = plain.get()) {
            for (String text :
                    new String[] {"a\0b", "\0", "a\0b and more than any slot has room for \u6f22".repeat(9)}) {
                Slot read = added(args, text, 12);
                assertEquals(text, read.asString());
                assertEquals(ValueKind.BYTES, read.kind());
            }
            String longer = "without any, \u6f22\ud83d\ude00".repeat(20);
            assertEquals(longer, added(args, longer, 11).asString());
            long codes = args.codes();
            assertEquals(
                    "\f\0\0\0\f\0\0\0\f\0\0\0\13\0\0\0",
                    NativeMemory.of(codes, 16).getString(0, 16, StandardCharsets.ISO_8859_1));
            byte[] words = NativeMemory.of(args.values(), 8)
                    .getString(0, 8, StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.ISO_8859_1);
            assertEquals(
                    args.word(0),
                    ByteBuffer.wrap(words).order(ByteOrder.LITTLE_ENDIAN).getLong());
        }
    }

    @Test
    void truthValuesIfTheyAreKnown() {
        if (!Run.reachesAddresses()) {
            return;
        }
        try (OldTvmArguments args = OldTvmArguments.create(true)) {
            assertEquals(true, added(args, true, 15).asBoolean());
            assertEquals(ValueKind.BOOL, added(args, false, 15).kind());
        }
        OldTvmArguments closed = OldTvmArguments.create(false);
        closed.add("text");
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.add("more"));
        assertThrows(IllegalStateException.class, () -> closed.word(0));
    }

    @Test
    void unknownTypesAreRefused() {
        for (int code : new int[] {-1, 1, 16, 99, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals("TYPE_CODE", Values.code(() -> OldTvmArguments.read(code, 0, ValueMemory.none())));
        }
        Slot nowhere = OldTvmArguments.read(11, 0x5000, ValueMemory.none());
        assertEquals("ADDRESS", Values.code(nowhere::asString));
        assertThrows(NullPointerException.class, () -> OldTvmArguments.read(0, 0, null));
    }
}
