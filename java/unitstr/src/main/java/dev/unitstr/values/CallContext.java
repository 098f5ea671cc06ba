package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * A call of a Java function: its arguments, and where its result goes.
 *
 * <p>Arguments are borrowed from the caller until the function returns. After that they, and all that was read from them
 * but Java objects, throw {@link IllegalStateException}. A view of a text ({@link AnyValue#stringBuffer()}) is a copy
 * here. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface CallContext {
    /**
     * How many arguments there are.
     *
     * @return how many
     */
    int size();

    /**
     * An argument.
     *
     * @param index which
     * @return the value, for the time of the call
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    AnyValue arg(int index);

    /**
     * An argument that stays: an object gets one reference more, a borrowed text is copied.
     *
     * @param index which
     * @return the value; to be closed
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    OwnedAny retain(int index);

    /**
     * Sets the result: the last call counts, and none means null.
     *
     * @param value as an argument of {@link PackedFunction#call}
     * @throws IllegalArgumentException if it is of no class that there is a value for
     */
    void ret(@Nullable Object value);
}
