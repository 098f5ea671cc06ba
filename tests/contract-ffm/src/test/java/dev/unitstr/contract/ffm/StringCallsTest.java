package dev.unitstr.contract.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Adapted calls, of functions in Java that behave as a C function may: they see the same pointers and lengths, and can
 * report anything.
 */
@EveryRun
@SuppressWarnings("restricted") // what a C function does with its pointers
class StringCallsTest {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

    /** What the functions got, and what they report. */
    private static final List<String> LOG = new ArrayList<>();

    private static MethodHandle function(String name) {
        for (var method : StringCallsTest.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return LOOKUP.unreflect(method);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError(name);
    }

    /** Bytes behind a pointer, without reinterpret: native access may be denied. */
    private static String bytes(MemorySegment pointer, long count) {
        StringBuilder hex = new StringBuilder();
        for (long i = 0; i < count; i++) {
            hex.append(String.format("%02x", pointer.get(JAVA_BYTE, i)));
        }
        return hex.toString();
    }

    // Functions that take text.

    static int pair(int before, MemorySegment text, int length, long after) {
        LOG.add(before + " " + bytes(text, 2L * length) + " " + length + " " + after);
        return length;
    }

    static void bytePair(long bytes, MemorySegment text) {
        LOG.add(bytes + " " + bytes(text, bytes));
    }

    static long terminated(MemorySegment first, MemorySegment second) {
        LOG.add(first.equals(MemorySegment.NULL) ? "null" : bytes(first, 4));
        LOG.add(bytes(second, 8));
        return first.address() - second.address();
    }

    @Test
    void aPairInUnits() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(function("pair"), StringParameter.of(1, 2, UTF_16));
        assertEquals(MethodType.methodType(int.class, int.class, String.class, long.class), adapted.type());
        assertEquals(2, (int) adapted.invokeExact(7, "a\0", 9L));
        assertEquals(0, (int) adapted.invokeExact(7, "", 9L));
        assertEquals(List.of("7 61000000 2 9", "7  0 9"), LOG);
    }

