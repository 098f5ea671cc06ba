package dev.unitstr.internal.text;

import dev.unitstr.ListEnd;

/**
 * The only implementation of {@link ListEnd}.
 *
 * @param atEmpty whether an empty string ends the list
 * @param atMemory whether the end of the memory ends the list
 * @param count the number of strings after which the list ends
 */
public record ListBound(boolean atEmpty, boolean atMemory, long count) implements ListEnd {
    @Override
    public String toString() {
        String after = count == Long.MAX_VALUE ? "" : "after " + count;
        return after
                + (atEmpty ? "empty string" : "")
                + (atEmpty && atMemory ? " or " : "")
                + (atMemory ? "memory" : "");
    }
}
