package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A view of a map or a dict of libtvm_ffi: {@code rust/unitstr-values/src/tvm/containers.rs}. */
final class TvmMapView extends AbstractMap<Value, Value> implements MapValue {
    /** The bit in the number of slots that marks a small map, of at most four pairs. */
    private static final long SMALL_MAP = Long.MIN_VALUE;

    private static final int BLOCK = TvmSlots.MAP_BLOCK;
    private static final int BLOCK_BYTES = TvmSlots.MAP_BLOCK_BYTES;
    /** The link at the end of a list. */
    private static final long NO_INDEX = -1;
    /** A slot byte of at least this value means that the slot contains no item. */
    private static final int NO_ITEM = 0xFE;

    /** The bit of a slot byte that marks an item which is not the first of its chain. */
    private static final int NOT_FIRST = 0x80;

    private static final String LARGE = """
            130 195 292 438 657 986 1478 2217 3326 4988 7482 11223 16835 25252 37877 56816 85223 127835
            191752 287627 431440 647160 970740 1456110 2184165 3276247 4914370 7371555 11057333 16585999
            24878998 37318497 55977745 83966618 125949926 188924889 283387334 425081001 637621501 956432251
            1434648376 2151972564 3227958845""";

    /**
     * The distance in slots to the next item of a chain, by the low 7 bits of the slot byte; 0 at the end of the chain.
     *
     * <p>Source: {@code NextProbeLocation} in {@code container/map_base.h} of apache/tvm-ffi. The distances are 0 to
     * 15, then the triangular numbers n (n + 1) / 2 for n from 6 to 72, then those for the n of {@link #LARGE}.
     */
    private static final long[] JUMPS = jumps();

    private static final AddressSpace.Spot NOWHERE = new AddressSpace.Spot(new ArrayRegion(new byte[0]), 0);

    private final ValueContext context;
    private final long address;
    final int code;

    private static long[] jumps() {
        long[] jumps = new long[126];
        for (int i = 0; i < BLOCK; i++) {
            jumps[i] = i;
        }
        int next = BLOCK;
        for (long n = 6; n <= 72; n++) {
            jumps[next++] = n * (n + 1) / 2;
        }
        for (String large : LARGE.split("\\s")) {
            long n = Long.parseLong(large);
            jumps[next++] = n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
        }
        return jumps;
    }

    TvmMapView(ValueContext context, Tag tag) {
        this.context = context;
        this.address = tag.word();
        this.code = TvmError.check(context.reach, tag, "map or dict", TvmSlots.MAP, TvmSlots.DICT);
        layout();
    }

    /** Returns the map as a value. */
    RegionSlot value() {
        return RegionSlot.copy(context, Bits.words(code, address));
    }

    /**
     * The fields of the object.
     *
     * @param data the address of the items
     * @param count the number of pairs
     * @param slots the number of slots
     * @param small whether the pairs are in a plain array
     * @param shift the number of bits by which a hash is shifted to get the index of a slot
     * @param head the index of the first item
     * @param tail the index of the last item
     */
    private record Layout(long data, int count, long slots, boolean small, long shift, long head, long tail) {
        long bytes() {
            return small ? 2L * TvmSlots.SLOT * count : count == 0 ? 0 : (slots + BLOCK - 1) / BLOCK * BLOCK_BYTES;
        }
    }

    /** Reads the current fields of the object. A dict that changes may move its items. */
    private Layout layout() {
        return layout(false);
    }

    /** Reads the current fields; with {@code ordered}, also the first and the last item, to read the pairs in order. */
    private Layout layout(boolean ordered) {
        Reach reach = context.reach;
        AddressSpace.Spot fields = reach.memory().find(AddressSpace.offset(address, 24), 24);
        long data = reach.word(fields, 0);
        int count = (int) Reach.size(reach.word(fields, 8), 32, address);
        long word = reach.word(fields, 16);
        long slots = Reach.size(word & ~SMALL_MAP, 40, address);
        if (count > slots) {
            throw FormatErrors.broken(40, address, "it has more pairs than slots");
        }
        boolean small = (word & SMALL_MAP) != 0;
        if (small || count == 0) {
            return new Layout(data, count, slots, small, 0, small ? 0 : NO_INDEX, NO_INDEX);
        }
        AddressSpace.Spot more = reach.memory().find(AddressSpace.offset(address, 56), 24);
        long shift = reach.word(more, 0) & 0xFFFF_FFFFL;
        long head = ordered ? reach.word(more, 8) : NO_INDEX;
        return new Layout(data, count, slots, false, shift, head, ordered ? reach.word(more, 16) : NO_INDEX);
    }

