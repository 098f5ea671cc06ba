package dev.unitstr.tvm;

/**
 * A call of a Java function: its arguments.
 *
 * <p>Arguments are borrowed from the caller until the function returns. After that they, and all that was read from them
 * but Java objects, throw {@link IllegalStateException}. A view of a text ({@link Value#stringBuffer()}) is a copy
 * here. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface TvmCall {
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
    Value arg(int index);

    /**
     * An argument that stays: an object gets one reference more, a borrowed text is copied.
     *
     * @param index which
     * @return the value; to be closed
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    OwnedValue retain(int index);
}
