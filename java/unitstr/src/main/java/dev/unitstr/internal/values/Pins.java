package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;

/**
 * References to the objects that were read out of lists and dicts, which may drop them at any time: each object is retained
 * once, until {@link #release}. An array or a map keeps its elements itself, so they need no entry here.
 *
 * <p>Not a {@code Set<Long>}: a list may have millions of elements, and this takes 16 to 32 bytes for each.
 */
final class Pins {
    private static final int LEAST = 16;

    private final ValueCalls calls;
    /** Addresses by their hash, with linear probing; 0 is free. */
    private long[] table = new long[0];

    private int size;

    Pins(ValueCalls calls) {
        this.calls = calls;
    }

    /** Retains an object, unless that was done before. */
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

    /** Gives all references back. */
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