    private AddressSpace.Spot items(Layout layout) {
        long bytes = layout.bytes();
        return bytes == 0 ? NOWHERE : context.reach.memory().find(layout.data, bytes);
    }

    @Override
    public int size() {
        context.enter();
        try {
            return layout().count;
        } finally {
            context.exit();
        }
    }

    private byte[] read(AddressSpace.Spot items, long offset, int bytes) {
        byte[] copy = new byte[bytes];
        AddressSpace.read(context.reach.strings(), items.region(), items.offset() + offset, copy, bytes);
        return copy;
    }

    private ValueFormatException broken(String what) {
        return FormatErrors.broken(64, address, what);
    }

    /** Returns the byte of a slot, as an unsigned number. */
    private int state(AddressSpace.Spot items, long slot) {
        long word = context.reach.word(items, slot / BLOCK * BLOCK_BYTES + (slot & Long.BYTES));
        return (int) (word >>> Byte.SIZE * (slot % Long.BYTES)) & 0xFF;
    }

    /** Reads the pairs in order, each as a copy of its two slots, of which an object is made. */
    final class Slots<T> implements Iterator<T> {
        private final Layout layout = layout(true);
        private final Function<byte[], T> maker;
        private int left = layout.count;
        private long next = layout.head;
        /** An exception ends the iteration. */
        private boolean failed;

        Slots(Function<byte[], T> maker) {
            this.maker = maker;
            items(layout); // throws if they may not be read
        }

        int count() {
            return layout.count;
        }

        @Override
        public boolean hasNext() {
            // If the size has changed, next() throws the exception.
            return !failed && (left > 0 || size() != layout.count);
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            failed = true;
            context.enter();
            try {
                if (!layout(true).equals(layout)) {
                    throw new ConcurrentModificationException("the map has changed during the iteration");
                }
                byte[] item =
                        layout.small ? read(items(layout), next++ * 2 * TvmSlots.SLOT, 2 * TvmSlots.SLOT) : step();
                left--;
                T made = maker.apply(item);
                failed = false;
                return made;
            } finally {
                context.exit();
            }
        }

        private byte[] step() {
            if (next == NO_INDEX) {
                throw broken("its linked list has fewer pairs than its size");
            }
            if (next < 0 || next >= layout.slots) {
                throw broken("a link points past its slots");
            }
            AddressSpace.Spot items = items(layout);
            if (state(items, next) >= NO_ITEM) {
                throw broken("a link points to an empty slot");
            }
            byte[] item = read(items, TvmSlots.mapItem(next), TvmSlots.MAP_ITEM);
            next = Bits.i64(item, 40);
            if (left == 1 && next != NO_INDEX) {
                throw broken("its linked list has more pairs than its size");
            }
            return item;
        }
    }

    <T> Slots<T> slots(Function<byte[], T> maker) {
        context.enter();
        try {
            return new Slots<>(maker);
        } finally {
            context.exit();
        }
    }

    static byte[] key(byte[] item) {
        return Arrays.copyOf(item, TvmSlots.SLOT);
    }

    static byte[] value(byte[] item) {
        return Arrays.copyOfRange(item, TvmSlots.SLOT, 2 * TvmSlots.SLOT);
    }

    private RegionSlot element(byte[] slot) {
        return context.element(slot, code == TvmSlots.DICT);
    }

    @Override
    public String toString() {
        try {
            return "map of " + size() + " pairs";
        } catch (RuntimeException e) {
            return "unreadable map: " + e.getMessage();
        }
    }

