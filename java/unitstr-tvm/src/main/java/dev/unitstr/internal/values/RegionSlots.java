package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slots;

/** Slots in a region. */
public class RegionSlots implements Slots {
    private final ValueContext context;
    /** The memory. */
    protected final Region region;

    private final int count;
    private final int slotBytes;

    /**
     * Constructs the slots of a region.
     *
     * @param context the context of the slots
     * @param region the memory
     * @param slotBytes the size of each slot in bytes
     * @throws dev.unitstr.tvm.ValueFormatException if the region is not a whole number of slots
     * @throws IllegalArgumentException if the slots are below the lowest address
     */
    public RegionSlots(ValueContext context, Region region, int slotBytes) {
        long bytes = region.byteSize();
        if (bytes % slotBytes != 0 || bytes / slotBytes > Integer.MAX_VALUE) {
            throw FormatErrors.slots(bytes, slotBytes);
        }
        region.checkAddress(0, bytes);
        this.context = context;
        this.region = region;
        this.count = (int) (bytes / slotBytes);
        this.slotBytes = slotBytes;
    }

    @Override
    public Dialect dialect() {
        return context.format.dialect;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public RegionSlot at(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(
                    "index is " + index + ": the memory has " + count + " slots" + region.boundsHint());
        }
        return context.make(region, (long) index * slotBytes, slotBytes);
    }

    @Override
    public String toString() {
        return count + " slots of " + dialect();
    }

    @Override
    public void clear() {
        for (int i = 0; i < count; i++) {
            at(i).setNull();
        }
    }
}
