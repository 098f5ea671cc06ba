package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.CFunctions.LOG;
import static dev.unitstr.contract.ffm.CFunctions.function;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Adapted calls with lengths of 2 bytes, arrays of texts, memory that the caller frees, and callbacks that return text. */
@EveryRun
@SuppressWarnings("restricted") // what a C function does with its pointers
@Tag("route")
class CallShapesTest {
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

    private static String message(Class<? extends Throwable> type, Executable call) {
        return assertThrows(type, call).getMessage();
    }

    @Test
    void aLengthOfTwoBytes() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(function("shortPair"), StringParameter.of(0, 1, UTF_16));
        MethodHandle bytes = StringCalls.adapt(
                function("shortPair"), StringParameter.of(0, 1, UTF_16).withLengthInBytes());
        assertEquals(MethodType.methodType(short.class, String.class), adapted.type());
        assertEquals(3, (short) adapted.invokeExact("a😀"));
        assertEquals(6, (short) bytes.invokeExact("a😀"));
        assertEquals(32767, (short) adapted.invokeExact("x".repeat(32767)));
        assertEquals(32766, (short) bytes.invokeExact("x".repeat(16383)));
        for (int units : new int[] {32768, 65536, 65539, 100_000}) {
            assertEquals(
                    "the text has a length of " + units + ", but parameter 1 is a short: at most 32767",
                    message(
                            IllegalArgumentException.class,
                            () -> assertEquals(0, (short) adapted.invokeExact("x".repeat(units)))));
        }
        assertThrows(
                IllegalArgumentException.class, () -> assertEquals(0, (short) bytes.invokeExact("x".repeat(16384))));
        assertEquals(List.of("length 3", "length 6", "length 32767", "length 32766"), LOG);
    }

    @Test
    void aBufferWithLengthsOfTwoBytes() throws Throwable {
        LOG.clear();
        StringResult form =
                StringResult.ofBuffer(0, 1, 4, UTF_16).withLengthAt(2, 2).withCheck(function("refuseShort"));
        MethodHandle once = StringCalls.adapt(function("fillShort"), form);
        MethodHandle again = StringCalls.adapt(function("fillShort"), form.withRetryUpTo(32767));
        assertEquals("123", (String) once.invokeExact("123"));
        assertThrows(IllegalStateException.class, () -> assertNull((String) once.invokeExact("12345")));
        assertEquals("1234567890", (String) again.invokeExact("1234567890"));
        String most = "x".repeat(32766);
        assertEquals(most, (String) again.invokeExact(most));
        assertEquals(
                "native code reported a negative length: -32768",
                message(IllegalStateException.class, () -> assertNull((String) again.invokeExact(most + "xx"))));
        assertEquals("capacity 32767", LOG.get(LOG.size() - 2));
        LOG.clear();
        MethodHandle inPlace = StringCalls.adapt(
                function("shortInPlace"),
                StringResult.ofBuffer(0, 1, 4, UTF_8).withLengthAt(1, 2).withRetryUpTo(100));
        assertEquals("1234567890", (String) inPlace.invokeExact("1234567890"));
        assertEquals(List.of("capacity 4", "capacity 11"), LOG);
    }

    @ParameterizedTest
    @ValueSource(shorts = {-1, -2, -3, -4, Short.MIN_VALUE, 5, Short.MAX_VALUE})
    void aLengthOfTwoBytesThatCannotBe(short reported) throws Throwable {
        StringResult form = StringResult.ofBuffer(0, 1, 4, UTF_16);
        MethodHandle stored = StringCalls.adapt(function("reportShort"), form.withLengthAt(2, 2));
        MethodHandle returned = StringCalls.adapt(function("returnShort"), form.withReturnedLength());
        assertThrows(IllegalStateException.class, () -> assertNull((String) stored.invokeExact(reported)));
        assertThrows(IllegalStateException.class, () -> assertNull((String) returned.invokeExact(reported)));
        MethodHandle orNull = StringCalls.adapt(
                function("reportShort"), form.withLengthAt(2, 2).nullable());
        if (reported == -1) {
            assertNull((String) orNull.invokeExact(reported));
        } else {
            assertThrows(IllegalStateException.class, () -> assertNull((String) orNull.invokeExact(reported)));
        }
        assertEquals("", (String) orNull.invokeExact((short) 0));
    }

    static List<Charset> charsets() {
        return List.of(UTF_8, UTF_16, UnitCharsets.UTF_32, Charset.forName("Shift_JIS"));
    }

    /** Around the size of the memory that a thread keeps, and far beyond: an arena of the call. */
    @ParameterizedTest
    @MethodSource("charsets")
    void arraysOfTexts(Charset charset) throws Throwable {
        MethodHandle array = StringCalls.adapt(
                MethodHandles.insertArguments(function("array"), 1, charset), StringParameter.ofPointers(0, charset));
        MethodHandle counted = StringCalls.adapt(
                MethodHandles.insertArguments(function("countedArray"), 3, charset),
                StringParameter.ofPointers(2, 1, charset).nullable());
        assertEquals(MethodType.methodType(long.class, String[].class), array.type());
        assertEquals(MethodType.methodType(int.class, int.class, String[].class), counted.type());
        List<String[]> arrays = new ArrayList<>(List.of(
                new String[0], new String[] {""}, new String[] {"a", "", "ア"}, new String[] {"é".repeat(3000), "b"}));
        for (int count : new int[] {100, 680, 1000, 1023, 1024, 5000}) {
            String[] many = new String[count];
            Arrays.setAll(many, i -> i % 7 == 0 ? "" : Integer.toString(i));
            arrays.add(many);
        }
        for (String[] texts : arrays) {
            String replaced =
                    Arrays.toString(texts).replace('é', charset.newEncoder().canEncode('é') ? 'é' : '?');
            LOG.clear();
            assertEquals(0, (long) array.invokeExact(texts));
            assertEquals(texts.length, (int) counted.invokeExact(5, texts));
            assertEquals(List.of(replaced, replaced), LOG);
        }
        LOG.clear();
        assertEquals(3, (int) counted.invokeExact(5, new String[] {null, "a", null}));
        assertEquals(0, (int) counted.invokeExact(5, (String[]) null));
        assertEquals(List.of("[null, a, null]", "null 0"), LOG);
    }

    @Test
    void arraysThatAreRefused() throws Throwable {
        LOG.clear();
        MethodHandle function = MethodHandles.insertArguments(function("array"), 1, UTF_8);
        MethodHandle array = StringCalls.adapt(function, StringParameter.ofPointers(0, UTF_8));
        MethodHandle orNull =
                StringCalls.adapt(function, StringParameter.ofPointers(0, UTF_8).nullable());
        MethodHandle counted = StringCalls.adapt(
                MethodHandles.insertArguments(function("countedArray"), 3, UTF_8),
                StringParameter.ofPointers(2, 1, UTF_8));
        assertEquals(
                "the array of parameter 0 is null",
                message(NullPointerException.class, () -> assertEquals(0, (long) array.invokeExact((String[]) null))));
        for (MethodHandle each : List.of(array, orNull)) { // a null pointer would be the end
            assertEquals(
                    "element 1 of the array of parameter 0 is null",
                    message(
                            NullPointerException.class,
                            () -> assertEquals(0, (long) each.invokeExact(new String[] {"a", null, "b"}))));
        }
        assertThrows(
                NullPointerException.class, () -> assertEquals(0, (int) counted.invokeExact(1, new String[] {null})));
        assertEquals(
                "the text of parameter 0 has a NUL at index 1, where the function would see its end",
                message(
                        IllegalArgumentException.class,
                        () -> assertEquals(0, (long) array.invokeExact(new String[] {"a", "b\0c"}))));
        String[] many = new String[32768];
        Arrays.fill(many, "");
        assertEquals(
                "the text has a length of 32768, but parameter 1 is a short: at most 32767",
                message(IllegalArgumentException.class, () -> assertEquals(0, (int) counted.invokeExact(1, many))));
        MethodHandle reported =
                StringCalls.adapt(function, StringParameter.ofPointers(0, UTF_8).withPolicy(MalformedPolicy.REPORT));
        assertThrows(
                MalformedTextException.class,
                () -> assertEquals(0, (long) reported.invokeExact(new String[] {"a", "\uD800"})));
        assertEquals(List.of(), LOG);
        assertEquals(0, (long) orNull.invokeExact((String[]) null));
        assertEquals(List.of("null"), LOG);
    }

    @Test
    void nulIsAllowedOnRequest() throws Throwable {
        LOG.clear();
        StringParameter form = StringParameter.ofTerminated(0, UTF_8);
        StringParameter other = StringParameter.ofTerminated(1, UnitCharsets.UTF_32);
        MethodHandle allowed = StringCalls.adapt(function("terminated"), form.withNulAllowed(), other);
        assertTrue((long) allowed.invokeExact("a\0b", "x") != 0);
        assertTrue((long) allowed.invokeExact("a\0", "x") != 0);
        assertThrows(IllegalArgumentException.class, () -> assertEquals(0, (long) allowed.invokeExact("a", "x\0")));
        MethodHandle replaces = StringCalls.adapt(
                function("terminated"), form.withNulAllowed().withPolicy(MalformedPolicy.replaceWith(0)), other);
        assertTrue((long) replaces.invokeExact("a\uD800b", "x") != 0);
        MethodHandle array = StringCalls.adapt(
                MethodHandles.insertArguments(function("array"), 1, UTF_8),
                StringParameter.ofPointers(0, UTF_8).withNulAllowed());
        assertEquals(0, (long) array.invokeExact(new String[] {"a\0b", "c"}));
        String x = "7800000000000000";
        assertEquals(List.of("61006200", x, "61000000", x, "61006200", x, "[a, c]"), LOG);
    }

    @Test
    void aLengthThatCountsTheTerminator() throws Throwable {
        LOG.clear();
        StringParameter form =
                StringParameter.of(1, 0, UTF_16).withTerminatorCounted().nullable();
        MethodHandle units = StringCalls.adapt(function("bytePair"), form);
        MethodHandle bytes = StringCalls.adapt(function("bytePair"), form.withLengthInBytes());
        units.invokeExact("ab");
        bytes.invokeExact("ab");
        bytes.invokeExact("");
        bytes.invokeExact((String) null);
        assertEquals(List.of("3 610062", "6 610062000000", "2 0000", "0 "), LOG);
        assertThrows(IllegalArgumentException.class, () -> bytes.invoke("a\0"));
        if (Run.denied()) {
            return; // an upcall reads at a pointer
        }
        FunctionDescriptor function = FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS);
        List<String> seen = new ArrayList<>();
        MethodHandle add = MethodHandles.lookup()
                .bind(seen, "add", MethodType.methodType(boolean.class, Object.class))
                .asType(MethodType.methodType(void.class, String.class));
        MethodHandle upcall = StringCalls.adaptUpcall(add, function, form);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text =
                    MemorySegment.ofAddress(arena.allocateFrom("ab", UTF_16).address());
            upcall.invokeExact(3L, text);
            upcall.invokeExact(2L, text);
            upcall.invokeExact(1L, text);
            upcall.invokeExact(0L, text);
            upcall.invokeExact(0L, MemorySegment.NULL);
            assertThrows(IllegalStateException.class, () -> upcall.invoke(-1L, text));
        }
        assertEquals(Arrays.asList("ab", "ab", "a", "", null), seen);
    }

    @Test
    void theCallerFrees() throws Throwable {
        if (Run.denied()) {
            return; // adapt refuses, as in StringResultsTest
        }
        StringResult form = StringResult.ofPointer(UTF_8)
                .withPolicy(MalformedPolicy.REPORT)
                .withCheck(function("refuseNull"))
                .withFree(function("free"));
        MethodHandle adapted = StringCalls.adapt(function("pointer"), form);
        MethodHandle orNull = StringCalls.adapt(function("pointer"), form.nullable());
        MethodHandle throwing = StringCalls.adapt(function("pointer"), form.withFree(function("freeAndThrow")));
        MethodHandle sized = StringCalls.adapt(
                function("sized"),
                form.withCheck(MethodHandles.empty(function("refuseNull").type()))
                        .withLengthAt(0, 8));
        MethodHandle nothing = StringCalls.adapt(
                function("nothing"),
                StringResult.ofPointer(UTF_8).withLengthAt(0, 8).withFree(function("free")));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = MemorySegment.ofAddress(arena.allocateFrom("é").address());
            MemorySegment malformed = arena.allocateFrom("\u00ff", java.nio.charset.StandardCharsets.ISO_8859_1);
            String freed = "free " + text.address();
            String freedMalformed = "free " + malformed.address();
            LOG.clear();
            assertEquals("é", (String) adapted.invokeExact(text));
            assertEquals("é", (String) orNull.invokeExact(text));
            assertEquals("é", (String) sized.invokeExact(text, 2L));
            assertEquals("", (String) sized.invokeExact(text, 0L));
            assertEquals(List.of(freed, freed, freed, freed), LOG);
            LOG.clear();
            assertThrows(MalformedTextException.class, () -> assertNull((String) adapted.invokeExact(malformed)));
            assertEquals(List.of(freedMalformed), LOG);
            LOG.clear();
            assertThrows(IllegalStateException.class, () -> assertNull((String) sized.invokeExact(text, -1L)));
            assertEquals(List.of(freed), LOG);
            LOG.clear();
            for (MemorySegment each : List.of(text, malformed)) {
                assertEquals(
                        "free",
                        message(
                                UnsupportedOperationException.class,
                                () -> assertNull((String) throwing.invokeExact(each))));
            }
            assertEquals(List.of(freed, freedMalformed), LOG);
        }
        LOG.clear();
        MemorySegment refused = MemorySegment.ofAddress(77 << 12);
        assertThrows(UnsupportedOperationException.class, () -> assertNull((String) adapted.invokeExact(refused)));
        assertEquals(List.of("free " + (77 << 12)), LOG);
        LOG.clear();
        assertNull((String) orNull.invokeExact(MemorySegment.NULL));
        assertThrows(IllegalStateException.class, () -> assertNull((String) adapted.invokeExact(MemorySegment.NULL)));
        for (long wrong : new long[] {1, 4095, -1}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> assertNull((String) adapted.invokeExact(MemorySegment.ofAddress(wrong))));
        }
        assertThrows(NullPointerException.class, () -> assertNull((String) nothing.invokeExact()));
        assertEquals(List.of(), LOG, "nothing that could be freed");
    }

    @Test
    void theCallerFreesWhatIsStored() throws Throwable {
        if (Run.denied()) {
            return; // adapt refuses, as in StringResultsTest
        }
        MethodHandle stored = StringCalls.adapt(
                function("stored"),
                StringResult.ofPointerAt(0, UTF_8)
                        .withLengthAt(1, 8)
                        .nullable()
                        .withCheck(function("refuse"))
                        .withFree(function("free")));
        MethodHandle returned = StringCalls.adapt(
                function("storedPointer"),
                StringResult.ofPointerAt(1, UTF_8).withReturnedLength().withFree(function("free")));
        MethodHandle nothing = StringCalls.adapt(
                function("stored").asType(function("stored").type().changeReturnType(void.class)),
                StringResult.ofPointerAt(0, UTF_8).withLengthAt(1, 8).withFree(function("free")));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("a\0é");
            String freed = "free " + text.address();
            LOG.clear();
            assertEquals("a\0é", (String) stored.invokeExact(text, 4L));
            assertEquals("a\0é", (String) returned.invokeExact(4L, text));
            assertEquals("a\0é", (String) nothing.invokeExact(text, 4L));
            assertEquals(List.of(freed, freed, freed), LOG);
            LOG.clear();
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> assertNull((String) stored.invokeExact(text, 77L)),
                    "the check");
            assertEquals(List.of(freed), LOG);
            for (long length : new long[] {-1, Long.MIN_VALUE, 1L << 32}) {
                LOG.clear();
                assertThrows(RuntimeException.class, () -> assertNull((String) returned.invokeExact(length, text)));
                assertEquals(List.of(freed), LOG);
            }
        }
        LOG.clear();
        assertThrows(
                UnsupportedOperationException.class,
                () -> assertNull((String) stored.invokeExact(MemorySegment.NULL, 77L)));
        assertEquals("", (String) returned.invokeExact(0L, MemorySegment.NULL));
        assertEquals(List.of(), LOG);
    }

    @Test
    void anUpcallWithArrays() throws Throwable {
        FunctionDescriptor function = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_SHORT, ADDRESS, ADDRESS);
        StringParameter values = StringParameter.ofPointers(2, 1, UTF_8).nullable();
        StringParameter names = StringParameter.ofPointers(3, 1, UTF_8);
        if (Run.denied()) {
            return; // it reads at pointers
        }
        List<String> seen = new ArrayList<>();
        MethodHandle target = MethodHandles.filterReturnValue(
                function("row"),
                MethodHandles.foldArguments(
                        MethodHandles.dropArguments(
                                MethodHandles.constant(MemorySegment.class, MemorySegment.NULL), 0, String.class),
                        MethodHandles.lookup()
                                .bind(seen, "add", MethodType.methodType(boolean.class, Object.class))
                                .asType(MethodType.methodType(void.class, String.class))));
        MethodHandle adapted = StringCalls.adaptUpcall(target, function, values, names);
        assertEquals(function.toMethodType(), adapted.type());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment two = pointer(SegmentCStrings.allocatePointers(arena, new String[] {"é", "b"}, UTF_8));
            MemorySegment none = pointer(SegmentCStrings.allocatePointers(arena, new String[] {null, "b"}, UTF_8));
            MemorySegment context = MemorySegment.NULL;
            call(adapted, context, 2, two, two);
            call(adapted, context, 2, none, two);
            call(adapted, context, 0, two, two);
            call(adapted, context, 2, context, two);
            call(adapted, context, 0, context, context);
            assertEquals(List.of("[é, b][é, b]", "[null, b][é, b]", "[][]", "null[é, b]", "null[]"), seen);
            assertThrows(IllegalStateException.class, () -> call(adapted, context, -1, two, two));
            assertThrows(IllegalStateException.class, () -> call(adapted, context, 2, two, none));
            assertThrows(IllegalStateException.class, () -> call(adapted, context, 1, two, context));
            FunctionDescriptor main = FunctionDescriptor.of(ADDRESS, ADDRESS);
            StringParameter all = StringParameter.ofPointers(0, UTF_8);
            MethodHandle count = MethodHandles.filterReturnValue(
                    function("argv"),
                    MethodHandles.lookup()
                            .findStatic(
                                    CallShapesTest.class,
                                    "length",
                                    MethodType.methodType(MemorySegment.class, String[].class)));
            MethodHandle ended = StringCalls.adaptUpcall(count, main, all);
            MethodHandle orNull = StringCalls.adaptUpcall(count, main, all.nullable());
            assertEquals(2, ((MemorySegment) ended.invokeExact(two)).address());
            assertEquals(0, ((MemorySegment) ended.invokeExact(none)).address());
            assertThrows(IllegalStateException.class, () -> assertNull((MemorySegment) ended.invokeExact(context)));
            assertEquals(99, ((MemorySegment) orNull.invokeExact(context)).address());
        }
    }

    private static void call(
            MethodHandle adapted, MemorySegment context, int count, MemorySegment values, MemorySegment names)
            throws Throwable {
        assertEquals(MemorySegment.NULL, (MemorySegment) adapted.invokeExact(context, (short) count, values, names));
    }

    private static MemorySegment length(String[] texts) {
        return MemorySegment.ofAddress(texts == null ? 99 : texts.length);
    }

    private static MemorySegment pointer(MemorySegment segment) {
        return MemorySegment.ofAddress(segment.address());
    }

    @Test
    void anUpcallThatReturnsText() throws Throwable {
        FunctionDescriptor function = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT);
        StringParameter text = StringParameter.ofTerminated(0, UTF_8);
        StringResult result = StringResult.ofPointer(UTF_16);
        if (Run.denied()) {
            return; // it reads at a pointer
        }
        List<Long> allocated = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            SegmentAllocator allocator = (bytes, alignment) -> {
                allocated.add(bytes);
                return arena.allocate(bytes, alignment);
            };
            MethodHandle adapted = StringCalls.adaptUpcall(function("upcase"), function, result, allocator, text);
            assertEquals(function.toMethodType(), adapted.type());
            MemorySegment in = pointer(arena.allocateFrom("aé😀"));
            MemorySegment out = (MemorySegment) adapted.invokeExact(in, 5);
            assertEquals("AÉ😀", SegmentStrings.getStringTerminated(out, 0, UTF_16));
            assertEquals(List.of(10L), allocated);
            MemorySegment second = (MemorySegment) adapted.invokeExact(pointer(arena.allocateFrom("b")), 5);
            assertEquals("B", SegmentStrings.getStringTerminated(second, 0, UTF_16));
            assertEquals("AÉ😀", SegmentStrings.getStringTerminated(out, 0, UTF_16), "the arena keeps it");
            MemorySegment none = pointer(arena.allocateFrom("none"));
            assertEquals(
                    "the target returned null where none is allowed: see nullable()",
                    message(
                            NullPointerException.class,
                            () -> assertNull((MemorySegment) adapted.invokeExact(none, 5))));
            MethodHandle orNull =
                    StringCalls.adaptUpcall(function("upcase"), function, result.nullable(), allocator, text);
            assertEquals(MemorySegment.NULL, (MemorySegment) orNull.invokeExact(none, 5));
            assertEquals(2, allocated.size(), "no memory for null");
            MethodHandle nul = StringCalls.adaptUpcall(
                    MethodHandles.dropArguments(MethodHandles.constant(String.class, "a\0b"), 0, int.class),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT),
                    result,
                    allocator);
            assertEquals(
                    "the result has a NUL at index 1, where the function would see its end",
                    message(IllegalArgumentException.class, () -> assertNull((MemorySegment) nul.invokeExact(5))));
            MethodHandle heap = StringCalls.adaptUpcall(
                    function("upcase"),
                    function,
                    result,
                    (bytes, alignment) -> MemorySegment.ofArray(new long[8]),
                    text);
            assertThrows(IllegalArgumentException.class, () -> assertNull((MemorySegment) heap.invokeExact(in, 5)));
            MethodHandle guarded = MethodHandles.catchException(
                    adapted,
                    Throwable.class,
                    MethodHandles.dropArguments(
                            MethodHandles.constant(MemorySegment.class, MemorySegment.NULL), 0, Throwable.class));
            assertEquals(MemorySegment.NULL, (MemorySegment) guarded.invokeExact(none, 5));
            SegmentAllocator one = SegmentAllocator.prefixAllocator(arena.allocate(64, 8));
            MethodHandle latest = StringCalls.adaptUpcall(function("upcase"), function, result, one, text);
            MemorySegment first = (MemorySegment) latest.invokeExact(in, 5);
            MemorySegment next = (MemorySegment) latest.invokeExact(in, 5);
            assertEquals(first.address(), next.address());
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> assertNull(
                            (MemorySegment) latest.invokeExact(pointer(arena.allocateFrom("x".repeat(99))), 5)));
        }
        assertArrayEquals(new Object[] {10L, 4L}, allocated.toArray());
    }
}
