package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.Charsets;
import dev.unitstr.contract.Encoded;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Mapping;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.Oracle;
import dev.unitstr.contract.Reads;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.Texts;
import dev.unitstr.contract.Writes;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** More memory than an int can count: a sparse file, mapped. */
@EveryRun
@Tag("route")
class LargeTest {
    private static final long TWO_GIB = 1L << 31;
    private static final long SIZE = 2 * TWO_GIB + (1 << 20);
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;

    private Arena arena;
    private MemorySegment segment;
    private Memory memory;

    @BeforeEach
    void map() {
        arena = Arena.ofShared();
        segment = Mapping.withFile(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, arena));
        memory = new SegmentMemory(SegmentKind.MAPPED, segment);
    }

    @AfterEach
    void unmap() {
        arena.close();
    }

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252");
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isReadAndWrittenAnywhere(Charset charset) {
        SplittableRandom random = new SplittableRandom(31);
        for (long at : new long[] {TWO_GIB - 40, TWO_GIB, TWO_GIB + 3, 2 * TWO_GIB - 7, 2 * TWO_GIB + 1, SIZE - 600}) {
            for (int i = 0; i < 20; i++) {
                Reads.check(memory, at, Encoded.next(random, charset, 100), charset);
                String text = Texts.next(random, 100);
                Writes.check(memory, at, text, 0, text.length(), charset);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isSearchedAnywhere(Charset charset) {
        String text = "a".repeat(70_000);
        byte[] bytes = Oracle.encode(text, charset);
        int unitSize = Charsets.unitSize(charset);
        for (long at : new long[] {TWO_GIB - 1001, TWO_GIB + 1, SIZE - bytes.length - unitSize}) {
            memory.put(at, bytes);
            assertEquals(bytes.length / unitSize, memory.unitsToTerminator(at, charset));
            assertEquals(text, memory.getStringTerminated(at, charset, REPLACE));
            assertEquals(text, memory.getStringTerminated(at, bytes.length / unitSize, charset, REPLACE));
            memory.put(at, new byte[bytes.length]);
        }
    }

    /** Fields whose end no int can hold. */
    @Test
    void hasBoundsOfItsOwn() {
        Charset utf8 = StandardCharsets.UTF_8;
        assertEquals("", memory.getStringTerminated(5, SIZE - 5, utf8, REPLACE));
        assertEquals(new Copied(3, 3), memory.copyTruncated("abc", utf8, 0, TWO_GIB, SIZE - TWO_GIB, REPLACE));
        assertEquals(
                new Copied(3, 3),
                memory.copyTruncated("abc", StandardCharsets.UTF_16LE, 0, 1, (SIZE - 1) / 2, REPLACE));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> memory.copyTruncated("abc", utf8, 0, TWO_GIB, SIZE - TWO_GIB + 1, REPLACE));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.getStringTerminated(5, SIZE - 4, utf8, REPLACE));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.copy("abc", utf8, 0, SIZE - 2, 3, REPLACE));
        assertThrows(IllegalArgumentException.class, () -> memory.getString(0, Integer.MAX_VALUE + 1L, utf8, REPLACE));
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isReadAndWrittenInBatches(Charset charset) {
        String[] strings = {"abc", "", Charsets.unitSize(charset) == 1 ? "e" : "\u00e4", "d".repeat(100_000)};
        long[] offsets = new long[strings.length + 1];
        for (long at : new long[] {TWO_GIB - 5, 2 * TWO_GIB - 1}) {
            long units = memory.copyStrings(strings, charset, at, offsets, REPLACE);
            assertEquals(SegmentStrings.encodedUnits(strings, charset), units);
            StringSpans spans = StringSpans.ofOffsets(offsets);
            assertArrayEquals(strings, memory.getStrings(spans, charset, REPLACE));
            memory.put(0, new byte[64]);
            MemorySegment.copy(MemorySegment.ofArray(offsets), 0, segment, 1, 8L * offsets.length);
            assertArrayEquals(strings, memory.getStrings(memory.offsets(1, 8, strings.length), charset, REPLACE));
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> memory.copyStrings(strings, 0, charset, at, memory.offsets(0, 4, 4), REPLACE));
            assertEquals(
                    "the strings would end at byte " + offsets[4] + ": more than " + Integer.MAX_VALUE
                            + ", the maximum of an offset of 4 bytes",
                    e.getMessage());
        }
        long stride = 1L << 30;
        StringSpans fields = StringSpans.ofTerminatedFields(3, 8, stride, 4);
        String[] four = memory.getStrings(fields, charset, REPLACE);
        for (int i = 0; i < 4; i++) {
            assertEquals(memory.getStringTerminated(3 + i * stride, 8, charset, REPLACE), four[i]);
        }
    }

    /** More strings than an array has elements: only in parts. */
    @Test
    void holdsMoreStringsThanAnArray() {
        StringSpans many = StringSpans.ofFields(0, 1, 1, SIZE);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> memory.getStrings(many, StandardCharsets.UTF_8, REPLACE));
        assertTrue(e.getMessage().contains("spans has " + SIZE + " strings: more than 2147483639"), e::toString);
        String[] some = new String[10];
        memory.put(SIZE - 2, (byte) 'y', (byte) 'z');
        assertEquals(2, memory.getSomeStrings(many, SIZE - 2, StandardCharsets.UTF_8, some, 0, REPLACE));
        assertEquals("y z", some[0] + " " + some[1]);
    }

    /** Segments that claim all there is. Making one is a restricted call. */
    @Test
    void isSearchedWithoutABound() {
        if (Run.denied()) {
            assertThrows(IllegalCallerException.class, this::unbounded);
            return;
        }
        MemorySegment unbounded = unbounded();
        Memory all = new SegmentMemory(SegmentKind.MAPPED, unbounded);
        for (Charset charset : charsets()) {
            byte[] bytes = Oracle.encode("abc", charset);
            long at = TWO_GIB + 5;
            memory.put(at, bytes);
            int units = bytes.length / Charsets.unitSize(charset);
            assertEquals(units, all.unitsToTerminator(at, charset));
            assertEquals("abc", all.getStringTerminated(at, charset, REPLACE));
            assertEquals("abc", all.getStringTerminated(at, 1L << 40, charset, REPLACE));
            assertEquals("abc", all.getString(at, units, charset, REPLACE));
            assertEquals(units, all.copy("abc", charset, 0, at, 3, REPLACE));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> all.copy("abc", charset, 0, Long.MAX_VALUE - 2, 3, REPLACE));
            assertThrows(IndexOutOfBoundsException.class, () -> all.getString(Long.MAX_VALUE, 1, charset, REPLACE));
            memory.put(at, new byte[bytes.length]);
            // Long.MIN_VALUE - 1 is the size of this memory. The text is empty, so that a call that is not refused
            // writes nothing.
            for (boolean keepTerminator : new boolean[] {false, true}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> all.copyField("", charset, 0, Long.MIN_VALUE, keepTerminator, REPLACE));
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> all.copyTruncated("", charset, 0, 0, Long.MIN_VALUE, REPLACE));
        }
    }

    @SuppressWarnings("restricted")
    private MemorySegment unbounded() {
        return MemorySegment.ofAddress(segment.address()).reinterpret(Long.MAX_VALUE, arena, null);
    }
}
