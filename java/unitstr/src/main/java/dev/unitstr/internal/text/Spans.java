package dev.unitstr.internal.text;

import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The implementations of {@link StringSpans}. They return the numbers unchecked: {@link BatchStrings} checks each place
 * on its own copy of the numbers.
 */
public abstract class Spans implements StringSpans {
    /** The size that denotes a null element; only if {@link #hasNone}. */
    static final long NONE = Long.MIN_VALUE;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final long count;

    private Spans(long count) {
        this.count = count;
    }

    /**
     * Checks the spans that a caller passed.
     *
     * @param spans the spans
     * @return {@code spans}
     * @throws NullPointerException if {@code spans} is null
     * @throws IllegalArgumentException if {@code spans} is not an instance of this class
     */
    public static Spans of(StringSpans spans) {
        if (Objects.requireNonNull(spans, "spans") instanceof Spans ours) {
            return ours;
        }
        throw new IllegalArgumentException(
                "spans is a " + spans.getClass().getName() + ": not created by StringSpans or SegmentSpans");
    }

    @Override
    public final long count() {
        return count;
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
    abstract void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch);

    /** Tests whether {@link #fill} returns sizes in bytes rather than in units. */
    boolean countsBytes() {
        return false;
    }

    /** Tests whether a string ends before its first zero unit. */
    boolean isTerminated() {
        return false;
    }

    /** Tests whether elements may be null. */
    boolean hasNone() {
        return false;
    }

    /** Checks conditions that concern all strings. */
    void check(Region text, int unitSize) {}

    /** Checks liveness of the memory that holds the places. */
    void checkAccess(Binding binding) {}

    /** Returns the exception for a place that the caller has found to be invalid. */
    abstract RuntimeException wrong(Region text, long index, long offset, long size, int unitSize);

    /**
     * Returns the places of {@link StringSpans#of}.
     *
     * @param offsets the offsets, in bytes
     * @param units the lengths, in code units
     * @return the places
     */
    public static Spans arrays(long[] offsets, long[] units) {
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(units, "units");
        if (offsets.length != units.length) {
            throw new IllegalArgumentException(
                    "offsets has " + offsets.length + " elements and units has " + units.length + ": must be equal");
        }
        return new Arrays(offsets, units);
    }

