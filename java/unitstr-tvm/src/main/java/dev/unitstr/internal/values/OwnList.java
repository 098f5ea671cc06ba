package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The universal list of {@code docs/layouts/rfc97.md}: items of 8 bytes in one block, slots in a pool,
 * and a list object that refers to both. A list that outgrows its block moves to a larger one. This class relies on its
 * own fields only; it writes those of the object for other readers.
 */
public final class OwnList implements Rfc97List {
    /** The size of a slot in bytes: {@code AnyPad<1>}. */
    static final int SLOT = 24;

    private static final int ITEM = Long.BYTES;
    private static final int LEAST = 8;
    /** The maximum size: items are moved through Java arrays. */
    private static final int MOST = 1 << 26;

    /** The size of the list object in bytes. */
    private static final int HEAD = 64;
    /** The offset of the address of the newest block of the pool. */
    private static final int POOL = 40;
    /** The number of slots of a block of the pool. Each block begins with the address of the block before it. */
    private static final int SLOTS = 64;

    private static final int BLOCK = Long.BYTES + SLOTS * SLOT;

    /** The table of each binding that accesses native memory. */
    private static final Map<ValueCalls, ListTable> TABLES = new ConcurrentHashMap<>();

    private static final class Heap {
        static final ListTable TABLE = new ListTable(GrowingMemory.onHeap(), RegionStrings.chosen());
    }

    private final ValueContext context;
    /** The address of the list object. */
    final long address;

    private final ListTable table;
    private final boolean isNative;

    private long data;
    private int size;
    private int capacity;
    private final List<Long> blocks = new ArrayList<>();
    private long free;
    private long live;
    private boolean isAllocating;

    /**
     * Creates an empty list.
     *
     * @param context a context that stores objects, in memory for the whole list
     * @param table the slots of common values
     * @param isNative whether the addresses are native addresses
     */
    public OwnList(ValueContext context, ListTable table, boolean isNative) {
        this.context = context;
        this.address = context.allocate(HEAD);
        this.table = table;
        this.isNative = isNative;
        Objects.requireNonNull(context.store).add(table.block);
        context.write(address, Bits.words(Bits.word(Rfc97Slots.LIST, Rfc97Slots.IMMORTAL)));
    }

    /**
     * Performs {@link Rfc97List#create}.
     *
     * @return the list
     */
    public static Rfc97List create() {
        RegionStrings strings = RegionStrings.chosen();
        ValueCalls calls = strings.binding().valueCalls();
        if (calls == null) {
            return new OwnList(
                    new ValueContext(Dialect.RFC97, GrowingMemory.onHeap(), strings, null), Heap.TABLE, false);
        }
        ValueContext context = ValueContext.allocating(calls, strings, "the memory of the list has been freed");
        ListTable table = TABLES.computeIfAbsent(
                calls, key -> new ListTable(GrowingMemory.ofNative(key, new ArrayList<>()), strings));
        return new OwnList(context, table, true);
    }

    /** Returns a copy of some items. */
    private byte[] items(int from, int to) {
        return from == to ? new byte[0] : context.read(data + (long) from * ITEM, (to - from) * ITEM);
    }

    private long item(int index) {
        return Bits.i64(items(index, index + 1), 0);
    }

    private void write(int index, byte[] items) {
        context.write(data + (long) index * ITEM, items);
    }

    private RegionSlot value(long item) {
        RegionSlot value = Rfc97ListView.value(context, Rfc97ListView.slot(context, address, item));
        Reference.reachabilityFence(this);
        return value;
    }

    /** Allocates from an arena, which may be user code. */
    private long allocate(long bytes) {
        isAllocating = true;
        try {
            return context.allocate(bytes);
        } finally {
            isAllocating = false;
        }
    }

    /** Throws if the list is allocating: then it is the arena that changes the list. */
    private void checkIsIdle() {
        if (isAllocating) {
            throw new IllegalStateException("the arena changes the list that is allocating from it");
        }
    }

