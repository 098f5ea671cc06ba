package dev.unitstr.contract.ffm;

import static dev.unitstr.ffm.SegmentStrings.allocateFrom;
import static dev.unitstr.ffm.SegmentStrings.contentEquals;
import static dev.unitstr.ffm.SegmentStrings.copy;
import static dev.unitstr.ffm.SegmentStrings.copyField;
import static dev.unitstr.ffm.SegmentStrings.copyStrings;
import static dev.unitstr.ffm.SegmentStrings.copyTruncated;
import static dev.unitstr.ffm.SegmentStrings.decode;
import static dev.unitstr.ffm.SegmentStrings.encodedUnits;
import static dev.unitstr.ffm.SegmentStrings.getSomeStrings;
import static dev.unitstr.ffm.SegmentStrings.getString;
import static dev.unitstr.ffm.SegmentStrings.getStringTerminated;
import static dev.unitstr.ffm.SegmentStrings.getStrings;
import static dev.unitstr.ffm.SegmentStrings.unitsToTerminator;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.BufferStrings;
import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.Allocation;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Hex;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The short forms: no charset is UTF-8, no policy replaces, no word about the terminator keeps none. */
@EveryRun
@Tag("route")
class SegmentOverloadsTest {
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset UTF_16 = StandardCharsets.UTF_16LE;
    private static final String LONE = "a\udc00";

    private static MemorySegment of(String hex) {
        return MemorySegment.ofArray(Hex.bytes(hex));
    }

    /** UTF-16: "a", then a lone surrogate, then the end. */
    private static MemorySegment utf16() {
        return of("61 00 00 DC 00 00");
    }

    private static void malformed(Executable verb) {
        assertThrows(MalformedTextException.class, verb);
    }

    @Test
    void ofBatches() {
        MemorySegment memory = utf16();
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
        MemorySegment other = MemorySegment.ofArray(new byte[12]);
        assertEquals(3, encodedUnits(texts, UTF_8));
        assertEquals(3, copyStrings(texts, UTF_8, memory, 0, ends));
        assertEquals("a?b", getString(memory, 0, 3));
        assertArrayEquals(new long[] {0, 2, 3}, ends);
        assertEquals(
                3,
                copyStrings(
                        texts, 0, UTF_8, memory, 0, SegmentSpans.ofOffsets(other, 0, 4, 2), MalformedPolicy.REPLACE));
        assertArrayEquals(new String[] {"a?", "b"}, getStrings(memory, SegmentSpans.ofOffsets(other, 0, 4, 2), UTF_8));
        malformed(() -> encodedUnits(texts, UTF_8, REPORT));
        malformed(() -> copyStrings(texts, UTF_8, memory, 0, ends, REPORT));
        malformed(() -> copyStrings(texts, 0, UTF_8, memory, 0, SegmentSpans.ofOffsets(other, 0, 4, 2), REPORT));
    }

    @Test
    void ofReading() throws IOException {
        MemorySegment memory = of("C3 A9 80");
        assertEquals("\u00e9\ufffd", getString(memory, 0, 3));
        assertEquals("\u00e9", getString(memory, 0, 2, UTF_8, REPORT));
        malformed(() -> getString(memory, 0, 3, UTF_8, REPORT));
        assertEquals("a\ufffd", getString(utf16(), 0, 2, UTF_16));
        assertEquals("a\ufffd", getStringTerminated(utf16(), 0, UTF_16));
        assertEquals("a\ufffd", getStringTerminated(utf16(), 0, 3, UTF_16));
        malformed(() -> getStringTerminated(utf16(), 0, UTF_16, REPORT));
        assertTrue(contentEquals(utf16(), 0, 2, UTF_16, "a\ufffd"));
        MemorySegment utf8 = of("C3 A9 80 00");
        assertEquals("\u00e9\ufffd", getStringTerminated(utf8, 0));
        assertEquals("\u00e9\ufffd", getStringTerminated(utf8, 0, 3, UTF_8));
        assertEquals("\u00e9", getStringTerminated(utf8, 0, 2, UTF_8, REPORT));
        malformed(() -> getStringTerminated(utf8, 0, UTF_8, REPORT));
        malformed(() -> getStringTerminated(utf8, 0, 3, UTF_8, REPORT));
        assertTrue(contentEquals(utf8, 0, 3, UTF_8, "\u00e9\ufffd"));
        assertTrue(contentEquals(utf8, 0, 2, UTF_8, "\u00e9", REPORT));
        malformed(() -> contentEquals(utf8, 0, 3, UTF_8, "\u00e9\ufffd", REPORT));
        assertEquals(3, unitsToTerminator(utf8, 0, 4, UTF_8));
        assertEquals(2, unitsToTerminator(utf8, 0, 2, UTF_8));
        assertEquals(2, unitsToTerminator(utf16(), 0, 3, UTF_16));
        char[] chars = new char[3];
        assertEquals(2, decode(utf16(), 0, 2, UTF_16, chars, 1));
        assertEquals("\0a\ufffd", new String(chars));
        StringBuilder text = new StringBuilder();
        decode(utf16(), 0, 2, UTF_16, text);
        assertEquals("a\ufffd", text.toString());
    }

