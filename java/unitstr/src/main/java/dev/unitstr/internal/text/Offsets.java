package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/** A destination for the offsets of adjacent strings: the start of each string and the end of the last. */
public abstract class Offsets {
    private Offsets() {}

    /** Checks the number of strings, independently of the memory. */
    void checkCount(int strings) {}

    /** Checks that the destination has space for {@code strings + 1} entries. */
    void checkBounds(int strings) {}

    /** Throws if the destination is read-only. */
    void checkWritable() {}

    /** Checks that the destination is alive. */
    void checkAccess(Binding binding) {}

    /** Returns the largest value of an entry. */
    long most() {
        return Long.MAX_VALUE;
    }

    /**
     * Writes entries.
     *
     * @param binding accesses memory that Java cannot access
     * @param at the index of the first entry to write
     * @param base the number to add to each entry
     * @param ends the entries
     * @param count the number of elements
     * @param scratch a scratch whose byte array is free
     */
    abstract void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch);

    /**
     * Returns a destination in an array.
     *
     * @param offsets the array
     * @return the destination, which starts at index 0
     */
    public static Offsets in(long[] offsets) {
        return new InArray(Objects.requireNonNull(offsets, "offsets"));
    }

    /**
     * Returns a destination in memory.
     *
     * @param entries the memory
     * @param place the caller's name of {@code offset}
     * @param offset the offset of the first entry, in bytes
     * @param entryBytes the size of an entry, in bytes: 4 or 8
     * @return the destination
     */
    public static Offsets in(Region entries, String place, long offset, int entryBytes) {
        return new InMemory(entries, place, offset, entryBytes);
    }

    /** Returns a destination that discards the offsets. */
    static Offsets dropped() {
        return Dropped.ONE;
    }

    private static final class Dropped extends Offsets {
        static final Dropped ONE = new Dropped();

        @Override
        void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch) {}
    }

    private static final class InArray extends Offsets {
        private final long[] offsets;

        InArray(long[] offsets) {
            this.offsets = offsets;
        }

        @Override
        void checkBounds(int strings) {
            if (strings >= offsets.length) {
                throw new IndexOutOfBoundsException("offsets has " + offsets.length
                        + " elements: must be one more than the number of strings, " + strings);
            }
        }

        @Override
        void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch) {
            for (int i = 0; i < count; i++) {
                offsets[at + i] = base + ends[i];
            }
        }
    }

    private static final class InMemory extends Offsets {
        private static final VarHandle INTS =
                MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

        private final Region entries;
        private final String place;
        private final long offset;
        private final int entryBytes;

        InMemory(Region entries, String place, long offset, int entryBytes) {
            this.entries = entries;
            this.place = place;
            this.offset = offset;
            this.entryBytes = entryBytes;
        }

        @Override
        void checkCount(int strings) {
            entries.checkRange();
            Checks.entryBytes("entryBytes", entryBytes);
        }

        @Override
        void checkBounds(int strings) {
            // Unlike for reading, there is one entry even for zero strings: the start.
            Checks.entries(place, offset, strings, entryBytes, entries);
            if (strings == 0 && entryBytes > entries.byteSize() - offset) {
                throw new IndexOutOfBoundsException(place + " is " + offset + ": from there, an offset of " + entryBytes
                        + " bytes is not within the memory, which has " + entries.byteSize() + " bytes");
            }
        }

        @Override
        void checkWritable() {
            entries.checkWritable();
        }

        @Override
        void checkAccess(Binding binding) {
            RegionStrings.checkAccess(binding, entries, entryBytes);
        }

        @Override
        long most() {
            return entryBytes == Integer.BYTES ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        @Override
        void put(Binding binding, int at, long base, long[] ends, int count, Scratch scratch) {
            int bytes = count * entryBytes;
            byte[] copy = scratch.bytes(bytes);
            for (int i = 0; i < count; i++) {
                if (entryBytes == Integer.BYTES) {
                    INTS.set(copy, i * entryBytes, (int) (base + ends[i]));
                } else {
                    LONGS.set(copy, i * entryBytes, base + ends[i]);
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
