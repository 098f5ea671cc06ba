package dev.unitstr.internal.text;

import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.reflect.Array;
import java.util.Objects;

/** Tables of the offsets of adjacent strings, the start of each string and the end of the last: read and written. */
public interface Offsets extends Spans {
    /**
     * Checks a table that a caller passed to write to.
     *
     * @param spans the table
     * @return {@code spans}
     * @throws NullPointerException if {@code spans} is null
     * @throws IllegalArgumentException if {@code spans} is not a table of offsets
     */
    static Offsets of(StringSpans spans) {
        if (Objects.requireNonNull(spans, "offsets") instanceof Offsets ours) {
            return ours;
        }
        throw new IllegalArgumentException("offsets is not a table of offsets: not created by ofOffsets");
    }

    /**
     * Checks that entries can be written, apart from the bounds.
     */
    void checkWritable();

    /**
     * Checks that the table has an entry for the start of each string and one for the end of the last.
     *
     * @param strings the number of strings; for a table in memory, {@link #count()}
     */
    void checkEntries(int strings);

    /**
     * Checks that the table is alive and that the binding can write to it.
     *
     * @param binding accesses memory that Java cannot access
     */
    void checkWrite(Binding binding);

    /**
     * Returns the largest value of an entry.
     *
     * @return the maximum offset
     */
    long most();

    /**
     * Writes entries.
     *
     * @param binding accesses memory that Java cannot access
     * @param at the index of the first entry to write
     * @param base the number to add to each entry
     * @param ends the entries
     * @param count the number of entries
     * @param scratch a scratch whose byte array is free
     */
    void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch);

    @Override
    default boolean countsBytes() {
        return true;
    }

    @Override
    default RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
        String from = "offsets[" + index + "] is " + offset;
        String next = "offsets[" + (index + 1) + "]";
        long to = offset + size; // the next entry again: size is the difference of two entries
        if (to < offset) {
            return new IllegalArgumentException(
                    next + " is " + to + ": below offsets[" + index + "], which is " + offset);
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

    /**
     * Offsets in an array.
     *
     * @param offsets an array of int or long
     */
    record InArray(Object offsets) implements Offsets {
        @Override
        public long count() {
            return Math.max(Array.getLength(offsets) - 1, 0);
        }

        @Override
        public void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int from = (int) first;
            long start = get(from);
            for (int i = 0; i < n; i++) {
                long end = get(from + i + 1);
                pairs[2 * i] = start;
                pairs[2 * i + 1] = end - start;
                start = end;
            }
        }

        private long get(int i) {
            return offsets instanceof int[] ints ? ints[i] : ((long[]) offsets)[i];
        }

        @Override
        public void checkWritable() {}

        @Override
        public void checkEntries(int strings) {
            int length = Array.getLength(offsets);
            if (strings >= length) {
                throw new IndexOutOfBoundsException(
                        "offsets has " + length + " elements: must be one more than the number of strings, " + strings);
            }
        }

        @Override
        public void checkWrite(Binding binding) {}

        @Override
        public long most() {
            return offsets instanceof int[] ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        @Override
        public void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch) {
            for (int i = 0; i < count; i++) {
                if (offsets instanceof int[] ints) {
                    ints[at + i] = (int) (base + ends[i]);
                } else {
                    ((long[]) offsets)[at + i] = base + ends[i];
                }
            }
        }
    }

    /**
     * Offsets in memory.
     *
     * @param entries the memory
     * @param offset the offset of the first entry, in bytes
     * @param entryBytes the size of an entry, in bytes: 4 or 8
     * @param count the number of strings; if it is 0, there may be no entry
     */
    record InMemory(Region entries, long offset, int entryBytes, long count) implements Offsets {
        /** Checks the arguments. */
        public InMemory {
            Checks.entryBytes("entryBytes", entryBytes);
            Checks.notNegative("count", count);
            Checks.entries(RegionStrings.place(entries, "offset"), offset, count, entryBytes, entries);
            entries.checkAddress(offset, count);
        }

        @Override
        public void checkAccess(Binding binding) {
            RegionStrings.checkAccess(binding, entries);
        }

        @Override
        public void fill(Binding binding, Region text, long first, int n, long[] pairs, Scratch scratch) {
            int bytes = (n + 1) * entryBytes;
            byte[] copy = scratch.bytes(bytes);
            RawBytes.readPiece(binding, entries, offset + first * entryBytes, copy, bytes, scratch.chars(bytes));
            long start = Words.number(copy, 0, entryBytes, true);
            for (int i = 0; i < n; i++) {
                long end = Words.number(copy, (i + 1) * entryBytes, entryBytes, true);
                pairs[2 * i] = start;
                pairs[2 * i + 1] = end - start;
                start = end;
            }
        }

        /**
         * Reads entries as long as they do not fall.
         *
         * @param binding accesses memory that Java cannot access
         * @param first the index of the first string
         * @param n the maximum number of strings
         * @param most the maximum size of all strings, in bytes
         * @param ends receives the start of the first string, and the end of each
         * @param scratch a scratch for copies
         * @return the number of strings
         */
        public int ends(Binding binding, long first, int n, int most, long[] ends, Scratch scratch) {
            int bytes = (n + 1) * entryBytes;
            byte[] copy = scratch.bytes(bytes);
            RawBytes.readPiece(binding, entries, offset + first * entryBytes, copy, bytes, scratch.chars(bytes));
            long start = Words.number(copy, 0, entryBytes, true);
            ends[0] = start;
            long last = start;
            for (int i = 1; i <= n; i++) {
                long end = Words.number(copy, i * entryBytes, entryBytes, true);
                if (end < last || end - start > most || start < 0) {
                    return i - 1;
                }
                ends[i] = end;
                last = end;
            }
            return n;
        }

        @Override
        public void checkWritable() {
            entries.checkWritable();
        }

        @Override
        public void checkEntries(int strings) {
            if (entryBytes > entries.byteSize() - offset) { // only possible if there are no strings
                throw new IndexOutOfBoundsException("offsets starts at byte " + offset + ": from there, an offset of "
                        + entryBytes + " bytes is not within the memory, which has " + entries.byteSize() + " bytes");
            }
        }

        @Override
        public void checkWrite(Binding binding) {
            RegionStrings.checkAccess(binding, entries, offset, entryBytes);
        }

        @Override
        public long most() {
            return entryBytes == Integer.BYTES ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        @Override
        public void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch) {
            int bytes = count * entryBytes;
            byte[] copy = scratch.bytes(bytes);
            for (int i = 0; i < count; i++) {
                if (entryBytes == Integer.BYTES) {
                    Words.INTS.set(copy, i * entryBytes, (int) (base + ends[i]));
                } else {
                    Words.LONGS.set(copy, i * entryBytes, base + ends[i]);
                }
            }
            long to = offset + (long) at * entryBytes;
            if (entries.isAddress()) {
                RawBytes.writePiece(binding, copy, 0, bytes, entries, to, scratch.chars(bytes));
            } else {
                entries.copyIn(copy, to, bytes);
            }
        }
    }
}