    @Test
    void ofWriting() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8]);
        assertEquals(2, copy(LONE, UTF_8, memory, 0));
        malformed(() -> copy(LONE, UTF_8, memory, 0, REPORT));
        assertEquals(2, copy(LONE, UTF_8, 0, memory, 0, 2));
        assertEquals("a?", getString(memory, 0, 2));
        assertEquals(new Copied(2, 2), copyTruncated(LONE, UTF_8, 0, memory, 0, 8));
        assertEquals(new Copied(2, 2), copyField(LONE, UTF_8, memory, 0, 2, false));
        assertEquals(new Copied(1, 1), copyField(LONE, UTF_8, memory, 0, 2, true));
        assertEquals("a", getStringTerminated(memory, 0, UTF_8));
        malformed(() -> copyField(LONE, UTF_8, memory, 0, 2, false, REPORT));
        assertEquals(2, copy(LONE, UTF_8, 0, memory, 0, 2));
        assertEquals(1, copy(LONE, UTF_8, 0, memory, 0, 1, REPORT));
        malformed(() -> copy(LONE, UTF_8, 0, memory, 0, 2, REPORT));
    }

    /** Any text, of which the methods take the chars that {@code toString} gives. */
    @Test
    void ofWritingOtherText() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8]);
        CharSequence text = new StringBuilder("x\u00e9");
        assertEquals(2, copy(text, UTF_8, 1, memory, 0, 1));
        assertEquals("\u00e9", getString(memory, 0, 2));
        assertEquals(new Copied(1, 1), copyTruncated(text, UTF_8, 0, memory, 0, 2));
        assertEquals(new Copied(2, 2), copyField(text, UTF_16, memory, 0, 4, false));
        assertEquals("x\u00e9", getStringTerminated(memory, 0, UTF_16));
        assertThrows(NullPointerException.class, () -> copy(null, UTF_8, 0, memory, 0, 0));
    }

    @Test
    void ofMaking() {
        try (Arena arena = Arena.ofConfined()) {
            assertEquals("FD FF", content(allocateFrom(arena, "\udc00", UTF_16)));
            assertEquals("61 3F", content(allocateFrom(arena, LONE, UTF_8)));
            malformed(() -> allocateFrom(arena, LONE, UTF_8, REPORT));
            assertEquals("3F", content(allocateFrom(arena, LONE, UTF_8, 1, 1)));
        }
        assertEquals(2, encodedUnits(LONE, UTF_16));
    }

    /** A text that is made in an arena is native memory of that arena, to be passed to C. */
    @Test
    void ofArenas() {
        MemorySegment segment;
        try (Arena arena = Arena.ofConfined()) {
            segment = allocateFrom(arena, "ab", UTF_16);
            assertTrue(segment.isNative());
            assertEquals(4, segment.byteSize());
            assertEquals(arena.scope(), segment.scope());
        }
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
    }

    /** Long text goes straight to its place: an array of Java could not hold more than 2 GiB of it. */
    @Test
    void ofLongText() {
        String text = "a\u4e2d".repeat(150_000);
        for (Charset charset : List.of(UTF_16, Charset.forName("UTF-32LE"))) {
            int unitSize = charset == UTF_16 ? 2 : 4;
            try (Arena arena = Arena.ofConfined()) {
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 3; i++) { // the first time, scratch is allocated
                    least = Math.min(least, Allocation.bytes(() -> {
                        MemorySegment made = allocateFrom(arena, text, charset);
                        assertEquals((long) text.length() * unitSize, made.byteSize());
                        assertTrue(contentEquals(made, 0, text.length(), charset, text));
                    }));
                }
                assertTrue(least < text.length(), "bytes on the heap: " + least);
                MemorySegment made = allocateFrom(arena, text, charset);
                assertArrayEquals(text.getBytes(charset), made.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    /** Requests exactly the bytes of the text, aligned to its unit. */
    @Test
    void ofAllocators() {
        List<Long> asked = new ArrayList<>();
        SegmentAllocator allocator = (size, alignment) -> {
            assertEquals(3, encodedUnits("\u4e2d", UTF_8)); // an allocator may call anything
            asked.add(size);
            asked.add(alignment);
            return MemorySegment.ofArray(new byte[(int) size + 5]).asSlice(5);
        };
        assertEquals("61 00 62 00", content(allocateFrom(allocator, "xaby", UTF_16, 1, 2)));
        assertEquals("", content(allocateFrom(allocator, "xaby", Charset.forName("UTF-32LE"), 4, 0)));
        assertEquals("78", content(allocateFrom(allocator, "x", UTF_8)));
        assertEquals("78", content(allocateFrom(allocator, "x", Charset.forName("windows-1252"))));
        assertEquals(List.of(4L, 2L, 0L, 4L, 1L, 1L, 1L, 1L), asked);
        SegmentAllocator bytes = SegmentAllocator.prefixAllocator(MemorySegment.ofArray(new byte[8]));
        assertEquals("61", content(allocateFrom(bytes, "a", UTF_8)));
        assertThrows(IllegalArgumentException.class, () -> allocateFrom(bytes, "a", UTF_16));
        try (Arena arena = Arena.ofConfined()) {
            SegmentAllocator slices = SegmentAllocator.slicingAllocator(arena.allocate(64, 8));
            slices.allocate(1, 1);
            assertEquals(
                    0, allocateFrom(slices, "a", Charset.forName("UTF-32LE")).address() % 4);
        }
    }

    private static String content(MemorySegment segment) {
        return Hex.of(segment.toArray(ValueLayout.JAVA_BYTE));
    }

    /** Whatever can be done to a segment can be done to a buffer and, with a charset, to an address, in the same words. */
    @Test
    void areTheSameForBuffersAndAddresses() {
        Set<String> buffers = signatures(BufferStrings.class);
        Set<String> addresses = signatures(NativeMemory.class);
        Set<String> missing = new TreeSet<>();
        for (Method method : SegmentStrings.class.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                List<Class<?>> parameters = List.of(method.getParameterTypes());
                if (!buffers.contains(Form.BUFFER.of(method))) {
                    missing.add(Form.BUFFER.of(method));
                }
                if (parameters.contains(MemorySegment.class)
                        && parameters.contains(Charset.class)
                        && !addresses.contains(Form.ADDRESS.of(method))) {
                    missing.add(Form.ADDRESS.of(method));
                }
            }
        }
        assertEquals(Set.of(), missing);
        assertTrue(buffers.size() > 40, buffers::toString);
    }

    private static Set<String> signatures(Class<?> type) {
        Set<String> all = new TreeSet<>();
        for (Method method : type.getMethods()) {
            all.add(signature(method.getReturnType(), method.getName(), List.of(method.getParameterTypes())));
        }
        return all;
    }

    private static String signature(Class<?> result, String name, List<Class<?>> parameters) {
        return result.getSimpleName() + " " + name
                + parameters.stream().map(Class::getSimpleName).toList();
    }

    private enum Form {
        BUFFER {
            @Override
            List<Class<?>> memory() {
                return List.of(ByteBuffer.class, int.class);
            }
        },
        ADDRESS { // which is not a parameter
            @Override
            List<Class<?>> memory() {
                return List.of(long.class);
            }
        };

        abstract List<Class<?>> memory();

        /** A segment and its offset become this memory; what makes memory has one form, for buffers. */
        String of(Method method) {
            List<Class<?>> parameters = new ArrayList<>();
            List<Class<?>> old = List.of(method.getParameterTypes());
            String name = method.getName();
            for (int i = 0; i < old.size(); i++) {
                Class<?> type = old.get(i);
                if (type == MemorySegment.class) {
                    if (i + 1 < old.size() && old.get(i + 1) == long.class) {
                        parameters.addAll(memory());
                        i++; // the offset
                    } else { // spans say where in it
                        parameters.addAll(memory().subList(0, memory().size() - 1));
                    }
                } else if (type == SegmentAllocator.class) {
                    parameters.add(IntFunction.class);
                } else if (type == Arena.class) {
                    name += "Direct";
                } else {
                    parameters.add(type);
                }
            }
            Class<?> result = method.getReturnType() == MemorySegment.class ? ByteBuffer.class : method.getReturnType();
            return signature(result, name, parameters);
        }
    }
}
