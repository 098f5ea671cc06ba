package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.memory.AddressRegion;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of a text that a C function takes or returns.
 *
 * @param unitSize the size of a code unit of {@code charset}, in bytes
 * @param lengthUnit the size of what a length counts, in bytes: {@code unitSize} or 1
 * @param nullable whether the pointer may be null
 */
record CallText(Charset charset, MalformedPolicy policy, int unitSize, int lengthUnit, boolean nullable) {
    /** Where a text ends: before its first zero unit, at its length, or at what comes first. */
    enum End {
        ZERO,
        LENGTH,
        ZERO_OR_LENGTH
    }

    static CallText of(Charset charset) {
        int unitSize = UnitCharsets.unitSize(charset);
        return new CallText(charset, MalformedPolicy.REPLACE, unitSize, unitSize, false);
    }

    static void checkIndex(String name, int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index of " + name + " is negative: " + index);
        }
    }

    boolean isInBytes() {
        return lengthUnit != unitSize;
    }

    CallText inBytes() {
        return new CallText(charset, policy, unitSize, 1, nullable);
    }

    CallText orNull() {
        return new CallText(charset, policy, unitSize, lengthUnit, true);
    }

    CallText with(MalformedPolicy policy) {
        return new CallText(charset, Objects.requireNonNull(policy, "policy"), unitSize, lengthUnit, nullable);
    }

    /**
     * Checks what only matters for text that is encoded.
     *
     * @param what who takes the text, for the message
     * @param endsAtNul whether a NUL ends the text
     */
    void checkEncodes(String what, boolean endsAtNul) {
        if (!charset.canEncode()) {
            throw new UnsupportedOperationException("charset " + charset + " of " + what + " cannot encode");
        }
        if (endsAtNul && policy.replacement().orElse("").indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the policy of " + what
                    + " replaces characters by text with a NUL, where the function would see its end");
        }
    }

    /** Returns a length that native code reported, in code units. */
    long units(long length) {
        if (length < 0) {
            throw new IllegalStateException("native code reported a negative length: " + length);
        }
        if (lengthUnit == unitSize) {
            return length;
        }
        if (length % unitSize != 0) {
            throw new IllegalStateException(
                    "native code reported " + length + " bytes, which end inside a unit of " + charset);
        }
        return length / unitSize;
    }

    /**
     * Reads text to which native code points.
     *
     * @param everything all memory, in which the offset of a byte is its address
     * @param pointer the pointer; if it has a size, the text must be within it
     * @param end where the text ends
     * @param length the length as native code reported it, unless the text ends with {@link End#ZERO}
     * @return the string, or null for a null pointer
     */
    @Nullable
    String read(MemorySegment everything, MemorySegment pointer, End end, long length) {
        return SegmentCStrings.isNull(pointer) || SegmentCStrings.isPointer(pointer)
                ? read(everything, pointer.address(), end, length)
                : decode(pointer, 0, end, end == End.ZERO ? 0 : units(length));
    }

    @Nullable
    String read(MemorySegment everything, long address, End end, long length) {
        if (address == 0 && nullable) {
            return null;
        }
        long units = end == End.ZERO ? 0 : units(length);
        if (end != End.ZERO && units == 0) {
            return ""; // at any pointer: in Rust, that of an empty text is the alignment
        }
        if (address == 0) {
            throw nullPointer();
        }
        if (address < AddressRegion.LEAST_ADDRESS) {
            throw AddressRegion.notMapped("the pointer from native code", address);
        }
        return decode(everything, address, end, units);
    }

    static IllegalStateException nullPointer() {
        return new IllegalStateException("native code passed a null pointer where none is allowed: see nullable()");
    }

    private String decode(MemorySegment memory, long offset, End end, long units) {
        long most = (memory.byteSize() - Math.max(offset, 0)) / unitSize;
        if (units > most) {
            throw new IllegalStateException("native code reported a length of " + units
                    + " units, but the memory of its pointer has at most " + most);
        }
        return end == End.ZERO
                ? SegmentStrings.getStringTerminated(memory, offset, charset, policy)
                : decode(memory, offset, units, end == End.ZERO_OR_LENGTH);
    }

    /** Decodes text of a known length, up to its first zero unit if that ends it. */
    String decode(MemorySegment memory, long offset, long units, boolean zeroEnds) {
        return zeroEnds
                ? SegmentStrings.getStringTerminated(memory, offset, units, charset, policy)
                : SegmentStrings.getString(memory, offset, units, charset, policy);
    }
}
