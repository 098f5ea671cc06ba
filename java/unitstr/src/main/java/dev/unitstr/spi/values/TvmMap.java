package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.Region;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.ValueFormatException;
import dev.unitstr.values.ValueFormatException.Field;
import dev.unitstr.values.ValueMap;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pairs of a map or a dict of libtvm_ffi: {@code rust/core/src/values/tvm/containers.rs}. */
final class TvmMap implements ValueMap {
    /** Set in the number of slots of a map that has no more than four. */
    private static final long SMALL_MAP = Long.MIN_VALUE;
    /** The slots of a block. */
    private static final int BLOCK = 16;
    /** The bytes of an item: two slots and two links. */
    private static final int ITEM = 48;
    /** The bytes of a block. */
    private static final int BLOCK_BYTES = BLOCK * (1 + ITEM);
    /** The link that ends a list. */
    private static final long NO_INDEX = -1;
    /** From here on a slot's byte says that it holds no item. */
    private static final int NO_ITEM = 0xFE;

    private static final Memory.Spot NOWHERE = new Memory.Spot(new ArrayRegion(new byte[0]), 0);

    private final ValueContext context;
    private final long address;
    private final int count;
    final int code;
    private final boolean small;
    private final long slots;
    private final long head;
    private final Memory.Spot items;

    TvmMap(ValueContext context, Tag tag) {
        this.context = context;
        this.address = tag.word;
        this.code = TvmError.check(context.reach, tag, "map or dict", TvmSlots.MAP, TvmSlots.DICT);
        byte[] fields = context.reach.bytes(Memory.offset(address, 24), 24);
        long data = Bits.i64(fields, 0);
        this.count = (int) SlotFormat.size(Bits.i64(fields, 8), Field.SIZE, 32, address);
        long word = Bits.i64(fields, 16);
        this.slots = SlotFormat.size(word & ~SMALL_MAP, Field.SLOTS, 40, address);
        if (count > slots) {
            throw Bad.broken(Field.SLOTS, 40, address, "it has more pairs than slots");
        }
        this.small = (word & SMALL_MAP) != 0;
        long bytes;
        if (small) {
            bytes = 2L * TvmSlots.SLOT * count;
            head = 0;
        } else if (count == 0) {
            bytes = 0;
            head = NO_INDEX;
        } else {
            bytes = (slots + BLOCK - 1) / BLOCK * BLOCK_BYTES;
            head = Bits.i64(context.reach.bytes(Memory.offset(address, 64), 8), 0);
        }
        this.items = bytes == 0 ? NOWHERE : context.reach.memory().find(data, bytes);
    }

    @Override
    public int size() {
        return count;
    }

    private byte[] read(long offset, int bytes) {
        byte[] copy = new byte[bytes];
        Region region = items.region();
        context.enter();
        try {
            Memory.read(context.reach.strings(), region, items.offset() + offset, copy, bytes);
        } finally {
            context.exit();
        }
        return copy;
    }

    private ValueFormatException broken(String what) {
        return Bad.broken(Field.LINK, 64, address, what);
    }

    /** Where an item begins. */
    private long place(long item) {
        if (item == NO_INDEX) {
            throw broken("its list ends before its size");
        }
        if (item < 0 || item >= slots) {
            throw broken("a link leads past its slots");
        }
        long block = item / BLOCK * BLOCK_BYTES;
        if ((read(block + item % BLOCK, 1)[0] & 0xFF) >= NO_ITEM) {
            throw broken("a link leads to an empty slot");
        }
        return block + BLOCK + item % BLOCK * ITEM;
    }

    /** The pairs, as copies of their slots. */
    final class Slots {
        private int left = count;
        private long next = head;

        boolean hasNext() {
            return left > 0;
        }

        /** Key and value, 16 bytes each. */
        byte[] next() {
            byte[] item;
            if (small) {
                item = read(next * 2 * TvmSlots.SLOT, 2 * TvmSlots.SLOT);
                next++;
            } else {
                item = step();
            }
            left--;
            return item;
        }

        private byte[] step() {
            int were = left;
            left = 0; // after an error it ends
            byte[] item = read(place(next), ITEM);
            next = Bits.i64(item, 40);
            if (were == 1 && next != NO_INDEX) {
                throw broken("its list goes on beyond its size");
            }
            left = were;
            return item;
        }
    }

    Slots slots() {
        return new Slots();
    }

    static byte[] key(byte[] item) {
        return java.util.Arrays.copyOf(item, TvmSlots.SLOT);
    }

    static byte[] value(byte[] item) {
        return java.util.Arrays.copyOfRange(item, TvmSlots.SLOT, 2 * TvmSlots.SLOT);
    }

    @Override
    public Iterator<Pair> iterator() {
        Slots slots = slots();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return slots.hasNext();
            }

            @Override
            public Pair next() {
                if (!slots.hasNext()) {
                    throw new NoSuchElementException();
                }
                byte[] item = slots.next();
                return new Pair(RegionPad.copy(context, key(item)), RegionPad.copy(context, value(item)));
            }
        };
    }

    @Override
    public @Nullable AnyValue get(String key) {
        Objects.requireNonNull(key, "key");
        context.enter();
        try {
            return find(key);
        } finally {
            context.exit();
        }
    }

    private @Nullable AnyValue find(String key) {
        Slots slots = slots();
        while (slots.hasNext()) {
            byte[] item = slots.next();
            Tag tag = context.format.read(key(item));
            Text text = context.format.text(context.reach, tag);
            if (text != null
                    && text.kind() == dev.unitstr.values.ValueKind.STRING
                    && Texts.string(context.reach.strings(), text, dev.unitstr.MalformedPolicy.REPLACE)
                            .equals(key)) {
                return RegionPad.copy(context, value(item));
            }
        }
        return null;
    }
}
