package dev.unitstr.internal.values;

import dev.unitstr.internal.text.Checks;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A view of a list object of RFC 97 (131), whichever code wrote it. It does not trust the items: {@code
 * docs/layouts/rfc97.md}.
 *
 * <p>An item is an 8-byte address. If its lowest bit is 1, it is the address of an object of libtvm_ffi. Otherwise it
 * is the address of a slot of 24 bytes (whose first number is negative) or of an object (whose first number is
 * positive).
 */
final class Rfc97ListView extends ListView {
    /** The offset of the location of the items in the object. */
    static final int ITEMS = 16;

    static final long FOREIGN = 1;
    /** The code of a free slot of the pool. */
    static final int FREE = Integer.MIN_VALUE;

    Rfc97ListView(ValueContext context, Tag tag) {
        super(context, tag.word());
        int code = SlotFormat.codeOf(context.reach, tag);
        if (code != Rfc97Slots.LIST) {
            throw FormatErrors.kind("list", Rfc97Slots.kind(code));
        }
        items();
    }

    private Location items() {
        return location(ITEMS, Long.BYTES);
    }

    @Override
    public int size() {
        int size = items().count();
        Reference.reachabilityFence(context); // owns the items
        return size;
    }

    @Override
    public RegionSlot get(int index) {
        Location items = items();
        Checks.element(index, items.count(), "the list", "elements");
        long item = context.reach.word(Objects.requireNonNull(items.spot()), (long) index * Long.BYTES);
        byte[] slot = slot(context, address, item);
        Reference.reachabilityFence(context);
        return value(context, slot);
    }

    /** Returns the list that a slot refers to, of RFC 97 or of libtvm_ffi. */
    static ListValue of(ValueContext context, Tag tag) {
        return tag.kind() == Tag.Kind.OBJECT && tag.owner() == Dialect.RFC97
                ? new Rfc97ListView(context.of(tag.word()), tag)
                : new TvmListView(context.with(Dialect.TVM_FFI), tag);
    }

    /** Returns an item as a slot of 24 bytes, a copy. */
    static byte[] slot(ValueContext context, long list, long item) {
        if ((item & FOREIGN) != 0) {
            return Bits.words(Bits.word(Rfc97Slots.FOREIGN, 0), item & ~FOREIGN, 0);
        }
        Reach reach = context.of(item).reach;
        int code = Bits.i32(reach.bytes(item, 4), 0);
        if (code > 0) {
            // A box is replaced with its value. Any other object keeps the type in its header.
            Tag plain = Formats.plain(reach, Tag.object(Dialect.RFC97, code, item));
            return Rfc97Slots.FORMAT.write(OwnList.SLOT, plain != null ? plain : Tag.object(Dialect.RFC97, code, item));
        }
        if (code == FREE) {
            throw FormatErrors.broken(16, list, "an item refers to a free slot");
        }
        if (code == 0) {
            throw FormatErrors.code(code, 0, item);
        }
        byte[] slot = reach.bytes(item, OwnList.SLOT);
        Rfc97Slots.FORMAT.read(slot); // throws if the slot is malformed
        return slot;
    }

    /** Returns the value of a copied slot, with the memory in which it can be read. */
    static RegionSlot value(ValueContext context, byte[] slot) {
        int code = Bits.i32(slot, 0);
        if (code != Rfc97Slots.FOREIGN && code != Rfc97Slots.OBJECT && code <= 0) {
            return RegionSlot.copy(context, slot);
        }
        long address = Bits.i64(slot, 8);
        ValueContext holder = context.of(address);
        if (code != Rfc97Slots.FOREIGN || holder == context) {
            return RegionSlot.copy(holder, slot);
        }
        Tag tag = Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, address);
        holder.enter();
        try {
            return RegionSlot.copy(holder, Bits.words(TvmSlots.codeOf(holder.reach, tag), address));
        } finally {
            holder.exit();
        }
    }
}
