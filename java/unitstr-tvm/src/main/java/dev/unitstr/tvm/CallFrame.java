package dev.unitstr.tvm;

import org.jspecify.annotations.Nullable;

/**
 * Reusable memory for the arguments and the result of calls. A call with strings, numbers and short binaries allocates
 * nothing except what the caller reads from it.
 *
 * <pre>{@code
 * try (CallFrame frame = runtime.frame()) {
 *     frame.put(1, List.of("en", "de")); // made once, passed in each call
 *     for (String word : words) {
 *         frame.put(0, word);
 *         frame.invoke(function, 2);
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
     * Sets an argument to any value that {@link TvmFunction} accepts: text, a byte array, a list, a map, a tensor, a
     * function, null. A collection, an array or a map is copied now. The frame holds a reference to an object until
     * another object takes its place, or the frame is closed.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the argument, or null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= MAX_ARGS}
     * @throws IllegalArgumentException if {@code value} is of an unsupported class, or exceeds a limit of
     *     {@link TvmFunction}
     * @throws OutOfMemoryError if native memory for a text cannot be allocated
     */
    void put(int index, @Nullable Object value);

    /**
     * Sets an argument to an int, without making a {@link Long}.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putLong(int index, long value);

    /**
     * Sets an argument to a float, without making a {@link Double}.
     *
     * @param index the index of the argument, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putDouble(int index, double value);

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

    /**
     * Returns the bytes of the result.
     *
     * @return a new array with the bytes of a string or a binary, unchanged
     * @throws ValueFormatException if the result is of any other kind
     */
    byte[] getBytes();

    /**
     * Returns the result, of any kind, as a value that the caller owns. It remains valid after the next call and after
     * the frame is closed.
     *
     * @return the result; the caller must close it
     */
    OwnedValue getOwned();

    /** Frees all memory of this frame. */
    @Override
    void close();
}