    // The pool

    private void more() {
        byte[] block = new byte[BLOCK];
        long start = allocate(BLOCK);
        Bits.put(block, 0, newest());
        for (int i = 0; i < SLOTS; i++) {
            int at = Long.BYTES + i * SLOT;
            Bits.put(block, at, Rfc97ListView.FREE);
            Bits.put(block, at + 8, i + 1 < SLOTS ? start + at + SLOT : 0);
        }
        context.write(start, block);
        blocks.add(start);
        free = start + Long.BYTES;
    }

    /** Returns the address of the newest block; 0 if there is none. */
    private long newest() {
        return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1);
    }

    private boolean isOfPool(long slot) {
        for (int i = blocks.size() - 1; i >= 0; i--) {
            long at = slot - blocks.get(i) - Long.BYTES;
            if (at >= 0 && at < (long) SLOTS * SLOT) {
                return at % SLOT == 0;
            }
        }
        return false;
    }

    /**
     * Takes a free slot. Other code may have written to the pool, so a slot that is not free is neither used nor
     * followed.
     */
    private long take(byte[] slot) {
        if (free == 0) {
            more();
        }
        byte[] found = context.read(free, SLOT);
        long next = Bits.i64(found, 8);
        if (Bits.i32(found, 0) != Rfc97ListView.FREE || next != 0 && !isOfPool(next)) {
            throw FormatErrors.broken(POOL + 8, address, "its list of free slots contains a slot in use");
        }
        long taken = free;
        context.write(taken, slot);
        free = next;
        live++;
        return taken;
    }

    /** Returns the item for a value, given as a slot whose text is inline or an object in the memory. */
    private long keep(byte[] slot) {
        int code = Bits.i32(slot, 0);
        if (code == Rfc97Slots.FOREIGN) {
            return Bits.i64(slot, 8) | Rfc97ListView.FOREIGN;
        } else if (code > 0 || code == Rfc97Slots.OBJECT) {
            return Bits.i64(slot, 8);
        }
        long common = table.find(slot);
        return common != 0 ? common : take(slot);
    }

    /** Frees the result of {@link #keep} after it was removed from the items. */
    private void giveBack(long item) {
        if (table.holds(item)) {
            return;
        }
        if (!isOfPool(item)) {
            context.abandon(item & ~Rfc97ListView.FOREIGN);
            return;
        }
        if (Bits.i32(context.read(item, 4), 0) == Rfc97ListView.FREE) {
            throw FormatErrors.broken(POOL + 8, address, "two items used the same slot");
        }
        context.write(item, Bits.words(Bits.word(Rfc97ListView.FREE, 0), free, 0));
        free = item;
        live--;
    }

    /** Writes the fields of the object, after the list has changed. */
    private void changed(int size) {
        this.size = size;
        context.write(address + Rfc97ListView.ITEMS, Bits.words(data, size, capacity, newest(), free, live));
    }

    private void grow() {
        if (size == MOST) {
            throw new OutOfMemoryError("a list of more than " + MOST + " elements");
        }
        int more = Math.min(MOST, Math.max(LEAST, 2 * capacity));
        long larger = allocate((long) more * ITEM);
        context.write(larger, items(0, size));
        data = larger;
        capacity = more;
        changed(size);
    }

    // Values to store

    private byte[] slotOf(@Nullable Object value) {
        if (value instanceof OwnList list) {
            return object(Dialect.RFC97, Rfc97Slots.LIST, list.address, list.context);
        }
        byte[] slot = new byte[SLOT];
        RegionSlot pad = context.make(new ArrayRegion(slot), 0, SLOT);
        if (!(value instanceof RegionSlot given)) {
            pad.set(value);
            return slot;
        }
        given.enter();
        try {
            if (given.tag().kind() == Tag.Kind.OTHER) {
                throw FormatErrors.notHere(Dialect.RFC97, given.tag()); // it may own memory
            }
            Tag tag = pad.setCopy(given);
            return tag == null ? slot : objectOf(given, tag);
        } finally {
            given.exit();
        }
    }

    private byte[] objectOf(RegionSlot given, Tag tag) {
        if (tag.owner() == Dialect.MATX || tag.word() == 0 || (tag.word() & 7) != 0) {
            throw FormatErrors.notHere(Dialect.RFC97, tag);
        }
        ValueContext holder = given.context().of(tag.word());
        ValueContext of = tag.owner() == Dialect.TVM_FFI ? holder.with(Dialect.TVM_FFI) : holder;
        return object(tag.owner(), SlotFormat.codeOf(of.reach, tag), tag.word(), of);
    }

    /** Stores an object that another owner holds, which remains readable through its context. */
    private byte[] object(Dialect of, int code, long address, ValueContext holder) {
        byte[] slot = Rfc97Slots.FORMAT.write(SLOT, Tag.object(of, code, address));
        if (holder != context) {
            context.adopt(address, holder);
        }
        return slot;
    }

    // Operations

    @Override
    public int size() {
        return size;
    }

    @Override
    public Value get(int index) {
        return value(item(Checks.element(index, size, "the list", "elements")));
    }

    @Override
    public void add(int index, @Nullable Object value) {
        checkIsIdle();
        Checks.index("index", index, size, "the list");
        byte[] slot = slotOf(value); // runs the value's toString, which may change this list
        Checks.index("index", index, size, "the list");
        if (size == capacity) {
            grow();
        }
        byte[] moved = new byte[(size - index + 1) * ITEM];
        Bits.put(moved, 0, keep(slot));
        System.arraycopy(items(index, size), 0, moved, ITEM, moved.length - ITEM);
        write(index, moved);
        changed(size + 1);
    }

    @Override
    public void set(int index, @Nullable Object value) {
        checkIsIdle();
        Checks.element(index, size, "the list", "elements");
        byte[] slot = slotOf(value); // runs the value's toString, which may change this list
        Checks.element(index, size, "the list", "elements");
        byte[] item = Bits.words(keep(slot));
        long old = item(index);
        write(index, item);
        giveBack(old);
        changed(size);
    }

    @Override
    public Value remove(int index) {
        checkIsIdle();
        long old = item(Checks.element(index, size, "the list", "elements"));
        RegionSlot value = value(old);
        write(index, items(index + 1, size));
        changed(size - 1);
        giveBack(old);
        changed(size);
        return value;
    }

    @Override
    public void truncate(int size) {
        checkIsIdle();
        if (size < 0) {
            throw new IllegalArgumentException("size is " + size + ": negative");
        }
        while (this.size > size) {
            long old = item(this.size - 1);
            changed(this.size - 1);
            giveBack(old);
        }
        changed(this.size);
    }

    private record Keyed(SortKey key, long item) {}

    @Override
    public void sort() {
        checkIsIdle();
        List<Keyed> keyed = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            long item = item(i);
            keyed.add(new Keyed(SortKey.of(value(item)), item));
        }
        keyed.sort(Comparator.comparing(Keyed::key));
        byte[] sorted = new byte[size * ITEM];
        for (int i = 0; i < size; i++) {
            Bits.put(sorted, i * ITEM, keyed.get(i).item);
        }
        write(0, sorted);
        changed(size);
    }

    @Override
    public Iterator<Value> iterator() {
        return ListView.iterator(this::size, this::get);
    }

    @Override
    public String toString() {
        return "list of " + size + " elements";
    }

    @Override
    public Value asValue() {
        return RegionSlot.copy(context, Bits.words(Bits.word(Rfc97Slots.OBJECT, 0), address, 0));
    }

    @Override
    public long address() {
        if (!isNative) {
            throw new UnsupportedOperationException(
                    "the list is on the Java heap: plain Java, without the native library, has no native memory");
        }
        return address;
    }
}
