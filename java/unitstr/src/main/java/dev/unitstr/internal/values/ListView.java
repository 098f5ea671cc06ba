package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** The operations of a list that follow from its size and its elements. */
abstract class ListView implements ListValue {
    @Override
    public String[] toStrings(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        String[] all = new String[size()];
        for (int i = 0; i < all.length; i++) {
            try {
                all[i] = get(i).asString(policy);
            } catch (MalformedTextException e) {
                throw e.inString(i);
            }
        }
        return all;
    }

    /** Throws ConcurrentModificationException if the size of the list changes. */
    @Override
    public Iterator<Value> iterator() {
        int count = size();
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                // If the size has changed, next() throws the exception.
                return next < count || size() != count;
            }

            @Override
            public Value next() {
                ListItems.checkSize(count, size());
                if (next >= count) {
                    throw new NoSuchElementException();
                }
                return get(next++);
            }
        };
    }

    @Override
    public String toString() {
        try {
            return "list of " + size() + " elements";
        } catch (RuntimeException e) {
            return "unreadable list: " + e.getMessage();
        }
    }
}
