package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowStream;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Structs of a producer that counts how often its callbacks are called. */
@EveryRun
@Tag("route")
@SuppressWarnings("restricted") // structs of C
class ArrowTest {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final AtomicInteger ARRAYS = new AtomicInteger();
    private static final AtomicInteger STREAMS = new AtomicInteger();

    /** What native code calls and reads; not loaded where native access is denied. */
    private static final class Producer {
        static final Arena ALWAYS = Arena.global();
        static final long RELEASE_SCHEMA = stub("releaseSchema", void.class, ValueLayout.ADDRESS);
        static final long RELEASE_ARRAY = stub("releaseArray", void.class, ValueLayout.ADDRESS);
        static final long RELEASE_STREAM = stub("releaseStream", void.class, ValueLayout.ADDRESS);
        static final long GET_SCHEMA = stub("getSchema", int.class, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        static final long GET_NEXT = stub("getNext", int.class, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        static final long LAST_ERROR = stub("lastError", MemorySegment.class, ValueLayout.ADDRESS);
        static final MemorySegment FORMAT = ALWAYS.allocateFrom("u");
        static final MemorySegment OFFSETS = ALWAYS.allocateFrom(ValueLayout.JAVA_INT, 0, 4);
        static final MemorySegment DATA = ALWAYS.allocateFrom("city");
        static final MemorySegment BUFFERS =
                ALWAYS.allocateFrom(ValueLayout.JAVA_LONG, 0, OFFSETS.address(), DATA.address());
    }

    private static final int NO_SCHEMA = -2;
    /** The number of the error of the next array; 0 for an array, -1 for the end; {@link #NO_SCHEMA}. */
    private static volatile int next;
    /** What the producer does before it makes the next array. */
    private static volatile Runnable beforeNext = () -> {};

    private static long stub(String name, Class<?> result, ValueLayout... parameters) {
        Class<?>[] types = new Class<?>[parameters.length];
        Arrays.fill(types, MemorySegment.class);
        MethodType type = MethodType.methodType(result, types);
        FunctionDescriptor function = result == void.class
                ? FunctionDescriptor.ofVoid(parameters)
                : FunctionDescriptor.of(result == int.class ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS, parameters);
        try {
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup().findStatic(ArrowTest.class, name, type), function, Producer.ALWAYS)
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void released(MemorySegment struct, int index, AtomicInteger count) {
        struct.reinterpret(80).setAtIndex(ValueLayout.JAVA_LONG, index, 0);
        count.incrementAndGet();
    }

    static void releaseSchema(MemorySegment schema) {
        released(schema, 7, SCHEMAS);
    }

    static void releaseArray(MemorySegment array) {
        released(array, 8, ARRAYS);
    }

    static void releaseStream(MemorySegment stream) {
        released(stream, 3, STREAMS);
    }

    static int getSchema(MemorySegment stream, MemorySegment to) {
        if (next == NO_SCHEMA) {
            to.reinterpret(72).fill((byte) 0);
        } else {
            schema(to.reinterpret(72));
        }
        return 0;
    }

    static int getNext(MemorySegment stream, MemorySegment to) {
        beforeNext.run();
        if (next == 0) {
            array(to.reinterpret(80));
        } else {
            to.reinterpret(80).fill((byte) 0);
        }
        return Math.max(next, 0);
    }

    static MemorySegment lastError(MemorySegment stream) {
        return Producer.DATA;
    }

    private static void schema(MemorySegment schema) {
        schema.fill((byte) 0);
        schema.setAtIndex(ValueLayout.JAVA_LONG, 0, Producer.FORMAT.address());
        schema.setAtIndex(ValueLayout.JAVA_LONG, 7, Producer.RELEASE_SCHEMA);
    }

    private static void array(MemorySegment array) {
        array.fill((byte) 0);
        array.setAtIndex(ValueLayout.JAVA_LONG, 0, 1);
        array.setAtIndex(ValueLayout.JAVA_LONG, 3, 3);
        array.setAtIndex(ValueLayout.JAVA_LONG, 5, Producer.BUFFERS.address());
        array.setAtIndex(ValueLayout.JAVA_LONG, 8, Producer.RELEASE_ARRAY);
    }

    private static ArrowStream imported(Arena arena) {
        long[] words = {Producer.GET_SCHEMA, Producer.GET_NEXT, Producer.LAST_ERROR, Producer.RELEASE_STREAM, 0};
        MemorySegment stream = arena.allocate(40, 8).copyFrom(MemorySegment.ofArray(words));
        return ArrowStream.of(stream.address());
    }

    private static ArrowBatch batch(Arena arena) {
        MemorySegment schema = arena.allocate(72, 8);
        MemorySegment array = arena.allocate(80, 8);
        schema(schema);
        array(array);
        return ArrowBatch.of(schema.address(), array.address());
    }

    private static void counted(int schemas, int arrays, int streams) {
        List<Integer> counts = List.of(SCHEMAS.getAndSet(0), ARRAYS.getAndSet(0), STREAMS.getAndSet(0));
        assertEquals(List.of(schemas, arrays, streams), counts);
    }

    @Test
    void eachStructIsReleasedOnce() {
        if (!Run.reachesAddresses()) {
            return;
        }
        counted(0, 0, 0);
        ArrowBatch batch;
        try (Arena arena = Arena.ofConfined()) {
            batch = batch(arena);
        } // the memory of the structs is the caller's
        counted(1, 0, 0);
        StringColumn column = batch.column(0);
        assertEquals("city", column.get(0));
        batch.close();
        counted(0, 1, 0);
        batch.close();
        counted(0, 0, 0);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment schema = arena.allocate(72, 8);
            MemorySegment array = arena.allocate(80, 8);
            schema(schema);
            array(array);
            array.setAtIndex(ValueLayout.JAVA_LONG, 0, -1);
            assertThrows(IllegalArgumentException.class, () -> ArrowBatch.of(schema.address(), array.address()));
        }
        counted(0, 0, 0);
    }

    @Test
    void manyArraysAreReleasedAsOften() {
        if (!Run.reachesAddresses()) {
            return;
        }
        int times = Run.full() ? 1_000_000 : 10_000;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment schema = arena.allocate(72, 8);
            MemorySegment array = arena.allocate(80, 8);
            for (int i = 0; i < times; i++) {
                schema(schema);
                array(array);
                ArrowBatch.of(schema.address(), array.address()).close();
            }
        }
        counted(times, times, 0);
    }

