package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import java.util.AbstractList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A list at an address, and the operations that follow from its size and its elements. */
abstract class ListView extends AbstractList<Value> implements ListValue, RandomAccess {
    final ValueContext context;
    /** The address of the list object. */
    final long address;

    ListView(ValueContext context, long address) {
        this.context = context;
        this.address = address;
    }

    /** The number of elements, and their location if there are any. */
    record Location(int count, AddressSpace.@Nullable Spot spot) {}

    /**
     * Reads the current location of the elements, which a list that grows moves. {@code at} is the offset of three
     * fields of the object: the address of its elements, its size and its capacity.
     */
    final Location location(int at, int elementBytes) {
        Reach reach = context.reach;
        AddressSpace.Spot fields = reach.memory().find(AddressSpace.offset(address, at), 24);
        int count = (int) Reach.size(reach.word(fields, 8), at + 8, address);
        if (reach.word(fields, 16) < count) {
            throw FormatErrors.broken(at + 16, address, "its size is greater than its capacity");
        }
        long data = reach.word(fields, 0);
        return new Location(count, count == 0 ? null : reach.memory().find(data, (long) count * elementBytes));
    }

    static void checkSize(int before, int now) {
        if (before != now) {
            throw new ConcurrentModificationException("the list had " + before + " elements and now has " + now);
        }
    }

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

    @Override
    public boolean contains(@Nullable Object object) {
        return indexOf(object) >= 0;
    }

    /** Returns the index of an element that equals a value, or the Java object that one is written from. */
    @Override
    public int indexOf(@Nullable Object object) {
        Object wanted = Content.of(object);
        int index = 0;
        for (Value element : wanted == null ? List.<Value>of() : this) {
            if (wanted.equals(Content.of(element))) {
                return index;
            }
            index++;
        }
        return -1;
    }

    @Override
    public int lastIndexOf(@Nullable Object object) {
        Object wanted = Content.of(object);
        for (int i = wanted == null ? -1 : size() - 1; i >= 0; i--) {
            if (wanted.equals(Content.of(get(i)))) {
                return i;
            }
        }
        return -1;
    }

    /** Otherwise the inherited method would not find "a", which {@link #contains} finds, and return false. */
    @Override
    public boolean remove(@Nullable Object object) {
        throw FormatErrors.view("list");
    }

    @Override
    public Iterator<Value> iterator() {
        return iterator(this::size, this::get);
    }

    /** Throws ConcurrentModificationException if the size of the list changes. */
    static Iterator<Value> iterator(IntSupplier size, IntFunction<Value> elements) {
        int count = size.getAsInt();
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                // If the size has changed, next() throws the exception.
                return next < count || size.getAsInt() != count;
            }

            @Override
            public Value next() {
                checkSize(count, size.getAsInt());
                if (next >= count) {
                    throw new NoSuchElementException();
                }
                return elements.apply(next++);
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
