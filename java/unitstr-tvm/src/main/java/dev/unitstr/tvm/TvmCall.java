package dev.unitstr.tvm;

/**
 * The arguments of one call of a Java function ({@code PackedArgs} in TVM).
 *
 * <p>The arguments are borrowed from the caller until the function returns. After that, they and everything read from
 * them, except Java objects, throw {@link IllegalStateException}. Here {@link Value#stringBuffer()} returns a copy, not
 * a view.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TvmCall {
    /**
     * Returns the number of arguments.
     *
     * @return the number of arguments
     */
    int size();

    /**
     * Returns an argument, borrowed from the caller.
     *
     * @param index the index of the argument
     * @return the value; valid until the Java function returns
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    Value arg(int index);

    /**
     * Returns an argument that remains valid after the call. For an object, the reference count is incremented; a
     * borrowed text is copied.
     *
     * @param index the index of the argument
     * @return the value; the caller must close it
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws ValueFormatException with {@code NOT_HERE} if the argument is a borrowed tensor ({@code DLTensor*})
     */
    OwnedValue retain(int index);
}
