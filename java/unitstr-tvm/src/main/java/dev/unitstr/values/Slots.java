package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive slots, such as the arguments of a call. {@link Dialect} creates them.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface Slots {
    /**
     * Returns the format of the slots.
     *
     * @return the format
     */
    Dialect dialect();

    /**
     * Returns the number of slots.
     *
     * @return the number of slots
     */
    int size();

    /**
     * Returns a slot.
     *
     * @param index the index of the slot
     * @return the slot, read and written in place
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    Slot at(int index);

    /**
     * Writes the value that a Java object converts to, as {@link Slot#set(Object)} does.
     *
     * @param index the index of the slot
     * @param value the object, or null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalArgumentException under the conditions of {@link Slot#set(Object)}
     * @throws dev.unitstr.tvm.ValueFormatException under the conditions of {@link Slot#set(Object)}
     */
    default void set(int index, @Nullable Object value) {
        at(index).set(value);
    }

    /** Writes null to all slots. */
    void clear();
}
