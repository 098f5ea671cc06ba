package dev.unitstr.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.CallState;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Coding;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The steps of an adapted call, which {@link StringCalls} combines into a method handle. The numbers of texts
 * ({@code place}) are the index in the list of {@link TextParameter}; the result has the next two, for its pointer or
 * buffer and for the address of its length.
 */
final class CallTexts {
    private static final long ALIGNMENT = 8;

    private CallTexts() {}

    @SuppressWarnings("unchecked") // all states of all class loaders hold segments
    static CallState<MemorySegment> begin() {
        return (CallState<MemorySegment>) Scratch.beginCall();
    }

    static void end(CallState<MemorySegment> state) {
        Arena arena = (Arena) state.arena();
        try {
            if (arena != null) {
                state.setArena(null);
                arena.close(); // throws if other code, such as pending input or output, holds the memory
            }
        } finally {
            state.end();
        }
    }

    // The compiler inlines only small methods. If it does not inline this one, the charset is no constant.
    static void encode(TextParameter parameter, int place, CallState<MemorySegment> state, @Nullable String string) {
        if (string == null) {
            encodeNull(parameter, place, state);
            return;
        }
        CallText text = parameter.text();
        int end = 0;
        if (parameter.isTerminated()) {
            checkNoNul(parameter, string);
            end = text.unitSize();
        }
        int chars = string.length();
        Encoding encoding = Encoding.of(text.charset());
        boolean fits = encoding != null && Coding.mostBytes(encoding, chars, text.policy()) + end <= state.freeBytes();
        MemorySegment memory = fits ? free(state) : measured(text, string, end, state);
        long units = SegmentStrings.copy(string, text.charset(), 0, memory, 0, chars, text.policy());
        long bytes = units * text.unitSize();
        for (int i = 0; i < end; i++) {
            memory.set(JAVA_BYTE, bytes + i, (byte) 0);
        }
        if (fits || memory == state.free()) {
            state.use(bytes + end);
        }
        state.set(place, memory, bytes / text.lengthUnit());
    }

    private static void encodeNull(TextParameter parameter, int place, CallState<MemorySegment> state) {
        if (!parameter.text().nullable()) {
            throw new NullPointerException("the text of parameter " + parameter.pointer() + " is null");
        }
        state.set(place, MemorySegment.NULL, 0);
    }

    private static void checkNoNul(TextParameter parameter, String string) {
        int nul = string.indexOf('\0');
        if (nul >= 0) {
            throw new IllegalArgumentException("the text of parameter " + parameter.pointer() + " has a NUL at index "
                    + nul + ", where the function would see its end");
        }
    }

    /** Returns memory for a text that may not fit into the rest. */
    private static MemorySegment measured(CallText text, String string, int end, CallState<MemorySegment> state) {
        long bytes = SegmentStrings.encodedUnits(string, text.charset(), text.policy()) * text.unitSize() + end;
        return bytes <= state.freeBytes() ? free(state) : allocate(state, bytes);
    }

    /** Returns the memory that is free, without an allocation except the first time. */
    private static MemorySegment free(CallState<MemorySegment> state) {
        MemorySegment memory = state.free();
        if (memory == null) {
            MemorySegment all = MemorySegment.ofBuffer(state.memory());
            memory = all.asSlice(all.byteSize() - state.freeBytes());
            if (state.freeBytes() > 0) {
                state.setFree(memory);
            }
        }
        return memory;
    }

    /** Allocates memory from an arena that {@link #end} closes. */
    private static MemorySegment allocate(CallState<MemorySegment> state, long bytes) {
        Arena arena = (Arena) state.arena();
        if (arena == null) {
            arena = Arena.ofConfined();
            state.setArena(arena);
        }
        return arena.allocate(bytes, ALIGNMENT);
    }

    private static MemorySegment take(CallState<MemorySegment> state, long bytes) {
        if (bytes > state.freeBytes()) {
            return allocate(state, bytes);
        }
        MemorySegment memory = free(state);
        state.use(bytes);
        return memory;
    }

    static MemorySegment pointer(int place, CallState<MemorySegment> state) {
        return state.pointer(place);
    }

    static long length(int place, CallState<MemorySegment> state) {
        return state.length(place);
    }

