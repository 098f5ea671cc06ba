package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException.Field;
import dev.unitstr.values.Dialect;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * What the items of a list of RFC 97 (131) mean: {@code rust/unitstr-values/src/owned/list.rs}. Nothing of them is trusted.
 *
 * <p>An item is an address of 8 bytes: with its lowest bit 0, of a slot of 24 bytes (whose first number is below 0) or of
 * an object (above 0); with its lowest bit 1, of an object of libtvm_ffi.
 */
final class ListItems {
    static final long FOREIGN = 1;
    /** The code of a slot of the pool that is free. */
    static final int FREE = Integer.MIN_VALUE;

    private ListItems() {}

    /** A copy of what an item says, as a slot of 24 bytes. */
    static byte[] slot(ValueContext context, long list, long item) {
        byte[] slot = new byte[OwnList.SLOT];
        if ((item & FOREIGN) != 0) {
            return object(slot, Rfc97Slots.FOREIGN, item & ~FOREIGN);
        }
        SlotFormat.Reach reach = context.of(item).reach;
        int code = Bits.i32(reach.bytes(item, 4), 0);
        if (code > 0) {
            // A box becomes what it holds; an object of a known type goes by that of its header.
            Tag plain = Rfc97Slots.FORMAT.plain(reach, Tag.object(Dialect.RFC97, code, item));
            Rfc97Slots.FORMAT.write(slot, plain != null ? plain : Tag.object(Dialect.RFC97, code, item));
            return slot;
        }
        if (code == FREE) {
            throw FormatErrors.broken(Field.DATA, 16, list, "an item leads to a slot that is free");
        }
        if (code == 0) {
            throw FormatErrors.code(code, 0, item);
        }
        slot = reach.bytes(item, OwnList.SLOT);
        Rfc97Slots.FORMAT.read(slot); // or it is refused
        return slot;
    }

    private static byte[] object(byte[] slot, int code, long address) {
        Bits.put(slot, 0, code);
        Bits.put(slot, 8, address);
        return slot;
    }

    /** The value of a copy, with the memory that it may be read in. */
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

    /** All texts; whose elements are no texts, is an error. */
    static String[] strings(ListValue list, MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        String[] all = new String[list.size()];
        for (int i = 0; i < all.length; i++) {
            try {
                all[i] = list.get(i).asString(policy);
            } catch (MalformedTextException e) {
                throw e.inString(i);
            }
        }
        return all;
    }

    /** One element after the other, as long as the list keeps its size. */
    static Iterator<Value> iterator(ListValue list) {
        int count = list.size();
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                // If the size has changed, next() is to say so.
                return next < count || list.size() != count;
            }

            @Override
            public Value next() {
                checkSize(count, list.size());
                if (next >= count) {
                    throw new NoSuchElementException();
                }
                return list.get(next++);
            }
        };
    }

    static void checkSize(int before, int now) {
        if (before != now) {
            throw new ConcurrentModificationException("the list had " + before + " elements, and has " + now + " now");
        }
    }
}
