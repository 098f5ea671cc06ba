package dev.unitstr.ffm.values;

import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Slot;
import java.lang.foreign.MemorySegment;

/**
 * A {@link Slot} in a memory segment.
 *
 * @since 0.1.0
 */
public interface SegmentSlot extends Slot {
    /**
     * Returns the memory of this slot.
     *
     * @return the segment of the slot
     */
    MemorySegment segment();

    /**
     * Returns a read-only segment over the bytes of a text; nothing is copied. If the text is in the slot, the segment
     * reflects changes of the slot.
     *
     * @return a read-only segment with the lifetime of the memory that holds the text: the slot, or the memory behind
     *     its addresses
     * @throws ValueFormatException if the value is not text, or may not be read
     * @throws IllegalStateException if the slot's arena is closed
     */
    MemorySegment stringSegment();
}
