package dev.unitstr.contract;

import static dev.unitstr.BufferStrings.allocateFrom;
import static dev.unitstr.BufferStrings.contentEquals;
import static dev.unitstr.BufferStrings.copy;
import static dev.unitstr.BufferStrings.copyField;
import static dev.unitstr.BufferStrings.copyStrings;
import static dev.unitstr.BufferStrings.copyTruncated;
import static dev.unitstr.BufferStrings.decode;
import static dev.unitstr.BufferStrings.encodedUnits;
import static dev.unitstr.BufferStrings.getSomeStrings;
import static dev.unitstr.BufferStrings.getString;
import static dev.unitstr.BufferStrings.getStringTerminated;
import static dev.unitstr.BufferStrings.getStrings;
import static dev.unitstr.BufferStrings.unitsToTerminator;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The short forms: no charset is UTF-8, no policy replaces, no word about the terminator keeps none. */
@EveryRun
class BufferOverloadsTest {
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset UTF_16 = StandardCharsets.UTF_16LE;
    private static final String LONE = "a\udc00";

    /** UTF-8: "é", then a lone continuation, then the end. */
    private static ByteBuffer utf8() {
        return ByteBuffer.allocateDirect(8).put(0, Hex.bytes("C3 A9 80"));
    }

    /** UTF-16: "a", then a lone surrogate, then the end. */
    private static ByteBuffer utf16() {
        return ByteBuffer.allocateDirect(8).put(0, Hex.bytes("61 00 00 DC"));
    }

    private static void malformed(Executable verb) {
        assertThrows(MalformedTextException.class, verb);
    }

    /** An address form gives what its buffer form gives, or says what to add. */
    private static <R> void byAddress(R expected, Supplier<R> verb) {
        if (Run.reachesAddresses()) {
            assertEquals(expected, verb.get());
        } else {
            assertThrows(UnsupportedOperationException.class, verb::get);
        }
    }

    @Test
    void ofReading() {
        ByteBuffer memory = utf8();
        assertEquals("\u00e9\ufffd", getString(memory, 0, 3));
        assertEquals("\u00e9", getString(memory, 0, 2, UTF_8, REPORT));
        malformed(() -> getString(memory, 0, 3, UTF_8, REPORT));
        assertEquals("a\ufffd", getString(utf16(), 0, 2, UTF_16));
        assertEquals("a\ufffd", getStringTerminated(utf16(), 0, UTF_16));
        assertEquals("a\ufffd", getStringTerminated(utf16(), 0, 4, UTF_16));
        malformed(() -> getStringTerminated(utf16(), 0, UTF_16, REPORT));
        malformed(() -> getStringTerminated(utf16(), 0, 4, UTF_16, REPORT));
        assertTrue(contentEquals(utf16(), 0, 2, UTF_16, "a\ufffd"));
        malformed(() -> contentEquals(utf16(), 0, 2, UTF_16, "a\ufffd", REPORT));
        assertEquals("\u00e9\ufffd", getStringTerminated(memory, 0));
        assertEquals("\u00e9\ufffd", getStringTerminated(memory, 0, 3, UTF_8));
        assertEquals("\u00e9", getStringTerminated(memory, 0, 2, UTF_8, REPORT));
        malformed(() -> getStringTerminated(memory, 0, UTF_8, REPORT));
        malformed(() -> getStringTerminated(memory, 0, 3, UTF_8, REPORT));
        assertTrue(contentEquals(memory, 0, 3, UTF_8, "\u00e9\ufffd"));
        assertTrue(contentEquals(memory, 0, 2, UTF_8, "\u00e9", REPORT));
        malformed(() -> contentEquals(memory, 0, 3, UTF_8, "\u00e9\ufffd", REPORT));
        assertEquals(3, unitsToTerminator(memory, 0, 8, UTF_8));
        assertEquals(2, unitsToTerminator(memory, 0, 2, UTF_8));
        assertEquals(2, unitsToTerminator(utf16(), 0, 4, UTF_16));
    }

