package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.OFFSETS;
import static dev.unitstr.bench.ffm.text.Constants.SOURCE;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static dev.unitstr.bench.ffm.text.Constants.UNITS;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Calls of functions that do nearly nothing with a text. {@code byhand} is what careful people write: memory that the
 * thread keeps, or an arena for texts that do not fit; it cannot be nested. {@code newarena} is what most people write.
 */
@SuppressWarnings("restricted")
final class CallOperations {
    private static final int SCRATCH = 8 * 1024;
    private static final int MOST_BYTES_PER_CHAR = 4;

    private static final MethodHandle PAIR =
            function("rival_pair", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
    private static final MethodHandle TERMINATED =
            function("rival_terminated", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
    private static final MethodHandle FILL =
            function("rival_fill", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle BACK =
            function("rival_back", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG));

    private static final MethodHandle OWN =
            function("rival_own", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
    private static final MethodHandle RELEASE = function("rival_release", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle POINTERS =
            function("rival_pointers", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));

    private static final MethodHandle ADAPTED_PAIR = StringCalls.adapt(PAIR, StringParameter.of(0, 1, CHARSET));
    private static final MethodHandle ADAPTED_TERMINATED =
            StringCalls.adapt(TERMINATED, StringParameter.ofTerminated(0, CHARSET));
    private static final int CAPACITY = TEXTS.room();
    private static final MethodHandle ADAPTED_FILL = StringCalls.adapt(
            FILL,
            StringResult.ofBuffer(0, 1, CAPACITY / TEXTS.unitSize(), CHARSET)
                    .withReturnedLength()
                    .withLengthInBytes());

    private static final MethodHandle ADAPTED_OWN = StringCalls.adapt(
            OWN, StringResult.ofPointer(CHARSET).withLengthAt(3, Long.BYTES).withFree(RELEASE));
    private static final MethodHandle ADAPTED_POINTERS =
            StringCalls.adapt(POINTERS, StringParameter.ofPointers(0, 1, CHARSET));
    /** The texts of an array: each three times. */
    private static final int COPIES = 3;

    private static final String[][] ARRAYS = IntStream.range(0, TEXTS.count())
            .mapToObj(i -> Collections.nCopies(COPIES, TEXTS.string(i)).toArray(String[]::new))
            .toArray(String[][]::new);

    private static final FunctionDescriptor CALLBACK = FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG);
    private static final MemorySegment ADAPTED_STUB = stub(StringCalls.adaptUpcall(
            method("accept", long.class, String.class), CALLBACK, StringParameter.of(0, 1, CHARSET)));
    private static final MemorySegment STUB = stub(method("acceptPair", long.class, MemorySegment.class, long.class));

    private static final ThreadLocal<MemorySegment> MEMORY =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(SCRATCH, Long.BYTES));

    /** The text that native code passed last, so that it is not optimized away. */
    private static String last = "";

    private CallOperations() {}

    private static MethodHandle function(String name, FunctionDescriptor type) {
        Rivals.load();
        return Linker.nativeLinker()
                .downcallHandle(SymbolLookup.loaderLookup().find(name).orElseThrow(), type);
    }

    private static MethodHandle method(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup()
                    .findStatic(CallOperations.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static MemorySegment stub(MethodHandle target) {
        return Linker.nativeLinker().upcallStub(target, CALLBACK, Arena.global());
    }

    static Operation of(String direction, String contender) {
        return switch (direction) {
            case "callPair" ->
                Operation.ofNumber(
                        numbers(
                                contender,
                                CallOperations::pair,
                                CallOperations::pairByHand,
                                CallOperations::pairInArena),
                        i -> UNITS[i] + TEXTS.source(i)[0]);
            case "callTerminated" ->
                Operation.ofNumber(
                        numbers(
                                contender,
                                CallOperations::terminated,
                                CallOperations::terminatedByHand,
                                CallOperations::terminatedInArena),
                        i -> TEXTS.source(i)[0]);
            case "callBuffer" ->
                Operation.ofObject(
                        switch (contender) {
                            case "unitstr" -> CallOperations::fill;
                            case "byhand" -> CallOperations::fillByHand;
                            case "newarena" -> CallOperations::fillInArena;
                            default -> throw Operation.unknown(contender);
                        },
                        TEXTS::decoded);
            case "callOwned" ->
                Operation.ofObject(
                        switch (contender) {
                            case "unitstr" -> CallOperations::own;
                            case "byhand" -> CallOperations::ownByHand;
                            default -> throw Operation.unknown(contender);
                        },
                        TEXTS::decoded);
            case "callPointers" ->
                Operation.ofNumber(
                        numbers(
                                contender,
                                CallOperations::pointers,
                                CallOperations::pointersByHand,
                                CallOperations::pointersInArena),
                        i -> (long) COPIES * TEXTS.source(i)[0]);
            case "callBack" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> back(ADAPTED_STUB, i);
                            case "byhand" -> i -> back(STUB, i);
                            default -> throw Operation.unknown(contender);
                        },
                        i -> TEXTS.decoded(i).length());
            default -> throw Operation.unknown(direction);
        };
    }

    private static IntToLongFunction numbers(
            String contender, IntToLongFunction ours, IntToLongFunction byHand, IntToLongFunction inArena) {
        return switch (contender) {
            case "unitstr" -> ours;
            case "byhand" -> byHand;
            case "newarena" -> inArena;
            default -> throw Operation.unknown(contender);
        };
    }

    private static boolean fits(String text) {
        return text.length() <= SCRATCH / MOST_BYTES_PER_CHAR - 1;
    }

    private static IllegalStateException failed(Throwable e) {
        return new IllegalStateException(e);
    }

    private static long pair(int i) {
        try {
            return (long) ADAPTED_PAIR.invokeExact(TEXTS.string(i));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long pairByHand(int i) {
        String text = TEXTS.string(i);
        if (!fits(text)) {
            return pairInArena(i);
        }
        MemorySegment memory = MEMORY.get();
        try {
            long units = SegmentStrings.copy(text, CHARSET, memory, 0);
            return (long) PAIR.invokeExact(memory, units);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long pairInArena(int i) {
        String text = TEXTS.string(i);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SegmentStrings.allocateFrom(arena, text, CHARSET, 0, text.length());
            return (long) PAIR.invokeExact(memory, memory.byteSize() / TEXTS.unitSize());
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long terminated(int i) {
        try {
            return (long) ADAPTED_TERMINATED.invokeExact(TEXTS.string(i));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long terminatedByHand(int i) {
        String text = TEXTS.string(i);
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL");
        }
        if (!fits(text)) {
            return terminatedInArena(i);
        }
        MemorySegment memory = MEMORY.get();
        try {
            long units = SegmentStrings.copy(text, CHARSET, memory, 0);
            for (int b = 0; b < TEXTS.unitSize(); b++) {
                memory.set(JAVA_BYTE, units * TEXTS.unitSize() + b, (byte) 0);
            }
            return (long) TERMINATED.invokeExact(memory);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long terminatedInArena(int i) {
        try (Arena arena = Arena.ofConfined()) {
            return (long) TERMINATED.invokeExact(arena.allocateFrom(TEXTS.string(i), CHARSET));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static String fill(int i) {
        try {
            return (String) ADAPTED_FILL.invokeExact(SOURCE, (long) OFFSETS[i], UNITS[i] * TEXTS.unitSize());
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static String fillByHand(int i) {
        return CAPACITY <= SCRATCH ? fill(i, MEMORY.get()) : fillInArena(i);
    }

    private static String fillInArena(int i) {
        try (Arena arena = Arena.ofConfined()) {
            return fill(i, arena.allocate(CAPACITY, Long.BYTES));
        }
    }

    private static String fill(int i, MemorySegment memory) {
        int bytes;
        try {
            bytes = (int) FILL.invokeExact(memory, CAPACITY, SOURCE, (long) OFFSETS[i], UNITS[i] * TEXTS.unitSize());
        } catch (Throwable e) {
            throw failed(e);
        }
        if (bytes < 0 || bytes > CAPACITY || bytes % TEXTS.unitSize() != 0) {
            throw new IllegalStateException("a length of " + bytes);
        }
        return SegmentStrings.getString(memory, 0, bytes / TEXTS.unitSize(), CHARSET);
    }

    private static String own(int i) {
        try {
            return (String) ADAPTED_OWN.invokeExact(SOURCE, (long) OFFSETS[i], (long) UNITS[i]);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static String ownByHand(int i) {
        MemorySegment length = MEMORY.get();
        try {
            MemorySegment text = (MemorySegment) OWN.invokeExact(SOURCE, (long) OFFSETS[i], (long) UNITS[i], length);
            if (text.address() == 0) {
                throw new IllegalStateException("no text");
            }
            try {
                long units = length.get(JAVA_LONG, 0);
                return SegmentStrings.getString(text.reinterpret(units * TEXTS.unitSize()), 0, units, CHARSET);
            } finally {
                int ignored = (int) RELEASE.invokeExact(text);
            }
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long pointers(int i) {
        try {
            return (long) ADAPTED_POINTERS.invokeExact(ARRAYS[i]);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long pointersByHand(int i) {
        String[] texts = ARRAYS[i];
        long chars = 0;
        for (String text : texts) {
            chars += text.length() + 1 + Long.BYTES;
        }
        if (chars > SCRATCH / MOST_BYTES_PER_CHAR) {
            return pointersInArena(i);
        }
        MemorySegment memory = MEMORY.get();
        long at = (long) Long.BYTES * texts.length;
        for (int k = 0; k < texts.length; k++) {
            String text = texts[k];
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a NUL");
            }
            memory.setAtIndex(JAVA_LONG, k, memory.address() + at);
            at += SegmentStrings.copy(text, CHARSET, 0, memory, at, text.length()) * TEXTS.unitSize();
            for (int b = 0; b < TEXTS.unitSize(); b++) {
                memory.set(JAVA_BYTE, at++, (byte) 0);
            }
        }
        try {
            return (long) POINTERS.invokeExact(memory, texts.length);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long pointersInArena(int i) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SegmentCStrings.allocatePointers(arena, ARRAYS[i], CHARSET);
            return (long) POINTERS.invokeExact(memory, COPIES);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long back(MemorySegment stub, int i) {
        try {
            return (long) BACK.invokeExact(stub, SOURCE, (long) OFFSETS[i], (long) UNITS[i]);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static long accept(String text) {
        last = text;
        return text.length();
    }

    private static long acceptPair(MemorySegment pointer, long units) {
        return accept(SegmentStrings.getString(pointer.reinterpret(units * TEXTS.unitSize()), 0, units, CHARSET));
    }
}
