package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.CFunctions.LOG;
import static dev.unitstr.contract.ffm.CFunctions.function;
import static dev.unitstr.contract.ffm.CFunctions.nested;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Adapted calls of functions that take text, and of functions that are called back with text. */
@EveryRun
@SuppressWarnings("restricted") // what a C function does with its pointers
@Tag("route")
class StringCallsTest {
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

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
                .findStatic(CFunctions.class, "join", MethodType.methodType(String.class, MemorySegment[].class))
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
                long grown;
                int rounds = 0;
                do {
                    long before = direct.getCount();
                    for (int call = 0; call < 200; call++) {
                        assertEquals(5, (int) nested.invokeExact("outer", 3));
                    }
                    grown = direct.getCount() - before;
                    // Fewer: meanwhile, a garbage collection has freed buffers of other tests.
                } while (grown < 0 && ++rounds < 10);
                return grown;
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
