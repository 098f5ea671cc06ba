package dev.unitstr.ffm.values;

import dev.unitstr.values.Slots;
import java.lang.foreign.MemorySegment;

/**
 * Slots in a memory segment, such as the arguments of a call: all that {@link Slots} says.
 *
 * @since 0.1.0
 */
public interface SegmentSlots extends Slots {
    @Override
    SegmentSlot at(int index);

    /**
     * All of the slots, to pass to C.
     *
     * @return their memory
     */
    MemorySegment segment();
}
