package dev.unitstr.internal.values;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the handlers and exceptions that native code refers to. A lookup takes no lock and allocates no object,
 * unlike a map with {@link Long} keys.
 */
final class SlotNumbers {
    private static final int FEW = 16;

    /** Indices are reused, but numbers are not, so removing a number twice has no effect on another entry. */
    private record Entry(long number, Object value) {}

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private long turn;
    private int count;
    private int end = 1; // 0 is not a valid number
    /** Written after each change, so that a thread that has a number sees its entry. */
    private volatile @Nullable Entry[] entries = new Entry[FEW];

    /** Adds a value and returns its number, which is positive. */
    synchronized long add(Object value) {
        @Nullable Entry[] entries = this.entries;
        Integer known = free.poll();
        int index = known != null ? known : end++;
        if (index == entries.length) {
            entries = Arrays.copyOf(entries, 2 * index);
        }
        turn = turn + 1 & Integer.MAX_VALUE;
        long number = turn << 32 | index;
        entries[index] = new Entry(number, value);
        count++;
        this.entries = entries;
        return number;
    }

    @Nullable
    Object get(long number) {
        @Nullable Entry[] entries = this.entries;
        int index = (int) number;
        Entry entry = index >= 0 && index < entries.length ? entries[index] : null;
        return entry != null && entry.number == number ? entry.value : null;
    }

    synchronized void remove(long number) {
        if (get(number) != null) {
            int index = (int) number;
            entries[index] = null;
            free.add(index);
            count--;
        }
    }

    synchronized int count() {
        return count;
    }
}