    static int intLength(int place, int index, CallState<MemorySegment> state) {
        long length = state.length(place);
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the text has a length of " + length + ", but parameter " + index
                    + " is an int: at most " + Integer.MAX_VALUE);
        }
        return (int) length;
    }

    /** Provides the memory that the function fills. */
    static void prepare(TextResult result, int place, CallState<MemorySegment> state) {
        if (result.length().at() >= 0) {
            state.set(place + 1, take(state, Long.BYTES), 0);
        }
        if (result.place().isBuffer()) {
            setBuffer(result, place, state, result.place().units());
        } else {
            if (result.place().pointer() >= 0) {
                MemorySegment pointer = take(state, Long.BYTES);
                pointer.set(JAVA_LONG, 0, 0);
                state.set(place, pointer, 0);
            }
            setStored(result, place, state, 0);
        }
    }

    /** Sets a buffer and its capacity, in what the function counts. */
    private static void setBuffer(TextResult result, int place, CallState<MemorySegment> state, long units) {
        int unitSize = result.text().unitSize();
        MemorySegment buffer = take(state, units * unitSize);
        for (int i = 0; i < unitSize; i++) {
            buffer.set(JAVA_BYTE, i, (byte) 0); // empty text if the function writes nothing
        }
        long capacity = units * unitSize / result.text().lengthUnit();
        state.set(place, buffer, capacity);
        // A function that stores no length must not return what an earlier call left in the buffer.
        setStored(result, place, state, result.length().at() == result.place().capacity() ? capacity : 0);
    }

    private static void setStored(TextResult result, int place, CallState<MemorySegment> state, long length) {
        if (result.length().at() >= 0) {
            MemorySegment memory = state.pointer(place + 1);
            if (result.length().bytes() == Integer.BYTES) {
                memory.set(JAVA_INT, 0, (int) length);
            } else {
                memory.set(JAVA_LONG, 0, length);
            }
        }
    }

    /** Returns the length that the function stored, or else the one that it returned. */
    private static long reported(TextResult result, int place, CallState<MemorySegment> state, long returned) {
        if (result.length().at() < 0) {
            return returned;
        }
        MemorySegment memory = state.pointer(place + 1);
        return result.length().bytes() == Integer.BYTES ? memory.get(JAVA_INT, 0) : memory.get(JAVA_LONG, 0);
    }

    /** Provides a larger buffer and returns true, if the function has to be called again. */
    static boolean grow(TextResult result, int place, long returned, CallState<MemorySegment> state) {
        long length = reported(result, place, state, returned);
        long capacity = state.length(place);
        int size = result.text().unitSize() / result.text().lengthUnit();
        long most = result.place().maxUnits() * size;
        boolean whole = result.length().countsTerminator() ? length <= capacity : length < capacity;
        if (whole || capacity == most || length > most) {
            return false;
        }
        // Doubling bounds the number of calls of a function that always reports the capacity.
        long units = Math.max(length / size + 1, 2 * capacity / size);
        setBuffer(result, place, state, Math.min(units, result.place().maxUnits()));
        return true;
    }

    /**
     * Returns the result of a call.
     *
     * @param everything all memory
     * @param pointer the pointer that the function returned; null if it does not return the pointer
     * @param returned the length that the function returned, or 0
     */
    static @Nullable String finish(
            TextResult result,
            int place,
            MemorySegment everything,
            @Nullable MemorySegment pointer,
            long returned,
            CallState<MemorySegment> state) {
        long length = reported(result, place, state, returned);
        CallText text = result.text();
        CallText.End end = result.end();
        if (result.place().pointer() == TextResult.RETURNED) {
            return text.read(everything, Objects.requireNonNull(pointer, "the function's result"), end, length);
        }
        if (!result.place().isBuffer()) {
            return text.read(everything, state.pointer(place).get(JAVA_LONG, 0), end, length);
        }
        long capacity = state.length(place);
        MemorySegment buffer = state.pointer(place);
        if (end == CallText.End.ZERO) {
            long units = capacity * text.lengthUnit() / text.unitSize();
            return SegmentStrings.getStringTerminated(buffer, 0, units, text.charset(), text.policy());
        }
        long units = text.units(length);
        if (length > capacity) {
            long most = result.place().maxUnits();
            throw new IllegalStateException("native code reported a length of " + length + " for a buffer of "
                    + capacity
                    + (text.lengthUnit() == text.unitSize() ? " units" : " bytes")
                    + (most > result.place().units()
                            ? ": the largest buffer has " + most * text.unitSize() / text.lengthUnit()
                            : ": see withRetryUpTo"));
        }
        boolean zeroEnds = end == CallText.End.ZERO_OR_LENGTH;
        if (!zeroEnds
                && length == capacity
                && result.length().at() == TextResult.RETURNED
                && isZero(buffer, units - 1, text)) {
            throw new IllegalStateException("native code reported a length of " + length
                    + ", the capacity of its buffer, but the last unit is zero: it counted its terminator"
                    + " (see withTerminatorCounted), or cut the text for it (see withRetryUpTo)");
        }
        return text.decode(buffer, 0, units, zeroEnds);
    }

    private static boolean isZero(MemorySegment buffer, long unit, CallText text) {
        int bits = 0;
        for (int i = 0; i < text.unitSize(); i++) {
            bits |= buffer.get(JAVA_BYTE, unit * text.unitSize() + i);
        }
        return bits == 0;
    }

    /** Reads a text that an upcall is passed. */
    static @Nullable String read(
            TextParameter parameter, MemorySegment everything, MemorySegment pointer, long length) {
        CallText.End end = parameter.isTerminated() ? CallText.End.ZERO : CallText.End.LENGTH;
        return parameter.text().read(everything, pointer, end, length);
    }
}
