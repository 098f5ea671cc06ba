package dev.unitstr.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.CallState;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Coding;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
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
        long bytes = write(text, string, memory, 0);
        terminate(memory, bytes, end);
        if (fits || memory == state.free()) {
            state.use(bytes + end);
        }
        // A length that is passed with a terminator counts it.
        state.set(place, memory, (parameter.hasLength() ? bytes + end : bytes) / text.lengthUnit());
    }

    /** Encodes a text, and returns its size. For an empty one, {@code copy} would create an object. */
    private static long write(CallText text, String string, MemorySegment memory, long offset) {
        return string.isEmpty()
                ? 0
                : text.unitSize()
                        * SegmentStrings.copy(
                                string, text.charset(), 0, memory, offset, string.length(), text.policy());
    }

    private static void terminate(MemorySegment memory, long offset, int unitSize) {
        for (int i = 0; i < unitSize; i++) {
            memory.set(JAVA_BYTE, offset + i, (byte) 0);
        }
    }

    /** Writes pointers, and after them the texts to which they point, into one block of memory. */
    static void encodeAll(
            TextParameter parameter, int place, CallState<MemorySegment> state, @Nullable String @Nullable [] strings) {
        if (strings == null) {
            encodeNull(parameter, place, state);
            return;
        }
        CallText text = parameter.text();
        int unitSize = text.unitSize();
        int count = strings.length;
        long pointerBytes = Long.BYTES * (parameter.hasLength() ? count : count + 1L);
        long most = pointerBytes;
        Encoding encoding = Encoding.of(text.charset());
        for (String string : strings) {
            if (string != null && encoding != null) {
                most += Coding.mostBytes(encoding, string.length(), text.policy()) + unitSize;
            }
        }
        MemorySegment memory = encoding != null && most <= state.freeBytes()
                ? free(state)
                : measured(text, strings, pointerBytes, state);
        long at = pointerBytes;
        for (int i = 0; i < count; i++) {
            String string = strings[i]; // read and checked once: another thread may change the array
            memory.set(JAVA_LONG, (long) Long.BYTES * i, string == null ? 0 : memory.address() + at);
            if (string == null) {
                if (!parameter.nullableElements()) {
                    throw new NullPointerException(
                            "element " + i + " of the array of parameter " + parameter.pointer() + " is null");
                }
            } else {
                checkNoNul(parameter, string);
                at += write(text, string, memory, at);
                terminate(memory, at, unitSize);
                at += unitSize;
            }
        }
        if (!parameter.hasLength()) {
            memory.set(JAVA_LONG, (long) Long.BYTES * count, 0);
        }
        if (memory == state.free()) {
            state.use(at);
        }
        state.set(place, memory, count);
    }

    /** Returns memory for pointers and texts that may not fit into the rest. */
    private static MemorySegment measured(
            CallText text, @Nullable String[] strings, long pointerBytes, CallState<MemorySegment> state) {
        long bytes = pointerBytes;
        for (String string : strings) {
            if (string != null) {
                bytes += text.unitSize() * (1 + SegmentStrings.encodedUnits(string, text.charset(), text.policy()));
            }
        }
        return bytes <= state.freeBytes() ? free(state) : allocate(state, bytes);
    }

    private static void encodeNull(TextParameter parameter, int place, CallState<MemorySegment> state) {
        if (!parameter.text().nullable()) {
            throw new NullPointerException((parameter.isArray() ? "the array of parameter " : "the text of parameter ")
                    + parameter.pointer() + " is null");
        }
        state.set(place, MemorySegment.NULL, 0);
    }

    private static void checkNoNul(TextParameter parameter, String string) {
        if (!parameter.nulAllowed()) {
            int nul = string.indexOf('\0');
            if (nul >= 0) {
                throw nul("text of parameter " + parameter.pointer(), nul);
            }
        }
    }

    private static IllegalArgumentException nul(String what, int index) {
        return new IllegalArgumentException(
                "the " + what + " has a NUL at index " + index + ", where the function would see its end");
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
            throw tooLong(length, index, "an int", Integer.MAX_VALUE);
        }
        return (int) length;
    }

    static short shortLength(int place, int index, CallState<MemorySegment> state) {
        long length = state.length(place);
        if (length > Short.MAX_VALUE) {
            throw tooLong(length, index, "a short", Short.MAX_VALUE);
        }
        return (short) length;
    }

    private static IllegalArgumentException tooLong(long length, int index, String type, int most) {
        return new IllegalArgumentException("the text has a length of " + length + ", but parameter " + index + " is "
                + type + ": at most " + most);
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
        long capacity = result.capacity(units);
        state.set(place, buffer, capacity);
        // A function that stores no length must not return what an earlier call left in the buffer.
        setStored(result, place, state, result.length().at() == result.place().capacity() ? capacity : 0);
    }

    private static void setStored(TextResult result, int place, CallState<MemorySegment> state, long length) {
        if (result.length().at() >= 0) {
            MemorySegment memory = state.pointer(place + 1);
            switch (result.length().bytes()) {
                case Short.BYTES -> memory.set(JAVA_SHORT, 0, (short) length);
                case Integer.BYTES -> memory.set(JAVA_INT, 0, (int) length);
                default -> memory.set(JAVA_LONG, 0, length);
            }
        }
    }

    /** Returns the length that the function stored, or else the one that it returned. */
    private static long reported(TextResult result, int place, CallState<MemorySegment> state, long returned) {
        if (result.length().at() < 0) {
            return returned;
        }
        MemorySegment memory = state.pointer(place + 1);
        return switch (result.length().bytes()) {
            case Short.BYTES -> memory.get(JAVA_SHORT, 0);
            case Integer.BYTES -> memory.get(JAVA_INT, 0);
            default -> memory.get(JAVA_LONG, 0);
        };
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
        if (result.isNull(length)) {
            return null;
        }
        long units = text.units(length);
        if (length > capacity) {
            long most = result.place().maxUnits();
            throw new IllegalStateException("native code reported a length of " + length + " for a buffer of "
                    + capacity
                    + (text.isInBytes() ? " bytes" : " units")
                    + (most > result.place().units()
                            ? ": the largest buffer has " + result.capacity(most)
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
        CallText.End end = !parameter.isTerminated()
                ? CallText.End.LENGTH
                : parameter.hasLength() ? CallText.End.ZERO_OR_LENGTH : CallText.End.ZERO;
        return parameter.text().read(everything, pointer, end, length);
    }

    /** Reads the texts that an upcall is passed as an array of pointers. */
    static @Nullable String @Nullable [] readAll(TextParameter parameter, MemorySegment pointers, long count) {
        CallText text = parameter.text();
        if (count < 0) {
            throw new IllegalStateException("native code passed a negative count of pointers: " + count);
        }
        if (SegmentCStrings.isNull(pointers)) {
            if (text.nullable()) {
                return null;
            }
            if (parameter.hasLength() && count == 0) {
                return new String[0];
            }
            throw CallText.nullPointer();
        }
        @Nullable
        String[] strings = parameter.hasLength()
                ? SegmentCStrings.getPointers(pointers, 0, count, text.charset(), text.policy())
                : SegmentCStrings.getPointers(pointers, 0, text.charset(), text.policy());
        if (parameter.hasLength() && !text.nullable()) {
            for (String string : strings) {
                if (string == null) {
                    throw CallText.nullPointer();
                }
            }
        }
        return strings;
    }

    /** Returns the pointer that an upcall returns to native code. */
    static MemorySegment give(TextResult result, SegmentAllocator allocator, @Nullable String string) {
        CallText text = result.text();
        if (string == null) {
            if (!text.nullable()) {
                throw new NullPointerException("the target returned null where none is allowed: see nullable()");
            }
            return MemorySegment.NULL;
        }
        int nul = string.indexOf('\0');
        if (nul >= 0) {
            throw nul("result", nul);
        }
        MemorySegment memory = SegmentCStrings.allocateTerminated(allocator, string, text.charset(), text.policy());
        if (!memory.isNative()) {
            throw new IllegalArgumentException("allocator returned memory on the heap, to which C has no pointer");
        }
        return memory;
    }

    /** Tests whether a pointer is to be freed. One that is recognized as wrong would crash the function that frees. */
    static boolean isOwned(@Nullable MemorySegment pointer) {
        return pointer != null && (!pointer.isNative() || pointer.address() >= AddressRegion.LEAST_ADDRESS);
    }

    /** Returns the pointer that the function stored. */
    static MemorySegment stored(int place, CallState<MemorySegment> state) {
        return MemorySegment.ofAddress(state.pointer(place).get(JAVA_LONG, 0));
    }
}