    /**
     * Returns the places of {@link StringSpans#ofOffsets(int[])}.
     *
     * @param offsets the offsets, in bytes
     * @return the places
     */
    public static Spans offsets(int[] offsets) {
        return new IntOffsets(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * Returns the places of {@link StringSpans#ofOffsets(long[])}.
     *
     * @param offsets the offsets, in bytes
     * @return the places
     */
    public static Spans offsets(long[] offsets) {
        return new LongOffsets(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * Returns the places of {@link StringSpans#ofOffsets(java.nio.ByteBuffer, int, int, int)}.
     *
     * @param entries the memory that holds the entries
     * @param place the caller's name of {@code offset}
     * @param offset the offset of the first entry, in bytes
     * @param entryBytes the size of an entry, in bytes
     * @param count the number of strings
     * @return the places
     */
    public static Spans offsets(Region entries, String place, long offset, int entryBytes, long count) {
        Checks.entryBytes("entryBytes", entryBytes);
        Checks.notNegative("count", count);
        Checks.entries(place, offset, count, entryBytes, entries);
        return new MemoryOffsets(entries, offset, entryBytes, count);
    }

    /**
     * Returns the places of {@link StringSpans#ofFields} and {@link StringSpans#ofTerminatedFields}.
     *
     * @param offset the offset of the first field, in bytes
     * @param fieldUnits the size of a field, in code units
     * @param strideBytes the distance between the starts of adjacent fields, in bytes
     * @param count the number of fields
     * @param terminated whether a zero unit ends the text
     * @return the places
     */
    public static Spans fields(long offset, long fieldUnits, long strideBytes, long count, boolean terminated) {
        Checks.notNegative("fieldUnits", fieldUnits);
        Checks.stride(strideBytes);
        Checks.notNegative("count", count);
        if (offset < 0) {
            throw new IndexOutOfBoundsException("offset is " + offset + ": negative");
        }
        return new Fields(offset, fieldUnits, strideBytes, count, terminated);
    }

    /**
     * Returns the places of {@link StringSpans#ofPointers(java.nio.ByteBuffer, int, int, int, int, int, int)}.
     *
     * @param structs the memory that holds the structs
     * @param place the caller's name of {@code offset}
     * @param offset the offset of the first struct, in bytes
     * @param pointerAt the offset of the pointer in a struct, in bytes
     * @param lengthAt the offset of the length in a struct, in bytes
     * @param lengthBytes the size of the length, in bytes
     * @param strideBytes the size of a struct, in bytes
     * @param count the number of structs
     * @return the places
     */
    public static Spans pointers(
            Region structs,
            String place,
            long offset,
            long pointerAt,
            long lengthAt,
            int lengthBytes,
            long strideBytes,
            long count) {
        Checks.entryBytes("lengthBytes", lengthBytes);
        Checks.stride(strideBytes);
        Checks.member("pointerAt", pointerAt, Long.BYTES, strideBytes);
        Checks.member("lengthAt", lengthAt, lengthBytes, strideBytes);
        Checks.notNegative("count", count);
        Checks.structs(place, offset, count, strideBytes, structs);
        return new Pointers(structs, offset, pointerAt, lengthAt, lengthBytes, strideBytes, count);
    }

    /** Returns a number in memory. A number of 8 bytes is signed; {@code signed} applies to numbers of 4 bytes. */
    static long number(byte[] bytes, int at, int size, boolean signed) {
        if (size == Long.BYTES) {
            return (long) LONGS.get(bytes, at);
        }
        int number = (int) INTS.get(bytes, at);
        return signed ? number : Integer.toUnsignedLong(number);
    }

    private static final class Arrays extends Spans {
        private final long[] offsets;
        private final long[] units;

        Arrays(long[] offsets, long[] units) {
            super(offsets.length);
            this.offsets = offsets;
            this.units = units;
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int from = (int) first;
            for (int i = 0; i < n; i++) {
                pairs[2 * i] = offsets[from + i];
                pairs[2 * i + 1] = units[from + i];
            }
        }

        @Override
        RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String at = "[" + index + "]";
            return Checks.whySpan("offsets" + at, offset, "units" + at, size, unitSize, text);
        }
    }

    /** Adjacent strings: each starts at the end of the previous one. */
    private abstract static class Offsets extends Spans {
        Offsets(long count) {
            super(count);
        }

        @Override
        boolean countsBytes() {
            return true;
        }

        @Override
        RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String from = "offsets[" + index + "] is " + offset;
            String next = "offsets[" + (index + 1) + "]";
            long to = offset + size; // the next entry again: size is the difference of two entries
            if (to < offset) {
                return new IllegalArgumentException(next + " is " + to + ": below " + from);
            }
            if (offset < 0 || size < 0 || size > text.byteSize() || offset > text.byteSize() - size) {
                return new IndexOutOfBoundsException(from + " and " + next + " is " + to
                        + ": not within the memory, which has " + text.byteSize() + " bytes");
            }
            if (size > Integer.MAX_VALUE) {
                return new IllegalArgumentException(from + " and " + next + " is " + to + ": more bytes than "
                        + Integer.MAX_VALUE + ", the maximum size of a string");
            }
            return new IllegalArgumentException(from + " and " + next + " is " + to
                    + ": the difference is not a multiple of the unit size, " + unitSize + " bytes");
        }
    }

    private static final class IntOffsets extends Offsets {
        private final int[] offsets;

        IntOffsets(int[] offsets) {
            super(Math.max(offsets.length - 1, 0));
            this.offsets = offsets;
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int from = (int) first;
            long start = offsets[from];
            for (int i = 0; i < n; i++) {
                long end = offsets[from + i + 1];
                pairs[2 * i] = start;
                pairs[2 * i + 1] = end - start;
                start = end;
            }
        }
    }

    private static final class LongOffsets extends Offsets {
        private final long[] offsets;

        LongOffsets(long[] offsets) {
            super(Math.max(offsets.length - 1, 0));
            this.offsets = offsets;
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int from = (int) first;
            long start = offsets[from];
            for (int i = 0; i < n; i++) {
                long end = offsets[from + i + 1];
                pairs[2 * i] = start;
                pairs[2 * i + 1] = end - start;
                start = end;
            }
        }
    }

    private static final class MemoryOffsets extends Offsets {
        private final Region entries;
        private final long offset;
        private final int entryBytes;

        MemoryOffsets(Region entries, long offset, int entryBytes, long count) {
            super(count);
            this.entries = entries;
            this.offset = offset;
            this.entryBytes = entryBytes;
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int bytes = (n + 1) * entryBytes;
            byte[] copy = scratch.bytes(bytes);
            RawBytes.readPiece(binding, entries, offset + first * entryBytes, copy, bytes, scratch.chars(bytes));
            long start = number(copy, 0, entryBytes, true);
            for (int i = 0; i < n; i++) {
                long end = number(copy, (i + 1) * entryBytes, entryBytes, true);
                pairs[2 * i] = start;
                pairs[2 * i + 1] = end - start;
                start = end;
            }
        }

        @Override
        void checkAccess(Binding binding) {
            RegionStrings.checkAccess(binding, entries, 0);
        }
    }

    private static final class Fields extends Spans {
        private final long offset;
        private final long fieldUnits;
        private final long strideBytes;
        private final boolean terminated;

        Fields(long offset, long fieldUnits, long strideBytes, long count, boolean terminated) {
            super(count);
            this.offset = offset;
            this.fieldUnits = fieldUnits;
            this.strideBytes = strideBytes;
            this.terminated = terminated;
        }

        @Override
        boolean isTerminated() {
            return terminated;
        }

        @Override
        void check(Region text, int unitSize) {
            if (!terminated) {
                Checks.textBytes("fieldUnits", fieldUnits, unitSize);
            }
            long size = text.byteSize();
            long last = count() - 1;
            if (last < 0) {
                Checks.offset("offset", offset, text);
                return;
            }
            boolean first = offset <= size && fieldUnits <= (size - offset) / unitSize;
            if (!first || last > (size - offset - fieldUnits * unitSize) / strideBytes) {
                throw new IndexOutOfBoundsException("offset is " + offset + ": from there, " + count() + " fields of "
                        + fieldUnits + " units of " + unitSize + (unitSize == 1 ? " byte" : " bytes") + ", "
                        + strideBytes + " bytes apart," + Checks.notWithin(text));
            }
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            long at = offset + first * strideBytes;
            for (int i = 0; i < n; i++) {
                pairs[2 * i] = at;
                pairs[2 * i + 1] = fieldUnits;
                at += strideBytes;
            }
        }

        @Override
        RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            return new IllegalStateException("field " + index + " became invalid after all fields were checked");
        }
    }

    private static final class Pointers extends Spans {
        /** The maximum number of bytes copied at once; of larger structs, only a part is copied. */
        private static final int BLOCK = 8 * 1024;

        private final Region structs;
        private final long offset;
        private final long pointerAt;
        private final long lengthAt;
        private final int lengthBytes;
        private final long strideBytes;

        Pointers(
                Region structs,
                long offset,
                long pointerAt,
                long lengthAt,
                int lengthBytes,
                long strideBytes,
                long count) {
            super(count);
            this.structs = structs;
            this.offset = offset;
            this.pointerAt = pointerAt;
            this.lengthAt = lengthAt;
            this.lengthBytes = lengthBytes;
            this.strideBytes = strideBytes;
        }

        @Override
        boolean hasNone() {
            return true;
        }

        @Override
        void check(Region text, int unitSize) {
            text.address(); // throws if the memory has no known address
        }

        @Override
        void checkAccess(Binding binding) {
            RegionStrings.checkAccess(binding, structs, 0);
        }

        @Override
        void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            byte[] copy = scratch.bytes(BLOCK);
            long base = text.address();
            long at = offset + first * strideBytes;
            if (strideBytes > BLOCK) {
                for (int i = 0; i < n; i++) {
                    RawBytes.readPiece(binding, structs, at + pointerAt, copy, Long.BYTES, scratch.chars(Long.BYTES));
                    readLength(binding, at + lengthAt, copy, scratch);
                    put(pairs, i, base, number(copy, 0, 8, true), number(copy, 8, lengthBytes, false));
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
                    long pointer = number(copy, struct + (int) pointerAt, 8, true);
                    put(pairs, done + i, base, pointer, number(copy, struct + (int) lengthAt, lengthBytes, false));
                }
                at += (long) now * stride;
            }
        }

        /** Copies the length of a large struct to the position after its pointer. */
        private void readLength(Binding binding, long at, byte[] copy, Scratch scratch) {
            byte[] length = new byte[lengthBytes + Scratch.BYTE_SLACK];
            RawBytes.readPiece(binding, structs, at, length, lengthBytes, scratch.chars(lengthBytes));
            System.arraycopy(length, 0, copy, 8, lengthBytes);
        }

        private static void put(long[] pairs, int i, long base, long pointer, long length) {
            pairs[2 * i] = pointer - base;
            pairs[2 * i + 1] = pointer == 0 ? NONE : Math.max(length, -1); // all negative lengths are equally invalid
        }

        @Override
        RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String pointer = "the pointer of struct " + index + ", relative to the start of the memory,";
            return Checks.whySpan(pointer, offset, "the length of struct " + index, size, unitSize, text);
        }
    }
}
