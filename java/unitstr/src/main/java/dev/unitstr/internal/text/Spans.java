package dev.unitstr.internal.text;

import dev.unitstr.LengthPrefix;
import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.util.Objects;

/**
 * The implementations of {@link StringSpans}. They return the numbers unchecked: {@link BatchStrings} checks each place
 * on its own copy of the numbers.
 */
public interface Spans extends StringSpans {
    /** The size that denotes a null element; only if {@link #hasNone}. */
    long NONE = Long.MIN_VALUE;

    /**
     * Checks the spans that a caller passed.
     *
     * @param spans the spans
     * @return {@code spans}
     * @throws NullPointerException if {@code spans} is null
     * @throws IllegalArgumentException if {@code spans} is not an instance of this class
     */
    static Spans of(StringSpans spans) {
        if (Objects.requireNonNull(spans, "spans") instanceof Spans ours) {
            return ours;
        }
        throw new IllegalArgumentException(
                "spans is a " + spans.getClass().getName() + ": not created by StringSpans or SegmentSpans");
    }

    /**
     * Stores the places of strings: for each its offset in bytes, and its size or {@link #NONE}.
     *
     * @param binding accesses memory that Java cannot access
     * @param text the memory that holds the strings
     * @param first the index of the first string
     * @param n the number of strings, all of which exist
     * @param pairs receives two numbers for each string
     * @param scratch a scratch for copies
     */
    void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch);

    /**
     * Tests whether {@link #fill} stores sizes in bytes rather than in units.
     *
     * @return true if the sizes are in bytes
     */
    default boolean countsBytes() {
        return false;
    }

    /**
     * Tests whether a string ends before its first zero unit.
     *
     * @return true if the strings are terminated
     */
    default boolean isTerminated() {
        return false;
    }

    /**
     * Tests whether blanks at the end of a string are left out.
     *
     * @return true if the strings are padded with blanks
     */
    default boolean isPadded() {
        return false;
    }

    /**
     * Tests whether elements may be null.
     *
     * @return true if {@link #fill} may store {@link #NONE}
     */
    default boolean hasNone() {
        return false;
    }

    /**
     * Checks conditions that concern all strings.
     *
     * @param text the memory that holds the strings
     * @param unitSize the size of a code unit, in bytes
     */
    default void check(Region text, int unitSize) {}

    /**
     * Checks liveness of the memory that holds the places.
     *
     * @param binding accesses memory that Java cannot access
     */
    default void checkAccess(Binding binding) {}

    /**
     * Returns the exception for a place that the caller has found to be invalid.
     *
     * @param text the memory that holds the strings
     * @param index the index of the string
     * @param offset the first of the two numbers that {@link #fill} stored
     * @param size the second
     * @param unitSize the size of a code unit, in bytes
     * @return the exception
     */
    RuntimeException wrong(Region text, long index, long offset, long size, int unitSize);

    /**
     * The places of {@link StringSpans#of}.
     *
     * @param offsets the offsets, in bytes
     * @param units the lengths, in code units
     */
    record Arrays(long[] offsets, long[] units) implements Spans {
        /** Checks the arguments. */
        public Arrays {
            Objects.requireNonNull(offsets, "offsets");
            Objects.requireNonNull(units, "units");
            if (offsets.length != units.length) {
                throw new IllegalArgumentException("offsets has " + offsets.length + " elements and units has "
                        + units.length + ": must be equal");
            }
        }

        @Override
        public long count() {
            return offsets.length;
        }

        @Override
        public void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int from = (int) first;
            for (int i = 0; i < n; i++) {
                pairs[2 * i] = offsets[from + i];
                pairs[2 * i + 1] = units[from + i];
            }
        }

        @Override
        public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String at = "[" + index + "]";
            return Checks.whySpan("offsets" + at, offset, "units" + at, size, unitSize, text);
        }
    }

    /** Where the text of a field ends. */
    enum FieldEnd {
        /** At the end of the field. */
        FIELD,
        /** Before the first zero unit, or at the end of the field. */
        ZERO,
        /** Before the blanks at the end of the field. */
        BLANKS
    }

    /**
     * The places of {@link StringSpans#ofFields}, {@link StringSpans#ofTerminatedFields} and
     * {@link StringSpans#ofPaddedFields}.
     *
     * @param offset the offset of the first field, in bytes
     * @param fieldUnits the size of a field, in code units
     * @param strideBytes the distance between the starts of adjacent fields, in bytes
     * @param count the number of fields
     * @param end where the text of a field ends
     */
    record Fields(long offset, long fieldUnits, long strideBytes, long count, FieldEnd end) implements Spans {
        /** Checks the arguments. */
        public Fields {
            Checks.notNegative("fieldUnits", fieldUnits);
            Checks.stride(strideBytes);
            Checks.notNegative("count", count);
            if (offset < 0) {
                throw new IndexOutOfBoundsException("offset is " + offset + ": negative");
            }
        }

        @Override
        public boolean isTerminated() {
            return end == FieldEnd.ZERO;
        }

        @Override
        public boolean isPadded() {
            return end == FieldEnd.BLANKS;
        }

        @Override
        public void check(Region text, int unitSize) {
            if (end != FieldEnd.ZERO) {
                Checks.textBytes("fieldUnits", fieldUnits, unitSize);
            }
            long size = text.byteSize();
            long last = count - 1;
            if (last < 0) {
                Checks.offset("offset", offset, text);
                return;
            }
            boolean first = offset <= size && fieldUnits <= (size - offset) / unitSize;
            if (!first || last > (size - offset - fieldUnits * unitSize) / strideBytes) {
                throw new IndexOutOfBoundsException("offset is " + offset + ": from there, " + count + " fields of "
                        + fieldUnits + " units of " + unitSize + (unitSize == 1 ? " byte" : " bytes") + ", "
                        + strideBytes + " bytes apart," + Checks.notWithin(text));
            }
        }

        @Override
        public void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            long at = offset + first * strideBytes;
            for (int i = 0; i < n; i++) {
                pairs[2 * i] = at;
                pairs[2 * i + 1] = fieldUnits;
                at += strideBytes;
            }
        }

        @Override
        public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            return new IllegalStateException("field " + index + " became invalid after all fields were checked");
        }
    }

    /**
     * The places of {@link StringSpans#ofPointers(java.nio.ByteBuffer, int, int, int, LengthPrefix, int, int)}.
     *
     * @param structs the memory that holds the structs
     * @param offset the offset of the first struct, in bytes
     * @param pointerAt the offset of the pointer in a struct, in bytes
     * @param lengthAt the offset of the length in a struct, in bytes
     * @param length the form of the length
     * @param strideBytes the size of a struct, in bytes
     * @param count the number of structs
     */
    record Pointers(
            Region structs,
            long offset,
            long pointerAt,
            long lengthAt,
            LengthPrefix length,
            long strideBytes,
            long count)
            implements Spans {
        /** The maximum number of bytes copied at once; of larger structs, only a part is copied. */
        private static final int BLOCK = 8 * 1024;

        /** Checks the arguments. */
        public Pointers {
            if (Objects.requireNonNull(length, "length").prefixBytes() == 0) {
                throw new IllegalArgumentException("length is a varint: not a member of a struct");
            }
            Checks.stride(strideBytes);
            Checks.member("pointerAt", pointerAt, Long.BYTES, strideBytes);
            Checks.member("lengthAt", lengthAt, length.prefixBytes(), strideBytes);
            Checks.notNegative("count", count);
            Checks.structs(RegionStrings.place(structs, "offset"), offset, count, strideBytes, structs);
            structs.checkAddress(offset, count);
        }

        @Override
        public boolean countsBytes() {
            return length.countsBytes();
        }

        @Override
        public boolean hasNone() {
            return true;
        }

        @Override
        public void check(Region text, int unitSize) {
            text.address(); // throws if the memory has no known address
        }

        @Override
        public void checkAccess(Binding binding) {
            RegionStrings.checkAccess(binding, structs);
        }

        @Override
        public void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            byte[] copy = scratch.bytes(BLOCK);
            long base = text.address();
            long at = offset + first * strideBytes;
            if (strideBytes > BLOCK) {
                for (int i = 0; i < n; i++) {
                    char[] chars = scratch.chars(Long.BYTES);
                    RawBytes.readPiece(binding, structs, at + pointerAt, copy, Long.BYTES, chars);
                    long pointer = Words.number(copy, 0, 8, true);
                    RawBytes.readPiece(binding, structs, at + lengthAt, copy, length.prefixBytes(), chars);
                    put(pairs, i, base, pointer, Words.length(copy, 0, length));
                    at += strideBytes;
                }
                return;
            }
            int stride = (int) strideBytes;
            int block = BLOCK / stride;
            for (int done = 0; done < n; done += block) {
                int now = Math.min(block, n - done);
                RawBytes.readPiece(binding, structs, at, copy, now * stride, scratch.chars(now * stride));
                for (int i = 0; i < now; i++) {
                    int struct = i * stride;
                    long pointer = Words.number(copy, struct + (int) pointerAt, 8, true);
                    put(pairs, done + i, base, pointer, Words.length(copy, struct + (int) lengthAt, length));
                }
                at += (long) now * stride;
            }
        }

        private static void put(long[] pairs, int i, long base, long pointer, long length) {
            pairs[2 * i] = pointer - base;
            pairs[2 * i + 1] = pointer == 0 ? NONE : Math.max(length, -1); // all negative lengths are equally invalid
        }

        @Override
        public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String pointer = "the pointer of struct " + index + ", relative to the start of the memory,";
            String name = "the length of struct " + index;
            if (countsBytes() && size % unitSize != 0) {
                return new IllegalArgumentException(
                        name + " is " + size + " bytes: not a multiple of " + unitSize + ", the size of a unit");
            }
            return Checks.whySpan(pointer, offset, name, countsBytes() ? size / unitSize : size, unitSize, text);
        }
    }
}
