package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueFormatException.Field;
import dev.unitstr.values.ValueList;
import java.lang.ref.Reference;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The elements of a list object of RFC 97 (131), whoever wrote it. */
final class Rfc97List implements ValueList {
    /** Where the object has the address of its items, its size and its capacity. */
    static final int ITEMS = 16;

    private static final int ITEM = Long.BYTES;

    private final ValueContext context;
    private final long address;
    private final int count;
    private final Memory.@Nullable Spot items;

    Rfc97List(ValueContext context, Tag tag) {
        this.context = context;
        this.address = tag.word;
        int code = Rfc97Slots.FORMAT.objectCode(context.reach, tag);
        if (code != Rfc97Slots.LIST) {
            throw Bad.kind("list", Rfc97Slots.kind(code));
        }
        byte[] fields = context.reach.bytes(Memory.offset(address, ITEMS), 3 * ITEM);
        this.count = (int) SlotFormat.size(Bits.i64(fields, ITEM), Field.SIZE, ITEMS + ITEM, address);
        if (Bits.i64(fields, 2 * ITEM) < count) {
            throw Bad.broken(Field.CAPACITY, ITEMS + 2 * ITEM, address, "its size is above its capacity");
        }
        long data = Bits.i64(fields, 0);
        this.items = count == 0 ? null : context.reach.memory().find(data, (long) count * ITEM);
    }

    @Override
    public int size() {
        return count;
    }

    RegionPad at(int index) {
        Memory.Spot spot = Objects.requireNonNull(items);
        byte[] item = new byte[ITEM];
        Memory.read(context.reach.strings(), spot.region(), spot.offset() + (long) index * ITEM, item, ITEM);
        byte[] slot = ListItems.slot(context, address, Bits.i64(item, 0));
        Reference.reachabilityFence(context); // whose life the items have
        return ListItems.value(context, slot);
    }

    @Override
    public AnyValue get(int index) {
        return at(Objects.checkIndex(index, count));
    }

    @Override
    public Iterator<AnyValue> iterator() {
        return ListItems.iterator(this);
    }

    @Override
    public String[] toStrings(MalformedPolicy policy) {
        return ListItems.strings(this, policy);
    }

    /** The list that a slot refers to, of RFC 97 or of libtvm_ffi. */
    static ValueList of(ValueContext context, Tag tag) {
        return tag.kind == Tag.Kind.OBJECT && tag.of == Dialect.RFC97
                ? new Rfc97List(context.of(tag.word), tag)
                : new TvmList(context.with(Dialect.TVM_FFI), tag);
    }
}
