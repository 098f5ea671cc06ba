package dev.unitstr.internal.binding;

/**
 * Native functions for Arrow's C data interface and C stream interface. Arguments are addresses and numbers; each result
 * is that of the native entry of the same name, and a negative one is an error.
 */
public interface ArrowCalls {
    /** Kind of {@link #export}: an {@code ArrowSchema}. */
    int SCHEMA = 1;
    /** Kind of {@link #export}: an {@code ArrowArray}. */
    int ARRAY = 2;
    /** Kind of {@link #export}: an {@code ArrowArrayStream}. */
    int STREAM = 3;
    /** Kind of {@link #call}: {@code release(first)}. */
    int CALL_RELEASE = 1;
    /** Kind of {@link #call}: {@code get_schema(first, second)} or {@code get_next(first, second)}. */
    int CALL_GET = 2;
    /** Kind of {@link #call}: {@code get_last_error(first)}. */
    int CALL_TEXT = 3;

    /**
     * Makes a struct that its consumer releases.
     *
     * @param kind the kind of the struct
     * @param from the address of the schema or array to copy; for a stream, of a schema and arrays, which are moved
     * @param count the number of arrays of a stream
     * @param owner the owner of the memory of the buffers of an array, from {@link TensorCalls#newOwner}; each copied
     *     struct has a reference to it
     * @param to the address of the new struct
     * @return 0 or an error
     */
    long export(int kind, long from, long count, long owner, long to);

    /**
     * Calls a function of a struct.
     *
     * @param kind the kind of the function
     * @param function the address of the function
     * @param first the address of the struct that has the function
     * @param second the address of the struct to fill; 0 if there is none
     * @return the result of the function, or an error
     */
    long call(int kind, long function, long first, long second);
}