    @Test
    void streamsReleaseWhatTheyTook() {
        if (!Run.reachesAddresses()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            next = 0;
            ArrowStream stream = imported(arena);
            counted(1, 0, 0);
            try (ArrowBatch batch = Objects.requireNonNull(stream.next())) {
                assertEquals("city", batch.column(0).get(0));
            }
            counted(0, 1, 0);
            next = 12;
            String message =
                    assertThrows(IllegalStateException.class, stream::next).getMessage();
            assertEquals("get_next of the stream failed with error 12: city", message);
            next = -1;
            assertNull(stream.next());
            stream.close();
            stream.close();
            counted(0, 0, 1);
        }
    }

    /** A producer in Java may call the stream that it fills. */
    @Test
    void producersThatCallTheirStream() {
        if (!Run.reachesAddresses()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            next = 0;
            ArrowStream stream = imported(arena);
            List<Object> seen = new ArrayList<>(); // an exception here would end the JVM
            beforeNext = () -> {
                try {
                    seen.add(stream.next());
                } catch (RuntimeException e) {
                    seen.add(e.getClass());
                }
                stream.close();
                seen.add(STREAMS.get());
            };
            Objects.requireNonNull(stream.next()).close(); // the array is the caller's
            assertEquals(List.of(IllegalStateException.class, 0), seen);
            assertThrows(IllegalStateException.class, stream::next);
            counted(1, 1, 1);
            ArrowStream failing = imported(arena);
            beforeNext = failing::close;
            next = 12;
            String message =
                    assertThrows(IllegalStateException.class, failing::next).getMessage();
            assertEquals("get_next of the stream failed with error 12: city", message);
            counted(1, 0, 1);
            next = NO_SCHEMA;
            assertThrows(IllegalArgumentException.class, () -> imported(arena));
            counted(0, 0, 0); // the stream is still the caller's
        } finally {
            beforeNext = () -> {};
            next = 0;
        }
    }

    /** Threads that read while others close: each read has its string or fails, and the array is released once. */
    @Test
    void threadsThatCloseAndRead() throws Exception {
        if (!Run.reachesAddresses()) {
            return;
        }
        int threads = 4;
        int rounds = Run.times(300);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < rounds; round++) {
                ArrowBatch batch = batch(arena);
                StringColumn column = batch.column(0);
                CyclicBarrier start = new CyclicBarrier(threads);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    boolean closes = i % 2 == 0;
                    all.add(pool.submit(() -> {
                        start.await();
                        if (closes) {
                            batch.close();
                            return null;
                        }
                        try {
                            while (true) {
                                assertEquals("city", column.get(0));
                            }
                        } catch (IllegalStateException e) {
                            assertTrue(e.getMessage().contains("closed"), e::getMessage);
                        }
                        return null;
                    }));
                }
                for (Future<?> one : all) {
                    one.get();
                }
            }
        } finally {
            pool.shutdown();
        }
        counted(rounds, rounds, 0);
    }
}
