package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.CFunctions.LOG;
import static dev.unitstr.contract.ffm.CFunctions.function;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Adapted calls of functions that return text. */
@EveryRun
@SuppressWarnings("restricted") // what a C function does with its pointers
@Tag("route")
class StringResultsTest {
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

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
        for (long address : new long[] {-1, 1, 8, 4095}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> assertNull((String) adapted.invokeExact(MemorySegment.ofAddress(address))));
        }
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
            for (long address : new long[] {-1, 1, 4095}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> assertNull((String) adapted.invokeExact(MemorySegment.ofAddress(address), 2L)));
            }
            for (long address : new long[] {-1, Long.MIN_VALUE, 1}) { // no text, as Rust returns it
                assertEquals("", (String) adapted.invokeExact(MemorySegment.ofAddress(address), 0L));
            }
        }
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
        assertTrue(message.contains("length of 5 for a buffer of 4 units: see withRetryUpTo"), message);
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
        assertEquals(
                "native code reported a length of 5001 for a buffer of 4 units: the largest buffer has 5000", message);
    }

    /** As snprintf does, which counts the text without its terminator. */
    @Test
    void aBufferWhoseTextIsCutForATerminator() throws Throwable {
        StringResult form = StringResult.ofBuffer(0, 1, 4, UTF_16).withReturnedLength();
        MethodHandle once = StringCalls.adapt(function("fillAndTerminate"), form);
        assertEquals("123", (String) once.invokeExact("123"));
        String message = assertThrows(IllegalStateException.class, () -> assertNull((String) once.invokeExact("1234")))
                .getMessage();
        assertEquals(
                "native code reported a length of 4, the capacity of its buffer, but the last unit is zero:"
                        + " it counted its terminator (see withTerminatorCounted),"
                        + " or cut the text for it (see withRetryUpTo)",
                message);
        MethodHandle again = StringCalls.adapt(function("fillAndTerminate"), form.withRetryUpTo(8));
        assertEquals("1234567", (String) again.invokeExact("1234567"));
        assertThrows(IllegalStateException.class, () -> assertNull((String) again.invokeExact("12345678")));
    }

    static List<Charset> unitSizes() {
        return List.of(UTF_8, UTF_16, Charset.forName("x-UTF-16LE-BOM"), UnitCharsets.UTF_32);
    }

    @ParameterizedTest
    @MethodSource("unitSizes")
    void aReturnedLengthThatCountsTheTerminator(Charset charset) throws Throwable {
        StringResult form =
                StringResult.ofBuffer(0, 1, 8, charset).withTerminatorCounted().withReturnedLength();
        int marks = "x".getBytes(charset).length / UnitCharsets.unitSize(charset) - 1;
        String exact = "1234567".substring(marks); // with its mark and its terminator, it fills the buffer
        MethodHandle once = StringCalls.adapt(function("fillAndCount"), form);
        MethodHandle again = StringCalls.adapt(function("fillAndCount"), form.withRetryUpTo(1000));
        for (String text : List.of("", "12", exact)) {
            LOG.clear();
            assertEquals(text, (String) once.invokeExact(text, charset));
            assertEquals(text, (String) again.invokeExact(text, charset));
            assertEquals(List.of("capacity 8", "capacity 8"), LOG);
        }
        String message = assertThrows(
                        IllegalStateException.class, () -> assertNull((String) once.invokeExact(exact + "8", charset)))
                .getMessage();
        assertEquals("native code reported a length of 9 for a buffer of 8 units: see withRetryUpTo", message);
        for (int length : new int[] {8, 20, 999 - marks}) {
            LOG.clear();
            String text = "x".repeat(length);
            assertEquals(text, (String) again.invokeExact(text, charset));
            assertEquals(2, LOG.size(), LOG::toString);
        }
        message = assertThrows(
                        IllegalStateException.class,
                        () -> assertNull((String) again.invokeExact("x".repeat(1000 - marks), charset)))
                .getMessage();
        assertEquals(
                "native code reported a length of 1001 for a buffer of 8 units: the largest buffer has 1000", message);
    }

    /** Text may have been stored with one terminator, with several, or without any. */
    @ParameterizedTest
    @MethodSource("unitSizes")
    void aStoredLengthThatMayCountTheTerminator(Charset charset) throws Throwable {
        int unitSize = UnitCharsets.unitSize(charset);
        StringResult form = StringResult.ofBuffer(0, 1, 4, charset)
                .withLengthAt(1, 4)
                .withLengthInBytes()
                .withTerminatorCounted()
                .withCheck(function("succeeded"));
        int marks = "x".getBytes(charset).length / unitSize - 1;
        MethodHandle once = StringCalls.adapt(function("query"), form);
        MethodHandle again = StringCalls.adapt(function("query"), form.withRetryUpTo(30));
        for (String text : List.of("", "a", "abcdefghijklmnopqrstuvwxyz")) {
            for (String end : List.of("", "\0", "\0\0", "\0b\0")) {
                LOG.clear();
                assertEquals(text, (String) again.invokeExact(text + end, charset));
                int units = (text + end).isEmpty() ? 0 : marks + (text + end).length();
                assertEquals(units > 4 ? 2 : 1, LOG.size(), LOG::toString);
            }
        }
        String exact = "123".substring(marks);
        assertEquals(exact, (String) once.invokeExact(exact + "\0", charset));
        assertEquals(exact + "4", (String) once.invokeExact(exact + "4", charset));
        assertThrows(
                UnsupportedOperationException.class,
                () -> assertNull((String) once.invokeExact(exact + "45", charset)));
    }

    @Test
    void aLengthOfAPointerThatCountsTheTerminator() throws Throwable {
        if (Run.denied()) {
            return; // as above
        }
        StringResult form =
                StringResult.ofPointerAt(1, UTF_16).withReturnedLength().withTerminatorCounted();
        MethodHandle units = StringCalls.adapt(function("storedPointer"), form);
        MethodHandle bytes = StringCalls.adapt(function("storedPointer"), form.withLengthInBytes());
        MethodHandle sized = StringCalls.adapt(
                function("sized"),
                StringResult.ofPointer(UTF_16).withTerminatorCounted().withLengthAt(0, 8));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("中文", UTF_16);
            for (long length : new long[] {2, 3}) {
                assertEquals("中文", (String) units.invokeExact(length, text));
                assertEquals("中文", (String) bytes.invokeExact(2 * length, text));
                assertEquals("中文", (String) sized.invokeExact(text, length));
            }
            assertEquals("中", (String) units.invokeExact(1L, text));
            assertEquals("", (String) units.invokeExact(0L, text));
            assertThrows(IllegalStateException.class, () -> assertNull((String) sized.invokeExact(text, 4L)));
        }
        assertEquals("", (String) units.invokeExact(0L, MemorySegment.NULL));
        assertThrows(IllegalStateException.class, () -> assertNull((String) units.invokeExact(1L, MemorySegment.NULL)));
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
}
