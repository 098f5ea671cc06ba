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
    static CallText of(Charset charset) {
        int unitSize = UnitCharsets.unitSize(charset);
        return new CallText(charset, MalformedPolicy.REPLACE, unitSize, unitSize, false);
    }

    static void checkIndex(String name, int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index of " + name + " is negative: " + index);
        }
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
     * @param terminated whether the text ends before its first zero unit
     * @param length the length as native code reported it, if the text is not terminated
     * @return the string, or null for a null pointer
     */
    @Nullable
    String read(MemorySegment everything, MemorySegment pointer, boolean terminated, long length) {
        return SegmentCStrings.isNull(pointer) || SegmentCStrings.isPointer(pointer)
                ? read(everything, pointer.address(), terminated, length)
                : decode(pointer, 0, terminated, terminated ? 0 : units(length));
    }

    @Nullable
    String read(MemorySegment everything, long address, boolean terminated, long length) {
        if (address == 0 && nullable) {
            return null;
        }
        long units = terminated ? 0 : units(length);
        if (address != 0) {
            // An empty text may have any pointer but null: in Rust it is the alignment.
            if (address > 0 && address < AddressRegion.LEAST_ADDRESS && (terminated || units > 0)) {
                throw new IndexOutOfBoundsException("native code passed the pointer " + address + ": not an address");
            }
            return decode(everything, address, terminated, units);
        }
        if (!terminated && units == 0) {
            return "";
        }
        throw new IllegalStateException("native code passed a null pointer where none is allowed: see nullable()");
    }

    private String decode(MemorySegment memory, long offset, boolean terminated, long units) {
        long most = (memory.byteSize() - Math.max(offset, 0)) / unitSize;
        if (units > most) {
            throw new IllegalStateException("native code reported a length of " + units
                    + " units, but the memory of its pointer has at most " + most);
        }
        return terminated
                ? SegmentStrings.getStringTerminated(memory, offset, charset, policy)
                : SegmentStrings.getString(memory, offset, units, charset, policy);
    }
}
