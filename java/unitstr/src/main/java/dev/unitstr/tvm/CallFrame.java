package dev.unitstr.tvm;

/**
 * The memory of calls, to be used again and again: where nothing is allocated but the strings that are asked for.
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
 * <p>It belongs to the thread that made it: others, and whoever is called back by a call of it, get {@link
 * IllegalStateException}. The result is
 * there until the next {@link #invoke}, or {@link #close}. After {@link #close} every method throws {@link
 * IllegalStateException}. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface CallFrame extends AutoCloseable {
    /** How many arguments there may be. */
    int MAX_ARGS = 16;

    /**
     * Sets an argument to null.
     *
     * @param index which, below {@link #MAX_ARGS}
     */
    void putNull(int index);

    /**
     * Sets an argument.
     *
     * @param index which, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putLong(int index, long value);

    /**
     * Sets an argument.
     *
     * @param index which, below {@link #MAX_ARGS}
     * @param value the number
     */
    void putDouble(int index, double value);

    /**
     * Sets an argument.
     *
     * @param index which, below {@link #MAX_ARGS}
     * @param value the truth
     */
    void putBoolean(int index, boolean value);

    /**
     * Sets an argument, in UTF-8; lone surrogates become question marks.
     *
     * @param index which, below {@link #MAX_ARGS}
     * @param text the text
     * @throws IllegalArgumentException if the text takes more than 2,147,483,606 bytes
     * @throws OutOfMemoryError if there is no native memory for it
     */
    void putString(int index, String text);

    /**
     * Calls a function with the first arguments, which stay as they are.
     *
     * @param function the function
     * @param args how many arguments
     * @throws IndexOutOfBoundsException if {@code args < 0} or {@code args > MAX_ARGS}
     * @throws TvmException if the function raises an error
     */
    void invoke(TvmFunction function, int args);

    /**
     * What the result is.
     *
     * @return the kind
     */
    ValueKind kind();

    /**
     * The result.
     *
     * @return the number of an int or a bool
     * @throws ValueFormatException of all else
     */
    long getLong();

    /**
     * The result.
     *
     * @return the number of a float, an int or a bool
     * @throws ValueFormatException of all else
     */
    double getDouble();

    /**
     * The result.
     *
     * @return the text of a string or a binary, malformed text replaced
     * @throws ValueFormatException of all else
     */
    String getString();

    /** Gives back all memory. */
    @Override
    void close();
}