    @Override
    public Set<Entry<Value, Value>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return TvmMapView.this.size();
            }

            @Override
            public Iterator<Entry<Value, Value>> iterator() {
                return slots(item -> Map.entry(element(key(item)), element(value(item))));
            }

            @Override
            public boolean contains(@Nullable Object object) {
                if (!(object instanceof Entry<?, ?> entry)) {
                    return false;
                }
                Value value = get(entry.getKey());
                return value != null && Objects.equals(Content.of(value), Content.of(entry.getValue()));
            }
        };
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public boolean containsValue(@Nullable Object object) {
        Object wanted = Content.of(object);
        return wanted != null && values().stream().anyMatch(value -> wanted.equals(Content.of(value)));
    }

    /** Otherwise the inherited method would not find "a", which {@link #containsKey} finds, and return null. */
    @Override
    public Value remove(@Nullable Object key) {
        throw FormatErrors.view("map");
    }

    @Override
    public @Nullable Value get(@Nullable Object key) {
        if (key instanceof String text) {
            MapKey hashed = MapKey.of(text);
            return hashed == null ? null : get(hashed);
        } else if (key instanceof Long || key instanceof Integer || key instanceof Short || key instanceof Byte) {
            return get(MapKey.of(((Number) key).longValue()));
        } else if (key instanceof byte[] binary) {
            return get(MapKey.of(binary));
        } else if (key instanceof RegionSlot slot && slot.kind() == ValueKind.INT) {
            return get(MapKey.of(slot.asLong()));
        } else if (key instanceof RegionSlot slot && slot.kind() == ValueKind.STRING) {
            return get(MapKey.of(TvmSlots.STR, slot.asBytes()));
        } else if (key instanceof RegionSlot slot && slot.kind() == ValueKind.BYTES) {
            return get(MapKey.of(slot.asBytes()));
        }
        Object wanted = Content.of(key);
        for (Entry<Value, Value> entry : wanted == null ? Set.<Entry<Value, Value>>of() : entrySet()) {
            if (wanted.equals(Content.of(entry.getKey()))) {
                return entry.getValue();
            }
        }
        return null;
    }

    private @Nullable Value get(MapKey key) {
        context.enter();
        try {
            Layout layout = layout();
            if (layout.count == 0) {
                return null;
            }
            AddressSpace.Spot items = items(layout);
            long pair = layout.small ? scan(layout, items, key) : search(layout, items, key);
            return pair < 0 ? null : element(read(items, pair + TvmSlots.SLOT, TvmSlots.SLOT));
        } finally {
            context.exit();
        }
    }

    private boolean isAt(AddressSpace.Spot items, long pair, MapKey key) {
        Reach reach = context.reach;
        return key.isIn(reach, reach.word(items, pair), reach.word(items, pair + Long.BYTES));
    }

    /** Returns the offset of the pair of a key in a small map, or -1. */
    private long scan(Layout layout, AddressSpace.Spot items, MapKey key) {
        for (long pair = 0; pair < 2L * TvmSlots.SLOT * layout.count; pair += 2 * TvmSlots.SLOT) {
            if (isAt(items, pair, key)) {
                return pair;
            }
        }
        return -1;
    }

    /** Returns the offset of the pair of a key in a map with chains, or -1. */
    private long search(Layout layout, AddressSpace.Spot items, MapKey key) {
        // Fibonacci hashing: 2^64 divided by the golden ratio spreads the hash over all bits; the highest ones are the
        // index.
        long slot = key.hash() * 0x9E37_79B9_7F4A_7C15L >>> layout.shift;
        if (layout.shift < 1 || layout.shift > 63 || slot >= layout.slots) {
            throw FormatErrors.broken(56, address, "its hash table extends past its slots");
        }
        int state = state(items, slot);
        if ((state & NOT_FIRST) != 0) {
            return -1; // empty, or an item in another chain
        }
        for (int steps = 0; steps < layout.count; steps++) {
            if (isAt(items, TvmSlots.mapItem(slot), key)) {
                return TvmSlots.mapItem(slot);
            }
            int jump = state & ~NOT_FIRST;
            if (jump == 0) {
                return -1;
            }
            if (jump >= JUMPS.length) {
                throw broken("a chain continues outside its slots");
            }
            slot = (slot + JUMPS[jump]) % layout.slots;
            state = state(items, slot);
            if (state >= NO_ITEM || (state & NOT_FIRST) == 0) {
                throw broken("a chain points outside the map");
            }
        }
        throw broken("a chain has more items than the map has pairs");
    }
}
