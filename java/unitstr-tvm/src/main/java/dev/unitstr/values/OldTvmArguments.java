package dev.unitstr.values;

import dev.unitstr.internal.values.OldArguments;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a packed function of TVM before libtvm_ffi ({@code TVMArgs}): type codes and 8-byte words in two
 * arrays. Strings have no length.
 *
 * <pre>{@code
 * // int f(void *handle, int n, int *codes, V *values, int *out_code, V *out), V a union of 8 bytes
 * try (OldTvmArguments args = OldTvmArguments.create(false)) {
 *     args.add("hello");
 *     args.add(7);
 *     int status = function(handle, args.size(), args.codes(), args.values(), outCode, out); // by a binding of yours
 *     if (status != 0) {
 *         throw new IllegalStateException("status " + status); // there is no result
 *     }
 *     Value result = OldTvmArguments.read(code, word, ValueMemory.live()); // may borrow from the arguments
 *     System.out.println(result.toJava());
 * }
 * }</pre>
 *
 * <p>{@link #add} accepts what {@link Slot#set(Object)} accepts, and any {@link Value}. Text is copied as a C string
 * (type 11), or with a length (type 12) if it contains a NUL; binaries are always copied with a length; UCS-4 becomes
 * UTF-8. Borrowed C strings, borrowed byte arrays and objects are passed as they are. If the function does not support
 * bools, they are passed as the ints 0 and 1.
 *
 * <p>Not safe for use by several threads at a time.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface OldTvmArguments extends AutoCloseable {
    /**
     * Creates an empty list of arguments in native memory, which {@link #close} frees.
     *
     * @param bools whether the function supports bools (type 15), as functions of the last versions do
     * @return the arguments
     * @throws UnsupportedOperationException if only the plain Java binding is available, because native access is
     *     denied or there is no native library
     */
    static OldTvmArguments create(boolean bools) {
        return OldArguments.create(bools);
    }

    /**
     * Reads the value of a type code and a word, from a result or an argument. Texts are borrowed.
     *
     * @param code the type code
     * @param word the word
     * @param memory the memory that may be read through addresses
     * @return the value, in the dialect RFC97
     * @throws NullPointerException if {@code memory} is null
     * @throws ValueFormatException if there is no such type
     */
    static Slot read(int code, long word, ValueMemory memory) {
        return OldArguments.read(code, word, memory);
    }

    /**
     * Appends an argument.
     *
     * @param value the argument, or null
     * @throws IllegalArgumentException if the class of {@code value} is not supported
     * @throws ValueFormatException if {@code value} is an unknown value, or a text that may not be read
     * @throws IllegalStateException if {@link #close} has freed the memory
     */
    void add(@Nullable Object value);

    /**
     * Returns the number of arguments.
     *
     * @return the number of arguments
     */
    int size();

    /**
     * Returns the type code of an argument.
     *
     * @param index the index of the argument
     * @return the type code
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    int code(int index);

    /**
     * Returns the word of an argument.
     *
     * @param index the index of the argument
     * @return an integer, the bits of a floating-point number, or an address
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    long word(int index);

    /**
     * Returns the address of the type codes. Call it after the last {@link #add}, which may move the array.
     *
     * @return the address of {@link #size()} values of type {@code int32_t}
     * @throws IllegalStateException if {@link #close} has freed the memory
     */
    long codes();

    /**
     * Returns the address of the words. Call it after the last {@link #add}, which may move the array.
     *
     * @return the address of {@link #size()} values of type {@code int64_t}
     * @throws IllegalStateException if {@link #close} has freed the memory
     */
    long values();

    /**
     * Frees the memory. If the memory was allocated from an arena, this method has no effect, and closing the arena
     * frees it.
     */
    @Override
    void close();
}
