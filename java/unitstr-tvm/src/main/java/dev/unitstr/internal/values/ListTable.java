package dev.unitstr.internal.values;

import dev.unitstr.internal.text.RegionStrings;

/**
 * Slots of common small values, which all lists share. They are never changed or freed. A list recognises them by their
 * address.
 */
public final class ListTable {
    private static final int INTS = 128 + 256;
    /** The index of the first slot of each kind. */
    private static final int FIRST_INT = 3;

    private static final int FIRST_BYTE = FIRST_INT + INTS;
    private static final int FIRST_CODE_POINT = FIRST_BYTE + 256;
    private static final int SLOTS = FIRST_CODE_POINT + 256;

    final BlockMemory.Block block;

    /**
     * Creates the table.
     *
     * @param memory the memory for the table, never freed
     * @param strings the string operations
     */
    public ListTable(GrowingMemory memory, RegionStrings strings) {
        block = memory.allocate((long) SLOTS * OwnList.SLOT);
        byte[] all = new byte[SLOTS * OwnList.SLOT];
        put(all, 0, Rfc97Slots.NULL, 0, 0);
        put(all, 1, Rfc97Slots.BOOL, 0, 0);
        put(all, 2, Rfc97Slots.BOOL, 0, 1);
        for (int i = 0; i < INTS; i++) {
            put(all, FIRST_INT + i, Rfc97Slots.INT, 0, i - 128);
        }
        for (int unit = 0; unit < 256; unit++) {
            put(all, FIRST_BYTE + unit, Rfc97Slots.SMALL_STR, 1, unit);
            put(all, FIRST_CODE_POINT + unit, Rfc97Slots.SMALL_UCS4, 4, unit);
        }
        AddressSpace.write(strings, all, block.region(), 0);
    }

    private static void put(byte[] all, int slot, int code, int length, long word) {
        Bits.put(all, slot * OwnList.SLOT, Bits.word(code, length));
        Bits.put(all, slot * OwnList.SLOT + 8, word);
    }

    /** Returns the address of the slot with the same value, or 0 if there is none. */
    long find(byte[] slot) {
        long word = Bits.i64(slot, 8);
        int length = Bits.i32(slot, 4);
        long at = switch (Bits.i32(slot, 0)) {
            case Rfc97Slots.NULL -> 0;
            case Rfc97Slots.BOOL -> 1 + word;
            case Rfc97Slots.INT -> word >= -128 && word <= 255 ? FIRST_INT + word + 128 : -1;
            case Rfc97Slots.SMALL_STR -> length == 1 ? FIRST_BYTE + word : -1;
            case Rfc97Slots.SMALL_UCS4 -> length == 4 && word >>> 8 == 0 ? FIRST_CODE_POINT + word : -1;
            default -> -1;
        };
        return at < 0 ? 0 : block.address() + at * OwnList.SLOT;
    }

    /** Tests whether an address is that of a slot of the table. */
    boolean holds(long address) {
        long at = address - block.address();
        return at >= 0 && at < (long) SLOTS * OwnList.SLOT && at % OwnList.SLOT == 0;
    }
}