    @Test
    void aPairInBytesWithTheLengthFirst() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(
                function("bytePair"),
                StringParameter.of(1, 0, UnitCharsets.UTF_32).withLengthInBytes());
        assertEquals(MethodType.methodType(void.class, String.class), adapted.type());
        adapted.invokeExact("😀");
        assertEquals(List.of("4 00f60100"), LOG);
    }

    @Test
    void textsWithTerminators() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(
                function("terminated"),
                StringParameter.ofTerminated(0, UTF_8).nullable(),
                StringParameter.ofTerminated(1, UnitCharsets.UTF_32));
        assertNotEquals(0L, (long) adapted.invokeExact("abc", "x"));
        assertNotEquals(0L, (long) adapted.invokeExact((String) null, "x"));
        assertNotEquals(0L, (long) adapted.invokeExact("é", "y")); // the terminator is not one of an earlier text
        assertEquals(
                List.of("61626300", "7800000000000000", "null", "7800000000000000", "c3a90000", "7900000000000000"),
                LOG);
        NullPointerException noText = assertThrows(
                NullPointerException.class, () -> assertEquals(0, (long) adapted.invokeExact("a", (String) null)));
        assertEquals("the text of parameter 1 is null", noText.getMessage());
        String message = assertThrows(
                        IllegalArgumentException.class, () -> assertEquals(0, (long) adapted.invokeExact("ab\0", "x")))
                .getMessage();
        assertTrue(message.startsWith("the text of parameter 0 has a NUL at index 2"), message);
        assertEquals(6, LOG.size());
    }

    @Test
    void malformedText() throws Throwable {
        LOG.clear();
        MethodHandle replaced = StringCalls.adapt(function("bytePair"), StringParameter.of(1, 0, UTF_8));
        replaced.invokeExact("\uD800");
        MethodHandle reported = StringCalls.adapt(
                function("bytePair"), StringParameter.of(1, 0, UTF_8).withPolicy(MalformedPolicy.REPORT));
        assertThrows(MalformedTextException.class, () -> reported.invoke("a\uD800"));
        MethodHandle legacy =
                StringCalls.adapt(function("bytePair"), StringParameter.of(1, 0, Charset.forName("Shift_JIS")));
        legacy.invokeExact("ア");
        assertEquals(List.of("1 3f", "2 8341"), LOG);
    }

    static long sizes(MemorySegment a, long m, MemorySegment b, long n) {
        LOG.add(SegmentStrings.getString(a, 0, m, UTF_8).equals("é".repeat((int) m / 2)) + " "
                + SegmentStrings.getString(b, 0, n, UTF_16).equals("x".repeat((int) n)));
        return m + n;
    }

    /** Around the size of the memory that a thread keeps, and far beyond: an arena of the call. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1365, 2000, 2047, 2048, 2049, 4095, 4096, 4097, 100_000})
    void textsOfAnySize(int chars) throws Throwable {
        LOG.clear();
        MethodHandle adapted =
                StringCalls.adapt(function("sizes"), StringParameter.of(0, 1, UTF_8), StringParameter.of(2, 3, UTF_16));
        assertEquals(3L * chars, (long) adapted.invokeExact("é".repeat(chars), "x".repeat(chars)));
        assertEquals(4096L + chars, (long) adapted.invokeExact("é".repeat(2048), "x".repeat(chars)));
        assertEquals(List.of("true true", "true true"), LOG);
    }

    /** More texts than the memory of a call has places for at first. */
    @Test
    void manyTexts() throws Throwable {
        int texts = 12;
        MethodHandle join = MethodHandles.lookup()
                .findStatic(StringCallsTest.class, "join", MethodType.methodType(String.class, MemorySegment[].class))
                .asCollector(MemorySegment[].class, texts);
        StringParameter[] parameters = new StringParameter[texts];
        Object[] arguments = new Object[texts];
        for (int i = 0; i < texts; i++) {
            parameters[i] = StringParameter.ofTerminated(i, UTF_8);
            arguments[i] = "text " + i;
        }
        assertEquals(
                "text 0,text 1,text 2,text 3,text 4,text 5,text 6,text 7,text 8,text 9,text 10,text 11",
                StringCalls.adapt(join, parameters).invokeWithArguments(arguments));
    }

    static String join(MemorySegment[] texts) {
        StringBuilder joined = new StringBuilder();
        for (MemorySegment text : texts) {
            joined.append(joined.isEmpty() ? "" : ",").append(SegmentStrings.getStringTerminated(text, 0, UTF_8));
        }
        return joined.toString();
    }

    // Functions that call the adapted handle again while they use their text.

    private static MethodHandle nested;

    static int nest(MemorySegment text, int length, int depth) throws Throwable {
        if (depth > 0) {
            assertEquals(1, (int) nested.invokeExact("" + (char) ('a' + depth - 1), depth - 1));
        }
        LOG.add(SegmentStrings.getString(text, 0, length, UTF_8));
        if (depth == 2) {
            throw new IllegalStateException("thrown by the function");
        }
        return length;
    }

    @Test
    void nestedCallsHaveTheirOwnMemory() throws Throwable {
        nested = StringCalls.adapt(function("nest"), StringParameter.of(0, 1, UTF_8));
        LOG.clear();
        assertThrows(IllegalStateException.class, () -> assertEquals(1, (int) nested.invokeExact("z", 7)));
        assertEquals(List.of("a", "b", "c"), LOG.stream().sorted().toList());
        LOG.clear();
        assertEquals(1, (int) nested.invokeExact("z", 1));
        assertEquals(List.of("a", "z"), LOG);
    }

    static int nestInner(MemorySegment text, int length, int depth) throws Throwable {
        return depth == 0 ? length : (int) nested.invokeExact("inner", depth - 1);
    }

    /** A thread keeps the memory of nested calls, also a virtual one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nestedCallsAllocateNoMemoryAgain(boolean virtual) throws Exception {
        nested = StringCalls.adapt(function("nestInner"), StringParameter.of(0, 1, UTF_8));
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        FutureTask<Long> task = new FutureTask<>(() -> {
            try {
                assertEquals(5, (int) nested.invokeExact("outer", 3));
                long before = direct.getCount();
                for (int call = 0; call < 200; call++) {
                    assertEquals(5, (int) nested.invokeExact("outer", 3));
                }
                return direct.getCount() - before;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        if (virtual) {
            Thread.ofVirtual().start(task);
        } else {
            Thread.ofPlatform().start(task);
        }
        assertEquals(0, task.get());
    }

    static boolean yielding(MemorySegment text, int length, String expected) {
        Thread.yield(); // a virtual thread may go on while another uses its carrier's memory
        return SegmentStrings.getString(text, 0, length, UTF_8).equals(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsHaveTheirOwnMemory(boolean virtual) throws Exception {
        MethodHandle adapted = StringCalls.adapt(function("yielding"), StringParameter.of(0, 1, UTF_8));
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String text = "thread " + i + "é".repeat(i * 50);
            FutureTask<Integer> task = new FutureTask<>(() -> {
                int right = 0;
                for (int call = 0; call < 100; call++) {
                    try {
                        right += (boolean) adapted.invokeExact(text, text) ? 1 : 0;
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                }
                return right;
            });
            tasks.add(task);
            if (virtual) {
                Thread.ofVirtual().start(task);
            } else {
                Thread.ofPlatform().start(task);
            }
        }
        for (FutureTask<Integer> task : tasks) {
            assertEquals(100, task.get());
        }
    }

    // Functions that return text.

    static MemorySegment pointer(MemorySegment pointer) {
        return pointer;
    }

    static int stored(MemorySegment at, MemorySegment lengthAt, MemorySegment pointer, long length) {
        at.set(ADDRESS, 0, pointer);
        if (length == 77) {
            return 0; // and stores no length
        }
        lengthAt.set(JAVA_LONG, 0, length);
        return (int) pointer.address();
    }

    static long storedPointer(long length, MemorySegment at, MemorySegment pointer) {
        at.set(ADDRESS, 0, pointer);
        return length;
    }

    @Test
    void aReturnedPointer() throws Throwable {
        if (Run.denied()) {
            assertThrows(
                    IllegalCallerException.class,
                    () -> StringCalls.adapt(function("pointer"), StringResult.ofPointer(UTF_16)));
            return;
        }
        MethodHandle adapted = StringCalls.adapt(function("pointer"), StringResult.ofPointer(UTF_16));
        MethodHandle orNull = StringCalls.adapt(
                function("pointer"), StringResult.ofPointer(UTF_16).nullable());
        assertEquals(MethodType.methodType(String.class, MemorySegment.class), adapted.type());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("中文", UTF_16);
            MemorySegment address = MemorySegment.ofAddress(text.address());
            assertEquals("中文", (String) adapted.invokeExact(text));
            assertEquals("中文", (String) adapted.invokeExact(address));
            assertEquals("中文", (String) orNull.invokeExact(address));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> assertNull((String) adapted.invokeExact(text.asSlice(0, 4))),
                    "a pointer with a size");
        }
        assertNull((String) orNull.invokeExact(MemorySegment.NULL));
        assertNull((String) orNull.invokeExact(MemorySegment.NULL.reinterpret(100)));
        assertThrows(IllegalStateException.class, () -> assertNull((String) adapted.invokeExact(MemorySegment.NULL)));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> assertNull((String) adapted.invokeExact(MemorySegment.ofAddress(-1))));
    }

    static MemorySegment sized(MemorySegment lengthAt, MemorySegment pointer, long length) {
        lengthAt.set(JAVA_LONG, 0, length);
        return pointer;
    }

    @Test
    void aLengthBeyondThePointerWithASize() throws Throwable {
        if (Run.denied()) {
            return; // as above
        }
        MethodHandle adapted = StringCalls.adapt(
                function("sized"), StringResult.ofPointer(UTF_16).withLengthAt(0, 8));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("中文", UTF_16).asSlice(0, 5);
            assertEquals("中文", (String) adapted.invokeExact(text, 2L));
            assertEquals("", (String) adapted.invokeExact(text.asSlice(1, 0), 0L));
            for (long length : new long[] {3, Integer.MAX_VALUE, Long.MAX_VALUE}) {
                String message = assertThrows(
                                IllegalStateException.class,
                                () -> assertNull((String) adapted.invokeExact(text, length)))
                        .getMessage();
                assertEquals(
                        "native code reported a length of " + length
                                + " units, but the memory of its pointer has at most 2",
                        message);
            }
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> assertNull((String) adapted.invokeExact(MemorySegment.ofAddress(-1), 2L)));
        }
    }

    static MemorySegment nothing(MemorySegment lengthAt) {
        lengthAt.set(JAVA_LONG, 0, 5);
        return null;
    }

    @Test
    void aFunctionInJavaThatReturnsNull() {
        if (Run.denied()) {
            return; // as above
        }
        for (StringResult result : List.of(
                StringResult.ofPointer(UTF_8), StringResult.ofPointer(UTF_8).nullable())) {
            MethodHandle adapted = StringCalls.adapt(function("nothing"), result.withLengthAt(0, 8));
            String message = assertThrows(NullPointerException.class, () -> assertNull((String) adapted.invokeExact()))
                    .getMessage();
            assertEquals("the function's result", message);
        }
    }

    /** Their size is 0, as that of a pointer from C, but they are not such pointers. */
    @Test
    void anEmptySliceIsNoPointer() {
        if (Run.denied()) {
            return; // as above
        }
        MethodHandle adapted = StringCalls.adapt(
                function("pointer"), StringResult.ofPointer(UTF_8).nullable());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment heap = MemorySegment.ofArray(new byte[64]);
            MemorySegment text = arena.allocateFrom("text");
            for (MemorySegment slice : List.of(heap.asSlice(48, 0), heap.asSlice(0, 0), text.asSlice(1, 0))) {
                assertThrows(IndexOutOfBoundsException.class, () -> assertNull((String) adapted.invokeExact(slice)));
            }
        }
    }

    static void refuse(int code) {
        if (code == 0) {
            throw new UnsupportedOperationException("code 0");
        }
    }

    @Test
    void aStoredPointerAndLength() throws Throwable {
        if (Run.denied()) {
            return; // as above
        }
        StringResult form =
                StringResult.ofPointerAt(0, UTF_8).withLengthAt(1, 8).withCheck(function("refuse"));
        MethodHandle adapted = StringCalls.adapt(function("stored"), form);
        MethodHandle orNull = StringCalls.adapt(function("stored"), form.nullable());
        MethodHandle returned = StringCalls.adapt(
                function("storedPointer"), StringResult.ofPointerAt(1, UTF_16).withReturnedLength());
        MethodHandle inBytes = StringCalls.adapt(
                function("storedPointer"),
                StringResult.ofPointerAt(1, UTF_16).withReturnedLength().withLengthInBytes());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("a\0b😀", UTF_8);
            assertEquals("a\0b", (String) adapted.invokeExact(text, 3L));
            assertThrows(IllegalStateException.class, () -> assertNull((String) adapted.invokeExact(text, -3L)));
            MemorySegment wide = arena.allocateFrom("a\0b😀", UTF_16);
            assertEquals("a\0b", (String) returned.invokeExact(3L, wide));
            assertEquals("a\0b", (String) inBytes.invokeExact(6L, wide));
            String message = assertThrows(
                            IllegalStateException.class, () -> assertNull((String) inBytes.invokeExact(5L, wide)))
                    .getMessage();
            assertTrue(message.contains("5 bytes"), message);
            assertThrows(
                    IllegalStateException.class, () -> assertNull((String) returned.invokeExact(Long.MIN_VALUE, wide)));
            assertThrows(
                    IllegalStateException.class, () -> assertNull((String) returned.invokeExact(Long.MAX_VALUE, wide)));
            assertThrows(
                    IllegalArgumentException.class, () -> assertNull((String) returned.invokeExact(1L << 31, wide)));
        }
        assertThrows(
                UnsupportedOperationException.class,
                () -> assertNull((String) adapted.invokeExact(MemorySegment.NULL, 77L)),
                "the check comes first");
        assertEquals("", (String) returned.invokeExact(0L, MemorySegment.NULL));
        assertThrows(
                IllegalStateException.class, () -> assertNull((String) returned.invokeExact(1L, MemorySegment.NULL)));
        MethodHandle noCheck = StringCalls.adapt(
                function("stored").asType(function("stored").type().changeReturnType(void.class)),
                StringResult.ofPointerAt(0, UTF_8).withLengthAt(1, 8).nullable());
        assertNull((String) noCheck.invokeExact(MemorySegment.NULL, 5L));
        assertEquals(orNull.type(), noCheck.type());
    }

    // Functions that fill a buffer.

    /** Like snprintf and ICU: writes what fits, and returns what is required. */
    static int fill(MemorySegment buffer, int capacity, String text) {
        LOG.add("capacity " + capacity);
        int units = Math.min(capacity, text.length());
        SegmentStrings.copy(text, UTF_16, 0, buffer, 0, units);
        return text.length();
    }

    static long report(MemorySegment buffer, long capacity, long reported) {
        LOG.add("capacity " + capacity);
        return reported;
    }

    static void inPlace(MemorySegment lengthAt, MemorySegment buffer, String text) {
        int capacity = lengthAt.get(JAVA_INT, 0);
        LOG.add("capacity " + capacity);
        SegmentStrings.copyTruncated(text, UTF_8, 0, buffer, 0, capacity);
        lengthAt.set(JAVA_INT, 0, text.length());
    }

    static void terminate(MemorySegment buffer, long capacity, String text) {
        if (text != null) {
            SegmentStrings.copyField(text, UTF_16, buffer, 0, capacity);
        }
    }

    @Test
    void aBufferWithAReturnedLength() throws Throwable {
        LOG.clear();
        StringResult form = StringResult.ofBuffer(0, 1, 4, UTF_16).withReturnedLength();
        MethodHandle once = StringCalls.adapt(function("fill"), form);
        assertEquals(MethodType.methodType(String.class, String.class), once.type());
        assertEquals("", (String) once.invokeExact(""));
        assertEquals("1234", (String) once.invokeExact("1234"));
        String message = assertThrows(IllegalStateException.class, () -> assertNull((String) once.invokeExact("12345")))
                .getMessage();
        assertTrue(message.contains("length of 5 for a buffer of 4: see withRetryUpTo"), message);
        LOG.clear();
        MethodHandle again = StringCalls.adapt(function("fill"), form.withRetryUpTo(5000));
        assertEquals("123", (String) again.invokeExact("123"));
        assertEquals("1234", (String) again.invokeExact("1234"));
        assertEquals("1234567890", (String) again.invokeExact("1234567890"));
        String most = "x".repeat(5000);
        assertEquals(most, (String) again.invokeExact(most)); // the second buffer is in an arena
        assertEquals(
                List.of(
                        "capacity 4",
                        "capacity 4",
                        "capacity 8",
                        "capacity 4",
                        "capacity 11",
                        "capacity 4",
                        "capacity 5000"),
                LOG);
        message = assertThrows(IllegalStateException.class, () -> assertNull((String) again.invokeExact(most + "x")))
                .getMessage();
        assertEquals("native code reported a length of 5001 for a buffer of 4: the largest buffer has 5000", message);
    }

    /** Like ICU: does nothing after an error, and reports a buffer that is too small as an error. */
    static int fillUnlessError(MemorySegment buffer, int capacity, String text, MemorySegment error) {
        if (error.get(JAVA_INT, 0) != 0) {
            return 0;
        }
        error.set(JAVA_INT, 0, text.length() > capacity ? 15 : 0);
        return fill(buffer, capacity, text);
    }

    static MemorySegment noError(MemorySegment error) {
        error.set(JAVA_INT, 0, 0);
        return error;
    }

    @Test
    void aFilterResetsAnErrorBeforeTheSecondCall() throws Throwable {
        MethodHandle adapted = StringCalls.adapt(
                MethodHandles.filterArguments(function("fillUnlessError"), 3, function("noError")),
                StringResult.ofBuffer(0, 1, 4, UTF_16).withReturnedLength().withRetryUpTo(100));
        MemorySegment error = MemorySegment.ofArray(new int[] {3});
        assertEquals("1234567890", (String) adapted.invokeExact("1234567890", error));
        assertEquals(0, error.get(JAVA_INT, 0));
    }

    static void storesNothing(MemorySegment buffer, long capacity, MemorySegment lengthAt) {
        LOG.add("length " + lengthAt.get(JAVA_LONG, 0));
    }

    static int takesText(MemorySegment text, int length) {
        return length;
    }

    /** The result is not the text of an earlier call, which had the same memory. */
    @Test
    void aFunctionThatStoresNoLength() throws Throwable {
        LOG.clear();
        MethodHandle takes = StringCalls.adapt(function("takesText"), StringParameter.of(0, 1, UTF_8));
        StringResult result = StringResult.ofBuffer(0, 1, 16, UTF_8).withLengthAt(2, 8);
        for (StringResult each : List.of(result, result.withRetryUpTo(1 << 20))) {
            MethodHandle adapted = StringCalls.adapt(function("storesNothing"), each);
            assertEquals(400, (int) takes.invokeExact("secret, ".repeat(50)));
            assertEquals("", (String) adapted.invokeExact());
        }
        assertEquals(List.of("length 0", "length 0"), LOG);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Integer.MIN_VALUE, 5, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE})
    void aLengthThatCannotBe(long reported) throws Throwable {
        LOG.clear();
        StringResult form = StringResult.ofBuffer(0, 1, 4, UTF_16).withReturnedLength();
        for (StringResult each : List.of(form, form.withRetryUpTo(4), form.withLengthInBytes())) {
            MethodHandle adapted = StringCalls.adapt(function("report"), each);
            if (reported == 5 && each.equals(form.withLengthInBytes())) {
                continue; // within the buffer; inside a unit: see below
            }
            assertThrows(IllegalStateException.class, () -> assertNull((String) adapted.invokeExact(reported)));
        }
        assertEquals(reported == 5 ? 2 : 3, LOG.size());
    }

    @Test
    void aFunctionThatAlwaysReportsTheCapacity() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(
                function("full"),
                StringResult.ofBuffer(0, 1, 1, UTF_8).withReturnedLength().withRetryUpTo(1_000_000));
        assertEquals(1_000_000, ((String) adapted.invokeExact()).length());
        assertTrue(LOG.size() <= 21, () -> LOG.size() + " calls");
        LOG.clear();
        MethodHandle bytes = StringCalls.adapt(
                function("report"),
                StringResult.ofBuffer(0, 1, 4, UTF_16).withReturnedLength().withLengthInBytes());
        assertThrows(IllegalStateException.class, () -> assertNull((String) bytes.invokeExact(5L)));
        assertEquals(List.of("capacity 8"), LOG);
    }

    static long full(MemorySegment buffer, long capacity) {
        buffer.asSlice(0, capacity).fill((byte) 'x');
        LOG.add("call");
        return capacity;
    }

    @Test
    void aBufferWithItsLengthInPlace() throws Throwable {
        LOG.clear();
        MethodHandle adapted = StringCalls.adapt(
                function("inPlace"),
                StringResult.ofBuffer(1, 0, 4, UTF_8).withLengthAt(0, 4).withRetryUpTo(1000));
        assertEquals("123", (String) adapted.invokeExact("123"));
        assertEquals("1234567890", (String) adapted.invokeExact("1234567890"));
        assertEquals(List.of("capacity 4", "capacity 4", "capacity 11"), LOG);
    }

    @Test
    void aBufferWithATerminator() throws Throwable {
        MethodHandle adapted = StringCalls.adapt(function("terminate"), StringResult.ofBuffer(0, 1, 4, UTF_16));
        assertEquals("12", (String) adapted.invokeExact("12"));
        assertEquals("1234", (String) adapted.invokeExact("12345"));
        assertEquals("", (String) adapted.invokeExact((String) null)); // not the text of the last call
    }

    @Test
    void aBufferOfAnySize() throws Throwable {
        for (long units : new long[] {1, 4095, 4096, 4097, 100_000}) {
            MethodHandle adapted = StringCalls.adapt(
                    function("fill"), StringResult.ofBuffer(0, 1, units, UTF_16).withReturnedLength());
            assertEquals("x", (String) adapted.invokeExact("x"));
            String text = "é".repeat((int) units);
            assertEquals(text, (String) adapted.invokeExact(text));
        }
    }

    // Upcalls.

    static String described(String a, int n, String b) {
        return a + "|" + n + "|" + b;
    }

    static int compared(String a, String b, int n) {
        LOG.add(a + "|" + b + "|" + n);
        return n;
    }

    @Test
    void anUpcall() throws Throwable {
        FunctionDescriptor function = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG);
        if (Run.denied()) {
            assertThrows(
                    IllegalCallerException.class,
                    () -> StringCalls.adaptUpcall(
                            function("compared"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                            StringParameter.ofTerminated(0, UTF_8), StringParameter.ofTerminated(1, UTF_8)));
            return;
        }
        MethodHandle adapted = StringCalls.adaptUpcall(
                function("compared"),
                function,
                StringParameter.of(2, 4, UTF_16).withLengthInBytes().nullable(),
                StringParameter.of(1, 0, UTF_8));
        assertEquals(function.toMethodType(), adapted.type());
        LOG.clear();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one =
                    MemorySegment.ofAddress(arena.allocateFrom("a\0é").address());
            MemorySegment two =
                    MemorySegment.ofAddress(arena.allocateFrom("😀", UTF_16).address());
            assertEquals(5, (int) adapted.invokeExact(4, one, two, 5, 4L));
            assertEquals(6, (int) adapted.invokeExact(0, MemorySegment.NULL, MemorySegment.NULL, 6, 9L));
            assertThrows(
                    IllegalStateException.class, () -> assertEquals(6, (int) adapted.invokeExact(-1, one, two, 6, 0L)));
            assertThrows(
                    IllegalStateException.class,
                    () -> assertEquals(6, (int) adapted.invokeExact(1, MemorySegment.NULL, two, 6, 0L)));
            assertThrows(
                    IllegalStateException.class,
                    () -> assertEquals(6, (int) adapted.invokeExact(1, one, two, 6, 3L)),
                    "inside a unit");
            MethodHandle guarded = MethodHandles.catchException(
                    adapted,
                    RuntimeException.class,
                    MethodHandles.dropArguments(MethodHandles.constant(int.class, -7), 0, RuntimeException.class));
            assertEquals(-7, (int) guarded.invokeExact(-1, one, two, 6, 0L));
        }
        assertEquals(List.of("a\0é|😀|5", "|null|6"), LOG);
    }

    // What is refused when it is adapted.

    private static Executable adapt(String name, StringParameter... parameters) {
        return () -> StringCalls.adapt(function(name), parameters);
    }

    private static Executable adapt(String name, StringResult result, StringParameter... parameters) {
        return () -> StringCalls.adapt(function(name), result, parameters);
    }

    static Stream<Arguments> refused() {
        Charset noNul = Charset.forName("x-JIS0208");
        MethodHandle refuse = function("refuse");
        StringResult buffer = StringResult.ofBuffer(0, 1, 4, UTF_16);
        return Stream.of(
                Arguments.of(
                        adapt("pair", StringParameter.of(1, 4, UTF_8)),
                        "parameter 4 is described, but the function has"),
                Arguments.of(
                        adapt("pair", StringParameter.of(0, 2, UTF_8)),
                        "parameter 0 has the type int: expected a MemorySegment"),
                Arguments.of(
                        adapt("sizes", StringParameter.of(0, 2, UTF_8)),
                        "parameter 2 has the type java.lang.foreign.MemorySegment: expected an int or a long"),
                Arguments.of(
                        adapt("pair", StringParameter.of(1, 2, UTF_8), StringParameter.ofTerminated(1, UTF_8)),
                        "parameter 1 is described twice"),
                Arguments.of(
                        adapt("pair", StringResult.ofPointer(UTF_8)),
                        "result has the type int: expected a MemorySegment"),
                Arguments.of(
                        adapt("terminate", buffer.withReturnedLength()),
                        "result has the type void: expected an int or a long"),
                Arguments.of(adapt("fill", buffer), "neither the pointer nor the length: see withCheck"),
                Arguments.of(
                        adapt("terminate", buffer.withCheck(refuse)), "check has the type (int)void: expected ()void"),
                Arguments.of(adapt("terminate", buffer.withRetryUpTo(9)), "a retry requires a length"),
                Arguments.of(adapt("terminate", buffer.nullable()), "a buffer is never null"),
                Arguments.of(
                        adapt("pointer", StringResult.ofPointer(UTF_16).withLengthInBytes()),
                        "a length in bytes requires a length"),
                Arguments.of(
                        adapt(
                                "terminated",
                                StringParameter.ofTerminated(1, UTF_8).withPolicy(MalformedPolicy.replaceWith("?\0"))),
                        "the policy of parameter 1 replaces characters by text with a NUL"),
                Arguments.of(
                        adapt("inPlace", StringResult.ofBuffer(1, 0, 4, UTF_8)),
                        "parameter 0 has the type java.lang.foreign.MemorySegment: expected an int or a long"),
                Arguments.of(adapt("terminate", StringResult.ofBuffer(0, 1, 4, noNul)), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.ofTerminated(0, noNul), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.of(-1, 0, UTF_8), "index of pointer is negative: -1"),
                Arguments.of((Executable) () -> StringParameter.of(0, -2, UTF_8), "index of length is negative: -2"),
                Arguments.of((Executable) () -> StringParameter.of(3, 3, UTF_8), "the same parameter: 3"),
                Arguments.of((Executable) () -> StringResult.ofBuffer(2, 2, 1, UTF_8), "the same parameter: 2"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, 0, UTF_8),
                        "units is 0: expected 1 to 2147483647"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, Integer.MAX_VALUE, UTF_16),
                        "expected 1 to 1073741823"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, Long.MAX_VALUE, UTF_8),
                        "units is 9223372036854775807"),
                Arguments.of((Executable) () -> buffer.withRetryUpTo(3), "maxUnits is 3: expected 4 to"),
                Arguments.of((Executable) () -> buffer.withLengthAt(2, 2), "lengthBytes is 2: expected 4 or 8"),
                Arguments.of(
                        (Executable) () -> StringCalls.adaptUpcall(
                                function("described"),
                                FunctionDescriptor.of(JAVA_INT, ADDRESS),
                                StringParameter.ofTerminated(0, UTF_8)),
                        "expected (String)int"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedWhenItIsAdapted(Executable adaptation, String says) {
        String message =
                assertThrows(IllegalArgumentException.class, adaptation).getMessage();
        assertTrue(message.contains(says), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-JISAutoDetect", "ISO-2022-CN"})
    void charsetsThatOnlyDecode(String name) throws Throwable {
        StringParameter parameter = StringParameter.of(1, 0, Charset.forName(name));
        String message = assertThrows(UnsupportedOperationException.class, adapt("bytePair", parameter))
                .getMessage();
        assertEquals("charset " + name + " of parameter 1 cannot encode", message);
        if (!Run.denied()) { // an upcall decodes
            FunctionDescriptor function = FunctionDescriptor.of(ADDRESS, JAVA_LONG, ADDRESS);
            MethodHandle echo = MethodHandles.constant(MemorySegment.class, MemorySegment.NULL);
            MethodHandle adapted =
                    StringCalls.adaptUpcall(MethodHandles.dropArguments(echo, 0, String.class), function, parameter);
            assertEquals(function.toMethodType(), adapted.type());
        }
    }

    @Test
    void nullsAndStates() {
        MethodHandle pair = function("pair");
        assertEquals(
                "function",
                assertThrows(NullPointerException.class, () -> StringCalls.adapt(null))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> StringCalls.adapt(pair, (StringParameter) null));
        assertThrows(NullPointerException.class, () -> StringCalls.adapt(pair, (StringResult) null));
        assertThrows(NullPointerException.class, () -> StringCalls.adaptUpcall(pair, null));
        assertThrows(NullPointerException.class, () -> StringParameter.of(0, 1, null));
        assertThrows(NullPointerException.class, () -> StringParameter.ofTerminated(0, null));
        assertThrows(NullPointerException.class, () -> StringResult.ofPointer(null));
        assertThrows(
                NullPointerException.class, () -> StringResult.ofPointer(UTF_8).withCheck(null));
        assertThrows(
                NullPointerException.class, () -> StringResult.ofPointer(UTF_8).withPolicy(null));
        assertThrows(
                IllegalStateException.class, () -> StringResult.ofPointer(UTF_8).withRetryUpTo(5));
        assertThrows(
                IllegalStateException.class, () -> StringResult.ofPointer(UTF_8).withReturnedLength());
        assertThrows(
                IllegalStateException.class,
                () -> StringParameter.ofTerminated(0, UTF_8).withLengthInBytes());
        assertSame(pair.type(), StringCalls.adapt(pair).type());
    }

    static int captured(MemorySegment state, MemorySegment text, int length) {
        state.set(JAVA_INT, 0, length);
        return length;
    }

    /** The captured state stays the first parameter, and its errors are those of the handle. */
    @Test
    void otherSegmentsPassThrough() throws Throwable {
        MethodHandle adapted = StringCalls.adapt(function("captured"), StringParameter.of(1, 2, UTF_8));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(4);
            closed = state;
            assertEquals(3, (int) adapted.invokeExact(state, "abc"));
            assertEquals(3, state.get(JAVA_INT, 0));
            MemorySegment readOnly = state.asReadOnly();
            assertThrows(
                    IllegalArgumentException.class, () -> assertEquals(3, (int) adapted.invokeExact(readOnly, "abc")));
            MemorySegment small = state.asSlice(0, 2);
            assertThrows(
                    IndexOutOfBoundsException.class, () -> assertEquals(3, (int) adapted.invokeExact(small, "abc")));
        }
        assertThrows(IllegalStateException.class, () -> assertEquals(3, (int) adapted.invokeExact(closed, "abc")));
        assertThrows(
                NullPointerException.class, () -> assertEquals(3, (int) adapted.invokeExact(closed, (String) null)));
    }
}
