package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slots;
import java.util.Objects;

/** Slots in a region. */
public class RegionSlots implements Slots {
    private final ValueContext context;
    private final Region region;
    private final long offset;
    private final int count;
    private final int slotBytes;

    /**
     * Constructs the slots.
     *
     * @param context the context of the slots
     * @param region the memory
     * @param offset the offset of the first slot in the region, in bytes
     * @param count the number of slots
     * @param slotBytes the size of each slot in bytes
     */
    protected RegionSlots(ValueContext context, Region region, long offset, int count, int slotBytes) {
        this.context = context;
        this.region = region;
        this.offset = offset;
        this.count = count;
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
        Objects.checkIndex(index, count);
        return context.make(region, offset + (long) index * slotBytes, slotBytes);
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
