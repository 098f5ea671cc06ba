package dev.unitstr.internal.values;

import dev.unitstr.tvm.ListValue;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A view of a list object of RFC 97 (131), whichever code wrote it. */
final class Rfc97ListView extends ListView {
    /** The offset of three fields of the object: the address of its items, its size and its capacity. */
    static final int ITEMS = 16;

    private static final int ITEM = Long.BYTES;

    private final ValueContext context;
    private final long address;

    Rfc97ListView(ValueContext context, Tag tag) {
        this.context = context;
        this.address = tag.word;
        int code = SlotFormat.codeOf(context.reach, tag);
        if (code != Rfc97Slots.LIST) {
            throw FormatErrors.kind("list", Rfc97Slots.kind(code));
        }
        items();
    }

    private record Items(int count, AddressSpace.@Nullable Spot spot) {}

    /** Reads the current location of the items. A list that grows moves them. */
    private Items items() {
        SlotFormat.Reach reach = context.reach;
        AddressSpace.Spot fields = reach.memory().find(AddressSpace.offset(address, ITEMS), 3 * ITEM);
        int count = (int) SlotFormat.size(reach.word(fields, ITEM), ITEMS + ITEM, address);
        if (reach.word(fields, 2 * ITEM) < count) {
            throw FormatErrors.broken(ITEMS + 2 * ITEM, address, "its size is greater than its capacity");
        }
        long data = reach.word(fields, 0);
        return new Items(count, count == 0 ? null : reach.memory().find(data, (long) count * ITEM));
    }

    @Override
    public int size() {
        int size = items().count;
        Reference.reachabilityFence(context); // owns the items
        return size;
    }

    @Override
    public RegionSlot get(int index) {
        Items items = items();
        Objects.checkIndex(index, items.count);
        long item = context.reach.word(Objects.requireNonNull(items.spot), (long) index * ITEM);
        byte[] slot = ListItems.slot(context, address, item);
        Reference.reachabilityFence(context);
        return ListItems.value(context, slot);
    }

    /** Returns the list that a slot refers to, of RFC 97 or of libtvm_ffi. */
    static ListValue of(ValueContext context, Tag tag) {
        return tag.kind == Tag.Kind.OBJECT && tag.of == Dialect.RFC97
                ? new Rfc97ListView(context.of(tag.word), tag)
                : new TvmListView(context.with(Dialect.TVM_FFI), tag);
    }
}
