package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringCache;
import dev.unitstr.StringSpans;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.contract.BufferMemory;
import dev.unitstr.contract.CStringAccess;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Memory;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory that is gone, or belongs to another thread. */
@EveryRun
@Tag("route")
class LivenessTest {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset UTF_16 = StandardCharsets.UTF_16LE;
    private static final Charset LEGACY = Charset.forName("windows-1252");
    private static final int SIZE = 64;
    private static final LengthPrefix PREFIX = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);

    private static final Map<String, Verb> VERBS = new LinkedHashMap<>();

    /** A verb at an offset, with so many units or chars. */
    private interface Verb {
        void call(Memory memory, Charset charset, long offset, int count) throws Exception;
    }

    static {
        VERBS.put("getString", (m, cs, at, n) -> m.getString(at, n, cs, REPLACE));
        VERBS.put("getStringTerminated", (m, cs, at, n) -> m.getStringTerminated(at, n, cs, REPLACE));
        VERBS.put("contentEquals", (m, cs, at, n) -> m.contentEquals(at, n, cs, "a", REPLACE));
        VERBS.put("firstMalformed", (m, cs, at, n) -> m.firstMalformed(at, n, cs));
        VERBS.put("decode", (m, cs, at, n) -> m.decode(at, n, cs, new char[99], 0, REPLACE));
        VERBS.put("decode to an Appendable", (m, cs, at, n) -> m.decode(at, n, cs, new StringBuilder(), REPLACE));
        VERBS.put("copy", (m, cs, at, n) -> m.copy("a".repeat(SIZE), cs, 0, at, n, REPLACE));
        VERBS.put("copyTruncated", (m, cs, at, n) -> m.copyTruncated("abc", cs, 0, at, n, REPLACE));
        VERBS.put("getStrings", (m, cs, at, n) -> m.getStrings(spans(at, n), cs, REPLACE));
        VERBS.put("getSomeStrings", (m, cs, at, n) -> m.getSomeStrings(spans(at, n), 0, cs, new String[1], 0, REPLACE));
        VERBS.put(
                "copyStrings",
                (m, cs, at, n) -> m.copyStrings(new String[] {"a".repeat(n)}, cs, at, new long[2], REPLACE));
        VERBS.put("copyField", (m, cs, at, n) -> m.copyField("abc", cs, at, n, false, REPLACE));
    }

    static {
        VERBS.put("TextDecoder", (m, cs, at, n) -> m.texts().decode(TextDecoder.of(cs), at, n, new char[99], 0));
        VERBS.put(
                "TextDecoder to an Appendable",
                (m, cs, at, n) -> m.texts().decode(TextDecoder.of(cs), at, n, new StringBuilder()));
        VERBS.put("TextEncoder", (m, cs, at, n) -> m.texts().encode(TextEncoder.of(cs), "abc", 0, at, n));
        VERBS.put("TextEncoder.flush", (m, cs, at, n) -> m.texts().flush(TextEncoder.of(cs), at, n));
        VERBS.put("TextView", (m, cs, at, n) -> m.texts().view(at, n, cs, REPLACE));
        VERBS.put("TextView.copy", (m, cs, at, n) -> {
            ByteBuffer text = ByteBuffer.wrap("a".repeat(n).getBytes(UTF_8));
            m.texts().copy(TextView.of(text, 0, n, UTF_8), cs, at);
        });
        VERBS.put("StringCache", (m, cs, at, n) -> m.texts().getString(StringCache.of(cs, REPLACE, 4), at, n));
    }

    private static StringSpans spans(long offset, int units) {
        return StringSpans.of(new long[] {offset}, new long[] {units});
    }

    static Set<String> verbs() {
        return VERBS.keySet();
    }

    private static List<Charset> charsets() {
        return List.of(UTF_8, UTF_16, LEGACY);
    }

    private static Memory memory(MemorySegment segment) {
        return new SegmentMemory(SegmentKind.NATIVE, segment);
    }

    private static Memory closed() {
        try (Arena arena = Arena.ofConfined()) {
            return memory(arena.allocate(SIZE));
        }
    }

    private static Memory closedBuffer() {
        try (Arena arena = Arena.ofShared()) {
            ByteBuffer buffer = arena.allocate(SIZE).asByteBuffer();
            return new BufferMemory(SegmentKind.AS_BUFFER, buffer, buffer);
        }
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void closedMemoryIsRefused(String verb) {
        for (Memory memory : List.of(closed(), closedBuffer())) {
            for (Charset charset : charsets()) {
                for (int count : new int[] {0, 1, 8}) { // nothing at all is refused too
                    for (long offset : new long[] {0, 3}) {
                        assertThrows(
                                IllegalStateException.class,
                                () -> VERBS.get(verb).call(memory, charset, offset, count),
                                () -> verb + " " + memory + " " + charset + " " + count);
                    }
                }
                assertThrows(
                        IllegalStateException.class,
                        () -> VERBS.get(verb).call(memory, charset, SIZE, 0),
                        () -> verb + " " + memory + " " + charset);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void boundsComeBeforeLiveness(String verb) {
        for (Memory memory : List.of(closed(), closedBuffer())) {
            for (Charset charset : charsets()) {
                for (long[] range : new long[][] {{-1, 1}, {SIZE, 1}, {SIZE + 1, 0}, {1, SIZE}}) {
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> VERBS.get(verb).call(memory, charset, range[0], (int) range[1]),
                            () -> verb + " " + memory + " " + charset);
                }
            }
        }
    }

    @Test
    void closedMemoryIsNotSearched() {
        for (Memory memory : List.of(closed(), closedBuffer())) {
            for (Charset charset : charsets()) {
                assertThrows(IllegalStateException.class, () -> memory.unitsToTerminator(0, charset));
                assertThrows(IllegalStateException.class, () -> memory.getStringTerminated(0, charset, REPLACE));
                assertThrows(IndexOutOfBoundsException.class, () -> memory.unitsToTerminator(SIZE + 1, charset));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void anotherThreadsMemoryIsRefused(String verb) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(SIZE).fill((byte) 0x5a);
            Memory memory = memory(segment);
            inAnotherThread(() -> {
                for (Charset charset : charsets()) {
                    for (int count : new int[] {0, 1, 8}) {
                        assertThrows(
                                WrongThreadException.class,
                                () -> VERBS.get(verb).call(memory, charset, 3, count),
                                () -> verb + " " + charset + " " + count);
                    }
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> VERBS.get(verb).call(memory, charset, SIZE + 1, 0),
                            () -> verb + " " + charset);
                }
                assertThrows(WrongThreadException.class, () -> memory.unitsToTerminator(0, UTF_16));
            });
            assertEquals(
                    -1, segment.mismatch(MemorySegment.ofArray("Z".repeat(SIZE).getBytes(UTF_8))));
        }
    }

    /** The operations on C strings that fit into the memory, also with an empty text. */
    private static List<Executable> cStrings(Memory memory, Charset charset) {
        CStringAccess strings = memory.cStrings();
        return List.of(
                () -> strings.copyTerminated("", charset, 3),
                () -> strings.copyTerminated("abc", charset, 3),
                () -> strings.copyTerminatedTruncated("", charset, 3, 1),
                () -> strings.copyTerminatedTruncated("abc", charset, 3, 3),
                () -> strings.copyPrefixed("", charset, 3, PREFIX),
                () -> strings.copyPrefixed("abc", charset, 3, PREFIX),
                () -> strings.getStringPrefixed(3, PREFIX, charset),
                () -> strings.getStringList(3, charset));
    }

    private static List<Executable> cStringsOutside(Memory memory, Charset charset) {
        CStringAccess strings = memory.cStrings();
        return List.of(
                () -> strings.copyTerminated("", charset, SIZE),
                () -> strings.copyTerminated("abc", charset, -1),
                () -> strings.copyTerminatedTruncated("", charset, SIZE, 1),
                () -> strings.copyPrefixed("", charset, SIZE - 1, PREFIX),
                () -> strings.getStringPrefixed(SIZE - 1, PREFIX, charset),
                () -> strings.getStringList(SIZE + 1, charset));
    }

    @Test
    void closedMemoryHoldsNoCStrings() {
        for (Charset charset : charsets()) {
            for (Memory memory : List.of(closed(), closedBuffer())) {
                cStrings(memory, charset).forEach(each -> assertThrows(IllegalStateException.class, each));
                cStringsOutside(memory, charset).forEach(each -> assertThrows(IndexOutOfBoundsException.class, each));
            }
            CStringAccess pointers = closed().cStrings();
            for (long count : new long[] {-1, 0, 1}) {
                assertThrows(IllegalStateException.class, () -> pointers.getPointers(0, count, charset));
            }
        }
    }

    @Test
    void anotherThreadsMemoryHoldsNoCStrings() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(SIZE).fill((byte) 0x5a);
            inAnotherThread(() -> {
                for (Charset charset : charsets()) {
                    cStrings(memory(segment), charset).forEach(each -> assertThrows(WrongThreadException.class, each));
                    cStringsOutside(memory(segment), charset)
                            .forEach(each -> assertThrows(IndexOutOfBoundsException.class, each));
                    CStringAccess pointers = memory(segment).cStrings();
                    assertThrows(WrongThreadException.class, () -> pointers.getPointers(0, 1, charset));
                }
            });
            assertEquals(
                    -1, segment.mismatch(MemorySegment.ofArray("Z".repeat(SIZE).getBytes(UTF_8))));
        }
    }

    @Test
    void closedReadOnlyMemoryIsReadOnly() {
        Memory closed = closed().readOnly().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> closed.copy("abc", UTF_8, 0, 0, 3, REPLACE));
        assertThrows(IllegalArgumentException.class, () -> closed.copy("abc", UTF_8, 0, 0, 0, REPLACE));
        assertThrows(IllegalArgumentException.class, () -> closed.copyField("abc", UTF_8, 0, 3, false, REPLACE));
        assertThrows(IllegalArgumentException.class, () -> closed.copyTruncated("abc", UTF_8, 0, 99, 3, REPLACE));
    }

    @Test
    void nullAndCountsComeBeforeLiveness() {
        Memory closed = closed();
        assertThrows(NullPointerException.class, () -> closed.getString(0, 1, null, REPLACE));
        assertThrows(NullPointerException.class, () -> closed.getString(0, 1, UTF_8, null));
        assertThrows(NullPointerException.class, () -> closed.copy(null, UTF_8, 0, 0, 0, REPLACE));
        assertThrows(IllegalArgumentException.class, () -> closed.getString(0, -1, UTF_8, REPLACE));
        assertThrows(IndexOutOfBoundsException.class, () -> closed.copy("abc", UTF_8, 2, 0, 2, REPLACE));
    }

    @Test
    void malformedTextComesLast() throws Exception {
        for (int size : new int[] {4, 5, SIZE}) { // the text may need more, so it is measured, or not
            Arena closed = Arena.ofConfined();
            MemorySegment gone = closed.allocate(size);
            closed.close();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment foreign = arena.allocate(size);
                for (Charset charset : charsets()) {
                    malformed(gone, charset).forEach(each -> assertThrows(IllegalStateException.class, each));
                    inAnotherThread(() -> malformed(foreign, charset)
                            .forEach(each -> assertThrows(WrongThreadException.class, each)));
                    malformed(foreign, charset).forEach(each -> assertThrows(MalformedTextException.class, each));
                }
                MemorySegment small = arena.allocate(4);
                for (String outside : List.of("abcd", "abcd\ud800")) {
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> SegmentCStrings.copyTerminated(outside, UTF_8, small, 0, MalformedPolicy.REPORT));
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> SegmentCStrings.copyTerminated(outside, LEGACY, small, 0, MalformedPolicy.REPORT));
                }
            }
        }
    }

    /** Writes a text with an error, of which the part before the error fits into four bytes. */
    private static List<Executable> malformed(MemorySegment dst, Charset charset) {
        MalformedPolicy report = MalformedPolicy.REPORT;
        String text = "a\ud800";
        return List.of(
                () -> SegmentStrings.copy(text, charset, 0, dst, 0, 2, report),
                () -> SegmentStrings.copyTruncated(text, charset, 0, dst, 0, 2, report),
                () -> SegmentStrings.copyField(text, charset, dst, 0, 2, false, report),
                () -> SegmentStrings.copyStrings(new String[] {text}, charset, dst, 0, new long[2], report),
                () -> SegmentCStrings.copyTerminated(text, charset, dst, 0, report),
                () -> SegmentCStrings.copyTerminatedTruncated(text, charset, dst, 0, 2, report),
                () -> SegmentCStrings.copyPrefixed(text, charset, dst, 0, PREFIX, report));
    }

    @Test
    void theNullSegmentIsEmpty() {
        Memory none = memory(MemorySegment.NULL);
        for (Charset charset : charsets()) {
            assertEquals("", none.getString(0, 0, charset, REPLACE));
            assertEquals(0, none.copy("abc", charset, 1, 0, 0, REPLACE));
            assertEquals(new Copied(0, 0), none.copyTruncated("abc", charset, 0, 0, 0, REPLACE));
            assertThrows(IndexOutOfBoundsException.class, () -> none.getString(0, 1, charset, REPLACE));
            assertThrows(IndexOutOfBoundsException.class, () -> none.copy("abc", charset, 0, 0, 1, REPLACE));
            assertThrows(IndexOutOfBoundsException.class, () -> none.unitsToTerminator(0, charset));
        }
    }

    @Test
    void allocatorsThatCanNotServe() {
        SegmentAllocator small = SegmentAllocator.prefixAllocator(MemorySegment.ofArray(new byte[2]));
        SegmentAllocator readOnly =
                (size, alignment) -> Arena.ofAuto().allocate(size).asReadOnly();
        SegmentAllocator none = (size, alignment) -> null;
        allocating(IndexOutOfBoundsException.class, small);
        allocating(IllegalArgumentException.class, readOnly);
        allocating(NullPointerException.class, none);
        allocating(NullPointerException.class, null);
        Arena closed = Arena.ofConfined();
        closed.close();
        allocating(IllegalStateException.class, closed);
    }

    private static void allocating(Class<? extends Throwable> type, SegmentAllocator allocator) {
        for (Charset charset : charsets()) {
            assertThrows(
                    type, () -> SegmentStrings.allocateFrom(allocator, "abc", charset, 0, 3, REPLACE), charset::name);
        }
    }

    @Test
    void aClosedArenaHoldsNoString() {
        Arena arena = Arena.ofConfined();
        arena.close();
        assertThrows(IllegalStateException.class, () -> SegmentStrings.allocateFrom(arena, "abc", UTF_8, REPLACE));
        assertThrows(NullPointerException.class, () -> SegmentStrings.allocateFrom(null, "abc", UTF_8, REPLACE));
    }

    @Test
    void nullSegments() {
        Memory none = new SegmentMemory(SegmentKind.NATIVE, null);
        VERBS.forEach((name, verb) ->
                assertThrows(NullPointerException.class, () -> verb.call(none, UTF_8, -1, 1), () -> name));
        assertThrows(NullPointerException.class, () -> none.unitsToTerminator(0, UTF_8));
        assertThrows(NullPointerException.class, () -> none.getStringTerminated(0, UTF_8, REPLACE));
    }

    /** A view, an index and a cache find that the memory is gone, also if they have read it before. */
    @Test
    void holdsForMemoryThatWasRead() {
        StringCache cache = StringCache.of(UTF_8, REPLACE, 4);
        List<Executable> reading = new ArrayList<>();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(SIZE).fill((byte) 'Z');
            ByteBuffer buffer = segment.asByteBuffer();
            for (Memory memory : List.of(memory(segment), new BufferMemory(SegmentKind.AS_BUFFER, buffer, buffer))) {
                TextView view = memory.texts().view(0, SIZE, UTF_8, REPLACE);
                TextIndex index = TextIndex.of(view);
                TextView empty = memory.texts().view(0, 0, UTF_8, REPLACE);
                reading.addAll(List.of(
                        view::toString,
                        view::hashCode,
                        view::chars,
                        () -> view.compareTo("Z"),
                        () -> view.indexOf("Z"),
                        () -> view.startsWith("Z"),
                        () -> view.contentEquals("Z"),
                        () -> TextIndex.of(view),
                        () -> index.charIndex(3),
                        () -> index.unitOffset(3),
                        empty::toString,
                        empty::chars,
                        () -> memory.texts().getString(cache, 0, 3),
                        () -> memory.texts().getString(cache, 0, 30)));
            }
            for (Executable each : reading) {
                assertDoesNotThrow(each);
            }
        }
        for (int i = 0; i < reading.size(); i++) {
            assertThrows(IllegalStateException.class, reading.get(i), "number " + i);
        }
    }

    private static void inAnotherThread(Executable test) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            try {
                test.execute();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            return null;
        });
        new Thread(task).start();
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** The memory that says where strings are. */
    @Test
    void holdsForThePlacesOfStrings() throws Exception {
        Memory text = memory(Arena.global().allocate(SIZE));
        Memory gone = closed();
        for (StringSpans spans :
                List.of(gone.offsets(0, 4, 2), gone.offsets(0, 8, 0), gone.pointers(0, 0, 8, 8, 16, 1))) {
            assertThrows(IllegalStateException.class, () -> text.getStrings(spans, UTF_8, REPLACE));
            assertThrows(
                    IllegalStateException.class, () -> text.getSomeStrings(spans, 0, UTF_8, new String[9], 9, REPLACE));
        }
        assertThrows(
                IllegalStateException.class,
                () -> text.copyStrings(new String[1], 0, UTF_8, 0, gone.offsets(0, 4, 0), REPLACE));
        try (Arena arena = Arena.ofConfined()) {
            StringSpans foreign = memory(arena.allocate(SIZE)).offsets(0, 4, 2);
            FutureTask<Object> task = new FutureTask<>(
                    () -> assertThrows(WrongThreadException.class, () -> text.getStrings(foreign, UTF_8, REPLACE)));
            new Thread(task).start();
            task.get();
        }
    }

    /** Also without a row, where no text would be read. */
    @Test
    void holdsForColumns() {
        Arena arena = Arena.ofConfined();
        StringColumn column =
                SegmentColumns.of(ColumnFormat.UTF8, 0, null, arena.allocate(Integer.BYTES), arena.allocate(SIZE));
        arena.close();
        for (Executable read : List.<Executable>of(
                column::toStrings,
                column::toByteArrays,
                () -> column.hashCodes(new int[0]),
                () -> column.selectEqual("", new int[0]),
                () -> column.selectPrefix("", new int[0]))) {
            assertThrows(IllegalStateException.class, read);
        }
    }
}
