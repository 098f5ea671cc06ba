package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;

/**
 * References to objects that were read from lists and dicts, which may drop them at any time. Each object is retained
 * once, until {@link #release}. Arrays and maps keep their elements alive, so these need no reference here.
 *
 * <p>This is not a {@code Set<Long>}, because a list may have millions of elements; this class needs 16 to 32 bytes per
 * object.
 */
final class Pins {
    private static final int LEAST = 16;

    private final ValueCalls calls;
    /** The addresses, in a hash table with linear probing; 0 is a free entry. */
    private long[] table = new long[0];

    private int size;

    Pins(ValueCalls calls) {
        this.calls = calls;
    }

    /** Retains an object, unless it is already retained. */
    synchronized void add(long object) {
        if (2 * size >= table.length) {
            grow();
        }
        if (put(table, object)) {
            size++;
            calls.retain(object);
        }
    }

    private void grow() {
        long[] larger = new long[Math.max(LEAST, Math.multiplyExact(2, table.length))];
        for (long object : table) {
            if (object != 0) {
                put(larger, object);
            }
        }
        table = larger;
    }

    private static boolean put(long[] table, long object) {
        int mask = table.length - 1;
        int at = (int) (object * 0x9E37_79B9_7F4A_7C15L >>> 32) & mask;
        while (table[at] != 0) {
            if (table[at] == object) {
                return false;
            }
            at = at + 1 & mask;
        }
        table[at] = object;
        return true;
    }

    /** Releases all references. */
    synchronized void release() {
        long[] all = table;
        table = new long[0];
        size = 0;
        for (long object : all) {
            if (object != 0) {
                calls.release(object);
            }
        }
    }
}
