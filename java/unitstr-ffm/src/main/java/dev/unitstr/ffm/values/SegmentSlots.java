package dev.unitstr.ffm.values;

import dev.unitstr.values.Slots;
import java.lang.foreign.MemorySegment;

/**
 * {@link Slots} in a memory segment, such as the arguments of a call.
 *
 * @since 0.1.0
 */
public interface SegmentSlots extends Slots {
    @Override
    SegmentSlot at(int index);

    /**
     * Returns the memory of all slots, to be passed to a C function.
     *
     * @return the segment of the slots
     */
    MemorySegment segment();
}
