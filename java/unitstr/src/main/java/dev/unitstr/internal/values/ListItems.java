package dev.unitstr.internal.values;

import dev.unitstr.values.Dialect;
import java.util.ConcurrentModificationException;

/**
 * Interprets the items of a list of RFC 97 (131), without trusting them: {@code docs/layouts/rfc97.md}.
 *
 * <p>An item is an 8-byte address. If its lowest bit is 1, it is the address of an object of libtvm_ffi. Otherwise it
 * is the address of a slot of 24 bytes (whose first number is negative) or of an object (whose first number is
 * positive).
 */
final class ListItems {
    static final long FOREIGN = 1;
    /** The code of a free slot of the pool. */
    static final int FREE = Integer.MIN_VALUE;

    private ListItems() {}

    /** Returns an item as a slot of 24 bytes, a copy. */
    static byte[] slot(ValueContext context, long list, long item) {
        byte[] slot = new byte[OwnList.SLOT];
        if ((item & FOREIGN) != 0) {
            return object(slot, Rfc97Slots.FOREIGN, item & ~FOREIGN);
        }
        SlotFormat.Reach reach = context.of(item).reach;
        int code = Bits.i32(reach.bytes(item, 4), 0);
        if (code > 0) {
            // A box is replaced with its value. Any other object keeps the type in its header.
            Tag plain = reach.plain(Tag.object(Dialect.RFC97, code, item));
            return Rfc97Slots.FORMAT.write(OwnList.SLOT, plain != null ? plain : Tag.object(Dialect.RFC97, code, item));
        }
        if (code == FREE) {
            throw FormatErrors.broken(16, list, "an item refers to a free slot");
        }
        if (code == 0) {
            throw FormatErrors.code(code, 0, item);
        }
        slot = reach.bytes(item, OwnList.SLOT);
        Rfc97Slots.FORMAT.read(slot); // throws if the slot is malformed
        return slot;
    }

    private static byte[] object(byte[] slot, int code, long address) {
        Bits.put(slot, 0, code);
        Bits.put(slot, 8, address);
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
        byte[] foreign = new byte[TvmSlots.SLOT];
        Tag tag = Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, address);
        return RegionSlot.copy(holder, object(foreign, TvmSlots.codeOf(holder.reach, tag), address));
    }

    static void checkSize(int before, int now) {
        if (before != now) {
            throw new ConcurrentModificationException("the list had " + before + " elements and now has " + now);
        }
    }
}
