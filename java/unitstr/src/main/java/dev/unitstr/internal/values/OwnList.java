package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A list of this library: places of one size in one block. A list that outgrows its block moves to a larger one. */
abstract class OwnList implements Rfc97List {
    /** The size of a slot in bytes: {@code AnyPad<1>}. */
    static final int SLOT = 24;

    private static final int LEAST = 8;
    /** The maximum size: places are moved through Java arrays. */
    private static final int MOST = 1 << 26;

    final ValueContext context;
    final ObjectStore store;
    private final int unit;
    private long data;
    private int size;
    private int capacity;

    OwnList(ValueContext context, ObjectStore store, int unit) {
        this.context = context;
        this.store = store;
        this.unit = unit;
    }

    /** Returns the contents of a place for a value, given as a slot whose text is inline or an object in the store. */
    abstract byte[] keep(byte[] slot);

    /** Returns a copy of the slot for a place. */
    abstract byte[] slot(byte[] place);

    /** Frees the result of {@link #keep} after it was removed from its place. */
    abstract void giveBack(byte[] place);

    /** Called after the block or the number of places in use has changed. */
    abstract void changed(long data, int size, int capacity);

    final AddressSpace memory() {
        return context.reach.memory();
    }

    final void write(long address, byte[] bytes) {
        memory().write(context.reach.strings(), address, bytes);
    }

    final byte[] read(long address, int bytes) {
        return context.reach.bytes(address, bytes);
    }

    private byte[] places(int from, int to) {
        return from == to ? new byte[0] : read(data + (long) from * unit, (to - from) * unit);
    }

    private void write(int index, byte[] places) {
        write(data + (long) index * unit, places);
    }

    private RegionSlot value(byte[] place) {
        return ListItems.value(context, slot(place));
    }

    final RegionSlot at(int index) {
        return value(places(index, index + 1));
    }

    private void resized(int size) {
        this.size = size;
        changed(data, size, capacity);
    }

    private void grow() {
        if (size == MOST) {
            throw new OutOfMemoryError("a list of more than " + MOST + " elements");
        }
        int more = Math.min(MOST, Math.max(LEAST, 2 * capacity));
        BlockMemory.Block larger = store.allocate((long) more * unit);
        write(larger.address(), places(0, size));
        data = larger.address();
        capacity = more;
    }

    // Values to store

    private byte[] slotOf(@Nullable Object value) {
        if (value instanceof PoolList list) {
            return object(Dialect.RFC97, Rfc97Slots.LIST, list.head, list.context);
        }
        if (value instanceof OwnList) {
            throw new IllegalArgumentException("a list of slots is no object: it can't be in another list");
        }
        byte[] slot = new byte[SLOT];
        RegionSlot pad = context.make(new dev.unitstr.internal.memory.ArrayRegion(slot), 0, SLOT);
        if (!(value instanceof RegionSlot given)) {
            pad.set(value);
            return slot;
        }
        if (given.tag().kind == Tag.Kind.OTHER) {
            throw FormatErrors.notHere(Dialect.RFC97, given.tag()); // it may own memory
        }
        Tag tag = pad.setCopy(given);
        if (tag == null) {
            return slot;
        }
        if (tag.of == Dialect.MATX || tag.word == 0 || (tag.word & 7) != 0) {
            throw FormatErrors.notHere(Dialect.RFC97, tag);
        }
        ValueContext holder = given.context().of(tag.word);
        ValueContext of = tag.of == Dialect.TVM_FFI ? holder.with(Dialect.TVM_FFI) : holder;
        return object(tag.of, SlotFormat.of(tag.of).objectCode(of.reach, tag), tag.word, of);
    }

    /** Stores an object that another owner holds, which remains readable through its context. */
    private byte[] object(Dialect of, int code, long address, ValueContext holder) {
        byte[] slot = new byte[SLOT];
        Rfc97Slots.FORMAT.write(slot, Tag.object(of, code, address));
        if (holder != context) {
            context.adopt(address, holder);
        }
        return slot;
    }

    final void forget(long address) {
        context.abandon(address);
    }

    // Operations

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final Value get(int index) {
        RegionSlot value = at(Objects.checkIndex(index, size));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public final void add(int index, @Nullable Object value) {
        Objects.checkIndex(index, size + 1);
        if (size == capacity) {
            grow();
        }
        byte[] place = keep(slotOf(value));
        byte[] behind = places(index, size);
        byte[] moved = Arrays.copyOf(place, unit + behind.length);
        System.arraycopy(behind, 0, moved, unit, behind.length);
        write(index, moved);
        resized(size + 1);
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(value);
    }

    @Override
    public final void set(int index, @Nullable Object value) {
        Objects.checkIndex(index, size);
        byte[] place = keep(slotOf(value));
        byte[] old = places(index, index + 1);
        write(index, place);
        giveBack(old);
        resized(size);
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(value);
    }

    @Override
    public final Value remove(int index) {
        Objects.checkIndex(index, size);
        byte[] old = places(index, index + 1);
        RegionSlot value = value(old);
        write(index, places(index + 1, size));
        resized(size - 1);
        giveBack(old);
        resized(size);
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public final void truncate(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("size is " + size + ": negative");
        }
        while (this.size > size) {
            byte[] old = places(this.size - 1, this.size);
            resized(this.size - 1);
            giveBack(old);
        }
        resized(this.size);
        Reference.reachabilityFence(this);
    }

    @Override
    public final Iterator<Value> iterator() {
        return ListItems.iterator(this);
    }

    @Override
    public final String[] toStrings(MalformedPolicy policy) {
        return ListItems.strings(this, policy);
    }

    private record Keyed(SortKey key, byte[] place) {}

    @Override
    public final void sort() {
        List<Keyed> keyed = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            byte[] place = places(i, i + 1);
            keyed.add(new Keyed(SortKey.of(value(place)), place));
        }
        keyed.sort(Comparator.comparing(Keyed::key));
        byte[] sorted = new byte[size * unit];
        for (int i = 0; i < size; i++) {
            System.arraycopy(keyed.get(i).place, 0, sorted, i * unit, unit);
        }
        write(0, sorted);
        Reference.reachabilityFence(this);
    }

    @Override
    public String toString() {
        return "list of " + size + " elements";
    }
}
