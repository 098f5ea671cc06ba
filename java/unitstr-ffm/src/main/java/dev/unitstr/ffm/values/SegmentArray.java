package dev.unitstr.ffm.values;

import dev.unitstr.values.AnyArray;
import java.lang.foreign.MemorySegment;

/**
 * Slots in a memory segment, such as the arguments of a call: all that {@link AnyArray} says.
 *
 * @since 0.1.0
 */
public interface SegmentArray extends AnyArray {
    @Override
    SegmentPad at(int index);

    /**
     * All of the slots, to pass to C.
     *
     * @return their memory
     */
    MemorySegment segment();
}
