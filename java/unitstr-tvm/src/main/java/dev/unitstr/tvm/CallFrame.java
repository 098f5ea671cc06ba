package dev.unitstr.tvm;

/**
 * Reusable memory for the arguments and the result of calls. A call allocates nothing except the strings that the
 * caller reads from it.
 *
 * <pre>{@code
 * try (CallFrame frame = runtime.frame()) {
 *     for (String word : words) {
 *         frame.putString(0, word);
 *         frame.invoke(function, 1);
 *         sum += frame.getLong();
 *     }
 * }
 * }</pre>
 *
 * <p>A frame may be used only by the thread that created it. Any other thread gets {@link IllegalStateException}, and
 * so does a Java function that uses the frame while a call made with it is running. The result is available until the
 * next {@link #invoke} or {@link #close}. After {@link #close}, every method throws {@link IllegalStateException}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface CallFrame extends AutoCloseable {
    /** The maximum number of arguments. */
    int MAX_ARGS = 16;

    /**
     * Sets an argument to null.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     */
    void putNull(int index);

    /**
     * Sets an argument to an int.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putLong(int index, long value);

    /**
     * Sets an argument to a float.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putDouble(int index, double value);

    /**
     * Sets an argument to a bool.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the boolean
     */
    void putBoolean(int index, boolean value);

    /**
     * Sets an argument to a string, encoded in UTF-8. Lone surrogates become question marks.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param text the text
     * @throws IllegalArgumentException if the encoded text takes more than 2,147,483,606 bytes
     * @throws OutOfMemoryError if native memory for the text cannot be allocated
     */
    void putString(int index, String text);

    /**
     * Calls a function with the first {@code args} arguments. The arguments keep their values for the next call.
     *
     * @param function the function
     * @param args the number of arguments to pass
     * @throws IndexOutOfBoundsException if {@code args < 0} or {@code args > MAX_ARGS}
     * @throws TvmException if the function raises an error
     */
    void invoke(TvmFunction function, int args);

    /**
     * Returns the kind of the result.
     *
     * @return the kind
     */
    ValueKind kind();

    /**
     * Returns the result as a {@code long}.
     *
     * @return the number, if the result is an int or a bool
     * @throws ValueFormatException if the result is of any other kind
     */
    long getLong();

    /**
     * Returns the result as a {@code double}.
     *
     * @return the number, if the result is a float, an int or a bool
     * @throws ValueFormatException if the result is of any other kind
     */
    double getDouble();

    /**
     * Returns the result as a string.
     *
     * @return the text, if the result is a string or a binary; malformed text is replaced
     * @throws ValueFormatException if the result is of any other kind
     */
    String getString();

    /** Frees all memory of this frame. */
    @Override
    void close();
}
