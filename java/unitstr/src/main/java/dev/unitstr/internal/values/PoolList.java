package dev.unitstr.internal.values;

import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * The universal list of {@code rust/unitstr-values/src/owned/list.rs}: items of 8 bytes, slots in a pool, and a list
 * object that refers to both. This class relies on its own fields only; it writes those of the object for other
 * readers.
 */
final class PoolList extends OwnList {
    private static final int HEAD = 64;
    private static final int POOL = 40;
    /** The number of slots of a block. Each block begins with the address of the block before it. */
    private static final int SLOTS = 64;

    private static final int BLOCK = Long.BYTES + SLOTS * SLOT;

    /** The address of the list object. */
    final long head;

    private final ListTable table;
    private final boolean isNative;
    private final List<Long> blocks = new ArrayList<>();
    private long free;
    private long live;

    PoolList(ValueContext context, ObjectStore store, ListTable table, boolean isNative) {
        super(context, store, Long.BYTES);
        this.table = table;
        this.isNative = isNative;
        this.head = store.allocate(HEAD).address();
        byte[] header = new byte[HEAD];
        Bits.put(header, 0, Rfc97Slots.LIST);
        Bits.put(header, 4, Rfc97Slots.IMMORTAL);
        write(head, header);
    }

    @Override
    void changed(long data, int size, int capacity) {
        byte[] fields = new byte[HEAD - Rfc97ListView.ITEMS];
        Bits.put(fields, 0, data);
        Bits.put(fields, 8, (long) size);
        Bits.put(fields, 16, (long) capacity);
        Bits.put(fields, POOL - Rfc97ListView.ITEMS, blocks.isEmpty() ? 0L : blocks.get(blocks.size() - 1));
        Bits.put(fields, POOL - Rfc97ListView.ITEMS + 8, free);
        Bits.put(fields, POOL - Rfc97ListView.ITEMS + 16, live);
        write(head + Rfc97ListView.ITEMS, fields);
    }

    // The pool

    private void more() {
        byte[] block = new byte[BLOCK];
        long address = store.allocate(BLOCK).address();
        Bits.put(block, 0, blocks.isEmpty() ? 0L : blocks.get(blocks.size() - 1));
        for (int i = 0; i < SLOTS; i++) {
            int at = Long.BYTES + i * SLOT;
            Bits.put(block, at, ListItems.FREE);
            Bits.put(block, at + 8, i + 1 < SLOTS ? address + at + SLOT : 0);
        }
        write(address, block);
        blocks.add(address);
        free = address + Long.BYTES;
    }

    private boolean isOfPool(long address) {
        for (int i = blocks.size() - 1; i >= 0; i--) {
            long at = address - blocks.get(i) - Long.BYTES;
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
        byte[] found = read(free, SLOT);
        long next = Bits.i64(found, 8);
        if (Bits.i32(found, 0) != ListItems.FREE || next != 0 && !isOfPool(next)) {
            throw FormatErrors.broken(Field.LINK, POOL + 8, head, "its free slots lead to one that is not free");
        }
        long taken = free;
        write(taken, slot);
        free = next;
        live++;
        return taken;
    }

    @Override
    byte[] keep(byte[] slot) {
        int code = Bits.i32(slot, 0);
        long item;
        if (code == Rfc97Slots.FOREIGN) {
            item = Bits.i64(slot, 8) | ListItems.FOREIGN;
        } else if (code > 0 || code == Rfc97Slots.OBJECT) {
            item = Bits.i64(slot, 8);
        } else {
            long common = table.find(slot);
            item = common != 0 ? common : take(slot);
        }
        byte[] place = new byte[Long.BYTES];
        Bits.put(place, 0, item);
        return place;
    }

    @Override
    byte[] slot(byte[] place) {
        return ListItems.slot(context, head, Bits.i64(place, 0));
    }

    @Override
    void giveBack(byte[] place) {
        long item = Bits.i64(place, 0);
        if (table.holds(item)) {
            return;
        }
        if (!isOfPool(item)) {
            forget(item & ~ListItems.FOREIGN);
            return;
        }
        if (Bits.i32(read(item, 4), 0) == ListItems.FREE) {
            throw FormatErrors.broken(Field.LINK, POOL + 8, head, "two items have had one slot");
        }
        byte[] slot = new byte[SLOT];
        Bits.put(slot, 0, ListItems.FREE);
        Bits.put(slot, 8, free);
        write(item, slot);
        free = item;
        live--;
    }

    @Override
    public Usage usage() {
        return new Usage((long) Long.BYTES * size(), SLOT * live, (long) SLOT * SLOTS * blocks.size());
    }

    @Override
    public Value asValue() {
        byte[] slot = new byte[SLOT];
        Bits.put(slot, 0, Rfc97Slots.OBJECT);
        Bits.put(slot, 8, head);
        return RegionSlot.copy(context, slot);
    }

    @Override
    public long address() {
        if (!isNative) {
            throw new UnsupportedOperationException(
                    "the list is in Java's memory: plain Java, without the native library, has no other");
        }
        return head;
    }
}
