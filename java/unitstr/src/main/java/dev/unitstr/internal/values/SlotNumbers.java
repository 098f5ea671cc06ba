package dev.unitstr.internal.values;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What native code knows by numbers: handlers and exceptions. Looking one up takes no lock and makes no object, which a map
 * by {@link Long} would.
 */
final class SlotNumbers {
    private static final int FEW = 16;

    /** Indices are used again, numbers are not: what is removed twice removes nothing else. */
    private record Entry(long number, Object value) {}

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private long turn;
    private int count;
    private int end = 1; // 0 is no number
    /** Written again after each change, so that who has a number sees what it is for. */
    private volatile @Nullable Entry[] entries = new Entry[FEW];

    /** Takes in something; its number is above 0. */
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