    @Test
    void ofReadingByAddress() {
        ByteBuffer memory = utf8();
        NativeMemory address = NativeMemory.of(Addresses.of(memory), 8);
        byAddress("\u00e9\ufffd", () -> address.getString(0, 3, UTF_8));
        byAddress("\u00e9", () -> address.getString(0, 2, UTF_8, REPORT));
        byAddress("\u00e9\ufffd", () -> address.getString(0, 3, UTF_8));
        byAddress("\u00e9\ufffd", () -> address.getStringTerminated(0, UTF_8));
        byAddress("\u00e9\ufffd", () -> address.getStringTerminated(0, 4, UTF_8));
        byAddress(true, () -> address.contentEquals(0, 3, UTF_8, "\u00e9\ufffd"));
        byAddress("\u00e9\ufffd", () -> address.getStringTerminated(0, UTF_8));
        byAddress("\u00e9\ufffd", () -> address.getStringTerminated(0, 4, UTF_8));
        byAddress("\u00e9", () -> address.getStringTerminated(0, 2, UTF_8, REPORT));
        byAddress("", () -> address.getStringTerminated(3, UTF_8, REPORT));
        byAddress(true, () -> address.contentEquals(0, 3, UTF_8, "\u00e9\ufffd"));
        byAddress(true, () -> address.contentEquals(0, 2, UTF_8, "\u00e9", REPORT));
        byAddress(2L, () -> address.unitsToTerminator(0, 2, UTF_8));
        byAddress(3L, () -> address.unitsToTerminator(0, 8, UTF_8));
        byAddress(2, () -> address.decode(0, 3, UTF_8, new char[2], 0));
        byAddress("\u00e9\ufffd", () -> {
            StringBuilder text = new StringBuilder();
            try {
                address.decode(0, 3, UTF_8, text);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return text.toString();
        });
        assertEquals(8, memory.capacity());
    }

    @Test
    void ofDecoding() throws IOException {
        char[] chars = new char[3];
        assertEquals(2, decode(utf16(), 0, 2, UTF_16, chars, 1));
        assertEquals("\0a\ufffd", new String(chars));
        malformed(() -> decode(utf16(), 0, 2, UTF_16, chars, 1, REPORT));
        StringBuilder text = new StringBuilder();
        decode(utf16(), 0, 2, UTF_16, text);
        assertEquals("a\ufffd", text.toString());
        malformed(() -> decode(utf16(), 0, 2, UTF_16, text, REPORT));
    }

    @Test
    void ofWriting() {
        ByteBuffer memory = ByteBuffer.allocateDirect(8);
        assertEquals(2, copy(LONE, UTF_8, memory, 0));
        assertEquals("a?", getString(memory, 0, 2));
        malformed(() -> copy(LONE, UTF_8, memory, 0, REPORT));
        assertEquals(2, copy(LONE, UTF_8, 0, memory, 0, 2));
        malformed(() -> copy(LONE, UTF_8, 0, memory, 0, 2, REPORT));
        assertEquals(new Copied(2, 2), copyTruncated(LONE, UTF_8, 0, memory, 0, 8));
        malformed(() -> copyTruncated(LONE, UTF_8, 0, memory, 0, 8, REPORT));
        assertEquals(new Copied(2, 2), copyField(LONE, UTF_8, memory, 0, 2, false));
        assertEquals(new Copied(1, 1), copyField(LONE, UTF_8, memory, 0, 2, true));
        assertEquals("a", getStringTerminated(memory, 0, UTF_8));
        malformed(() -> copyField(LONE, UTF_8, memory, 0, 2, false, REPORT));
        malformed(() -> copyField(LONE, UTF_8, memory, 0, 8, true, REPORT));
        assertEquals(2, copy(LONE, UTF_8, 0, memory, 0, 2));
        assertEquals(1, copy(LONE, UTF_8, 0, memory, 0, 1, REPORT));
        malformed(() -> copy(LONE, UTF_8, 0, memory, 0, 2, REPORT));
    }

    /** Any text, of which the methods take the chars that {@code toString} gives. */
    @Test
    void ofWritingOtherText() {
        ByteBuffer memory = ByteBuffer.allocateDirect(8);
        CharSequence text = new StringBuilder("x\u00e9");
        assertEquals(2, copy(text, UTF_8, 1, memory, 0, 1));
        assertEquals("\u00e9", getString(memory, 0, 2));
        assertEquals(new Copied(1, 1), copyTruncated(text, UTF_8, 0, memory, 0, 2));
        assertEquals(new Copied(2, 2), copyField(text, UTF_16, memory, 0, 4, false));
        assertEquals("x\u00e9", getStringTerminated(memory, 0, UTF_16));
        assertThrows(NullPointerException.class, () -> copy(null, UTF_8, 0, memory, 0, 0));
        NativeMemory address = NativeMemory.of(Addresses.of(memory), 8);
        byAddress(3L, () -> address.copy(text, UTF_8, 0, 0, 2));
        byAddress(3L, () -> address.copy(text, UTF_8, 0, 0, 2, REPORT));
        byAddress(new Copied(1, 1), () -> address.copyTruncated(text, UTF_8, 0, 0, 2));
        byAddress(new Copied(1, 1), () -> address.copyField(text, UTF_8, 0, 2, false));
        assertEquals(8, memory.capacity());
    }

    @Test
    void ofWritingByAddress() {
        ByteBuffer memory = ByteBuffer.allocateDirect(8);
        NativeMemory address = NativeMemory.of(Addresses.of(memory), 8);
        byAddress(2L, () -> address.copy(LONE, UTF_8, 0));
        byAddress(2L, () -> address.copy(LONE, UTF_8, 0, 0, 2));
        byAddress(1L, () -> address.copy("a", UTF_8, 7, REPORT));
        byAddress(new Copied(2, 2), () -> address.copyTruncated(LONE, UTF_8, 0, 0, 8));
        byAddress(new Copied(2, 2), () -> address.copyField(LONE, UTF_8, 0, 2, false));
        byAddress(new Copied(1, 1), () -> address.copyField(LONE, UTF_8, 0, 2, true));
        byAddress(new Copied(1, 1), () -> address.copyField("a", UTF_8, 0, 2, false, REPORT));
        byAddress("a", () -> address.getStringTerminated(0, UTF_8, REPORT));
        byAddress(5L, () -> address.copyStringList(new String[] {"a", "b"}, UTF_8, 0));
        byAddress(List.of("a", "b"), () -> List.of(address.getStringList(0, ListEnd.EMPTY_STRING, UTF_8, REPORT)));
        byAddress(8L, () -> address.copyPointers(new String[0], UTF_8, 0));
        assertEquals(8, memory.capacity());
    }

    @Test
    void ofBatches() {
        ByteBuffer memory = utf16();
        long[] offsets = {0, 0};
        long[] units = {1, 2};
        StringSpans spans = StringSpans.of(offsets, units);
        String[] both = {"a", "a\ufffd"};
        String[] dst = new String[2];
        assertArrayEquals(both, getStrings(memory, StringSpans.of(offsets, units), UTF_16));
        assertArrayEquals(both, getStrings(memory, spans, UTF_16));
        malformed(() -> getStrings(memory, StringSpans.of(offsets, units), UTF_16, REPORT));
        malformed(() -> getStrings(memory, spans, UTF_16, REPORT));
        getStrings(memory, spans, UTF_16, dst, 0, MalformedPolicy.REPLACE);
        assertArrayEquals(both, dst);
        malformed(() -> getStrings(memory, spans, UTF_16, dst, 0, REPORT));
        assertEquals(2, getSomeStrings(memory, spans, 0, UTF_16, dst, 0, MalformedPolicy.REPLACE));
        assertEquals(1, getSomeStrings(memory, spans, 0, UTF_16, dst, 0, REPORT));
        String[] texts = {LONE, "b"};
        long[] ends = new long[3];
        ByteBuffer other = ByteBuffer.allocate(12);
        assertEquals(3, encodedUnits(texts, UTF_8));
        assertEquals(3, copyStrings(texts, UTF_8, memory, 0, ends));
        assertEquals("a?b", getString(memory, 0, 3));
        assertArrayEquals(new long[] {0, 2, 3}, ends);
        assertEquals(
                3,
                copyStrings(
                        texts, 0, UTF_8, memory, 0, StringSpans.ofOffsets(other, 0, 4, 2), MalformedPolicy.REPLACE));
        assertArrayEquals(new String[] {"a?", "b"}, getStrings(memory, StringSpans.ofOffsets(other, 0, 4, 2), UTF_8));
        StringSpans table = StringSpans.ofOffsets(other, 0, 4, 2);
        other.limit(4); // the table keeps the limit that it was checked against
        assertEquals(3, copyStrings(texts, 0, UTF_8, memory, 0, table, MalformedPolicy.REPLACE));
        assertArrayEquals(new String[] {"a?", "b"}, getStrings(memory, table, UTF_8));
        other.clear();
        malformed(() -> encodedUnits(texts, UTF_8, REPORT));
        malformed(() -> copyStrings(texts, UTF_8, memory, 0, ends, REPORT));
        malformed(() -> copyStrings(texts, 0, UTF_8, memory, 0, StringSpans.ofOffsets(other, 0, 4, 2), REPORT));
    }

    @Test
    void ofBatchesByAddress() {
        ByteBuffer memory = utf16();
        ByteBuffer other = ByteBuffer.allocateDirect(12);
        NativeMemory address = NativeMemory.of(Addresses.of(memory), 8);
        NativeMemory entries = NativeMemory.of(Addresses.of(other), 12);
        long[] offsets = {0, 0};
        long[] units = {1, 2};
        StringSpans spans = StringSpans.of(offsets, units);
        String[] dst = new String[2];
        List<String> both = List.of("a", "a\ufffd");
        byAddress(both, () -> List.of(address.getStrings(StringSpans.of(offsets, units), UTF_16)));
        byAddress(both, () -> List.of(address.getStrings(spans, UTF_16)));
        byAddress(both, () -> {
            address.getStrings(spans, UTF_16, dst, 0, MalformedPolicy.REPLACE);
            return List.of(dst);
        });
        byAddress(2, () -> address.getSomeStrings(spans, 0, UTF_16, dst, 0, MalformedPolicy.REPLACE));
        byAddress(1, () -> address.getSomeStrings(spans, 0, UTF_16, dst, 0, REPORT));
        byAddress(
                List.of("a"),
                () -> List.of(address.getStrings(StringSpans.of(offsets, new long[] {1, 2}), UTF_16))
                        .subList(0, 1));
        String[] texts = {LONE, "b"};
        long[] ends = new long[3];
        byAddress(3L, () -> address.copyStrings(texts, UTF_8, 0, ends));
        byAddress(
                3L,
                () -> address.copyStrings(
                        texts, 0, UTF_8, 0, StringSpans.ofOffsets(entries, 0, 4, 2), MalformedPolicy.REPLACE));
        byAddress(
                List.of("a?", "b"),
                () -> List.of(address.getStrings(StringSpans.ofOffsets(entries, 0, 4, 2), UTF_8, REPORT)));
        assertThrows(IllegalArgumentException.class, () -> StringSpans.ofOffsets(NativeMemory.of(0, 12), 0, 4, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> StringSpans.ofPointers(
                        NativeMemory.of(0, 99), 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1));
        assertEquals(8 + 12, memory.capacity() + other.capacity());
    }

    @Test
    void ofMaking() {
        assertEquals("FD FF", content(allocateFrom(ByteBuffer::allocateDirect, "\udc00", UTF_16)));
        assertEquals("61", content(allocateFrom(ByteBuffer::allocate, "a", UTF_8, REPORT)));
        malformed(() -> allocateFrom(ByteBuffer::allocate, LONE, UTF_16, REPORT));
        assertEquals("61 3F", content(allocateFrom(ByteBuffer::allocate, LONE, UTF_8)));
        malformed(() -> allocateFrom(ByteBuffer::allocate, LONE, UTF_8, REPORT));
        assertEquals("3F", content(allocateFrom(ByteBuffer::allocate, LONE, UTF_8, 1, 1)));
        malformed(() -> allocateFrom(ByteBuffer::allocate, LONE, UTF_8, 1, 1, REPORT));
        assertEquals(2, encodedUnits(LONE, UTF_16));
        malformed(() -> encodedUnits(LONE, UTF_16, REPORT));
    }

    /** The text is written at the position of an allocator's buffer. */
    @Test
    void ofAllocators() {
        ByteBuffer shared = ByteBuffer.allocate(8).position(3);
        ByteBuffer made = allocateFrom(
                size -> {
                    assertEquals(3, encodedUnits("\u4e2d", UTF_8)); // an allocator may call anything
                    return shared;
                },
                "ab",
                UTF_8,
                0,
                2);
        assertEquals("61 62", content(made));
        assertEquals(0, made.position());
        assertEquals(2, made.limit());
        assertEquals("00 00 00 61 62 00 00 00", content(shared.duplicate().clear()));
        assertThrows(IndexOutOfBoundsException.class, () -> allocateFrom(s -> shared, "abcdef", UTF_8, 0, 6));
        assertThrows(
                ReadOnlyBufferException.class, () -> allocateFrom(s -> shared.asReadOnlyBuffer(), "ab", UTF_8, 0, 2));
        assertThrows(NullPointerException.class, () -> allocateFrom(s -> null, "ab", UTF_8, 0, 2));
        assertThrows(NullPointerException.class, () -> allocateFrom(null, "ab", UTF_8, 0, 2));
        assertEquals("00 00 00 61 62 00 00 00", content(shared.duplicate().clear()));
    }

    private static String content(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.limit()];
        buffer.get(0, bytes);
        return Hex.of(bytes);
    }
}
