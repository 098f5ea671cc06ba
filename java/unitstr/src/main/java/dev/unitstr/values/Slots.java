package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * Slots one after the other, such as the arguments of a call. {@link Dialect} makes them.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface Slots {
    /**
     * Whose slots these are.
     *
     * @return the format
     */
    Dialect dialect();

    /**
     * How many there are.
     *
     * @return how many
     */
    int size();

    /**
     * One of them.
     *
     * @param index which
     * @return the slot, read and written in place
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    Slot at(int index);

    /**
     * Writes an object of Java's, as {@link Slot#set(Object)} does.
     *
     * @param index which slot
     * @param value the object, or null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    default void set(int index, @Nullable Object value) {
        at(index).set(value);
    }

    /** Makes all of them null. */
    void clear();
}
