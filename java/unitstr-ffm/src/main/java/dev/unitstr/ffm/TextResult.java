package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.text.Coding;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The only implementation of {@link StringResult}; a record for the reason that {@link LayoutField} is one. */
record TextResult(
        Place place,
        Length length,
        CallText text,
        @Nullable MethodHandle check,
        @Nullable MethodHandle free) implements StringResult {
    /** In place of an index: the result of the function. */
    static final int RETURNED = -1;
    /** In place of an index: there is no such parameter. */
    static final int NONE = -2;

    /**
     * Where the text is.
     *
     * @param pointer the index of the pointer, or {@link #RETURNED}
     * @param capacity the index of the capacity of a buffer; {@link #NONE} if the text is at a pointer
     * @param units the capacity of the first buffer
     * @param maxUnits the capacity of the largest buffer
     */
    record Place(int pointer, int capacity, long units, long maxUnits) {
        boolean isBuffer() {
            return capacity != NONE;
        }
    }

    /**
     * Where the length is.
     *
     * @param at the index of the address of the length, {@link #RETURNED}, or {@link #NONE} for text with a terminator
     * @param bytes the size of a length in memory
     * @param countsTerminator whether the text ends before its first zero unit within the length
     */
    record Length(int at, int bytes, boolean countsTerminator) {}

    static TextResult ofPointer(int pointer, Charset charset) {
        return of(new Place(pointer, NONE, 0, 0), charset);
    }

    static TextResult ofBuffer(int pointer, int capacity, long units, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        CallText.checkIndex("capacity", capacity);
        if (pointer == capacity) {
            throw new IllegalArgumentException("pointer and capacity are the same parameter: " + pointer);
        }
        TextResult result = of(new Place(pointer, capacity, units, units), charset);
        result.checkUnits("units", units, 1);
        return result;
    }

    private static TextResult of(Place place, Charset charset) {
        return new TextResult(place, new Length(NONE, 0, false), CallText.of(charset), null, null);
    }

    private void checkUnits(String name, long units, long least) {
        long most = Integer.MAX_VALUE / text.unitSize();
        if (units < least || units > most) {
            throw new IllegalArgumentException(
                    name + " is " + units + ": expected " + least + " to " + most + " for " + text.charset());
        }
    }

    /** Returns the capacity of a buffer in what the function counts. */
    long capacity(long units) {
        return units * text.unitSize() / text.lengthUnit();
    }

    CallText.End end() {
        if (length.at() == NONE) {
            return CallText.End.ZERO;
        }
        return length.countsTerminator() ? CallText.End.ZERO_OR_LENGTH : CallText.End.LENGTH;
    }

    /** Checks what the single methods cannot check, because they are called in any order. */
    void checkCombination() {
        if (place.isBuffer() && text.nullable() && length.at() == NONE) {
            throw new IllegalArgumentException(
                    "a buffer is never null: nullable() applies to pointers, and to lengths, of which -1 is null");
        }
        if (length.at() == NONE || length.countsTerminator()) {
            Coding.checkNul(text.charset());
        }
        if (length.at() == NONE) {
            if (length.countsTerminator()) {
                throw new IllegalArgumentException(
                        "a counted terminator requires a length: see withReturnedLength and withLengthAt");
            }
            if (place.maxUnits() > place.units()) {
                throw new IllegalArgumentException(
                        "a retry requires a length: see withReturnedLength and withLengthAt");
            }
            if (!place.isBuffer() && text.lengthUnit() != text.unitSize()) {
                throw new IllegalArgumentException(
                        "a length in bytes requires a length: see withReturnedLength and withLengthAt");
            }
        }
    }

    @Override
    public StringResult withReturnedLength() {
        if (place.pointer() == RETURNED) {
            throw new IllegalStateException("the function returns the pointer");
        }
        return new TextResult(place, new Length(RETURNED, 0, length.countsTerminator()), text, check, free);
    }

    @Override
    public StringResult withLengthAt(int index, int lengthBytes) {
        CallText.checkIndex("length", index);
        if (lengthBytes != Short.BYTES && lengthBytes != Integer.BYTES && lengthBytes != Long.BYTES) {
            throw new IllegalArgumentException("lengthBytes is " + lengthBytes + ": expected 2, 4 or 8");
        }
        return new TextResult(place, new Length(index, lengthBytes, length.countsTerminator()), text, check, free);
    }

    @Override
    public StringResult withTerminatorCounted() {
        return new TextResult(place, new Length(length.at(), length.bytes(), true), text, check, free);
    }

    @Override
    public StringResult withLengthInBytes() {
        return new TextResult(place, length, text.inBytes(), check, free);
    }

    @Override
    public StringResult withRetryUpTo(long maxUnits) {
        if (!place.isBuffer()) {
            throw new IllegalStateException("the function fills no buffer");
        }
        checkUnits("maxUnits", maxUnits, place.units());
        Place growing = new Place(place.pointer(), place.capacity(), place.units(), maxUnits);
        return new TextResult(growing, length, text, check, free);
    }

    @Override
    public StringResult nullable() {
        return new TextResult(place, length, text.orNull(), check, free);
    }

    @Override
    public StringResult withPolicy(MalformedPolicy policy) {
        return new TextResult(place, length, text.with(policy), check, free);
    }

    /** Checks that this describes what an upcall can return. */
    void checkUpcall() {
        if (place.pointer() != RETURNED || length.at() != NONE || check != null || free != null) {
            throw new IllegalArgumentException("a callback returns a pointer to text with a terminator: expected"
                    + " StringResult.ofPointer, without a length, a check, or a function that frees");
        }
        text.checkEncodes("the result", true);
    }

    /** Whether native code reports, in place of the length of a buffer, that there is no text. */
    boolean isNull(long reported) {
        return reported == -1 && place.isBuffer() && text.nullable();
    }

    @Override
    public StringResult withFree(MethodHandle free) {
        Objects.requireNonNull(free, "free");
        if (place.isBuffer()) {
            throw new IllegalStateException("the adapter owns the buffer: there is nothing to free");
        }
        MethodType type = free.type();
        if (type.parameterCount() != 1 || type.parameterType(0) != MemorySegment.class) {
            throw new IllegalArgumentException(
                    "free has the type " + type + ": expected one parameter, a MemorySegment, and any result");
        }
        return new TextResult(place, length, text, check, free.asType(type.changeReturnType(void.class)));
    }

    @Override
    public StringResult withCheck(MethodHandle check) {
        return new TextResult(place, length, text, Objects.requireNonNull(check, "check"), free);
    }
}
