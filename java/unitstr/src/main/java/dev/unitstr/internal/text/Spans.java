package dev.unitstr.internal.text;

import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Where many strings are. It only says what it finds: {@link BatchStrings} checks each place, on its own copy of the
 * numbers.
 */
public abstract class Spans implements StringSpans {
    /** In the place of a size, if {@link #hasNone}: there is no string. */
    static final long NONE = Long.MIN_VALUE;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final long count;

    private Spans(long count) {
        this.count = count;
    }

    /**
     * Looks at a caller's.
     *
     * @param spans the caller's
     * @return the same
     * @throws NullPointerException if it is null
     * @throws IllegalArgumentException if it is not one of ours
     */
    public static Spans of(StringSpans spans) {
        if (Objects.requireNonNull(spans, "spans") instanceof Spans ours) {
            return ours;
        }
        throw new IllegalArgumentException(
                "spans is a " + spans.getClass().getName() + ": not one that StringSpans or SegmentSpans has made");
    }

    @Override
    public final long count() {
        return count;
    }

    /**
     * Tells where strings are: for each its offset in bytes, and its size or {@link #NONE}.
     *
     * @param binding what reaches memory that Java does not
     * @param text the memory that holds the strings
     * @param first the first string
     * @param n how many, all of which there are
     * @param pairs takes two numbers for each
     * @param scratch for what has to be copied
     */
    abstract void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch);

    /** Whether {@link #fill} tells sizes in bytes, not in units. */
    boolean countsBytes() {
        return false;
    }

    /** Whether a string ends before its first zero unit. */
    boolean isTerminated() {
        return false;
    }

    /** Whether there may be no string in the place of one. */
    boolean hasNone() {
        return false;
    }

    /** Checks what concerns all strings at once. */
    void check(Region text, int unitSize) {}

    /** Checks liveness of the memory that the places are in. */
    void checkAccess(Binding binding) {}

    /** Why a place is not one: the caller has found it to be wrong. */
    abstract RuntimeException wrong(Region text, long index, long offset, long size, int unitSize);

    /**
     * As {@link StringSpans#of}.
     *
     * @param offsets in bytes
     * @param units in code units
     * @return the places
     */
    public static Spans arrays(long[] offsets, long[] units) {
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(units, "units");
        if (offsets.length != units.length) {
            throw new IllegalArgumentException(
                    "offsets has " + offsets.length + " elements and units has " + units.length + ": not as many");
        }
        return new Arrays(offsets, units);
    }

    /**
     * As {@link StringSpans#ofOffsets(int[])}.
     *
     * @param offsets in bytes
     * @return the places
     */
    public static Spans offsets(int[] offsets) {
        return new IntOffsets(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * As {@link StringSpans#ofOffsets(long[])}.
     *
     * @param offsets in bytes
     * @return the places
     */
    public static Spans offsets(long[] offsets) {
        return new LongOffsets(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * As {@link StringSpans#ofOffsets(java.nio.ByteBuffer, int, int, int)}.
     *
     * @param entries the memory that the entries are in
     * @param place what the caller calls {@code offset}
     * @param offset where the first entry is, in bytes
     * @param entryBytes the size of an entry
     * @param count how many strings
     * @return the places
     */
    public static Spans offsets(Region entries, String place, long offset, int entryBytes, long count) {
        Checks.entryBytes("entryBytes", entryBytes);
        Checks.notNegative("count", count);
        Checks.entries(place, offset, count, entryBytes, entries);
        return new MemoryOffsets(entries, offset, entryBytes, count);
    }

    /**
     * As {@link StringSpans#ofFields} and {@link StringSpans#ofTerminatedFields}.
     *
     * @param offset where the first field starts, in bytes
     * @param fieldUnits the size of a field, in code units
     * @param strideBytes from one field to the next, in bytes
     * @param count how many fields
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
     * As {@link StringSpans#ofPointers(java.nio.ByteBuffer, int, int, int, int, int, int)}.
     *
     * @param structs the memory that the structs are in
     * @param place what the caller calls {@code offset}
     * @param offset where the first struct starts, in bytes
     * @param pointerAt where the pointer is in a struct
     * @param lengthAt where the length is in a struct
     * @param lengthBytes the size of the length
     * @param strideBytes the size of a struct
     * @param count how many structs
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

    /** Copies bytes of a memory that Java may not reach. */
    static void read(Binding binding, Region region, long offset, byte[] target, int bytes, Scratch scratch) {
        if (!(region instanceof AddressRegion)) {
            region.copyOut(offset, target, bytes);
            return;
        }
        long packed = binding.decode(
                region, offset, bytes, Encoding.LATIN_1.id(), Flags.REPLACE, target, scratch.chars(bytes));
        if (packed < 0 || Packed.written(packed) != bytes || Packed.isChars(packed)) {
            throw TextErrors.unexpected(binding, packed);
        }
    }

    /** A number in memory: signed if it has 8 bytes; if it has 4, as asked for. */
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

    /** Each starts where the one before ends. */
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
            long to = offset + size; // both were entries: this is one of them again
            if (to < offset) {
                return new IllegalArgumentException(next + " is " + to + ": below " + from);
            }
            if (offset < 0 || size < 0 || size > text.byteSize() || offset > text.byteSize() - size) {
                return new IndexOutOfBoundsException(from + " and " + next + " is " + to
                        + ": not within the memory, which has " + text.byteSize() + " bytes");
            }
            if (size > Integer.MAX_VALUE) {
                return new IllegalArgumentException(from + " and " + next + " is " + to + ": more bytes than "
                        + Integer.MAX_VALUE + ", the most of one string");
            }
            return new IllegalArgumentException(from + " and " + next + " is " + to
                    + ": between them is no whole number of units of " + unitSize + " bytes");
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
            read(binding, entries, offset + first * entryBytes, copy, bytes, scratch);
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
            return new IllegalStateException("field " + index + " was checked with all others");
        }
    }

    private static final class Pointers extends Spans {
        /** The most of the structs that is copied at once; larger structs are copied in part. */
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
            text.address(); // or it says why there is none
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
                    read(binding, structs, at + pointerAt, copy, Long.BYTES, scratch);
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
                read(binding, structs, at, copy, now * stride, scratch);
                for (int i = 0; i < now; i++) {
                    int struct = i * stride;
                    long pointer = number(copy, struct + (int) pointerAt, 8, true);
                    put(pairs, done + i, base, pointer, number(copy, struct + (int) lengthAt, lengthBytes, false));
                }
                at += (long) now * stride;
            }
        }

        /** Reads the length of a large struct to behind its pointer. */
        private void readLength(Binding binding, long at, byte[] copy, Scratch scratch) {
            byte[] length = new byte[lengthBytes + Scratch.BYTE_SLACK];
            read(binding, structs, at, length, lengthBytes, scratch);
            System.arraycopy(length, 0, copy, 8, lengthBytes);
        }

        private static void put(long[] pairs, int i, long base, long pointer, long length) {
            pairs[2 * i] = pointer - base;
            pairs[2 * i + 1] = pointer == 0 ? NONE : Math.max(length, -1); // as wrong as any less
        }

        @Override
        RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
            String pointer = "the pointer of struct " + index + ", less the address of the memory,";
            return Checks.whySpan(pointer, offset, "the length of struct " + index, size, unitSize, text);
        }
    }
}
