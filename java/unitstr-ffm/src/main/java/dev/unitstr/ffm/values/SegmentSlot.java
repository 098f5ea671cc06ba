package dev.unitstr.ffm.values;

import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Slot;
import java.lang.foreign.MemorySegment;

/**
 * One slot in a memory segment: all that {@link Slot} says.
 *
 * @since 0.1.0
 */
public interface SegmentSlot extends Slot {
    /**
     * The slot itself.
     *
     * @return its memory
     */
    MemorySegment segment();

    /**
     * The bytes of a text where they are, not to be written: nothing is copied. Text in the slot changes with the slot.
     *
     * @return a read-only segment with the lifetime of what holds the text: the slot, or the memory behind its addresses
     * @throws ValueFormatException if it is no text, or may not be read
     * @throws IllegalStateException if the slot's arena was closed
     */
    MemorySegment stringSegment();
}
